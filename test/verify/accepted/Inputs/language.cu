// What C++ brings along: virtual calls, function pointers, recursion, memory from the heap,
// asserts, asynchronous copies, narrow types, the clock.
#include <cassert>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>

struct Shape {
  __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
  float Side;
  __device__ explicit Square(float Side) : Side(Side) {}
  __device__ float area() const override { return Side * Side; }
};

__device__ int twice(int X) { return 2 * X; }
__device__ int (*Operation)(int) = twice;
__device__ __noinline__ int fibonacci(int N) { return N < 2 ? N : fibonacci(N - 1) + fibonacci(N - 2); }
__device__ __managed__ int Counter;
__constant__ int Weights[16] = {1, 2, 3};

__global__ void objects(float *Out, int N) {
  Square Square(Out[0]);
  Shape Plain, *S = N > 3 ? &Square : &Plain;
  Out[1] = S->area();
  void *P = malloc(N);
  assert(P);
  memset(P, 0, N);
  free(P);
  Out[2] = Operation(N) + fibonacci(N) + Weights[N & 15];
  Counter = N;
}

__global__ __launch_bounds__(128, 2) void copies(const float4 *In, float *Out) {
  __shared__ float4 Stage[2][128];
  for (int I = 0; I < 2; ++I) {
    __pipeline_memcpy_async(&Stage[I][threadIdx.x], In + 128 * I + threadIdx.x, 16);
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  Out[threadIdx.x] = Stage[0][127 - threadIdx.x].x + __ldg(Out + 128) + __ldcg(Out + 129);
}

__global__ void narrow(half2 *H, __nv_bfloat162 *B, __nv_fp8_e4m3 *E, float *F) {
  H[0] = __hfma2(H[0], H[1], H[2]);
  H[1] = h2exp(H[3]);
  B[0] = __hmul2(B[1], B[2]);
  F[0] = float(E[0]) + __bfloat162float(__low2bfloat16(B[0]));
  E[1] = __nv_fp8_e4m3(F[1]);
  F[2] = __fdividef(F[0], F[1]) + __saturatef(F[2]) + erff(F[3]);
  sincospif(F[3], F + 4, F + 5);
}

__global__ void misc(long long *T, int *I) {
  T[0] = clock64();
  __nanosleep(100);
  I[0] = __dp4a(I[1], I[2], I[3]) + __popcll(T[0]) + __ffsll(T[0]) + __byte_perm(I[0], I[1], 0x3210);
  I[1] = __mulhi(I[2], I[3]) + __funnelshift_l(I[0], I[1], 3) + (int)((__int128)T[0] * T[1] >> 64);
  printf("%lld %d\n", T[0], I[0]);
  if (I[4] == 7)
    __trap();
}
