//===- ParticipationAnswers.cpp - guards that need no vote ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A guard is asked by its witness, the first or the last thread of the block, if wherever some thread takes the sync
// side the witness does. With mask M outside the guard and condition c, that is: the witness has M, and c is ordered
// (ThreadOrder.h) towards it.
//
//   for (i = gid; i < n; i += step)          M' = M and all conditions so far. Each is true for the witness if it is
//     FILL; use                              for any thread, so the same holds of M'; and the loop goes on while it
//                                            is true for the witness.
//
// So within a guard that the first thread answers, the first thread is never masked, and may answer more; a guard of
// the other kind inside, or any inside one that is voted on, is voted on. Exits of one loop share a mask, and are
// answered alike or not at all.
//
// What the conditions are computed from becomes part of the slice, as all threads compute them. Where that would change
// the guards there are votes.
//===----------------------------------------------------------------------===//
#include "ParticipationFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

GuardAnswer ParticipationFacts::answerAlone(const DivergentGuard &G, ThreadOrder &Order) const {
  GuardAnswer Answer;
  auto *Branch = dyn_cast<BranchInst>(G.Branch);
  if (!Branch || G.SyncSides.size() != 1) {
    Answer.WhyVote = "the guard is no two-way branch";
    return Answer;
  }
  Answer.Condition = Order.condition(*Branch);
  bool Falls = Answer.Condition.Is == Course::Falling;
  if (!Falls && Answer.Condition.Is != Course::Rising) {
    Answer.WhyVote = Answer.Condition.Why;
    return Answer;
  }
  bool SyncIfTrue = Branch->getSuccessor(0) == G.SyncSides.front();
  Answer.Ask = Falls == SyncIfTrue ? AskBy::FirstThread : AskBy::LastThread;
  return Answer;
}

/// Until nothing changes: a guard whose witness may be masked is voted on.
void ParticipationFacts::dropUnwitnessed() {
  auto Differs = [&](unsigned I) {
    int Outer = parent(I);
    if (Outer != Root && Answers[Outer].Ask != Answers[I].Ask)
      return true;
    for (unsigned J = 0; J != Answers.size(); ++J)
      if (group(J) == group(I) && Answers[J].Ask != Answers[I].Ask)
        return true;
    return false;
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (unsigned I = 0; I != Answers.size(); ++I)
      if (Answers[I].Ask != AskBy::Vote && Differs(I)) {
        Answers[I] = {AskBy::Vote, {}, "another guard may mask the thread that would answer"};
        Changed = true;
      }
  }
}

void ParticipationFacts::extendSlice() {
  SliceExtras Extras;
  for (const GuardAnswer &Answer : Answers) {
    if (Answer.Ask == AskBy::Vote)
      continue;
    Extras.Values.insert_range(Answer.Condition.Shared);
    for (Instruction *I : Answer.Condition.Varying) {
      Extras.Blocks.insert(I->getParent());
      if (auto *Phi = dyn_cast<PHINode>(I))
        Extras.Blocks.insert_range(Phi->blocks());
    }
  }
  if (Slice.extend(Extras))
    return;
  for (GuardAnswer &Answer : Answers)
    if (Answer.Ask != AskBy::Vote)
      Answer = {AskBy::Vote, {}, "not all threads can compute the condition"};
}

void ParticipationFacts::findAnswers(MayAnswer May) {
  Answers.resize(Slice.guards().size());
  std::optional<ThreadOrder> Order;
  for (auto [G, Answer] : zip_equal(Slice.guards(), Answers)) {
    if (!May(*G.Branch)) {
      Answer.WhyVote = "not asked for";
      continue;
    }
    if (!Order)
      Order.emplace(F, DT, LI, BU);
    Answer = answerAlone(G, *Order);
  }
  dropUnwitnessed();
  if (any_of(Answers, [](const GuardAnswer &A) { return A.Ask != AskBy::Vote; }))
    extendSlice();
}

} // namespace vx
