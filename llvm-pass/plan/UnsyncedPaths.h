//===- UnsyncedPaths.h - paths without a block barrier -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLAN_UNSYNCEDPATHS_H
#define VX_PLAN_UNSYNCEDPATHS_H

#include "vx/Participation.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace vx {

using InstructionSet = llvm::SmallPtrSet<const llvm::Instruction *, 32>;

/// Where control passes the votes of divergent branches. Threads that take the other side run it
/// before they vote:
///
///   branch --> other side --+--> vote --> sync side --> rejoin
///      +--------------------+      +---------------------^
///
/// So the way into the other side leads past no barrier, the ways into the sync side and out of
/// the other one do. Where one thread answers for the block nobody votes: these ways lead past no
/// barrier, and there is one more, from the end of the other side into the sync side, to help.
class VoteEdges {
public:
  void add(const GuardPlan &Guard) {
    const llvm::BasicBlock *From = Guard.Branch->getParent();
    bool Voted = Guard.Ask == AskBy::Vote;
    if (Voted)
      Edges.insert({From, Guard.SyncSide});
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Seen;
    llvm::SmallVector<const llvm::BasicBlock *, 8> Work;
    auto Enter = [&](const llvm::BasicBlock *BB, const llvm::BasicBlock *Next) {
      if (Next == Guard.Rejoin && Voted)
        Edges.insert({BB, Next});
      else if (Next == Guard.Rejoin)
        Helpers[BB].push_back(Guard.SyncSide);
      else if (Seen.insert(Next).second)
        Work.push_back(Next);
    };
    for (const llvm::BasicBlock *Side : llvm::successors(From))
      if (Side != Guard.SyncSide)
        Enter(From, Side);
    while (!Work.empty()) {
      const llvm::BasicBlock *BB = Work.pop_back_val();
      for (const llvm::BasicBlock *Next : llvm::successors(BB))
        Enter(BB, Next);
      if (!Voted && llvm::succ_empty(BB)) // a return: in the end there is one, for all threads
        Helpers[BB].push_back(Guard.SyncSide);
    }
  }
  bool contains(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const {
    return Edges.contains({From, To});
  }
  /// Where threads go on from \p BB that the input lets go elsewhere.
  llvm::ArrayRef<const llvm::BasicBlock *> helpersGoTo(const llvm::BasicBlock *BB) const {
    auto It = Helpers.find(BB);
    return It == Helpers.end() ? llvm::ArrayRef<const llvm::BasicBlock *>() : llvm::ArrayRef(It->second);
  }

private:
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> Edges;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::BasicBlock *, 2>> Helpers;
};

/// Paths without a block barrier. Barriers stand immediately before the instructions of a set,
/// and on the edges of votes.
class UnsyncedPaths {
public:
  UnsyncedPaths(const InstructionSet &BarrierBefore, const VoteEdges &Votes)
      : BarrierBefore(BarrierBefore), Votes(Votes) {}

  /// True if control can pass from just after one of \p From to (just before) one of \p To
  /// without a barrier in between.
  bool exist(llvm::ArrayRef<llvm::Instruction *> From, const InstructionSet &To) {
    llvm::SmallVector<const llvm::BasicBlock *, 16> Work;
    for (const llvm::Instruction *I : From)
      if (scan(I->getNextNode(), I->getParent(), To, Work))
        return true;
    return followBlocks(Work, To);
  }

  /// The same from just before \p From.
  bool existFromBefore(const llvm::Instruction *From, const InstructionSet &To) {
    llvm::SmallVector<const llvm::BasicBlock *, 16> Work;
    return scan(From, From->getParent(), To, Work) || followBlocks(Work, To);
  }

private:
  const InstructionSet &BarrierBefore;
  const VoteEdges &Votes;

  bool followBlocks(llvm::SmallVectorImpl<const llvm::BasicBlock *> &Work,
                    const InstructionSet &To) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Seen;
    while (!Work.empty()) {
      const llvm::BasicBlock *BB = Work.pop_back_val();
      if (Seen.insert(BB).second && scan(&BB->front(), BB, To, Work))
        return true;
    }
    return false;
  }

  bool scan(const llvm::Instruction *I, const llvm::BasicBlock *BB,
            const InstructionSet &To,
            llvm::SmallVectorImpl<const llvm::BasicBlock *> &Work) {
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
    llvm::copy_if(llvm::successors(BB), std::back_inserter(Work),
                  [&](const llvm::BasicBlock *Next) { return !Votes.contains(BB, Next); });
    llvm::append_range(Work, Votes.helpersGoTo(BB));
    return false;
  }
};

} // namespace vx

#endif // VX_PLAN_UNSYNCEDPATHS_H
