//===- SyncSlice.cpp - what a whole block must execute for its sync points ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Steps:
//  1. Control dependence: a block depends on branch B if it postdominates a successor
//     of B but not B itself. Found by walking the postdominator tree from each
//     successor up to B's immediate postdominator.
//  2. Closure from the sync points by a worklist. A phi of the slice stands for moves at
//     the ends of its incoming blocks, so those blocks' controllers belong to the slice, too.
//     Where threads of a guard meet again, all threads stop, so the rejoin's controllers
//     belong to the slice as well.
//  3. For each guard, the blocks on each side up to the rejoin.
//===----------------------------------------------------------------------===//
#include "SyncSlice.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {

/// Operands of \p I that all threads must agree on. A block-wide OR or reduction
/// takes a value per thread.
bool operandMustBeUniform(const Instruction &I, const Use &U) {
  switch (syncKind(I)) {
  case SyncKind::Any:
    return false;
  case SyncKind::Reduction:
    return U.getOperandNo() == 0; // the barrier's id
  default:
    return true;
  }
}

/// May a thread that is masked off execute \p I, given the same operands as a thread
/// that is not? Loads get here only if nothing in the kernel writes their memory.
bool isHarmless(const Instruction &I) {
  if (isa<PHINode>(I))
    return true;
  return !I.mayHaveSideEffects() && !isa<AllocaInst>(I) && !I.isEHPad();
}

BlockSet reachableUpTo(BasicBlock *From, const BasicBlock *Stop) {
  BlockSet Blocks;
  if (From != Stop)
    Blocks.insert(From);
  for (unsigned I = 0; I < Blocks.size(); ++I)
    for (BasicBlock *Succ : successors(Blocks[I]))
      if (Succ != Stop)
        Blocks.insert(Succ);
  return Blocks;
}

} // namespace

Value *mergedValue(const PHINode &Phi, const DominatorTree &DT,
                   const LoopInfo &LI) {
  if (Phi.getNumIncomingValues() < 2)
    return nullptr;
  Value *V = Phi.hasConstantValue();
  auto *Def = dyn_cast_or_null<Instruction>(V);
  if (!Def)
    return V;
  const Loop *L = LI.getLoopFor(Def->getParent());
  bool SameLoop = !L || L->contains(Phi.getParent());
  return SameLoop && DT.dominates(Def, &Phi) ? V : nullptr;
}

SyncSlice::SyncSlice(Function &F, ArrayRef<Instruction *> Given,
                     const DominatorTree &DT, const PostDominatorTree &PDT,
                     const LoopInfo &LI, const BlockUniformity &BU)
    : F(F), DT(DT), PDT(PDT), LI(LI), BU(BU) {
  collectSeeds(Given);
  if (Seeds.empty())
    return;
  computeControl();
  for (Instruction *I : Seeds)
    add(I);
  close();
  buildGuards();
}

void SyncSlice::collectSeeds(ArrayRef<Instruction *> Given) {
  SmallPtrSet<Instruction *, 16> Wanted(Given.begin(), Given.end());
  if (Wanted.empty())
    return;
  for (Instruction &I : instructions(F))
    if (DT.isReachableFromEntry(I.getParent()) &&
        (Wanted.contains(&I) || syncKind(I) != SyncKind::None))
      Seeds.insert(&I);
}

void SyncSlice::computeControl() {
  for (BasicBlock &BB : F) {
    if (!DT.isReachableFromEntry(&BB))
      continue;
    BlockSet Succs(succ_begin(&BB), succ_end(&BB));
    if (Succs.size() < 2)
      continue;
    const auto *Stop = PDT.getNode(&BB)->getIDom();
    for (BasicBlock *Succ : Succs)
      for (auto *Node = PDT.getNode(Succ);
           Node && Node != Stop && Node->getBlock(); Node = Node->getIDom())
        if (auto &List = Controllers[Node->getBlock()];
            !is_contained(List, &BB))
          List.push_back(&BB);
  }
}

ArrayRef<BasicBlock *> SyncSlice::controllers(BasicBlock *BB) const {
  auto It = Controllers.find(BB);
  return It == Controllers.end() ? ArrayRef<BasicBlock *>() : It->second;
}

bool SyncSlice::extend(const SliceExtras &Extras) {
  auto OldSlice = Slice;
  auto OldBranches = GuardBranches;
  auto OldGuards = std::exchange(Guards, {});
  size_t OldFaults = Faults.size();
  for (Instruction *I : Extras.Values)
    addValue(*I, I);
  for (BasicBlock *BB : Extras.Blocks)
    addControl(BB);
  close();
  buildGuards();
  auto IsSame = [](const auto &Pair) {
    const auto &[A, B] = Pair;
    return A.Branch == B.Branch && A.SyncSides == B.SyncSides && A.OtherSides == B.OtherSides &&
           A.Region == B.Region && A.Aside == B.Aside;
  };
  if (Faults.size() == OldFaults && Guards.size() == OldGuards.size() && all_of(zip(Guards, OldGuards), IsSame))
    return true;
  Slice = std::move(OldSlice);
  GuardBranches = std::move(OldBranches);
  Guards = std::move(OldGuards);
  Faults.truncate(OldFaults);
  return false;
}

