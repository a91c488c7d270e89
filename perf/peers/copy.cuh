// What the hand-written peers share: a block-wide copy of 16-byte pieces in the three forms that are compared.
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
__device__ __forceinline__ void copyPiece(float *To, const float *From) {
#if FORM == 2
  __pipeline_memcpy_async(To, From, 16);
#else
  *reinterpret_cast<float4 *>(To) = *reinterpret_cast<const float4 *>(From);
#endif
}
