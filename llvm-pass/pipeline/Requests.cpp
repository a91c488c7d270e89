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

bool isListed(const Function &Kernel, const Function &Callee) {
  const NamedMDNode *List = Kernel.getParent()->getNamedMetadata(TilesMD);
  auto Names = [](const MDOperand &Operand, const Function &F) {
    const auto *C = dyn_cast_or_null<ConstantAsMetadata>(Operand.get());
    return C && C->getValue()->stripPointerCasts() == &F;
  };
  return List && any_of(List->operands(), [&](const MDNode *Line) {
           return Line && Line->getNumOperands() == 2 && Names(Line->getOperand(0), Kernel) &&
                  Names(Line->getOperand(1), Callee);
         });
}

size_t sitesOf(const TileUse &Tile) {
  return Tile.Loads.size() + Tile.MaskedLoads.size() + Tile.Transfers.size();
}
} // namespace

void reportLost(const TileUse &Was, const TileUse &Is, Function &Kernel, DiagnosticSink &Sink) {
  if (!sitesOf(Was) || sitesOf(Is))
    return;
  bool Loads = Was.Request.From == Carrier::PlacedLoad;
  if (!Loads && !isListed(Kernel, *Was.Request.Callee))
    return;
  const Instruction *First = !Was.Loads.empty() ? static_cast<const Instruction *>(Was.Loads.front())
                             : !Was.MaskedLoads.empty() ? Was.MaskedLoads.front()
                                                        : Was.Transfers.front();
  Diagnostic &D =
      Loads ? Sink.report(Diag::TagLost, *First,
                          "all its tagged loads (" + Twine(sitesOf(Was)) +
                              ") are dead: no path leads there, nothing uses what they read, or "
                              "it is known without them",
                          "drop the tags and the tile's line of !vx.tiles, or use what is loaded")
            : Sink.report(Diag::TransferLost, *First,
                          "all its calls (" + Twine(sitesOf(Was)) +
                              ") are dead: no path leads there",
                          "drop the calls and the line of !vx.tiles");
  D.Kernel = Kernel.getName().str();
  D.Tile = Was.Request.Name;
}

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
  SetVector<Function *> Gone = inlinedDeviceFunctions(Done);
  if (Gone.empty())
    return;
  removeFromUsedLists(*Gone.front()->getParent(), [&](Constant *C) {
    return Gone.contains(dyn_cast<Function>(C->stripPointerCasts()));
  });
  // What others use stays, and then what it uses itself.
  auto StaysFor = [&](const User *U) {
    const auto *I = dyn_cast<Instruction>(U);
    return !I || !Gone.contains(const_cast<Function *>(I->getFunction()));
  };
  for (bool Changed = true; Changed;)
    Changed = Gone.remove_if([&](Function *F) {
      F->removeDeadConstantUsers();
      return any_of(F->users(), StaysFor);
    });
  for (Function *F : Gone) // they may call each other in a circle
    F->deleteBody();
  for (Function *F : Gone)
    F->eraseFromParent();
}

void addToManifest(Function &Kernel, Function &Callee) {
  Module &M = *Kernel.getParent();
  Metadata *Entry[] = {ConstantAsMetadata::get(&Kernel),
                       ConstantAsMetadata::get(&Callee)};
  M.getOrInsertNamedMetadata(TilesMD)->addOperand(
      MDNode::get(M.getContext(), Entry));
}

} // namespace vx