void SyncSlice::close() {
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    addControl(I->getParent());
    if (!I->isTerminator()) {
      addOperands(*I);
      continue;
    }
    if (!BU.hasDivergentTerminator(*I->getParent())) {
      addOperands(*I);
      continue;
    }
    GuardBranches.insert(I);
    if (BasicBlock *Rejoin = PDT.getNode(I->getParent())->getIDom()->getBlock())
      addControl(Rejoin);
  }
}

void SyncSlice::add(Instruction *I) {
  if (Slice.insert(I))
    Work.push_back(I);
}

void SyncSlice::addControl(BasicBlock *BB) {
  for (BasicBlock *Controller : controllers(BB))
    add(Controller->getTerminator());
}

void SyncSlice::addOperands(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I))
    for (BasicBlock *Pred : Phi->blocks())
      addControl(Pred);
  for (Use &U : I.operands())
    if (isa<Instruction>(U) && operandMustBeUniform(I, U))
      addOperand(U);
}

void SyncSlice::addOperand(Use &U) {
  auto *Def = cast<Instruction>(U.get());
  auto *User = cast<Instruction>(U.getUser());
  if (!BU.isUniformUse(U)) {
    Faults.push_back({User, Def, /*Divergent=*/true});
    return;
  }
  addValue(*User, Def);
}

void SyncSlice::addValue(Instruction &User, Instruction *Def) {
  // A merge of one value needs no moves; the rewrite folds it away.
  while (auto *Phi = dyn_cast<PHINode>(Def)) {
    Value *Merged = mergedValue(*Phi, DT, LI);
    if (!Merged)
      break;
    Def = dyn_cast<Instruction>(Merged);
    if (!Def)
      return;
  }
  if (!Seeds.contains(Def) && !isHarmless(*Def)) {
    Faults.push_back({&User, Def, /*Divergent=*/false});
    return;
  }
  add(Def);
}

/// Blocks that hold a part of the slice: instructions, moves into phis, and the
/// places where threads rejoin.
BlockSet SyncSlice::sliceBlocks() const {
  BlockSet Blocks;
  for (Instruction *I : Slice) {
    Blocks.insert(I->getParent());
    if (auto *Phi = dyn_cast<PHINode>(I))
      Blocks.insert(Phi->block_begin(), Phi->block_end());
  }
  for (Instruction *Branch : GuardBranches)
    if (auto *Rejoin = PDT.getNode(Branch->getParent())->getIDom()->getBlock())
      Blocks.insert(Rejoin);
  return Blocks;
}

void SyncSlice::buildGuards() {
  BlockSet SliceBlocks = sliceBlocks();
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    if (GuardBranches.contains(BB->getTerminator()))
      buildGuard(BB->getTerminator(), SliceBlocks);
  // What threads run on their own when they leave a loop is reached on the way around
  // the loop, too, but belongs to no exit's region.
  for (DivergentGuard &G : Guards)
    for (const DivergentGuard &Other : Guards)
      if (G.Exited && G.Exited == Other.Exited && !Other.SharedAside)
        G.Region.remove_if(
            [&](BasicBlock *BB) { return Other.Aside.contains(BB); });
}

void SyncSlice::buildGuard(Instruction *Branch, const BlockSet &SliceBlocks) {
  DivergentGuard G;
  G.Branch = Branch;
  G.Rejoin = PDT.getNode(G.block())->getIDom()->getBlock();
  BlockSet Succs(succ_begin(G.block()), succ_end(G.block()));
  for (BasicBlock *Succ : Succs) {
    BlockSet Side = reachableUpTo(Succ, G.Rejoin);
    bool Leads = any_of(
        Side, [&](BasicBlock *BB) { return SliceBlocks.contains(BB); });
    (Leads ? G.SyncSides : G.OtherSides).push_back(Succ);
    (Leads ? G.Region : G.Aside).insert(Side.begin(), Side.end());
  }
  G.SharedAside = any_of(G.Aside, [&](BasicBlock *BB) {
    return any_of(predecessors(BB), [&](BasicBlock *Pred) {
      return Pred != G.block() && !G.Aside.contains(Pred) &&
             DT.isReachableFromEntry(Pred);
    });
  });
  if (G.inOwnRegion())
    for (Loop *L = LI.getLoopFor(G.block());
         L && !(G.Rejoin && L->contains(G.Rejoin)); L = L->getParentLoop())
      G.Exited = L;
  Guards.push_back(std::move(G));
}

} // namespace vx
