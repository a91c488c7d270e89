// y = A x by hand, one row a thread as in kernels/gemv.mlir; rows in shared memory are padded by 16 bytes, so that the threads of
// a warp, which read one column, meet no bank conflict. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"

constexpr int N = P_N, TILE = P_TILE, BLOCK = 128, Pitch = TILE + 4;

__device__ __forceinline__ float dot(float Sum, const float *A, const float *X) {
#pragma unroll
  for (int J = 0; J < TILE; ++J)
    Sum += A[J] * X[J];
  return Sum;
}

extern "C" __global__ void __launch_bounds__(BLOCK) gemv(const float *A, const float *X, float *Y) {
  size_t Row0 = (size_t)blockIdx.x * BLOCK;
  float Sum = 0;
#if FORM == 0
  for (int T = 0; T < N; T += TILE)
    Sum = dot(Sum, A + (Row0 + threadIdx.x) * N + T, X + T);
#else
  extern __shared__ __align__(16) float Shared[]; // [slot][A, X]
  constexpr int Slot = BLOCK * Pitch + TILE;
  forTiles(
      N / TILE,
      [&](int S, int T) {
        copyRows<BLOCK, TILE>(Shared + S * Slot, Pitch, A + Row0 * N + T * TILE, N);
        copyRows<1, TILE>(Shared + S * Slot + BLOCK * Pitch, 0, X + T * TILE, 0);
      },
      [&](int S, int) { Sum = dot(Sum, Shared + S * Slot + threadIdx.x * Pitch, Shared + S * Slot + BLOCK * Pitch); });
#endif
  Y[Row0 + threadIdx.x] = Sum;
}
