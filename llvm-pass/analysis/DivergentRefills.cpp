//===- DivergentRefills.cpp - copies that other threads replace ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Control as one thread sees it does not show all refills of a tile: threads that left a divergent loop, or
// passed a divergent branch by, wait while the others go on, and those fetch the tile again:
//
//   for (t = 0; t < tid; ++t)            thread 1 leaves after one trip, thread 2 fetches
//     r = tile(p + t)                    the tile again, and then
//   x = r[0]                             thread 1 reads the wrong copy
//
// A site in the region of a divergent branch (from the branch to its post-dominator) runs for threads that
// do not reach it. A read is safe from it
//  - inside all those regions, if it reads this very site's result, behind it; or
//  - where control comes to it from the branch only past a transfer that it reads; or
//  - inside the region, before the site on the way of the same threads; or
//  - inside the region, if it reads this site's result and control does not come to it from the post-dominator
//    without a transfer: all threads of the block execute a site together, so another one fetches again only
//    while this one waits, at the post-dominator:
//
//      r0 = tile(p)
//      do { cur = phi(r0, r);  use cur[...];  r = tile(next) } while (thread-dependent)
#include "vx/BlockUniformity.h"
#include "vx/TransferSites.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
using InstructionSet = SmallPtrSet<const Instruction *, 4>;

/// Blocks between a divergent branch and its post-dominator.
struct Region {
  const Instruction *Branch = nullptr;
  const BasicBlock *Join = nullptr; ///< where threads wait for each other; nullptr: the end
  SmallPtrSet<const BasicBlock *, 16> Blocks;

  bool contains(const Instruction &I) const { return Blocks.contains(I.getParent()); }
};

std::vector<Region> divergentRegions(const Function &F, const BlockUniformity &Uniformity,
                                     const PostDominatorTree &PDT) {
  std::vector<Region> Regions;
  for (const BasicBlock &BB : F) {
    if (!Uniformity.hasDivergentTerminator(BB))
      continue;
    const auto *Node = PDT.getNode(&BB);
    const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    Region &R = Regions.emplace_back();
    R.Branch = BB.getTerminator();
    R.Join = Join;
    SmallVector<const BasicBlock *, 16> Work(successors(&BB));
    while (!Work.empty()) {
      const BasicBlock *Next = Work.pop_back_val();
      if (Next != Join && R.Blocks.insert(Next).second)
        append_range(Work, successors(Next));
    }
  }
  return Regions;
}

/// Whether control comes from behind \p From, or from \p Work, to \p To without running any of \p Past.
bool reaches(const Instruction *From, SmallVector<const BasicBlock *, 16> Work, const Instruction &To,
             const InstructionSet &Past) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  auto Scan = [&](const Instruction *I) {
    for (; I; I = I->getNextNode()) {
      if (I == &To)
        return true;
      if (Past.contains(I))
        return false;
    }
    return false;
  };
  auto Ends = [&](const Instruction *I) {
    for (; I; I = I->getNextNode())
      if (Past.contains(I))
        return true;
    return false;
  };
  if (From) {
    if (Scan(From->getNextNode()))
      return true;
    if (!Ends(From->getNextNode()))
      append_range(Work, successors(From->getParent()));
  }
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Scan(&BB->front()))
      return true;
    if (!Ends(&BB->front()))
      append_range(Work, successors(BB));
  }
  return false;
}

bool reaches(const Instruction &From, const Instruction &To, const InstructionSet &Past) {
  return reaches(&From, {}, To, Past);
}

/// Whether threads may read at \p Read what others fetched at \p Refill while they were away.
bool replaced(const Instruction &Read, const Instruction &Refill, const Region &Around,
              const InstructionSet &Origins) {
  if (!reaches(*Around.Branch, Read, Origins))
    return false;
  if (!Around.contains(Read))
    return true;
  if (Origins.contains(&Refill))
    return Around.Join && reaches(nullptr, {Around.Join}, Read, Origins);
  return !reaches(Read, Refill, Origins) || reaches(Refill, Read, Origins);
}
} // namespace

std::vector<LiveConflict>
findDivergentConflicts(const std::vector<TransferSite> &Sites, const BlockUniformity &Uniformity,
                       const DominatorTree &DT, const PostDominatorTree &PDT) {
  std::vector<LiveConflict> Conflicts;
  if (Sites.empty())
    return Conflicts;
  std::vector<Region> Regions =
      divergentRegions(*Sites.front().Call->getFunction(), Uniformity, PDT);
  MapVector<Instruction *, SmallVector<const TransferSite *, 2>> SitesOf; // of each read
  for (const TransferSite &Site : Sites)
    for (Instruction *Read : Site.Reads)
      SitesOf[Read].push_back(&Site);
  for (const TransferSite &Refill : Sites) {
    SmallVector<const Region *, 4> Around;
    for (const Region &R : Regions)
      if (R.contains(*Refill.Call))
        Around.push_back(&R);
    for (auto &[Read, Of] : SitesOf) {
      if (Of.front()->Tile != Refill.Tile)
        continue;
      bool Own = Of.size() == 1 && Of.front() == &Refill && DT.dominates(Refill.Call, Read);
      InstructionSet Origins;
      for (const TransferSite *Site : Of)
        Origins.insert(Site->Call);
      if (any_of(Around, [&, Read = Read](const Region *R) {
            return !(Own && R->contains(*Read)) && replaced(*Read, *Refill.Call, *R, Origins);
          }))
        Conflicts.push_back({Refill.Tile, Of.front()->Call, Read, Refill.Call});
    }
  }
  return Conflicts;
}

} // namespace vx
