// SGEMM by hand with the tiling of kernels/sgemm.mlir: 64 x 64 of C a block of 256 threads, 4 x 4 a thread.
#include "copy.cuh"
#include "gemm.cuh"

#if FORM != 0
struct Tiles {
  float A[BM * BK], B[BK * BN];
};

__device__ __forceinline__ void fill(Tiles &To, const float *A, const float *B, int P) {
  int Row = blockIdx.y * BM, Col = blockIdx.x * BN;
  for (int C = threadIdx.x; C < BM * BK / 4; C += blockDim.x)
    copyPiece(To.A + 4 * C, A + (size_t)(Row + 4 * C / BK) * K + P + 4 * C % BK);
  for (int C = threadIdx.x; C < BK * BN / 4; C += blockDim.x)
    copyPiece(To.B + 4 * C, B + (size_t)(P + 4 * C / BN) * N + Col + 4 * C % BN);
}
#endif

extern "C" __global__ void sgemm(const float *A, const float *B, float *C) {
  int Row = blockIdx.y * BM, Col = blockIdx.x * BN;
  float Acc[Part][Part] = {};
#if FORM == 0
  for (int P = 0; P < K; P += BK)
    multiply(Acc, A + (size_t)Row * K + P, K, B + (size_t)P * N + Col, N);
#elif FORM == 1
  __shared__ __align__(16) Tiles T;
  for (int P = 0; P < K; P += BK) {
    __syncthreads();
    fill(T, A, B, P);
    __syncthreads();
    multiply(Acc, T.A, BK, T.B, BN);
  }
#else
  extern __shared__ __align__(16) unsigned char Raw[]; // Tiles[STAGES]
  Tiles *T = reinterpret_cast<Tiles *>(Raw);
  for (int S = 0; S < STAGES - 1; ++S) {
    if (S * BK < K)
      fill(T[S], A, B, S * BK);
    __pipeline_commit();
  }
  int Slot = 0;
  for (int P = 0; P < K; P += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    int Next = Slot == 0 ? STAGES - 1 : Slot - 1, Ahead = P + (STAGES - 1) * BK;
    if (Ahead < K)
      fill(T[Next], A, B, Ahead);
    __pipeline_commit();
    multiply(Acc, T[Slot].A, BK, T[Slot].B, BN);
    Slot = Slot == STAGES - 1 ? 0 : Slot + 1;
  }
#endif
  int Tr = threadIdx.x / 16 * Part, Tc = threadIdx.x % 16 * Part;
#pragma unroll
  for (int R = 0; R < Part; ++R)
#pragma unroll
    for (int S = 0; S < Part; ++S)
      C[(size_t)(Row + Tr + R) * N + Col + Tc + S] = Acc[R][S];
}
