// What the hand-written peers share: a block-wide copy of 16-byte pieces in the three forms that are compared, and the loop
// over tiles around it.
//   FORM 0  global-only    FORM 1  load, store, barrier    FORM 2  cp.async in a ring of STAGES
#pragma once
#include <cuda_pipeline.h>

#ifndef FORM
#error "define FORM: 0 global, 1 sequenced, 2 streamed"
#endif
#ifndef STAGES
#define STAGES 2
#endif

// One piece of a tile; in FORM 2 the caller commits.
template <typename T> __device__ __forceinline__ void copyPiece(T *To, const T *From) {
#if FORM == 2
  __pipeline_memcpy_async(To, From, 16);
#else
  *reinterpret_cast<float4 *>(To) = *reinterpret_cast<const float4 *>(From);
#endif
}

// All pieces of Rows rows of Cols elements; pitches in elements.
template <int Rows, int Cols, typename T>
__device__ __forceinline__ void copyRows(T *To, int ToPitch, const T *From, size_t FromPitch) {
  constexpr int Piece = 16 / sizeof(T), PerRow = Cols / Piece;
  for (int C = threadIdx.x; C < Rows * PerRow; C += blockDim.x)
    copyPiece(To + C / PerRow * ToPitch + C % PerRow * Piece, From + C / PerRow * FromPitch + C % PerRow * Piece);
}

// Fill(Slot, T) and Use(Slot, T) for tiles 0 to Count - 1, in the order of the form.
template <typename FillFn, typename UseFn> __device__ __forceinline__ void forTiles(int Count, FillFn Fill, UseFn Use) {
#if FORM == 1
  for (int T = 0; T < Count; ++T) {
    __syncthreads();
    Fill(0, T);
    __syncthreads();
    Use(0, T);
  }
#elif FORM == 2
  for (int P = 0; P < STAGES - 1; ++P) {
    if (P < Count)
      Fill(P, P);
    __pipeline_commit();
  }
  int Slot = 0;
  for (int T = 0; T < Count; ++T) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    int Next = Slot == 0 ? STAGES - 1 : Slot - 1;
    if (T + STAGES - 1 < Count)
      Fill(Next, T + STAGES - 1);
    __pipeline_commit();
    Use(Slot, T);
    Slot = Slot == STAGES - 1 ? 0 : Slot + 1;
  }
  __pipeline_wait_prior(0);
#endif
}
