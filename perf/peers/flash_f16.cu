// FlashAttention forward by hand, f16 in and f32 out: the algorithm of kernels/flash_f16.mlir, one query row a thread, steps of
// STEP rows. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"
#include "flash.cuh"
#include <cuda_fp16.h>

extern "C" __global__ void flash_f16(const __half *Q, const __half *K, const __half *V, float *O) {
  extern __shared__ __align__(16) __half Shared[]; // [slot][K, V][TILE * Head]
  constexpr int Tile = TILE * Head;
  // SQ is a multiple of the block in every launch that is measured: all threads of a block stay.
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < SQ; I += gridDim.x * blockDim.x) {
    Row R;
#pragma unroll
    for (int D = 0; D < Head; ++D) {
      R.Q[D] = __half2float(Q[(size_t)I * Head + D]);
      R.Acc[D] = 0;
    }
#if FORM == 0
    for (int T = 0; T < SK; T += STEP)
      step(R, K + T * Head, V + T * Head);
#else
    __syncthreads();
    forTiles(
        SK / TILE,
        [&](int S, int T) {
          copyRows<1, Tile>(Shared + S * 2 * Tile, 0, K + T * Tile, 0);
          copyRows<1, Tile>(Shared + S * 2 * Tile + Tile, 0, V + T * Tile, 0);
        },
        [&](int S, int) __attribute__((always_inline)) { // else R stays in memory
          for (int J = 0; J < TILE; J += STEP)
            step(R, Shared + S * 2 * Tile + J * Head, Shared + S * 2 * Tile + Tile + J * Head);
        });
#endif
#pragma unroll
    for (int D = 0; D < Head; ++D)
      O[(size_t)I * Head + D] = R.Acc[D] / R.Sum;
  }
}
