//===- PlanStreams.cpp - streamed tiles that no loop moves ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Such a tile is issued early and waited for late:
//
//   %a = address                          %a = address
//   ... more addresses ...                issue q(%a);  commit
//   %q = call @q(%a)             =>       ... more addresses ...
//   for t: ring of k                      entry of the ring of k
//     use %q, %k                          for t:  wait N-2; barrier; ...  use q, k
//
// Early: right after the operands, but never over something that may write memory or is a
// sync point, because the contract's assertion begins at the site. Late: before the first
// read, or, where nothing reads it, before the next copy into its bytes. Where a ring's step stands before every read, its wait and barrier do for this tile
// too (its group is older than the ring's). Anything that could change the source, or order
// its change, ends the window early instead of being an error: only the start is the
// front end's choice.
#include "PlanParts.h"
#include "vx/CopyWindow.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {

class StreamPlacer {
public:
  StreamPlacer(SiteGroup &Group, const KernelPlan &Plan, PlanContext &Context)
      : Group(Group), Plan(Plan), C(Context) {}

  void placeIssue() { Group.FillPoint = earliestIssue(); }

  void placeWait() {
    std::vector<Instruction *> Needs = needs();
    if (const RingPlan *Ring = coveringRing(Needs)) {
      Group.WaitPoint = nullptr;
      Group.WhyAfter = "the step of the ring in loop '" +
                       Ring->Ahead.header()->getName().str() +
                       "' waits for it before every read";
      return;
    }
    Group.WaitPoint = latestWait(Needs);
  }

private:
  SiteGroup &Group;
  const KernelPlan &Plan;
  PlanContext &C;

  bool isOperand(const Instruction &I) const {
    return any_of(Group.Sites, [&](unsigned Index) {
      return is_contained(Plan.Sites[Index].Call->args(), &I);
    });
  }

  bool isOwnTile(unsigned Tile) const {
    return any_of(Group.Sites,
                  [&](unsigned Index) { return Plan.Sites[Index].Tile == Tile; });
  }

  /// The fill may be issued before \p I instead of after it.
  bool mayPass(const Instruction &I) const {
    if (isa<PHINode>(I) || isOperand(I))
      return false;
    for (auto [Index, Site] : enumerate(Plan.Sites)) {
      if (Site.Call == &I)
        return is_contained(Group.Sites, Index) || !isOwnTile(Site.Tile);
      if (isOwnTile(Site.Tile) && is_contained(Site.Reads, &I))
        return false;
    }
    const auto *CB = dyn_cast<CallBase>(&I);
    return !I.mayWriteToMemory() && !(CB && CB->isConvergent());
  }

  Instruction *earliestIssue() const {
    Instruction *Point = Group.FillPoint;
    while (Instruction *Before = Point->getPrevNode()) {
      if (!mayPass(*Before))
        break;
      Point = Before;
    }
    return Point;
  }

  /// \p I may write the source of a tile of the group, or let others do so.
  bool endsWindow(const Instruction &I) const {
    if (windowEffect(I))
      return true;
    if (syncKind(I) != SyncKind::None)
      return true;
    const auto *CB = dyn_cast<CallBase>(&I);
    if (!I.mayWriteToMemory() || writesOnChipOnly(I) || (CB && isTransferCallee(*CB)))
      return false;
    return any_of(Group.Sites, [&](unsigned Index) {
      return isModSet(C.AA.getModRefInfo(
          &I, MemoryLocation::getBeforeOrAfter(Plan.Sites[Index].pointer())));
    });
  }

  static bool isTransferCallee(const CallBase &CB) {
    const Function *F = CB.getCalledFunction();
    return F && vx::isTransferCallee(*F);
  }

  /// What the tile must have arrived before: its reads, the next copy into its bytes, and what
  /// ends the window.
  std::vector<Instruction *> needs() const {
    std::vector<Instruction *> Result;
    for (unsigned Index : Group.Sites)
      append_range(Result, Plan.Sites[Index].Reads);
    copy_if(refillsOf(Group, Plan), std::back_inserter(Result), [&](Instruction *I) {
      return I != Group.FillPoint && C.DT.dominates(Group.FillPoint, I);
    });
    for (Instruction &I : instructions(C.F))
      if ((&I == Group.FillPoint || C.DT.dominates(Group.FillPoint, &I)) &&
          endsWindow(I))
        Result.push_back(&I);
    return Result;
  }

  /// Control that has issued passes \p BB before it issues again, leaves what the fill
  /// dominates, or ends.
  bool passedOnEveryWay(BasicBlock *BB) const {
    BasicBlock *Fill = Group.FillPoint->getParent();
    if (BB == Fill)
      return true;
    SmallPtrSet<BasicBlock *, 16> Seen;
    SmallVector<BasicBlock *, 8> Work{Fill};
    while (!Work.empty()) {
      BasicBlock *At = Work.pop_back_val();
      if (succ_empty(At))
        return false;
      for (BasicBlock *Next : successors(At)) {
        if (Next == BB || Seen.contains(Next))
          continue;
        if (Next == Fill || !C.DT.dominates(Fill, Next))
          return false;
        Seen.insert(Next);
        Work.push_back(Next);
      }
    }
    return true;
  }

  const RingPlan *coveringRing(ArrayRef<Instruction *> Needs) const {
    for (const RingPlan &Ring : Plan.Rings)
      if (Ring.maxStages() > 1 && C.DT.dominates(Group.FillPoint, Ring.EntryBranch) &&
          passedOnEveryWay(Ring.EntryBranch->getParent()) &&
          all_of(Needs, [&](Instruction *I) { return C.DT.dominates(Ring.Point, I); }))
        return &Ring;
    return nullptr;
  }

  Instruction *latestWait(ArrayRef<Instruction *> Needs) const {
    BasicBlock *Fill = Group.FillPoint->getParent();
    if (Needs.empty())
      return Group.FillPoint;
    BasicBlock *BB = Needs.front()->getParent();
    for (Instruction *I : Needs)
      BB = C.DT.findNearestCommonDominator(BB, I->getParent());
    for (Loop *L = C.LI.getLoopFor(BB); L && !L->contains(Fill); L = C.LI.getLoopFor(BB))
      BB = L->getLoopPreheader() ? L->getLoopPreheader()
                                 : C.DT.getNode(L->getHeader())->getIDom()->getBlock();
    while (!passedOnEveryWay(BB))
      BB = C.DT.properlyDominates(Fill, BB) ? C.DT.getNode(BB)->getIDom()->getBlock()
                                            : Fill;
    Instruction *Point = BB->getTerminator();
    for (Instruction *I : Needs)
      if (I->getParent() == BB && I->comesBefore(Point))
        Point = I;
    return Point;
  }
};

} // namespace

void placeIssue(SiteGroup &Group, const KernelPlan &Plan, PlanContext &Context) {
  StreamPlacer(Group, Plan, Context).placeIssue();
}

void placeWait(SiteGroup &Group, const KernelPlan &Plan, PlanContext &Context) {
  StreamPlacer(Group, Plan, Context).placeWait();
}

} // namespace vx
