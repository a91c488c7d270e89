//===- Requests.cpp - requests that have been satisfied ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace vx {

namespace {
/// Functions with sites and everything but kernels that calls them, directly or not.
SetVector<Function *> withCallers(ArrayRef<Function *> WithSites) {
  SetVector<Function *> Found(WithSites.begin(), WithSites.end());
  for (unsigned I = 0; I < Found.size(); ++I)
    for (const User *U : Found[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        if (Function *Caller = const_cast<Function *>(Call->getFunction());
            !isKernel(*Caller))
          Found.insert(Caller);
  return Found;
}
} // namespace

std::vector<TileUse> takeTiles(std::vector<TileUse> &Tiles,
                               function_ref<bool(const TileUse &)> Leave) {
  std::vector<TileUse> Taken, Kept;
  for (TileUse &Tile : Tiles)
    (Leave(Tile) ? Taken : Kept).push_back(std::move(Tile));
  Tiles = std::move(Kept);
  return Taken;
}

SetVector<Function *> inlinedDeviceFunctions(const ModuleRequests &Done) {
  return withCallers(Done.DeviceFunctionsWithSites);
}

void eraseInlinedDeviceFunctions(const ModuleRequests &Done) {
  SetVector<Function *> Left = inlinedDeviceFunctions(Done);
  if (Left.empty())
    return;
  removeFromUsedLists(*Left.front()->getParent(), [&](Constant *C) {
    return Left.contains(dyn_cast<Function>(C->stripPointerCasts()));
  });
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Function *F : Left) {
      F->removeDeadConstantUsers();
      if (!F->use_empty())
        continue;
      Left.remove(F);
      F->eraseFromParent();
      Changed = true;
      break;
    }
  }
}

void addToManifest(Function &Kernel, Function &Callee) {
  Module &M = *Kernel.getParent();
  Metadata *Entry[] = {ConstantAsMetadata::get(&Kernel),
                       ConstantAsMetadata::get(&Callee)};
  M.getOrInsertNamedMetadata(TilesMD)->addOperand(
      MDNode::get(M.getContext(), Entry));
}

} // namespace vx
