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
// Where participation makes threads help that do not come by the sites themselves, these copy what others have
// written, with nothing in the input between: there the fill needs a barrier behind what may have written its
// source, and one before what may write it.
//
// A barrier is left out where every path already has one: an own barrier of the kernel, the vote of a
// divergent branch (participation), the step of a ring, or another group's barrier. A divergent branch that
// controls nothing but sites of a ring has no vote in the end: the ring's step fetches for them. Nor has one that a
// single thread answers; threads of its other side then help on the sync side, with no barrier between.
#include "PlanParts.h"
#include "UnsyncedPaths.h"
#include "vx/CopyWindow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

/// The tile whose bytes \p Tile has.
static unsigned ownerOf(const KernelPlan &Plan, unsigned Tile) {
  return Plan.Tiles[Tile].SharesWith.value_or(Tile);
}

static unsigned tileOf(const KernelPlan &Plan, const RingSite &InRing) {
  return find_if(Plan.Sites, [&](const TransferSite &Site) {
           return Site.Call == InRing.Call;
         })->Tile;
}

std::vector<Instruction *> refillsOf(const SiteGroup &Group, const KernelPlan &Plan) {
  std::vector<Instruction *> Points;
  auto IsOwn = [&](unsigned Tile, std::optional<unsigned> Slot) {
    return any_of(Group.Sites, [&](unsigned Index) {
      return ownerOf(Plan, Plan.Sites[Index].Tile) == ownerOf(Plan, Tile) &&
             (!Slot || Plan.FirstSlot[Index] == *Slot);
    });
  };
  for (const SiteGroup &Other : Plan.Groups)
    if (&Other != &Group && any_of(Other.Sites, [&](unsigned Index) {
          return IsOwn(Plan.Sites[Index].Tile, Plan.FirstSlot[Index]);
        }))
      Points.push_back(Other.FillPoint);
  for (const RingPlan &Ring : Plan.Rings)
    if (Ring.EntryBranch && any_of(Ring.Sites, [&](const RingSite &InRing) {
          return IsOwn(tileOf(Plan, InRing), std::nullopt);
        }))
      Points.push_back(Ring.EntryBranch);
  return Points;
}

namespace {
class Grouper {
public:
  Grouper(KernelPlan &Plan, PlanContext &Context)
      : Plan(Plan), Context(Context) {}

  void run() {
    formGroups();
    collectVotes();
    for (SiteGroup &Group : Plan.Groups)
      if (Group.Emitted == Crossing::Streamed)
        placeIssue(Group, Plan, Context);
    for (SiteGroup &Group : Plan.Groups)
      if (Group.Emitted == Crossing::Streamed)
        placeWait(Group, Plan, Context);
    for (SiteGroup &Group : Plan.Groups)
      decideAfter(Group);
    mergeWaits();
    for (SiteGroup &Group : Plan.Groups)
      decideBefore(Group);
    for (RingPlan &Ring : Plan.Rings)
      decideEntry(Ring);
  }

private:
  KernelPlan &Plan;
  PlanContext &Context;
  VoteEdges Votes;

  /// Of the divergent branches that the block votes on.
  void collectVotes() {
    InstructionSet Sync;
    for (auto [Index, Site] : enumerate(Plan.Sites))
      if (!ringOf(Plan, Index))
        Sync.insert(Site.Call);
    for (const RingPlan &Ring : Plan.Rings)
      for (const Instruction *I : {Ring.EntryBranch, Ring.Point})
        if (I)
          Sync.insert(I);
    for (const GuardPlan &Guard : Plan.Participation.Guards)
      if (controls(Guard, Sync))
        Votes.add(Guard);
  }

  /// Whether one of \p Sync, or a sync point of the kernel's own, is executed on the
  /// guard's side before control joins again.
  static bool controls(const GuardPlan &Guard, const InstructionSet &Sync) {
    return executesOne(Guard, [&](const Instruction &I) {
      return Sync.contains(&I) || syncKind(I) != SyncKind::None;
    });
  }

