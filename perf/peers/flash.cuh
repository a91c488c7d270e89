// What the hand-written FlashAttention peers share: one query row a thread, steps of STEP rows of K and V, whose elements
// may be narrower than the f32 of the sums.
#pragma once
#ifndef P_SQ
#define P_SQ 8192
#endif
#ifndef P_SK
#define P_SK 2048
#endif
#ifndef P_TILE
#define P_TILE 32
#endif
#ifndef STEP
#define STEP 8
#endif
constexpr int SQ = P_SQ;
constexpr int SK = P_SK;
constexpr int TILE = P_TILE;
constexpr int Head = 64;
constexpr float Scale = 0.125f;

struct Row {
  float Q[Head], Acc[Head], Max = -1.0e30f, Sum = 0;
};

// One step of STEP keys at K and V, in global or shared memory.
template <typename T> __device__ __forceinline__ void step(Row &R, const T *K, const T *V) {
  float S[STEP], Top = -1.0e30f;
#pragma unroll
  for (int J = 0; J < STEP; ++J) {
    float Dot = 0;
#pragma unroll
    for (int D = 0; D < Head; ++D)
      Dot += R.Q[D] * float(K[J * Head + D]);
    S[J] = Dot * Scale;
    Top = fmaxf(Top, S[J]);
  }
  float NewMax = fmaxf(R.Max, Top);
  float Correction = __expf(R.Max - NewMax);
  R.Sum *= Correction;
#pragma unroll
  for (int D = 0; D < Head; ++D)
    R.Acc[D] *= Correction;
#pragma unroll
  for (int J = 0; J < STEP; ++J) {
    float P = __expf(S[J] - NewMax);
    R.Sum += P;
#pragma unroll
    for (int D = 0; D < Head; ++D)
      R.Acc[D] += P * float(V[J * Head + D]);
  }
  R.Max = NewMax;
}
