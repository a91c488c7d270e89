// HGEMM by hand with the tiling of kernels/hgemm.mlir: 64 x 64 of C a block of 256 threads, 4 x 4 a thread, f32 sums, no tensor
// cores. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"
#include "gemm.cuh"
#include <cuda_fp16.h>

extern "C" __global__ void hgemm(const __half *A, const __half *B, float *C) {
  size_t Row = blockIdx.y * BM, Col = blockIdx.x * BN;
  float Acc[Part][Part] = {};
#if FORM == 0
  for (int P = 0; P < K; P += BK)
    multiply(Acc, A + Row * K + P, K, B + (size_t)P * N + Col, N);
#else
  extern __shared__ __align__(16) __half Shared[]; // [slot][A, B]
  constexpr int Slot = BM * BK + BK * BN;
  forTiles(
      K / BK,
      [&](int S, int T) {
        copyRows<BM, BK>(Shared + S * Slot, BK, A + Row * K + T * BK, K);
        copyRows<BK, BN>(Shared + S * Slot + BM * BK, BN, B + (size_t)T * BK * N + Col, N);
      },
      [&](int S, int) { multiply(Acc, Shared + S * Slot, BK, Shared + S * Slot + BM * BK, BN); });
#endif
  int Tr = threadIdx.x / 16 * Part, Tc = threadIdx.x % 16 * Part;
#pragma unroll
  for (int R = 0; R < Part; ++R)
#pragma unroll
    for (int S = 0; S < Part; ++S)
      C[(Row + Tr + R) * N + Col + Tc + S] = Acc[R][S];
}
