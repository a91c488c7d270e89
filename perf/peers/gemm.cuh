// What the hand-written matrix products share: 64 x 64 of C a block of 256 threads, 4 x 4 a thread, f32 sums of elements
// that may be narrower.
#pragma once
#ifndef P_M
#define P_M 4096
#endif
#ifndef P_N
#define P_N 4096
#endif
#ifndef P_K
#define P_K 4096
#endif
#ifndef P_BK
#define P_BK 16
#endif
constexpr int M = P_M;
constexpr int N = P_N;
constexpr int K = P_K;
constexpr int BK = P_BK;
constexpr int BM = 64, BN = 64, Part = 4;

// A and B point at the tiles' first elements, with the distance of their rows.
template <typename T>
__device__ __forceinline__ void multiply(float (&Acc)[Part][Part], const T *A, int PitchA, const T *B, int PitchB) {
  int Tr = threadIdx.x / 16 * Part, Tc = threadIdx.x % 16 * Part;
#pragma unroll
  for (int P = 0; P < BK; ++P) {
    float X[Part], Y[Part];
#pragma unroll
    for (int R = 0; R < Part; ++R) {
      X[R] = float(A[(size_t)(Tr + R) * PitchA + P]);
      Y[R] = float(B[(size_t)P * PitchB + Tc + R]);
    }
#pragma unroll
    for (int R = 0; R < Part; ++R)
#pragma unroll
      for (int S = 0; S < Part; ++S)
        Acc[R][S] += X[R] * Y[S];
  }
}
