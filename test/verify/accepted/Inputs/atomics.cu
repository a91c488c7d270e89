// Atomics of every width, scope and operation that CUDA C++ has, and fences.
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void integers(int *I, unsigned *U, unsigned long long *L) {
  __shared__ int Local;
  if (threadIdx.x == 0)
    Local = 0;
  __syncthreads();
  atomicAdd(&Local, I[threadIdx.x]);
  atomicSub(I, 1);
  atomicMin(I + 1, threadIdx.x);
  atomicMax(U, threadIdx.x);
  atomicAnd(U + 1, 7u);
  atomicOr(U + 2, 7u);
  atomicXor(U + 3, 7u);
  atomicInc(U + 4, 31u);
  atomicDec(U + 5, 31u);
  atomicExch(L, 5ull);
  atomicCAS(L + 1, 0ull, 1ull);
  atomicCAS((unsigned short *)U, (unsigned short)0, (unsigned short)1);
  atomicAdd_block(I + 2, 1);
  atomicAdd_system(I + 3, 1);
  __syncthreads();
  I[4] = Local;
}

__global__ void floats(float *F, double *D, half *H, half2 *H2, __nv_bfloat16 *B) {
  atomicAdd(F, 1.0f);
  atomicAdd(D, 1.0);
  atomicExch(F + 1, 2.0f);
  atomicAdd(H, __float2half(1.0f));
  atomicAdd(H2, __half2half2(__float2half(1.0f)));
  atomicAdd(B, __float2bfloat16(1.0f));
}

__global__ void fences(int *Data, volatile int *Flag) {
  Data[threadIdx.x] = 1;
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  if (threadIdx.x == 0)
    *Flag = 1;
}

__global__ void standard(int *Data, int *Out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> Device(Data[0]);
  Device.fetch_add(1, cuda::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_block> Block(Data[1]);
  int Expected = 0;
  Block.compare_exchange_strong(Expected, 1, cuda::memory_order_seq_cst);
  cuda::atomic_ref<int> System(Data[2]);
  Out[0] = System.load(cuda::memory_order_acquire);
  System.store(3, cuda::memory_order_release);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}
