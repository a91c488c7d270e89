//===- ParticipationCheck.cpp - which guards can be kept in one flow ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The rewrite keeps one mask per guard, in a fixed nesting. It needs, for each guard:
//
//  - a conditional branch or switch with one side that leads to the slice;
//  - a region that is entered through the guard alone (a guard that leaves a loop: through
//    that loop's header);
//  - regions of any two guards that are nested or disjoint, or the same for exits of
//    one loop;
//  - a branch that stands directly in its parent's region, or, where it leaves a loop,
//    directly in its own.
//===----------------------------------------------------------------------===//
#include "ParticipationFacts.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace vx {

std::string blockName(const BasicBlock *BB) {
  std::string Name;
  raw_string_ostream OS(Name);
  BB->printAsOperand(OS, /*PrintType=*/false);
  return Name;
}

ParticipationFacts::ParticipationFacts(Function &F,
                                       ArrayRef<Instruction *> Given,
                                       const FlowAnalyses &Flow, MayAnswer May)
    : F(F), DT(Flow.DT), LI(Flow.LI), BU(Flow.BU),
      Slice(F, Given, DT, Flow.PDT, LI, BU) {
  computeNesting();
  findAnswers(May);
}

/// Strictly larger regions that hold all of a region, the smallest one first.
void ParticipationFacts::computeNesting() {
  ArrayRef<DivergentGuard> Guards = Slice.guards();
  for (const DivergentGuard &Inner : Guards) {
    int Best = Root;
    for (auto [I, Outer] : enumerate(Guards)) {
      if (Outer.Region.size() <= Inner.Region.size() ||
          !set_is_subset(Inner.Region, Outer.Region))
        continue;
      if (Best == Root || Outer.Region.size() < Guards[Best].Region.size())
        Best = I;
    }
    Parents.push_back(Best);
    auto SameRegion = [&](const DivergentGuard &G) {
      return G.Exited == Inner.Exited && G.Rejoin == Inner.Rejoin &&
             G.Region.size() == Inner.Region.size() &&
             set_is_subset(G.Region, Inner.Region);
    };
    const auto *First = Inner.Exited ? find_if(Guards, SameRegion) : &Inner;
    Groups.push_back(First - Guards.begin());
  }
}

int ParticipationFacts::level(BasicBlock *BB) const {
  ArrayRef<DivergentGuard> Guards = Slice.guards();
  int Best = Root;
  for (auto [I, G] : enumerate(Guards))
    if (G.Region.contains(BB) &&
        (Best == Root || G.Region.size() < Guards[Best].Region.size()))
      Best = I;
  return Best;
}

bool ParticipationFacts::encloses(int Outer, int Inner) const {
  while (Inner != Outer && Inner != Root)
    Inner = Parents[Inner];
  return Inner == Outer;
}

namespace {

class GuardChecker {
public:
  GuardChecker(const ParticipationFacts &Facts, DiagnosticSink &Sink)
      : Facts(Facts), Sink(Sink), Guards(Facts.Slice.guards()),
        Errors(Sink.errorCount()) {}

  bool run() {
    checkOperands();
    for (auto [I, G] : enumerate(Guards))
      if (checkSides(G) && checkLoop(G) && checkEntries(G))
        checkNesting(I);
    checkHazards(Facts, Sink);
    return Sink.errorCount() == Errors;
  }

private:
  void refuse(Diag Code, const DivergentGuard &G, const Twine &Detail,
              const Twine &Remedy) {
    std::string Why;
    for (const Value *Op : G.Branch->operand_values())
      if (Why.empty() && !isa<BasicBlock>(Op))
        Why = Facts.BU.whyDivergent(*Op);
    Sink.report(Code, *G.Branch,
                Detail + (Why.empty() ? "" : "; the condition " + Why), Remedy);
  }

  void checkOperands() {
    for (const SliceFault &Fault : Facts.Slice.faults()) {
      std::string Name;
      raw_string_ostream OS(Name);
      Fault.Operand->printAsOperand(OS, /*PrintType=*/false);
      if (!Fault.Divergent)
        Sink.report(Diag::ParticipationOperand, *Fault.User,
                    "operand " + Name + " has side effects, and threads outside "
                                        "the guard need it, too",
                    "compute it without side effects");
      else
        Sink.report(Diag::ParticipationOperand, *Fault.User,
                    "operand " + Name + " " + whyDivergent(*Fault.Operand),
                    "compute it from kernel arguments, block indices and loop "
                    "counters that all threads share");
    }
  }

  std::string whyDivergent(const Value &V) {
    std::string Why = Facts.BU.whyDivergent(V);
    return Why.empty() ? "leaves a loop that threads leave in different iterations"
                       : Why;
  }

