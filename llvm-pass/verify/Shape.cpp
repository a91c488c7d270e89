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
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
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

/// What blocks are control dependent on.
///
/// The post-dominance frontier, iterated, says so wherever the function's end is reached. In a loop
/// that nobody leaves, post-dominance is a matter of where one imagines the end. There the end of
/// each round is taken for it: whoever decides, in a round, whether the block is reached.
class ControlDependence {
public:
  ControlDependence(Function &F, DominatorTree &DT) : F(F), PDT(F) {
    SmallVector<BasicBlock *, 16> Ends;
    for (BasicBlock &BB : F)
      if (succ_empty(&BB))
        Ends.push_back(&BB);
    Finite = backwards(Ends, nullptr);
    if (Finite.size() == F.size())
      return;
    LI.emplace(DT);
    for (BasicBlock &BB : F)
      for (BasicBlock *Next : successors(&BB))
        if (endsRound(&BB, Next))
          RoundEnds.insert(&BB);
  }

  /// In the order of the function.
  SmallVector<BasicBlock *, 8> controls(BasicBlock *BB) {
    SmallPtrSet<BasicBlock *, 8> Found;
    SmallVector<BasicBlock *, 8> Controls;
    if (Finite.contains(BB)) {
      ReverseIDFCalculator Frontier(PDT);
      SmallPtrSet<BasicBlock *, 1> Of = {BB};
      Frontier.setDefiningBlocks(Of);
      Frontier.calculate(Controls);
      Found.insert(Controls.begin(), Controls.end());
    } else {
      SmallVector<BasicBlock *, 8> Work = {BB};
      while (!Work.empty())
        for (BasicBlock *Control : controlsInRound(Work.pop_back_val()))
          if (Found.insert(Control).second)
            Work.push_back(Control);
    }
    Controls.clear();
    for (BasicBlock &Block : F)
      if (Found.contains(&Block))
        Controls.push_back(&Block);
    return Controls;
  }

private:
  using Blocks = SmallPtrSet<BasicBlock *, 32>;
  Function &F;
  PostDominatorTree PDT;
  std::optional<LoopInfo> LI; ///< if some loop is endless
  Blocks Finite;    ///< the function's end can be reached from them
  Blocks RoundEnds; ///< the last blocks of rounds

  bool isEndless(const Loop *L) const { return L && !Finite.contains(L->getHeader()); }

  /// The edge leads into the header of the outermost endless loop.
  bool endsRound(const BasicBlock *From, const BasicBlock *To) const {
    const Loop *L = LI->getLoopFor(To);
    return isEndless(L) && L->getHeader() == To && L->contains(From) && !isEndless(L->getParentLoop());
  }

  /// \p From and what leads there within a round, without what only leads through \p Without.
  Blocks backwards(ArrayRef<BasicBlock *> From, const BasicBlock *Without) const {
    Blocks Seen;
    SmallVector<BasicBlock *, 16> Work(From);
    while (!Work.empty()) {
      BasicBlock *BB = Work.pop_back_val();
      if (BB == Without || !Seen.insert(BB).second)
        continue;
      for (BasicBlock *Pred : predecessors(BB))
        if (RoundEnds.empty() || !endsRound(Pred, BB))
          Work.push_back(Pred);
    }
    return Seen;
  }

  /// Blocks one of whose edges leads to \p BB for sure and another one may not.
  SmallVector<BasicBlock *, 8> controlsInRound(BasicBlock *BB) const {
    SmallVector<BasicBlock *, 16> Ends(RoundEnds.begin(), RoundEnds.end());
    for (BasicBlock &Block : F)
      if (succ_empty(&Block))
        Ends.push_back(&Block);
    Blocks Avoid = backwards(Ends, BB);
    SmallVector<BasicBlock *, 8> Result;
    for (BasicBlock &Block : F) {
      auto MayMiss = [&](BasicBlock *Next) { return endsRound(&Block, Next) || Avoid.contains(Next); };
      if (any_of(successors(&Block), MayMiss) && !all_of(successors(&Block), MayMiss))
        Result.push_back(&Block);
    }
    return Result;
  }
};

/// P4: branches that decide whether a barrier is reached must be the same for the block.
void checkBarriers(Function &F, ShapeReport &Out) {
  SmallVector<const Instruction *, 8> Barriers;
  for (const Instruction &I : instructions(F))
    if (isBlockBarrier(I))
      Barriers.push_back(&I);
  if (Barriers.empty())
    return;
  DominatorTree DT(F);
  FreshAliases Aliases(F, DT);
  BlockUniformity Uniformity(F, DT, Aliases.get());
  ControlDependence Control(F, DT);
  for (const Instruction *I : Barriers) {
    if (!DT.isReachableFromEntry(I->getParent()))
      continue;
    const BasicBlock *Worst = nullptr;
    for (const BasicBlock *BB : Control.controls(const_cast<BasicBlock *>(I->getParent())))
      if (!Worst && Uniformity.hasDivergentTerminator(*BB))
        Worst = BB;
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
