//===- ParticipationFacts.h - slice and guards, judged -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Shared by planParticipation and applyParticipation, so that both reach the same
// verdict: the slice and its guards, how the guards' regions nest, and what forbids
// the rewrite.
#ifndef VX_PLAN_PARTICIPATIONFACTS_H
#define VX_PLAN_PARTICIPATIONFACTS_H

#include "../analysis/SyncSlice.h"
#include "../analysis/ThreadOrder.h"
#include "vx/Diagnostics.h"
#include "vx/Participation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vx {

/// How a guard is answered, and what that takes.
struct GuardAnswer {
  AskBy Ask = AskBy::Vote;
  OrderedCondition Condition;
  std::string WhyVote;
};

struct ParticipationFacts {
  static constexpr int Root = -1;
  /// Whether a guard's branch may go without a vote.
  using MayAnswer = llvm::function_ref<bool(const llvm::Instruction &)>;

  ParticipationFacts(llvm::Function &F,
                     llvm::ArrayRef<llvm::Instruction *> Given,
                     const FlowAnalyses &Flow, MayAnswer May);

  /// Index of the innermost guard whose region holds \p BB, or Root.
  int level(llvm::BasicBlock *BB) const;
  /// Divergent exits of one loop that rejoin at one place have one region and one mask: that
  /// of the first of them.
  unsigned group(unsigned G) const { return Groups[G]; }
  /// Index of the innermost guard whose region holds that of guard \p G, or Root.
  int parent(unsigned G) const { return Parents[G]; }
  /// True if \p Outer is \p Inner or one of its ancestors.
  bool encloses(int Outer, int Inner) const;

  const GuardAnswer &answer(unsigned G) const { return Answers[G]; }

  /// Reports everything that forbids participation; true if nothing does.
  bool check(DiagnosticSink &Sink) const;

  llvm::Function &F;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const BlockUniformity &BU;
  SyncSlice Slice;

private:
  void computeNesting();
  void findAnswers(MayAnswer May); // ParticipationAnswers.cpp
  GuardAnswer answerAlone(const DivergentGuard &G, ThreadOrder &Order) const;
  void dropUnwitnessed();
  void extendSlice();
  llvm::SmallVector<GuardAnswer, 4> Answers;
  llvm::SmallVector<int, 4> Parents;
  llvm::SmallVector<unsigned, 4> Groups;
};

/// "%name" of a block, for messages and prints.
std::string blockName(const llvm::BasicBlock *BB);

/// What may not run under a guard around a sync point, because fewer threads or other
/// threads would be there than in the input (ParticipationHazards.cpp).
void checkHazards(const ParticipationFacts &Facts, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_PLAN_PARTICIPATIONFACTS_H
