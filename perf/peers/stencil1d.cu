// The nine-point stencil of kernels/stencil1d.mlir by hand. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"

constexpr int N = P_N, TILE = P_TILE, Points = 9, HALO = TILE + Points - 1;

__device__ __forceinline__ void results(float *Y, const float *X) {
  for (int I = threadIdx.x; I < TILE; I += blockDim.x) {
    float Sum = 0;
#pragma unroll
    for (int J = 0; J < Points; ++J)
      Sum += X[I + J] * 0.111111111f;
    Y[I] = Sum;
  }
}

extern "C" __global__ void stencil1d(const float *X, float *Y) {
#if FORM == 0
  for (int B = blockIdx.x * TILE; B < N; B += gridDim.x * TILE)
    results(Y + B, X + B);
#else
  extern __shared__ __align__(16) float Shared[]; // [slot][HALO]
  auto At = [](int T) { return (size_t)(blockIdx.x + T * gridDim.x) * TILE; };
  int Count = (N / TILE - (int)blockIdx.x + (int)gridDim.x - 1) / (int)gridDim.x;
  forTiles(
      Count, [&](int S, int T) { copyRows<1, HALO>(Shared + S * HALO, 0, X + At(T), 0); },
      [&](int S, int T) { results(Y + At(T), Shared + S * HALO); });
#endif
}
