//===- Runtime.h - what lowered kernels call -------------------*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The interface between lowered code and the run-time. ThreadState's first part
// is read by generated code through byte offsets (LowerIntrinsics.cpp); the
// functions are bound by name as absolute symbols (RuntimeAbi.cpp).
//===----------------------------------------------------------------------===//
#ifndef VX_SIMT_RUNTIME_H
#define VX_SIMT_RUNTIME_H

#include <cstddef>
#include <cstdint>

namespace vx::simt {

class BlockState;

constexpr unsigned WarpSize = 32;
constexpr unsigned MaxThreadsPerBlock = 1024;
constexpr unsigned NumBarriers = 16;

/// What generated code may read of the thread that runs it.
struct ThreadFields {
  uint32_t Tid[3], CtaId[3], NTid[3], NCtaId[3];
  uint32_t Lane, Warp, Linear, DynamicShared;
  char *SharedBase;
  uint64_t GridId;
};

/// How a lowered access is described to the run-time: size in the low half,
/// log2 of the alignment that the access claims above it.
constexpr unsigned AccessAlignShift = 24;
constexpr uint32_t AccessSizeMask = (1u << AccessAlignShift) - 1;

constexpr uint32_t packAccess(uint64_t Size, unsigned AlignLog2) {
  return uint32_t(Size & AccessSizeMask) | AlignLog2 << AccessAlignShift;
}

/// The answer of a checked read that yields a value: the number of a suspect read
/// (0: none) in the low half, and above it which of the value's lanes are garbage.
constexpr unsigned ReadLanesShift = 32, MaxReadLanes = 32;

/// What an atomic access does and orders.
constexpr uint32_t AtomicAcquires = 1, AtomicReleases = 2, AtomicWrites = 4,
                   AtomicReads = 8;

enum class BarrierOp : uint32_t { Sync, Arrive, RedAnd, RedOr, RedPopc };
constexpr uint32_t BarrierAligned = 0x100;
constexpr uint32_t BarrierOpMask = 0xff;

enum class WarpOp : uint32_t {
  Sync,
  ShflUp,
  ShflDown,
  ShflBfly,
  ShflIdx,
  VoteAll,
  VoteAny,
  VoteUni,
  VoteBallot,
  MatchAny,
  MatchAll,
  ReduxAdd,
  ReduxUMin,
  ReduxUMax,
  ReduxMin,
  ReduxMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  ActiveMask,
  ElectSync,
};
/// The spelling in messages, "shfl.sync.down".
const char *warpOpName(WarpOp Op);

} // namespace vx::simt

#endif // VX_SIMT_RUNTIME_H