  bool checkSides(const DivergentGuard &G) {
    if (!isa<BranchInst, SwitchInst>(G.Branch)) {
      refuse(Diag::ParticipationControl, G,
             Twine("a thread-dependent '") + G.Branch->getOpcodeName() +
                 "' decides whether the transfer runs",
             "guard it by a plain branch");
      return false;
    }
    if (G.SyncSides.size() == 1)
      return true;
    const Loop *L = Facts.LI.getLoopFor(G.block());
    auto Leaves = [&](BasicBlock *Side) { return L && !L->contains(Side); };
    if (G.inOwnRegion() && any_of(G.SyncSides, Leaves))
      refuse(Diag::ParticipationExits, G,
             "threads leave the loop at " + blockName(L->getHeader()) +
                 " here, and meet transfers or barriers before they rejoin those "
                 "that leave it elsewhere",
             "let all exits lead to the same code, or join the conditions into "
             "one exit");
    else if (G.inOwnRegion())
      refuse(Diag::ParticipationControl, G,
             "whichever way a thread takes, it meets transfers or barriers of the "
             "loop before the ways join",
             "let one side lead out of the loop, or to code without transfers and "
             "barriers");
    else
      refuse(Diag::ParticipationBothArms, G,
             Twine(G.SyncSides.size()) +
                 " sides of the branch lead to transfers or barriers, at most 1 can",
             "move the transfer in front of the branch, or make the condition "
             "uniform in the block");
    return false;
  }

  /// An edge that is gone when every guard has its own copy of its aside.
  bool isCopiedAway(BasicBlock *From, BasicBlock *To) const {
    return any_of(Guards, [&](const DivergentGuard &G) {
      return G.SharedAside && G.Aside.contains(To) &&
             (From == G.block() || G.Aside.contains(From));
    });
  }

  bool checkEntries(const DivergentGuard &G) {
    const BasicBlock *Header = G.Exited ? G.Exited->getHeader() : nullptr;
    auto EnteredElsewhere = [&](BasicBlock *BB) {
      return any_of(predecessors(BB), [&](BasicBlock *Pred) {
        return Pred != G.block() && !G.Region.contains(Pred) && BB != Header &&
               Facts.DT.isReachableFromEntry(Pred) && !isCopiedAway(Pred, BB);
      });
    };
    auto It = find_if(G.Region, EnteredElsewhere);
    BasicBlock *BB = It == G.Region.end() ? nullptr : *It;
    if (!BB)
      return true;
    refuse(Diag::ParticipationControl, G,
           "block " + blockName(BB) +
               ", which the branch decides on, is also entered from elsewhere",
           "write the guard as a nested if, or make a copy of the shared code");
    return false;
  }

  bool checkLoop(const DivergentGuard &G) {
    if (!G.inOwnRegion())
      return true;
    auto RPO = ReversePostOrderTraversal<const Function *>(&Facts.F);
    if (!G.Exited || containsIrreducibleCFG<const BasicBlock *>(RPO, Facts.LI)) {
      refuse(Diag::ParticipationControl, G,
             "the branch is part of a cycle with several entries",
             "write the cycle as a loop");
      return false;
    }
    if (G.Exited->getLoopPreheader())
      return true;
    refuse(Diag::ParticipationControl, G,
           "the loop at " + blockName(G.Exited->getHeader()) +
               " has no single edge into it",
           "simplify the loop first (loop-simplify)");
    return false;
  }

  /// Regions must nest, and the branch must stand where its mask is known.
  bool checkNesting(unsigned I) {
    const DivergentGuard &G = Guards[I];
    for (auto [J, Other] : enumerate(Guards)) {
      if (Facts.group(I) == Facts.group(J) || !overlap(G, Other) ||
          properlyNested(I, J))
        continue;
      if (J < I) // report a pair once, at the later branch
        return refusePair(G, Other);
    }
    int Expected =
        G.inOwnRegion() ? static_cast<int>(Facts.group(I)) : Facts.parent(I);
    int Found = Facts.level(G.block());
    if (Found == Expected)
      return true;
    return refusePair(G, Guards[Found == ParticipationFacts::Root ? Expected : Found]);
  }

  static bool overlap(const DivergentGuard &A, const DivergentGuard &B) {
    return any_of(A.Region,
                  [&](BasicBlock *BB) { return B.Region.contains(BB); });
  }

  bool properlyNested(unsigned I, unsigned J) const {
    return Facts.encloses(I, J) != Facts.encloses(J, I);
  }

  bool refusePair(const DivergentGuard &G, const DivergentGuard &Other) {
    refuse(Diag::ParticipationControl, G,
           "the thread-dependent branches in " + blockName(G.block()) + " and " +
               blockName(Other.block()) +
               " decide on overlapping code, neither inside the other",
           "nest the conditions");
    return false;
  }

  const ParticipationFacts &Facts;
  DiagnosticSink &Sink;
  ArrayRef<DivergentGuard> Guards;
  unsigned Errors;
};

} // namespace

bool ParticipationFacts::check(DiagnosticSink &Sink) const {
  return Slice.guards().empty() || GuardChecker(*this, Sink).run();
}

} // namespace vx
