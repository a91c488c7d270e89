//===- PlanGroups.cpp - which sites are filled together, and their barriers ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Neighbouring sites of one block are filled at the last of them, between one pair of barriers:
//
//   %k = call @k(...)            barrier   threads may still read the previous copies (WAR)
//   %v = call @v(...)     =>     fill k, fill v
//   use %k, %v                   barrier   the block reads what other threads copied (RAW)
//
// A barrier is left out where every path already has one: an own barrier of the kernel, the vote of a
// divergent branch (participation), the step of a ring, or another group's barrier.
#include "PlanParts.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace vx {

namespace {
using InstructionSet = SmallPtrSet<const Instruction *, 32>;

/// Paths without a block barrier. Barriers stand immediately before the instructions of a set.
class UnsyncedPaths {
public:
  explicit UnsyncedPaths(const InstructionSet &BarrierBefore)
      : BarrierBefore(BarrierBefore) {}

  /// True if control can pass from just after one of \p From to (just before) one of \p To
  /// without a barrier in between.
  bool exist(ArrayRef<Instruction *> From, const InstructionSet &To) {
    SmallPtrSet<const BasicBlock *, 16> Seen;
    SmallVector<const BasicBlock *, 16> Work;
    for (const Instruction *I : From)
      if (scan(I->getNextNode(), I->getParent(), To, Work))
        return true;
    while (!Work.empty()) {
      const BasicBlock *BB = Work.pop_back_val();
      if (Seen.insert(BB).second && scan(&BB->front(), BB, To, Work))
        return true;
    }
    return false;
  }

private:
  const InstructionSet &BarrierBefore;

  bool scan(const Instruction *I, const BasicBlock *BB,
            const InstructionSet &To,
            SmallVectorImpl<const BasicBlock *> &Work) {
    for (; I; I = I->getNextNode()) {
      // A target with its own leading barrier is still reached: the caller asks whether that
      // barrier is needed.
      if (To.contains(I))
        return true;
      SyncKind Kind = syncKind(*I);
      if (Kind == SyncKind::Barrier || Kind == SyncKind::Reduction ||
          BarrierBefore.contains(I))
        return false;
    }
    append_range(Work, successors(BB));
    return false;
  }
};

class Grouper {
public:
  Grouper(KernelPlan &Plan, PlanContext &Context)
      : Plan(Plan), Context(Context) {}

  void run() {
    formGroups();
    for (SiteGroup &Group : Plan.Groups)
      if (Group.Emitted == Crossing::Streamed)
        Group.WaitPoint = waitPoint(Group);
    for (SiteGroup &Group : Plan.Groups)
      decideAfter(Group);
    for (SiteGroup &Group : Plan.Groups)
      decideBefore(Group);
  }

private:
  KernelPlan &Plan;
  PlanContext &Context;

  bool inRing(const TransferSite &Site) const {
    return any_of(Plan.Rings, [&](const RingPlan &Ring) {
      return any_of(Ring.Sites, [&](const RingSite &InRing) {
        return InRing.Call == Site.Call;
      });
    });
  }

  /// May \p Next be filled together with the group that ends in \p Last?
  bool joins(const SiteGroup &Group, const TransferSite &Last,
             const TransferSite &Next) const {
    if (Last.Call->getParent() != Next.Call->getParent() ||
        Plan.Tiles[Last.Tile].Emitted != Plan.Tiles[Next.Tile].Emitted)
      return false;
    InstructionSet Reads;
    for (unsigned Index : Group.Sites) {
      if (Plan.Sites[Index].Tile == Next.Tile)
        return false; // one copy a tile: the second fill has to wait for reads
      Reads.insert(Plan.Sites[Index].Reads.begin(),
                   Plan.Sites[Index].Reads.end());
    }
    for (const Instruction *I = Last.Call->getNextNode(); I != Next.Call;
         I = I->getNextNode())
      if (I->mayHaveSideEffects() || Reads.contains(I))
        return false; // by value: nothing may be written in between
    return true;
  }

  void formGroups() {
    const TransferSite *Last = nullptr;
    for (auto [Index, Site] : enumerate(Plan.Sites)) {
      if (inRing(Site))
        continue;
      if (!Last || !joins(Plan.Groups.back(), *Last, Site))
        Plan.Groups.emplace_back();
      SiteGroup &Group = Plan.Groups.back();
      Group.Sites.push_back(Index);
      Group.Emitted = Plan.Tiles[Site.Tile].Emitted;
      Group.FillPoint = Site.Call;
      Last = &Site;
    }
  }

