// The copy-bound stream of kernels/stream.mlir by hand.
#include "copy.cuh"

#ifndef P_TILES
#define P_TILES 64
#endif
#ifndef P_ELEMS
#define P_ELEMS 4096
#endif
#ifndef P_USES
#define P_USES 1
#endif
constexpr int TILES = P_TILES;
constexpr int ELEMS = P_ELEMS;
constexpr int USES = P_USES;

__device__ __forceinline__ float use(float Sum, const float *X) {
  for (int U = 0; U < USES; ++U)
    for (int E = threadIdx.x; E < ELEMS; E += blockDim.x)
      Sum += X[(unsigned)(E + U * blockDim.x) % ELEMS] * 1.0001f;
  return Sum;
}

#if FORM != 0
__device__ __forceinline__ void fill(float *To, const float *From) {
  for (int C = threadIdx.x; C < ELEMS / 4; C += blockDim.x)
    copyPiece(To + 4 * C, From + 4 * C);
}
#endif

extern "C" __global__ void stream(const float *X, float *Y) {
  const float *Mine = X + (size_t)blockIdx.x * TILES * ELEMS;
  float Sum = 0;
#if FORM == 0
  for (int T = 0; T < TILES; ++T)
    Sum = use(Sum, Mine + (size_t)T * ELEMS);
#elif FORM == 1
  __shared__ __align__(16) float S[ELEMS];
  for (int T = 0; T < TILES; ++T) {
    __syncthreads();
    fill(S, Mine + (size_t)T * ELEMS);
    __syncthreads();
    Sum = use(Sum, S);
  }
#else
  extern __shared__ __align__(16) float S[]; // [STAGES][ELEMS]
  for (int P = 0; P < STAGES - 1; ++P) {
    if (P < TILES)
      fill(S + P * ELEMS, Mine + (size_t)P * ELEMS);
    __pipeline_commit();
  }
  int Slot = 0;
  for (int T = 0; T < TILES; ++T) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    int Next = Slot == 0 ? STAGES - 1 : Slot - 1, Ahead = T + STAGES - 1;
    if (Ahead < TILES)
      fill(S + Next * ELEMS, Mine + (size_t)Ahead * ELEMS);
    __pipeline_commit();
    Sum = use(Sum, S + Slot * ELEMS);
    Slot = Slot == STAGES - 1 ? 0 : Slot + 1;
  }
#endif
  Y[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
}
