// What CUDA programs are made of: reductions, shuffles, votes, atomics, wmma, cooperative
// groups, printf, asserts, textures, half arithmetic, dynamic shared memory.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;

__constant__ float Table[64];

__global__ void reduce(const float *In, float *Out, int N) {
  __shared__ float Part[256];
  float Sum = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N; I += gridDim.x * blockDim.x)
    Sum += In[I] * Table[I & 63];
  Part[threadIdx.x] = Sum;
  __syncthreads();
  for (int S = blockDim.x / 2; S > 0; S /= 2) {
    if (threadIdx.x < S)
      Part[threadIdx.x] += Part[threadIdx.x + S];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(Out, Part[0]);
}

__global__ void shuffle(int *Data, unsigned long long *Counter) {
  int V = Data[threadIdx.x];
  for (int Delta = 16; Delta; Delta /= 2)
    V += __shfl_down_sync(0xffffffff, V, Delta);
  unsigned Vote = __ballot_sync(0xffffffff, V > 3);
  if (__any_sync(0xffffffff, V == 7))
    atomicMax(Counter, (unsigned long long)__popc(Vote));
  Data[threadIdx.x] = __brev(V) + __clz(V) + __ffs(V);
  __threadfence();
}

__global__ void fragments(const half *A, const half *B, float *C) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> FA;
  fragment<matrix_b, 16, 16, 16, half, col_major> FB;
  fragment<accumulator, 16, 16, 16, float> FC;
  fill_fragment(FC, 0.0f);
  load_matrix_sync(FA, A, 16);
  load_matrix_sync(FB, B, 16);
  mma_sync(FC, FA, FB, FC);
  store_matrix_sync(C, FC, 16, mem_row_major);
}

__global__ void groups(int *Data, int N) {
  extern __shared__ int Dynamic[];
  auto Block = cg::this_thread_block();
  auto Tile = cg::tiled_partition<32>(Block);
  Dynamic[Block.thread_rank()] = Data[Block.thread_rank()];
  Block.sync();
  int V = Tile.shfl_xor(Dynamic[Block.thread_rank()], 1);
  if (Block.thread_rank() >= N)
    printf("rank %d\n", (int)Block.thread_rank());
  Data[Block.thread_rank()] = V;
}

__global__ void mathematics(double *D, float *F, half *H, cudaTextureObject_t Texture) {
  int I = threadIdx.x;
  D[I] = sqrt(D[I]) + fma(D[I], D[I], 1.0) + exp(D[I]) + pow(D[I], 3.0);
  F[I] = sinf(F[I]) + __expf(F[I]) + rsqrtf(F[I]) + tex2D<float>(Texture, F[I], 0.5f);
  H[I] = __hadd(H[I], __float2half(2.0f));
}
