//===- Participation.h - all threads execute all sync points -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// See docs/architecture.md, "Participation".
#ifndef VX_PARTICIPATION_H
#define VX_PARTICIPATION_H

#include "vx/Diagnostics.h"
#include "vx/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class LoopInfo;
class PostDominatorTree;
class raw_ostream;
} // namespace llvm

namespace vx {

class BlockUniformity;

/// How a block learns whether one of its threads takes a guard's sync side.
enum class AskBy {
  Vote,        ///< a block-wide OR, which is a barrier
  FirstThread, ///< all compute what the first thread's condition is: no barrier
  LastThread,
};

/// A divergent branch that controls a sync point, with its planned treatment.
struct GuardPlan {
  enum class Shape { If, LoopExit };
  llvm::Instruction *Branch = nullptr; ///< conditional branch or switch
  Shape Kind = Shape::If;
  llvm::BasicBlock *SyncSide = nullptr;///< successor that leads to the sync points
  llvm::BasicBlock *Rejoin = nullptr;  ///< where the mask is restored; nullptr:
                                       ///< the end of the function
  std::string Why;                     ///< e.g. "depends on tid.x"
  AskBy Ask = AskBy::Vote;
  std::string WhyVote;                 ///< what forbids the closed form
};

/// What participation will do to one function. Empty Guards: nothing to do.
struct ParticipationPlan {
  llvm::SmallVector<GuardPlan, 4> Guards;          ///< outermost first
  llvm::SmallVector<llvm::Instruction *, 16> Slice;///< executed by all threads
  unsigned JoinedOwnBarriers = 0;
  bool needed() const { return !Guards.empty(); }
  unsigned votes() const;
  void print(llvm::raw_ostream &OS) const;
};

/// What participation asks of a function, as it is now.
struct FlowAnalyses {
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  const BlockUniformity &BU;
};

/// Plans for \p F, whose loops are in simplified and LCSSA form. \p SyncPoints: instructions that all threads must execute with
/// uniform operands (for planning these may be transfer calls that are not yet
/// sync markers); the function's own block barriers are added when any sync point
/// exists. Reports VX211 to VX216, VX218 and VX219 and returns what it has; check the sink. Does not
/// change \p F.
ParticipationPlan
planParticipation(llvm::Function &F,
                  llvm::ArrayRef<llvm::Instruction *> SyncPoints,
                  const FlowAnalyses &Flow, DiagnosticSink &Sink,
                  ParticipationPolicy Policy = ParticipationPolicy::Auto);

/// On the branch of a guard that is planned without a vote, while its function is rewritten.
constexpr llvm::StringLiteral UnvotedMD = "vx.unvoted";

/// Marks the guards of \p Plan that need no vote, before anything else changes their function: barriers are planned
/// where votes are not, so no other guard may go without one.
void markUnvoted(const ParticipationPlan &Plan);

/// Rewrites \p F so that no sync point is control dependent on a divergent
/// branch. The votes it inserts are "any" markers (SyncPoints.h); a marked guard whose closed form is proven for the
/// function as it is now gets none. False with a
/// VX299 or VX21x finding where the plan cannot be followed; \p F is then garbage
/// (it is a scratch clone). SSA form is intact on success.
bool applyParticipation(llvm::Function &F,
                        llvm::ArrayRef<llvm::Instruction *> SyncPoints,
                        DiagnosticSink &Sink);

} // namespace vx

#endif // VX_PARTICIPATION_H