  template <typename PredicateT>
  static bool executesOne(const GuardPlan &Guard, PredicateT Matches) {
    SmallPtrSet<const BasicBlock *, 16> Seen;
    SmallVector<const BasicBlock *, 8> Work{Guard.SyncSide};
    while (!Work.empty()) {
      const BasicBlock *BB = Work.pop_back_val();
      if (BB == Guard.Rejoin || !Seen.insert(BB).second)
        continue;
      if (any_of(*BB, Matches))
        return true;
      append_range(Work, successors(BB));
    }
    return false;
  }

  bool isGuarded(const Instruction *Fill) const {
    return any_of(Plan.Participation.Guards, [&](const GuardPlan &Guard) {
      return executesOne(Guard, [&](const Instruction &I) { return &I == Fill; });
    });
  }

  bool mayWriteSource(const Instruction &I, const TransferSite &Site) const {
    if (!I.mayWriteToMemory() || writesOnChipOnly(I) || syncKind(I) != SyncKind::None)
      return false;
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !windowEffect(I))
      return false; // another transfer, or a function that is known to write nothing
    return isModSet(Context.AA.getModRefInfo(
        &I, MemoryLocation::getBeforeOrAfter(Site.pointer())));
  }

  /// What may write the source of a site for which \p IsOf holds, if threads help at \p Fill that do
  /// not come by it.
  template <typename PredicateT>
  std::vector<Instruction *> writersOf(const Instruction *Fill, PredicateT IsOf) const {
    std::vector<Instruction *> Writers;
    if (!isGuarded(Fill))
      return Writers;
    for (Instruction &I : instructions(Context.F))
      if (any_of(enumerate(Plan.Sites), [&](auto Entry) {
            return IsOf(Entry.index()) && mayWriteSource(I, Entry.value());
          }))
        Writers.push_back(&I);
    return Writers;
  }
  std::vector<Instruction *> writersOf(const SiteGroup &Group) const {
    return writersOf(Group.FillPoint,
                     [&](unsigned Site) { return is_contained(Group.Sites, Site); });
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
      if (ringOf(Plan, Index))
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
    for (const RingPlan &Ring : Plan.Rings)
      if (Ring.Point)
        Set.insert(Ring.Point);
    for (const SiteGroup &Group : Plan.Groups) {
      if (&Group == Except)
        continue;
      if (Group.WaitPoint && Group.BarrierAfter)
        Set.insert(Group.WaitPoint);
      if (Group.BarrierBefore || (Group.BarrierAfter && !Group.WaitPoint))
        Set.insert(Group.FillPoint);
    }
    return Set;
  }

  std::string tileNames(const SiteGroup &Group) const {
    std::string Names;
    for (unsigned Index : Group.Sites)
      Names += (Names.empty() ? "'" : ", '") +
               Plan.Tiles[Plan.Sites[Index].Tile].Request.Name + "'";
    return Names;
  }

  /// Whether a path leads from the arrival of the group to one of \p To, without a vote or a barrier
  /// of the kernel's own.
  bool unsyncedAfter(const SiteGroup &Group, ArrayRef<Instruction *> To) const {
    InstructionSet Targets(To.begin(), To.end());
    InstructionSet None;
    UnsyncedPaths Paths(None, Votes);
    return Group.WaitPoint ? Paths.existFromBefore(Group.WaitPoint, Targets)
                           : Paths.exist(Group.FillPoint, Targets);
  }

