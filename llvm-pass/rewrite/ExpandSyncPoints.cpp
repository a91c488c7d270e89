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

void expandCopy(CallInst &Marker, bool Async, const KernelPlan &Plan,
                const TileStorage &Storage) {
  unsigned Index = siteIndex(Marker);
  const TransferSite &Site = Plan.Sites[Index];
  const TilePlan &Tile = Plan.Tiles[Site.Tile];
  CopyOperands Operands;
  Operands.Source = Marker.getArgOperand(0);
  for (unsigned Dim = 0; Dim != Site.Rank; ++Dim) {
    Operands.Sizes.push_back(Marker.getArgOperand(1 + Dim));
    Operands.Strides.push_back(Marker.getArgOperand(1 + Site.Rank + Dim));
  }
  IRBuilder<> B(&Marker);
  Operands.Destination = Storage.Base[Site.Tile];
  if (Async) {
    Value *Slot = Marker.getArgOperand(Marker.arg_size() - 1);
    Operands.Destination = B.CreateInBoundsPtrAdd(
        Operands.Destination, B.CreateNUWMul(Slot, B.getInt32(Tile.SlotPitch)));
  }
  emitCopy(Marker, Plan.Fills[Index], Tile, Operands,
           Async ? CopyEngine::CpAsync : CopyEngine::LoadStore);
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
  SmallVector<CallInst *, 16> Markers;
  for (Instruction &I : instructions(F))
    if (auto *CI = dyn_cast<CallInst>(&I))
      switch (syncKind(I)) {
      case SyncKind::Fill:
      case SyncKind::Issue:
      case SyncKind::Any:
        Markers.push_back(CI);
        break;
      default:
        break;
      }
  for (CallInst *Marker : Markers) {
    SyncKind Kind = syncKind(*Marker);
    if (Kind == SyncKind::Any)
      expandAny(*Marker);
    else
      expandCopy(*Marker, Kind == SyncKind::Issue, Plan, Storage);
    Function *Callee = Marker->getCalledFunction();
    Marker->eraseFromParent();
    if (Callee->use_empty())
      Callee->eraseFromParent();
  }
}

} // namespace vx
