// The instruments that measure one leg alone (README.md), for one tile size: each has the loop of the form that it is for, so
// that tiles in flight, barriers and threads are the same. Five forms: lsb, cp1, ring2, ring3, ring4.
//   copy_<form>   leg 2: L2 -> shared, with the touch, when the walk stays in L2
//   probe_<form>  leg 1: prefetch to L2, and a 4-byte copy a warp that tells when the last sector is there
//   flood, bulk   leg 1 at full throughput: prefetches without a wait
//   use_<form>_full, use_<form>_touch   leg 3: shared -> registers of a tile that stays
//   fill          the contents of the source, the same function of the index as in run.py
#include <cuda_pipeline.h>

#ifndef P_ELEMS
#define P_ELEMS 4096
#endif
constexpr int Elems = P_ELEMS, Threads = 256, Piece = 4, Sector = 8; // in elements
constexpr int Lsb = 0;                                              // number of stages that stands for the form

extern __shared__ __align__(16) float Shared[];

struct Walk {
  const float *X;
  long long First, Mask;
  __device__ const float *tile(long long T) const {
    return X + ((First + blockIdx.x + T * gridDim.x) & Mask) * Elems;
  }
};

__device__ float touch(const float *Tile) { return Tile[Elems - 1 - threadIdx.x]; }

__device__ float useAll(const float *Tile) {
  float Sum = 0;
  for (int E = threadIdx.x; E < Elems; E += Threads)
    Sum += Tile[Elems - 1 - E];
  return Sum;
}

// Leg 2 by cp.async.
struct AsyncCopy {
  __device__ static void issue(float *Slot, const float *From) {
#pragma unroll 8
    for (int C = threadIdx.x * Piece; C < Elems; C += Threads * Piece)
      __pipeline_memcpy_async(Slot + C, From + C, 16);
  }
  __device__ static float use(const float *Slot) { return touch(Slot); }
};

// Leg 2 by loads and stores, four of a thread under way.
struct PlainCopy {
  __device__ static void issue(float *Slot, const float *From) {
    constexpr int Step = Threads * Piece, Batch = 4 * Step;
    int C = threadIdx.x * Piece;
    for (; C + Batch - Step < Elems; C += Batch) {
      float4 V[4];
#pragma unroll
      for (int U = 0; U < 4; ++U)
        V[U] = *reinterpret_cast<const float4 *>(From + C + U * Step);
#pragma unroll
      for (int U = 0; U < 4; ++U)
        *reinterpret_cast<float4 *>(Slot + C + U * Step) = V[U];
    }
    for (; C < Elems; C += Step)
      *reinterpret_cast<float4 *>(Slot + C) = *reinterpret_cast<const float4 *>(From + C);
  }
  __device__ static float use(const float *Slot) { return touch(Slot); }
};

__device__ const float *prefetch(const float *From) {
  const float *Last = nullptr;
#pragma unroll 8
  for (int C = threadIdx.x * Sector; C < Elems; C += Threads * Sector) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(From + C)));
    Last = From + C;
  }
  return Last;
}

// Leg 1: nothing but one word a warp crosses to the multiprocessor.
struct Probe {
  __device__ static void issue(float *Slot, const float *From) {
    const float *Last = prefetch(From);
    if (Last && threadIdx.x % 32 == 31)
      __pipeline_memcpy_async(Slot + threadIdx.x / 32, Last, 4);
  }
  __device__ static float use(const float *) { return 0; }
};

// The loop of a form.
template <typename Leg, int Stages> __device__ float walk(const Walk &W, long long Tiles) {
  float Sum = 0;
  if constexpr (Stages <= 1) {
    for (long long T = 0; T < Tiles; ++T) {
      __syncthreads();
      Leg::issue(Shared, W.tile(T));
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      Sum += Leg::use(Shared);
    }
  } else {
    for (int P = 0; P < Stages - 1; ++P) {
      if (P < Tiles)
        Leg::issue(Shared + P * Elems, W.tile(P));
      __pipeline_commit();
    }
    int Slot = 0;
    for (long long T = 0; T < Tiles; ++T) {
      __pipeline_wait_prior(Stages - 2);
      __syncthreads();
      int Next = Slot == 0 ? Stages - 1 : Slot - 1;
      if (T + Stages - 1 < Tiles)
        Leg::issue(Shared + Next * Elems, W.tile(T + Stages - 1));
      __pipeline_commit();
      Sum += Leg::use(Shared + Slot * Elems);
      Slot = Slot == Stages - 1 ? 0 : Slot + 1;
    }
    __pipeline_wait_prior(0);
  }
  return Sum;
}

// A tile that stays, with the barriers of the form.
template <bool Full, int Stages> __device__ float stay(long long Tiles) {
  for (int E = threadIdx.x; E < Elems; E += Threads)
    Shared[E] = 1;
  float Sum = 0;
  for (long long T = 0; T < Tiles; ++T) {
    __syncthreads();
    if (Stages <= 1)
      __syncthreads();
    Sum += Full ? useAll(Shared) : touch(Shared);
  }
  return Sum;
}

#define ARGUMENTS const float *X, float *Y, long long First, long long Tiles, long long Mask
#define OUT Y[blockIdx.x * Threads + threadIdx.x]
#define FORM(NAME, STAGES, COPY)                                                                                              \
  extern "C" __global__ void __launch_bounds__(Threads) copy_##NAME(ARGUMENTS) {                                              \
    OUT = walk<COPY, STAGES>(Walk{X, First, Mask}, Tiles);                                                                    \
  }                                                                                                                           \
  extern "C" __global__ void __launch_bounds__(Threads) probe_##NAME(ARGUMENTS) {                                             \
    OUT = walk<Probe, STAGES>(Walk{X, First, Mask}, Tiles);                                                                   \
  }                                                                                                                           \
  extern "C" __global__ void __launch_bounds__(Threads) use_##NAME##_full(ARGUMENTS) { OUT = stay<true, STAGES>(Tiles); }     \
  extern "C" __global__ void __launch_bounds__(Threads) use_##NAME##_touch(ARGUMENTS) { OUT = stay<false, STAGES>(Tiles); }

FORM(lsb, Lsb, PlainCopy)
FORM(cp1, 1, AsyncCopy)
FORM(ring2, 2, AsyncCopy)
FORM(ring3, 3, AsyncCopy)
FORM(ring4, 4, AsyncCopy)

extern "C" __global__ void __launch_bounds__(Threads) flood(ARGUMENTS) {
  Walk W{X, First, Mask};
  for (long long T = 0; T < Tiles; ++T)
    prefetch(W.tile(T));
}

// The copy engine's prefetch, 1 KiB an instruction; without one this does nothing and run.py leaves it out.
extern "C" __global__ void __launch_bounds__(Threads) bulk(ARGUMENTS) {
#if __CUDA_ARCH__ >= 900
  constexpr int Chunk = 256; // elements
  Walk W{X, First, Mask};
  for (long long T = 0; T < Tiles; ++T)
    if (int C = threadIdx.x * Chunk; C < Elems)
      asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(W.tile(T) + C)),
                   "r"(Chunk * 4));
#endif
}

extern "C" __global__ void fill(float *X, long long Count) {
  for (long long I = (long long)blockIdx.x * blockDim.x + threadIdx.x; I < Count; I += (long long)gridDim.x * blockDim.x) {
    unsigned H = (unsigned)I * 2654435761u;
    H = (H ^ (H >> 16)) * 0x45d9f3bu;
    H ^= H >> 16;
    X[I] = (float)(H >> 8) * 0x1p-23f - 1.0f;
  }
}
