//===- SyncPoints.h - instructions that a whole block executes together -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Between the plan and the final expansion a scratch clone holds sync points
// (docs/architecture.md, "Sync points"). This header is the one place that says
// how they look in IR.
#ifndef VX_SYNCPOINTS_H
#define VX_SYNCPOINTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace vx {

/// Function attribute of the marker callees; value "fill", "issue" or "any".
constexpr llvm::StringLiteral SyncAttr = "vx.sync";

enum class SyncKind {
  None,
  Barrier,   ///< full block barrier, any spelling, no result
  Reduction, ///< block barrier with a reduced predicate (red.or/and/popc)
  Fill,      ///< marker: cooperative fill, all operands block-uniform
  Issue,     ///< marker: cooperative cp.async issue, operands block-uniform
  Any,       ///< marker: block-wide OR of a per-thread i1
  Commit,    ///< cp.async.commit.group emitted by us (metadata "vx.ours")
  Wait,      ///< cp.async.wait.group / wait.all emitted by us ("vx.ours")
};

/// What \p I is to the block. Barriers that are named (id other than constant 0)
/// or count only some threads are None; see isPartialBarrier.
SyncKind syncKind(const llvm::Instruction &I);

/// The "any" marker's callee in \p M, made on first use: `i1 @vx.sync.any(i1)`,
/// convergent, with unknown memory effects, so that nothing moves across it.
llvm::Function *anyMarker(llvm::Module &M);

/// A barrier intrinsic with an id that is not the constant 0, or a thread count
/// (llvm.nvvm.barrier.cta.*count*, barrier.n, bar with two operands).
bool isPartialBarrier(const llvm::CallBase &CB);

/// Inline assembly that holds a barrier of the block, the cluster or a part of the block
/// (bar.*, barrier.*), but not one of a warp, membar or mbarrier.
bool isAsmBarrier(const llvm::CallBase &CB);

/// Warp-level collective with a member mask (shfl.sync, vote.sync, match.sync,
/// redux.sync, bar.warp.sync, activemask): PTX ISA 9.7.9.
bool isWarpCollective(const llvm::CallBase &CB);

} // namespace vx

#endif // VX_SYNCPOINTS_H
