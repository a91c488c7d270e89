//===- Requests.cpp - requests that have been satisfied ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace vx {

namespace {
/// What a manifest entry's second operand names: a tag node or a callee.
const void *entryKey(const MDNode &Entry) {
  if (Entry.getNumOperands() != 2 || !Entry.getOperand(1))
    return nullptr;
  if (auto *V = dyn_cast<ConstantAsMetadata>(Entry.getOperand(1)))
    return V->getValue();
  return Entry.getOperand(1).get();
}

void dropManifestEntries(Module &M, const SmallPtrSetImpl<const void *> &Done) {
  NamedMDNode *Tiles = M.getNamedMetadata(TilesMD);
  if (!Tiles)
    return;
  SmallVector<MDNode *, 8> Kept;
  for (MDNode *Entry : Tiles->operands())
    if (!Done.contains(entryKey(*Entry)))
      Kept.push_back(Entry);
  if (Kept.empty())
    return Tiles->eraseFromParent();
  Tiles->clearOperands();
  for (MDNode *Entry : Kept)
    Tiles->addOperand(Entry);
}

/// A device function with a site has no meaning once its kernels have it inlined.
void eraseInlinedDeviceFunctions(const ModuleRequests &Done) {
  SmallSetVector<Function *, 8> Left(Done.DeviceFunctionsWithSites.begin(),
                                     Done.DeviceFunctionsWithSites.end());
  if (Left.empty())
    return;
  removeFromUsedLists(*Left.front()->getParent(), [&](Constant *C) {
    return Left.contains(dyn_cast<Function>(C->stripPointerCasts()));
  });
  for (Function *F : Left)
    F->removeDeadConstantUsers();
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Function *F : Left)
      if (F->use_empty()) {
        Left.remove(F);
        F->eraseFromParent();
        Changed = true;
        break;
      }
  }
}
} // namespace

ModuleRequests splitRequests(ModuleRequests &All,
                             function_ref<bool(const TileUse &)> Leave) {
  ModuleRequests Left;
  for (KernelRequests &Kernel : All.Kernels) {
    KernelRequests Leaving;
    Leaving.Kernel = Kernel.Kernel;
    std::vector<TileUse> Staying;
    for (TileUse &Tile : Kernel.Tiles)
      (Leave(Tile) ? Leaving.Tiles : Staying).push_back(std::move(Tile));
    Kernel.Tiles = std::move(Staying);
    if (!Leaving.Tiles.empty())
      Left.Kernels.push_back(std::move(Leaving));
  }
  erase_if(All.Kernels,
           [](const KernelRequests &K) { return K.Tiles.empty(); });
  return Left;
}

void removeSatisfied(Module &M, const ModuleRequests &Done) {
  SmallPtrSet<const void *, 16> Keys;
  for (const KernelRequests &Kernel : Done.Kernels)
    for (const TileUse &Tile : Kernel.Tiles)
      Keys.insert(Tile.Request.Callee
                      ? static_cast<const void *>(Tile.Request.Callee)
                      : Tile.Request.Tag);
  dropManifestEntries(M, Keys);
  eraseInlinedDeviceFunctions(Done);
  eraseUncalledTransfers(M);
}

void addToManifest(Function &Kernel, Function &Callee) {
  Module &M = *Kernel.getParent();
  Metadata *Entry[] = {ConstantAsMetadata::get(&Kernel),
                       ConstantAsMetadata::get(&Callee)};
  M.getOrInsertNamedMetadata(TilesMD)->addOperand(
      MDNode::get(M.getContext(), Entry));
}

} // namespace vx