  void decideAfter(SiteGroup &Group) {
    if (Group.Emitted == Crossing::Streamed && !Group.WaitPoint) {
      Group.BarrierAfter = false; // PlanStreams.cpp said why
      return;
    }
    // Only barriers that are there anyway count: own ones, votes, ring steps.
    std::vector<Instruction *> Reads = readsOf(Group);
    if (unsyncedAfter(Group, Reads)) {
      Group.BarrierAfter = true;
      Group.WhyAfter = "the block reads what its other threads copied of " + tileNames(Group);
      return;
    }
    // Another thread may copy the same byte next.
    Group.BarrierAfter = unsyncedAfter(Group, refillsOf(Group, Plan));
    if (Group.BarrierAfter) {
      Group.WhyAfter = "the next copy of " + tileNames(Group) + " goes to the same bytes";
      return;
    }
    Group.BarrierAfter = unsyncedAfter(Group, writersOf(Group));
    Group.WhyAfter = Group.BarrierAfter
                         ? "threads that only help may still copy what is written next"
                         : "every path to a read of " + tileNames(Group) +
                               " already has a block barrier";
  }

  /// Streamed groups that are waited for at one point need one wait and one barrier. The last
  /// of them has it: by then all are issued.
  void mergeWaits() {
    for (auto [Index, Group] : enumerate(Plan.Groups))
      for (SiteGroup &Later : MutableArrayRef(Plan.Groups).drop_front(Index + 1)) {
        if (!Group.WaitPoint || Group.WaitPoint != Later.WaitPoint)
          continue;
        // Its bytes are filled again right there.
        if (is_contained(refillsOf(Group, Plan), Group.WaitPoint))
          continue;
        Later.BarrierAfter |= Group.BarrierAfter;
        Group.BarrierAfter = false;
        Group.WaitPoint = nullptr;
        Group.WhyAfter = "waited for together with " + tileNames(Later);
      }
  }

  void decideBefore(SiteGroup &Group) {
    InstructionSet Target;
    Target.insert(Group.FillPoint);
    std::vector<Instruction *> Reads = readsOf(Group);
    InstructionSet Present = barriers(&Group);
    UnsyncedPaths Paths(Present, Votes);
    bool MayRead = Paths.exist(Reads, Target);
    Group.BarrierBefore = MayRead || Paths.exist(writersOf(Group), Target);
    Group.WhyBefore =
        MayRead ? "threads may still read the previous copy of " + tileNames(Group)
        : Group.BarrierBefore
            ? "threads that only help copy what others may have written"
            : "no read of an earlier copy of " + tileNames(Group) +
                  " reaches the fill without a block barrier";
  }

  /// The first tiles of a ring are fetched before its loop: whoever read the slots before, in
  /// this loop's last run or at another site of the tile, must be done.
  void decideEntry(RingPlan &Ring) {
    if (Ring.maxStages() == 1)
      return; // a barrier leads each of its fills
    std::vector<Instruction *> Reads;
    for (auto [Index, Site] : enumerate(Plan.Sites))
      for (const RingSite &InRing : Ring.Sites)
        if (ownerOf(tileOf(InRing)) == ownerOf(Site.Tile))
          append_range(Reads, Site.Reads);
    InstructionSet Target;
    Target.insert(Ring.EntryBranch);
    InstructionSet Present = barriers(nullptr);
    UnsyncedPaths Paths(Present, Votes);
    bool MayRead = Paths.exist(Reads, Target);
    auto IsOf = [&](unsigned Site) { return ringOf(Plan, Site) == &Ring; };
    Ring.BarrierBefore = MayRead || Paths.exist(writersOf(Ring.EntryBranch, IsOf), Target);
    Ring.WhyBefore = MayRead ? "threads may still read the slots that are refilled"
                     : Ring.BarrierBefore
                         ? "threads that only help copy what others may have written"
                         : "no read of these slots reaches it without a block barrier";
  }

  unsigned ownerOf(unsigned Tile) const { return vx::ownerOf(Plan, Tile); }
  unsigned tileOf(const RingSite &InRing) const { return vx::tileOf(Plan, InRing); }
};
} // namespace

void planGroups(KernelPlan &Plan, PlanContext &Context) {
  Grouper(Plan, Context).run();
}

} // namespace vx
