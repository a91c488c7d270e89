//===- RunAhead.cpp - what a later iteration will do, computed early ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Algorithm (RunAhead.h shows the result):
//   1. ask for the back edge: the path to the latch and the latch's branch;
//   2. ask for each site: the path to its block and its operands;
//   3. asking for a value asks for its operands; for a header phi, for its next value; for
//      another phi, for the edges into its block;
//   4. asking for a path climbs to the immediate dominator when every way through that comes
//      here, else asks for each incoming edge.
// What is asked for in step 1 is in the way of foreseeing the exit, the rest of a site.
#include "vx/RunAhead.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

Value *edgeCondition(const AheadEdge &E) {
  if (!E.Branch)
    return nullptr;
  if (auto *BI = dyn_cast<BranchInst>(E.Branch))
    return BI->isConditional() ? BI->getCondition() : nullptr;
  return cast<SwitchInst>(E.Branch)->getCondition();
}

struct RunAhead::Builder {
  Builder(RunAhead &R, const Loop &L, const DominatorTree &DT) : R(R), L(L), DT(DT) {}

  RunAhead &R;
  const Loop &L;
  const DominatorTree &DT;
  bool ForExit = true;
  const CallBase *Site = nullptr;
  DenseSet<const Value *> Asked;

  void obstacle(Instruction *At, AheadCause Cause) {
    if (none_of(R.Obstacles, [&](const AheadObstacle &O) { return O.At == At; }))
      R.Obstacles.push_back({At, Cause, ForExit, ForExit ? nullptr : Site});
  }

  bool isLoopValue(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && R.Blocks.contains(I->getParent());
  }

  BasicBlock *node(BasicBlock *BB) const {
    BasicBlock *Entry = R.InnerEntry.lookup(BB);
    return Entry ? Entry : BB;
  }

  /// Every way from \p From to the end of the iteration passes \p To.
  bool alwaysFollows(BasicBlock *From, BasicBlock *To) const {
    SmallVector<BasicBlock *, 8> Work{From};
    SmallPtrSet<BasicBlock *, 16> Seen{From};
    while (!Work.empty()) {
      BasicBlock *BB = Work.pop_back_val();
      for (BasicBlock *Next : successors(BB)) {
        if (Next == To)
          continue;
        if (Next == R.Header || !R.Blocks.contains(Next))
          return false;
        if (Seen.insert(Next).second)
          Work.push_back(Next);
      }
    }
    return true;
  }

  void askPath(BasicBlock *BB) {
    if (R.Paths.contains(BB))
      return;
    AheadPath Path;
    if (BB == R.Header) {
      R.Paths.insert({BB, Path});
      return;
    }
    BasicBlock *Dom = node(DT.getNode(BB)->getIDom()->getBlock());
    if (alwaysFollows(Dom, BB))
      Path.Same = Dom;
    else
      for (BasicBlock *Pred : predecessors(BB))
        Path.In.push_back(R.edge(Pred, BB));
    R.Paths.insert({BB, Path});
    if (Path.Same)
      askPath(Path.Same);
    for (const AheadEdge &E : Path.In)
      askEdge(E);
  }

  void askEdge(const AheadEdge &E) {
    askPath(E.From);
    if (E.Branch) {
      if (Value *Cond = edgeCondition(E))
        ask(Cond);
      return;
    }
    // The block branches unconditionally, or an inner loop follows it that must
    // then have one way out.
    Instruction *Term = E.From->getTerminator();
    if (!isa<BranchInst>(Term))
      return obstacle(Term, AheadCause::Control);
    if (Instruction *Exit = otherInnerExit(E))
      obstacle(Exit, AheadCause::InnerLoop);
  }

  /// A terminator by which the inner loop after E.From leaves to elsewhere than E.To.
  Instruction *otherInnerExit(const AheadEdge &E) const {
    for (BasicBlock *BB : L.blocks()) {
      if (R.InnerEntry.lookup(BB) != E.From)
        continue;
      for (BasicBlock *Next : successors(BB))
        if (Next != E.To && R.InnerEntry.lookup(Next) != E.From)
          return BB->getTerminator();
    }
    return nullptr;
  }

  void askPhi(PHINode *Phi) {
    if (Phi->getParent() == R.Header) {
      R.Phis.insert(Phi);
      return ask(Phi->getIncomingValueForBlock(R.Latch));
    }
    if (Value *Same = Phi->hasConstantValue()) {
      ask(Same);
    } else {
      for (unsigned I = 0, E = Phi->getNumIncomingValues(); I != E; ++I) {
        AheadEdge Edge = R.edge(Phi->getIncomingBlock(I), Phi->getParent());
        R.PhiEdges[Phi].push_back(Edge);
        askEdge(Edge);
        ask(Phi->getIncomingValue(I));
      }
    }
    R.Slice.insert(Phi);
  }

