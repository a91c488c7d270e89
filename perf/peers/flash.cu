// FlashAttention forward by hand: the algorithm of kernels/flash_registers.mlir, one query row a thread, steps of STEP
// rows. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"
#include "flash.cuh"

#if FORM != 0
__device__ __forceinline__ void fill(float *KTo, float *VTo, const float *K, const float *V, int T) {
  for (int C = threadIdx.x; C < TILE * Head / 4; C += blockDim.x) {
    copyPiece(KTo + 4 * C, K + T * Head + 4 * C);
    copyPiece(VTo + 4 * C, V + T * Head + 4 * C);
  }
}
#endif

extern "C" __global__ void flash(const float *Q, const float *K, const float *V, float *O) {
#if FORM != 0
  extern __shared__ __align__(16) float Shared[]; // [slot][K, V][TILE * Head]
  constexpr int Slots = FORM == 2 ? STAGES : 1, TileElems = TILE * Head;
#endif
  // SQ is a multiple of the block in every launch that is measured: all threads of a block stay.
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < SQ; I += gridDim.x * blockDim.x) {
    Row R;
#pragma unroll
    for (int D = 0; D < Head; ++D) {
      R.Q[D] = Q[(size_t)I * Head + D];
      R.Acc[D] = 0;
    }
#if FORM == 0
    for (int T = 0; T < SK; T += STEP)
      step(R, K + T * Head, V + T * Head);
#elif FORM == 1
    for (int T = 0; T < SK; T += TILE) {
      __syncthreads();
      fill(Shared, Shared + TileElems, K, V, T);
      __syncthreads();
      for (int J = 0; J < TILE; J += STEP)
        step(R, Shared + J * Head, Shared + TileElems + J * Head);
    }
#else
    __syncthreads();
    for (int P = 0; P < STAGES - 1; ++P) {
      if (P * TILE < SK)
        fill(Shared + P * 2 * TileElems, Shared + P * 2 * TileElems + TileElems, K, V, P * TILE);
      __pipeline_commit();
    }
    int Slot = 0;
    for (int T = 0; T < SK; T += TILE) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();
      int Next = Slot == 0 ? Slots - 1 : Slot - 1, Ahead = T + (STAGES - 1) * TILE;
      if (Ahead < SK)
        fill(Shared + Next * 2 * TileElems, Shared + Next * 2 * TileElems + TileElems, K, V, Ahead);
      __pipeline_commit();
      const float *Kt = Shared + Slot * 2 * TileElems;
      for (int J = 0; J < TILE; J += STEP)
        step(R, Kt + J * Head, Kt + TileElems + J * Head);
      Slot = Slot == Slots - 1 ? 0 : Slot + 1;
    }
    __pipeline_wait_prior(0);
#endif
#pragma unroll
    for (int D = 0; D < Head; ++D)
      O[(size_t)I * Head + D] = R.Acc[D] / R.Sum;
  }
}