  std::vector<Instruction *> readsOf(const SiteGroup &Group) const {
    std::vector<Instruction *> Reads;
    for (const TransferSite &Site : Plan.Sites)
      for (unsigned Index : Group.Sites)
        if (Plan.Sites[Index].Tile == Site.Tile)
          append_range(Reads, Site.Reads);
    return Reads;
  }

  /// Everything that is preceded by a block barrier, by decisions taken so far. \p Except: the group
  /// under decision.
  InstructionSet barriers(const SiteGroup *Except) const {
    InstructionSet Set;
    for (const GuardPlan &Guard : Plan.Participation.Guards)
      Set.insert(Guard.Branch);
    for (const RingPlan &Ring : Plan.Rings)
      if (Ring.Point)
        Set.insert(Ring.Point);
    for (const SiteGroup &Group : Plan.Groups) {
      if (&Group == Except)
        continue;
      if (Group.WaitPoint)
        Set.insert(Group.WaitPoint);
      if (Group.BarrierBefore || (Group.BarrierAfter && !Group.WaitPoint))
        Set.insert(Group.FillPoint);
    }
    return Set;
  }

  /// The latest point that is passed on every way from the fill, before every read and outside
  /// loops that do not run the fill.
  Instruction *waitPoint(const SiteGroup &Group) const {
    Instruction *Fill = Group.FillPoint;
    Instruction *Earliest = Fill->getNextNode();
    std::vector<Instruction *> Reads = readsOf(Group);
    if (Reads.empty())
      return Earliest;
    BasicBlock *BB = Reads.front()->getParent();
    for (Instruction *Read : Reads)
      BB = Context.DT.findNearestCommonDominator(BB, Read->getParent());
    for (Loop *L = Context.LI.getLoopFor(BB); L && !L->contains(Fill);
         L = Context.LI.getLoopFor(BB))
      BB = L->getLoopPreheader() ? L->getLoopPreheader()
                                 : Context.DT.getNode(L->getHeader())->getIDom()->getBlock();
    while (BB != Fill->getParent() &&
           !Context.PDT.dominates(BB, Fill->getParent()))
      BB = Context.DT.getNode(BB)->getIDom()->getBlock();
    Instruction *Point = BB->getTerminator();
    for (Instruction *Read : Reads)
      if (Read->getParent() == BB && Read->comesBefore(Point) &&
          (BB != Fill->getParent() || Fill->comesBefore(Read)))
        Point = Read;
    return Point;
  }

  std::string tileNames(const SiteGroup &Group) const {
    std::string Names;
    for (unsigned Index : Group.Sites)
      Names += (Names.empty() ? "'" : ", '") +
               Plan.Tiles[Plan.Sites[Index].Tile].Request.Name + "'";
    return Names;
  }

  void decideAfter(SiteGroup &Group) {
    if (Group.WaitPoint) {
      Group.WhyAfter = "the block reads what its other threads copied of " +
                       tileNames(Group);
      return;
    }
    // Only barriers that are there anyway count: own ones, votes, ring steps.
    InstructionSet Present;
    for (const GuardPlan &Guard : Plan.Participation.Guards)
      Present.insert(Guard.Branch);
    std::vector<Instruction *> Reads = readsOf(Group);
    InstructionSet Targets(Reads.begin(), Reads.end());
    Group.BarrierAfter = UnsyncedPaths(Present).exist(Group.FillPoint, Targets);
    Group.WhyAfter =
        Group.BarrierAfter
            ? "the block reads what its other threads copied of " +
                  tileNames(Group)
            : "every path to a read of " + tileNames(Group) +
                  " already has a block barrier";
  }

  void decideBefore(SiteGroup &Group) {
    InstructionSet Target;
    Target.insert(Group.FillPoint);
    std::vector<Instruction *> Reads = readsOf(Group);
    Group.BarrierBefore =
        UnsyncedPaths(barriers(&Group)).exist(Reads, Target);
    Group.WhyBefore =
        Group.BarrierBefore
            ? "threads may still read the previous copy of " + tileNames(Group)
            : "no read of an earlier copy of " + tileNames(Group) +
                  " reaches the fill without a block barrier";
  }
};
} // namespace

void planGroups(KernelPlan &Plan, PlanContext &Context) {
  Grouper(Plan, Context).run();
}

} // namespace vx
