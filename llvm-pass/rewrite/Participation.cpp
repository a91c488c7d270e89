//===- Participation.cpp - all threads execute all sync points ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Keeps all threads of the block in one flow through the slice of the sync points, with a
// mask for everything else (docs/architecture.md, "Participation"):
//
//   for (i = tid; i < n; i += step) {          mask = true
//     for (t = 0; t < T; ++t) {                do {  mask &= i < n;  if (!any(mask)) break;
//       FILL(t)                          =>      for (t = 0; t < T; ++t) { FILL(t);  if (mask) use(t, i); }
//       use(t, i)                                if (mask) i += step;
//     } }                                      } while (true)
//
// Invariants:
//  - all threads execute the same pieces of the slice in the same order with the same
//    values, so its uniform branches agree;
//  - a thread executes masked code exactly when it would have in the input, between the
//    same sync points;
//  - wherever the flow is, at least one thread is unmasked: each vote saw one, and a guard that is not voted on
//    computes whether its witness is (ParticipationAnswers.cpp).
//
// The result is checked: no sync point may depend on a divergent branch any more. Builds with assertions
// check it at once, others when the kernel is finished (verifyShape).
//===----------------------------------------------------------------------===//
#include "vx/Participation.h"
#include "OneFlow.h"
#include "vx/LocalAnalyses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace vx {

namespace {

bool isUnvoted(const Instruction &Branch) { return Branch.hasMetadata(UnvotedMD); }

/// Debug records may look at values that do not reach them any more.
void dropStaleDebugRecords(Function &F, const DominatorTree &DT) {
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      for (Value *V : Record.location_ops())
        if (auto *Def = dyn_cast_or_null<Instruction>(V);
            Def && Def != &I && !DT.dominates(Def, &I)) {
          Record.setKillLocation();
          break;
        }
}

/// Gates whose masked code was slots alone are empty now, and most pieces follow
/// their only predecessor. Edges into loop headers stay as they are: one from outside, one
/// from the latch.
void tidyBlocks(Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  SmallPtrSet<const BasicBlock *, 8> Headers;
  for (auto [From, To] : BackEdges)
    Headers.insert(To);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (BasicBlock &BB : make_early_inc_range(F)) {
      if (isa<BranchInst>(BB.front()) && !BB.isEntryBlock() &&
          BB.getTerminator()->getNumSuccessors() == 1 &&
          !Headers.contains(BB.getTerminator()->getSuccessor(0)) &&
          TryToSimplifyUncondBranchFromEmptyBlock(&BB))
        Changed = true;
      else
        Changed |= ConstantFoldTerminator(&BB) || MergeBlockIntoPredecessor(&BB);
    }
  }
}

[[maybe_unused]] bool checkOneFlow(Function &F, ArrayRef<Instruction *> SyncPoints,
                  DiagnosticSink &Sink) {
  FreshFlow Flow(F);
  ParticipationFacts After(F, SyncPoints, Flow.get(), isUnvoted);
  for (const DivergentGuard &G : After.Slice.guards())
    Sink.report(Diag::Internal, *G.Branch,
                "a thread-dependent branch still decides on a sync point");
  return After.Slice.guards().empty();
}

/// Facts with the analyses that they refer to.
struct OwnFacts {
  FreshFlow Flow;
  ParticipationFacts Facts;
  OwnFacts(Function &F, ArrayRef<Instruction *> SyncPoints)
      : Flow(F), Facts(F, SyncPoints, Flow.get(), isUnvoted) {}
};

/// Facts of the prepared function once every guard is a two-way branch with an aside of
/// its own.
std::unique_ptr<OwnFacts> preparedFacts(Function &F,
                                        ArrayRef<Instruction *> SyncPoints) {
  while (true) {
    auto Own = std::make_unique<OwnFacts>(F, SyncPoints);
    if (!normaliseGuard(Own->Facts))
      return Own;
  }
}

} // namespace

void markUnvoted(const ParticipationPlan &Plan) {
  for (const GuardPlan &G : Plan.Guards)
    if (G.Ask != AskBy::Vote)
      G.Branch->setMetadata(UnvotedMD, MDNode::get(G.Branch->getContext(), {}));
}

bool applyParticipation(Function &F, ArrayRef<Instruction *> SyncPoints,
                        DiagnosticSink &Sink) {
  if (SyncPoints.empty())
    return true;
  if (!prepareFlow(F, Sink))
    return false;
  std::unique_ptr<OwnFacts> Own = preparedFacts(F, SyncPoints);
  const ParticipationFacts &Facts = Own->Facts;
  if (Facts.Slice.guards().empty())
    return true;
  if (!Facts.check(Sink))
    return false;
  WitnessCode Witnesses = emitWitnesses(Facts);
  SplitFlow Flow = splitFlow(Facts, Witnesses.ForAll);
  if (!joinFlow(Facts, Flow, Witnesses, Sink))
    return false;
  Own.reset();
  removeUnreachableBlocks(F);
  DominatorTree DT(F);
  PromoteMemToReg(Flow.Slots, DT);
  dropStaleDebugRecords(F, DT);
  tidyBlocks(F);
#ifdef NDEBUG
  return true; // verifyShape proves the same of the finished kernel (VX451)
#else
  return checkOneFlow(F, SyncPoints, Sink);
#endif
}

} // namespace vx
