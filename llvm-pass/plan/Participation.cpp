//===- Participation.cpp - the plan of participation ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Participation.h"
#include "ParticipationFacts.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {

GuardPlan planGuard(const DivergentGuard &G, const GuardAnswer &Answer, const BlockUniformity &BU) {
  GuardPlan Plan;
  Plan.Ask = Answer.Ask;
  Plan.WhyVote = Answer.WhyVote;
  Plan.Branch = G.Branch;
  Plan.Kind = G.inOwnRegion() ? GuardPlan::Shape::LoopExit : GuardPlan::Shape::If;
  Plan.SyncSide = G.SyncSides.front();
  Plan.Rejoin = G.Rejoin;
  for (const Value *Op : G.Branch->operand_values())
    if (Plan.Why.empty() && !isa<BasicBlock>(Op))
      Plan.Why = BU.whyDivergent(*Op);
  return Plan;
}

std::string askedBy(const GuardPlan &G) {
  switch (G.Ask) {
  case AskBy::FirstThread:
    return "closed form, the first thread answers";
  case AskBy::LastThread:
    return "closed form, the last thread answers";
  case AskBy::Vote:
    break;
  }
  return "vote" + (G.WhyVote.empty() ? "" : ", " + G.WhyVote);
}

} // namespace

ParticipationPlan planParticipation(Function &F, ArrayRef<Instruction *> Given,
                                    const FlowAnalyses &Flow, DiagnosticSink &Sink,
                                    ParticipationPolicy Policy) {
  ParticipationPlan Plan;
  if (Given.empty())
    return Plan;
  ParticipationFacts Facts(F, Given, Flow,
                           [=](const Instruction &) { return Policy == ParticipationPolicy::Auto; });
  for (auto [I, G] : enumerate(Facts.Slice.guards()))
    Plan.Guards.push_back(planGuard(G, Facts.answer(I), Facts.BU));
  if (Plan.Guards.empty())
    return Plan;
  Facts.check(Sink);
  for (Instruction &I : instructions(F)) // program order
    if (Facts.Slice.slice().contains(&I))
      Plan.Slice.push_back(&I);
  for (Instruction *Seed : Facts.Slice.seeds()) {
    SyncKind Kind = syncKind(*Seed);
    bool Own = Kind == SyncKind::Barrier || Kind == SyncKind::Reduction;
    if (Own && !is_contained(Given, Seed) &&
        Facts.level(Seed->getParent()) != ParticipationFacts::Root)
      ++Plan.JoinedOwnBarriers;
  }
  return Plan;
}

unsigned ParticipationPlan::votes() const {
  return count_if(Guards, [](const GuardPlan &G) { return G.Ask == AskBy::Vote; });
}

void ParticipationPlan::print(raw_ostream &OS) const {
  OS << Guards.size() << " guards, " << Slice.size()
     << " instructions for all threads, " << JoinedOwnBarriers
     << " own barriers joined\n";
  for (const GuardPlan &G : Guards) {
    OS << (G.Kind == GuardPlan::Shape::If ? "  if in " : "  loop exit in ")
       << blockName(G.Branch->getParent()) << ": sync side "
       << blockName(G.SyncSide) << ", rejoin "
       << (G.Rejoin ? blockName(G.Rejoin) : "the end") << ", condition " << G.Why
       << "\n    participation: " << askedBy(G) << '\n';
  }
  for (const Instruction *I : Slice)
    OS << "  all:" << *I << '\n';
}

} // namespace vx
