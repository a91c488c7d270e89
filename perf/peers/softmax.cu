// Softmax of rows in the two-level form of kernels/softmax.mlir by hand. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"

constexpr int ROWS = P_ROWS, COLS = P_COLS, Lanes = 32;

__device__ __forceinline__ float larger(float A, float B) { return fmaxf(A, B); }
__device__ __forceinline__ float sum(float A, float B) { return A + B; }

// Over all threads of the block.
template <typename Fn> __device__ __forceinline__ float reduce(float V, float Start, float *Partial, Fn Join) {
#pragma unroll
  for (int Off = 1; Off < Lanes; Off *= 2)
    V = Join(V, __shfl_xor_sync(~0u, V, Off));
  if (threadIdx.x % Lanes == 0)
    Partial[threadIdx.x / Lanes] = V;
  __syncthreads();
  V = Start;
  for (int W = 0; W < blockDim.x / Lanes; ++W)
    V = Join(V, Partial[W]);
  return V;
}

__device__ __forceinline__ void softmaxRow(float *Y, const float *X, float (&Partial)[2][Lanes]) {
  float Top = -1.0e30f, Sum = 0;
  for (int C = threadIdx.x; C < COLS; C += blockDim.x)
    Top = fmaxf(Top, X[C]);
  Top = reduce(Top, -1.0e30f, Partial[0], larger);
  for (int C = threadIdx.x; C < COLS; C += blockDim.x)
    Sum += __expf(X[C] - Top);
  Sum = reduce(Sum, 0, Partial[1], sum);
  for (int C = threadIdx.x; C < COLS; C += blockDim.x)
    Y[C] = __expf(X[C] - Top) / Sum;
}

extern "C" __global__ void softmax(const float *X, float *Y) {
  __shared__ float Partial[2][Lanes];
#if FORM == 0
  for (size_t R = blockIdx.x; R < ROWS; R += gridDim.x)
    softmaxRow(Y + R * COLS, X + R * COLS, Partial);
#else
  extern __shared__ __align__(16) float Shared[]; // [slot][COLS]
  auto At = [](int T) { return (size_t)(blockIdx.x + T * gridDim.x) * COLS; };
  int Count = (ROWS - (int)blockIdx.x + (int)gridDim.x - 1) / (int)gridDim.x;
  forTiles(
      Count, [&](int S, int T) { copyRows<1, COLS>(Shared + S * COLS, 0, X + At(T), 0); },
      [&](int S, int T) { softmaxRow(Y + At(T), Shared + S * COLS, Partial); });
#endif
}
