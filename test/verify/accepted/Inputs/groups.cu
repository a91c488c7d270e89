// Warps, tiles and blocks: matches, warp and group reductions, scans, coalesced groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void warps(unsigned *Data, float *F) {
  unsigned V = Data[threadIdx.x], Mask = __activemask();
  V += __shfl_sync(Mask, V, 3) + __shfl_up_sync(Mask, V, 1) + __shfl_xor_sync(Mask, V, 16, 8);
  F[threadIdx.x] += __shfl_down_sync(Mask, F[threadIdx.x], 2);
  double D = __shfl_sync(Mask, (double)F[threadIdx.x], 0);
  long long L = __shfl_xor_sync(Mask, (long long)V, 4);
  V += __match_any_sync(Mask, V);
  int All;
  V += __match_all_sync(Mask, L, &All) + All;
  V += __reduce_add_sync(Mask, V) + __reduce_max_sync(Mask, V) + __reduce_xor_sync(Mask, V);
  V += __all_sync(Mask, V > 2) + __any_sync(Mask, V > 3) + __ballot_sync(Mask, V > 4);
  __syncwarp(Mask);
  V += __syncthreads_count(V > 5) + __syncthreads_and(V > 6) + __syncthreads_or(V > 7);
  Data[threadIdx.x] = V + (unsigned)D;
}

__global__ void reductions(int *Data, float *Out) {
  auto Block = cg::this_thread_block();
  auto Tile = cg::tiled_partition<16>(Block);
  int Sum = cg::reduce(Tile, Data[Block.thread_rank()], cg::plus<int>());
  float Most = cg::reduce(Tile, Out[Block.thread_rank()], cg::greater<float>());
  int Scan = cg::exclusive_scan(Tile, Sum);
  Out[Block.thread_rank()] = Sum + Most + Scan;
  auto Parts = cg::labeled_partition(cg::coalesced_threads(), (int)threadIdx.x & 1);
  if (threadIdx.x & 2) {
    auto Active = cg::coalesced_threads();
    Data[Active.thread_rank()] = Active.size() + Active.shfl(Sum, 0);
    Active.sync();
  }
  Data[threadIdx.x] += Parts.thread_rank();
}

__global__ void grid(int *Data) {
  cg::grid_group Grid = cg::this_grid();
  Data[Grid.thread_rank()] = 1;
  Grid.sync();
  Data[0] = Data[Grid.size() - 1];
}
