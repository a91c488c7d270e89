//===- OneFlow.h - the rewrite behind participation -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Steps, one file each:
//
//   prepareFlow   one return, simplified loops, LCSSA, guards as two-way branches
//   emitWitnesses conditions of guards that need no vote, computed for their witness
//   FlowSplitter  cuts blocks into pieces for all threads and pieces under the mask,
//                 and puts values that cross a cut into stack slots
//   FlowJoiner    masks, votes, and the jumps of masked threads
//
// Slots become SSA values again at the end (PromoteMemToReg).
//===----------------------------------------------------------------------===//
#ifndef VX_REWRITE_ONEFLOW_H
#define VX_REWRITE_ONEFLOW_H

#include "../plan/ParticipationFacts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ValueHandle.h"

namespace llvm {
class AllocaInst;
}

namespace vx {

/// Brings \p F into the form that the rewrite needs; no dominator tree or loop info
/// survives. False with a finding where the function cannot take that form.
bool prepareFlow(llvm::Function &F, DiagnosticSink &Sink);

/// Turns a guard that is a switch into a two-way branch and a switch for the rest, or
/// gives a guard its own copy of an aside that others enter, too. True if it changed the
/// function, whose facts are stale then.
bool normaliseGuard(const ParticipationFacts &Facts);

/// A function cut into pieces. Every block is either for all threads or under the mask of
/// its level.
struct SplitFlow {
  llvm::SmallPtrSet<llvm::BasicBlock *, 32> ForAll;
  /// Innermost guard of each block (ParticipationFacts::level).
  llvm::DenseMap<llvm::BasicBlock *, int> Level;
  /// The original block of each piece, and the last piece of each original block.
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> Origin, Last;
  llvm::SmallVector<llvm::AllocaInst *, 32> Slots;
};

/// Code that computes what guards' conditions are for the block's first or last thread.
struct WitnessCode {
  llvm::SmallVector<llvm::WeakTrackingVH, 4> Conditions; ///< by guard; null: a vote
  llvm::SmallVector<llvm::Instruction *, 32> ForAll;               ///< all that was emitted
};
WitnessCode emitWitnesses(const ParticipationFacts &Facts);

/// Cuts the blocks of \p Facts.F. Branches still go where they went. All threads execute \p ForAll, too.
SplitFlow splitFlow(const ParticipationFacts &Facts, llvm::ArrayRef<llvm::Instruction *> ForAll);

/// Adds masks, votes and the jumps of masked threads. False with VX299 if the pieces
/// do not form one flow.
bool joinFlow(const ParticipationFacts &Facts, SplitFlow &Flow, const WitnessCode &Witnesses,
              DiagnosticSink &Sink);

/// A stack slot in the entry block.
llvm::AllocaInst *makeSlot(llvm::Function &F, llvm::Type *Ty,
                           const llvm::Twine &Name);

} // namespace vx

#endif // VX_REWRITE_ONEFLOW_H
