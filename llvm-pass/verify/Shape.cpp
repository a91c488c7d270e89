//===- Shape.cpp - proof of the order of asynchronous copies===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Proof on code with tile storage (contract, P1, P3, P4):
//
//   P1  every access to placed storage goes through addrspace(3)
//   P4  no block barrier is control dependent on a divergent branch
//   P3  between a copy into a cell and a read of it stand a sufficient wait and then a
//       block barrier; between a read of a cell and the next fill of it a block barrier
//
// P3 is decided by walking all paths (ShapeWalk.cpp).
//
// A violation on placed storage is an error. In storage of the kernel's own threads may well
// read only what they wrote themselves, and slots may be cut in ways that its type does not
// show, so there the same facts are warnings: unproven. That holds beside placed storage too.
#include "ShapeEvents.h"
#include "ShapeReport.h"
#include "ShapeStorage.h"
#include "ShapeWalk.h"
#include "vx/BlockUniformity.h"
#include "vx/DeviceVerifier.h"
#include "vx/LocalAnalyses.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedSpace = 3;

/// A use of a generic pointer into a tile that stays generic: llc infers the address space
/// of loads and stores once more, where nothing but shared memory flows in.
bool isEscape(const Instruction &I, const Value &Pointer) {
  if (!I.mayReadOrWriteMemory())
    return isa<PtrToIntInst, ReturnInst>(I);
  if (getLoadStorePointerOperand(&I) != &Pointer)
    return true;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects);
  return any_of(Objects, [](const Value *O) {
    return !isa<GlobalVariable>(O) || O->getType()->getPointerAddressSpace() != SharedSpace;
  });
}

/// P1: from placed storage, follows pointers that lost their address space.
void checkAddressSpaces(Function &F, const ShapeStorage &Storage, ShapeReport &Out) {
  SmallVector<const Value *, 16> Work;
  for (const Cell &C : Storage.cells())
    if (C.Placed)
      Work.push_back(C.Storage);
  SmallPtrSet<const Value *, 32> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    bool Generic = V->getType()->isPointerTy() && V->getType()->getPointerAddressSpace() != SharedSpace;
    for (const User *U : V->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (I && I->getFunction() != &F)
        continue;
      if (isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator, FreezeInst, PHINode, SelectInst>(U))
        Work.push_back(U);
      else if (I && Generic && isEscape(*I, *V))
        Out.report(Diag::TileAccessGeneric, *I, "the pointer into the tile is generic here",
                   "let address spaces be inferred: the pointer must not merge with another");
    }
  }
}

/// P4: branches that decide whether a barrier is reached must be the same for the block.
void checkBarriers(Function &F, ShapeReport &Out) {
  SmallVector<const Instruction *, 8> Barriers;
  for (const Instruction &I : instructions(F))
    if (isBlockBarrier(I))
      Barriers.push_back(&I);
  if (Barriers.empty())
    return;
  DominatorTree DT(F);
  PostDominatorTree PDT(F);
  FreshAliases Aliases(F, DT);
  BlockUniformity Uniformity(F, DT, Aliases.get());
  for (const Instruction *I : Barriers) {
    if (!DT.isReachableFromEntry(I->getParent()))
      continue;
    // The post-dominance frontier, iterated, is what the block is control dependent on.
    ReverseIDFCalculator Frontier(PDT);
    SmallPtrSet<BasicBlock *, 1> Of = {const_cast<BasicBlock *>(I->getParent())};
    Frontier.setDefiningBlocks(Of);
    SmallVector<BasicBlock *, 8> Controls;
    Frontier.calculate(Controls);
    const BasicBlock *Worst = nullptr;
    for (const BasicBlock &BB : F) // in order, for a stable message
      if (!Worst && is_contained(Controls, &BB) && Uniformity.hasDivergentTerminator(BB))
        Worst = &BB;
    if (!Worst)
      continue;
    std::string Why;
    if (const auto *Br = dyn_cast<BranchInst>(Worst->getTerminator()); Br && Br->isConditional())
      Why = ": its condition " + Uniformity.whyDivergent(*Br->getCondition());
    std::string Branch;
    raw_string_ostream(Branch) << *Worst->getTerminator();
    Out.report(Diag::DivergentBarrier, *I,
               "threads of the block part at '" + StringRef(Branch).ltrim().str() + "'" + Why,
               "make the condition block-uniform, or move the barrier out of the branch");
  }
}
} // namespace

void verifyShape(Function &F, DiagnosticSink &Sink) {
  if (F.isDeclaration())
    return;
  ShapeStorage Storage(F);
  const Instruction *Copy = nullptr, *Other = nullptr;
  for (const Instruction &I : instructions(F)) {
    if (!Copy && asAsyncCopy(I))
      Copy = &I;
    if (!Other && isOtherAsync(I))
      Other = &I;
  }
  if (!Copy && !Storage.hasStorage())
    return;
  ShapeReport Out(Sink, Storage.isPlaced());
  if (!Storage.hasStorage()) {
    Out.unproven(*Copy, "the copies' destination is no shared variable of this module");
    return;
  }
  if (Other)
    Out.unproven(*Other, "copies that complete through mbarriers are not followed");
  if (Storage.isPlaced())
    checkAddressSpaces(F, Storage, Out);
  checkBarriers(F, Out);
  walkPaths(F, Storage, Out);
}

} // namespace vx