  static bool isGuardable(const Instruction &I) {
    switch (I.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return true;
    default:
      return false;
    }
  }

  void ask(Value *V) {
    if (!isLoopValue(V) || !Asked.insert(V).second)
      return;
    auto *I = cast<Instruction>(V);
    if (R.InnerEntry.contains(I->getParent()))
      return obstacle(I, AheadCause::InnerLoop);
    if (auto *Phi = dyn_cast<PHINode>(I))
      return askPhi(Phi);
    if (I->mayReadFromMemory())
      return obstacle(I, AheadCause::Memory);
    if (auto *CB = dyn_cast<CallBase>(I); CB && CB->isConvergent())
      return obstacle(I, AheadCause::Impure);
    if (!isSafeToSpeculativelyExecuteWithVariableReplaced(I)) {
      if (!isGuardable(*I))
        return obstacle(I, AheadCause::Impure);
      askPath(I->getParent());
      R.Guarded.insert({I, I->getParent()});
    }
    for (Value *Op : I->operands())
      ask(Op);
    R.Slice.insert(I);
  }

  void run(ArrayRef<CallBase *> Sites) {
    askPath(R.Latch);
    askEdge(R.BackEdge);
    ForExit = false;
    for (CallBase *CB : Sites) {
      Site = CB;
      askPath(CB->getParent());
      for (Value *Arg : CB->args())
        ask(Arg);
    }
  }
};

RunAhead::RunAhead(Loop &L, ArrayRef<CallBase *> Sites, const DominatorTree &DT,
                   const LoopInfo &LI)
    : Header(L.getHeader()), Latch(L.getLoopLatch()),
      LatchBranch(Latch->getTerminator()) {
  Blocks.insert_range(L.blocks());
  for (const Loop *Inner : L.getSubLoops())
    for (const BasicBlock *BB : Inner->blocks())
      InnerEntry[BB] = Inner->getLoopPreheader();
  BackEdge = edge(Latch, Header);
  Builder(*this, L, DT).run(Sites);
}

bool RunAhead::contains(const Value *V) const {
  if (const auto *Phi = dyn_cast<PHINode>(V);
      Phi && Phis.contains(const_cast<PHINode *>(Phi)))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  return I && Slice.contains(const_cast<Instruction *>(I));
}

ArrayRef<AheadEdge> RunAhead::phiEdges(const PHINode &Phi) const {
  auto It = PhiEdges.find(&Phi);
  return It == PhiEdges.end() ? ArrayRef<AheadEdge>() : It->second;
}

const AheadPath *RunAhead::path(BasicBlock *BB) const {
  auto It = Paths.find(BB);
  return It == Paths.end() ? nullptr : &It->second;
}

AheadEdge RunAhead::edge(BasicBlock *Pred, BasicBlock *To) const {
  if (BasicBlock *Entry = InnerEntry.lookup(Pred))
    return {Entry, nullptr, To};
  Instruction *Term = Pred->getTerminator();
  bool Conditional = Term->getNumSuccessors() > 1 &&
                     (isa<BranchInst>(Term) || isa<SwitchInst>(Term));
  return {Pred, Conditional ? Term : nullptr, To};
}

SmallSetVector<Value *, 4> RunAhead::conditions(BasicBlock *BB,
                                                BasicBlock *Root) const {
  SmallSetVector<Value *, 4> Result;
  SmallSetVector<BasicBlock *, 8> Work;
  Work.insert(BB);
  for (unsigned I = 0; I != Work.size(); ++I) {
    const AheadPath *Path = Work[I] == Root ? nullptr : path(Work[I]);
    if (!Path)
      continue;
    if (Path->Same)
      Work.insert(Path->Same);
    for (const AheadEdge &E : Path->In) {
      Work.insert(E.From);
      if (Value *Cond = edgeCondition(E))
        Result.insert(Cond);
    }
  }
  return Result;
}

SmallSetVector<Value *, 4> RunAhead::backEdgeConditions() const {
  SmallSetVector<Value *, 4> Result = conditions(Latch, Header);
  if (Value *Cond = edgeCondition(BackEdge))
    Result.insert(Cond);
  return Result;
}

} // namespace vx
