//===- ExpandSyncPoints.cpp - markers become code ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A fill of one tile is a loop over copies, all threads of the block together:
//
//   for (c = linear thread id; c < copies; c += threads of the block)
//     dst[c] = row and column of c inside the extent's valid part ? src[...] : 0
//
// Where the wide form's alignment is not proven, one block-uniform test chooses between two such loops. The
// asynchronous form has the same loop with cp.async, whose source-size operand writes the zeros.
#include "CopyLoop.h"
#include "vx/Materialize.h"
#include "vx/SyncPoints.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
unsigned siteIndex(const CallInst &Marker) {
  unsigned Index = 0;
  Marker.getCalledFunction()
      ->getFnAttribute("vx.site")
      .getValueAsString()
      .getAsInteger(10, Index);
  return Index;
}

CopyJob jobOf(CallInst &Marker, bool Async, const KernelPlan &Plan,
              const TileStorage &Storage) {
  unsigned Index = siteIndex(Marker);
  const TransferSite &Site = Plan.Sites[Index];
  const TilePlan &Tile = Plan.Tiles[Site.Tile];
  CopyJob Job;
  Job.Fill = &Plan.Fills[Index];
  Job.Operands.Source = Marker.getArgOperand(0);
  for (unsigned Dim = 0; Dim != Site.Rank; ++Dim) {
    Job.Operands.Sizes.push_back(Marker.getArgOperand(1 + Dim));
    Job.Operands.Strides.push_back(Marker.getArgOperand(1 + Site.Rank + Dim));
  }
  Job.Operands.Destination = Storage.Base[Site.Tile];
  if (Async) {
    IRBuilder<> B(&Marker);
    Value *Slot = Marker.getArgOperand(Marker.arg_size() - 1);
    Job.Operands.Destination = B.CreateInBoundsPtrAdd(
        Job.Operands.Destination,
        B.CreateNUWMul(Slot, B.getInt32(Tile.SlotPitch)));
  }
  return Job;
}

void eraseMarker(CallInst &Marker) {
  Function *Callee = Marker.getCalledFunction();
  Marker.eraseFromParent();
  if (Callee->use_empty())
    Callee->eraseFromParent();
}

/// Fills that stand together, with nothing but pure computations in between, are one group: their loads
/// can be in flight together.
bool joins(const CallInst &Last, const CallInst &Next) {
  if (Last.getParent() != Next.getParent() ||
      syncKind(Last) != syncKind(Next))
    return false;
  for (const Instruction *I = Last.getNextNode(); I != &Next;
       I = I->getNextNode())
    if (!I || I->mayHaveSideEffects() || I->mayReadFromMemory())
      return false;
  return true;
}

void expandCopies(ArrayRef<CallInst *> Group, const KernelPlan &Plan,
                  const TileStorage &Storage) {
  bool Async = syncKind(*Group.front()) == SyncKind::Issue;
  SmallVector<CopyJob, 4> Jobs;
  for (CallInst *Marker : Group)
    Jobs.push_back(jobOf(*Marker, Async, Plan, Storage));
  emitCopies(*Group.back(), Jobs,
             Async ? CopyEngine::CpAsync : CopyEngine::LoadStore);
  for (CallInst *Marker : Group)
    eraseMarker(*Marker);
}

void expandAny(CallInst &Marker) {
  IRBuilder<> B(&Marker);
  Value *Or = B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_red_or_aligned_all,
                                {}, {B.getInt32(0), Marker.getArgOperand(0)});
  Marker.replaceAllUsesWith(Or);
}
} // namespace

void expandSyncPoints(Function &F, const KernelPlan &Plan,
                      const TileStorage &Storage) {
  std::vector<SmallVector<CallInst *, 4>> Groups;
  SmallVector<CallInst *, 8> Votes;
  for (Instruction &I : instructions(F)) {
    SyncKind Kind = syncKind(I);
    if (Kind == SyncKind::Any)
      Votes.push_back(cast<CallInst>(&I));
    if (Kind != SyncKind::Fill && Kind != SyncKind::Issue)
      continue;
    auto *Marker = cast<CallInst>(&I);
    if (Groups.empty() || !joins(*Groups.back().back(), *Marker))
      Groups.emplace_back();
    Groups.back().push_back(Marker);
  }
  for (ArrayRef<CallInst *> Group : Groups)
    expandCopies(Group, Plan, Storage);
  for (CallInst *Vote : Votes) {
    expandAny(*Vote);
    eraseMarker(*Vote);
  }
}

} // namespace vx
