//===- ParticipationPrepare.cpp - the form that participation rewrites ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OneFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace vx {

namespace {

bool refuseForm(DiagnosticSink &Sink, const Instruction &I, const Twine &What) {
  Sink.report(Diag::ParticipationControl, I, What,
              "lower it before placement, or make the guard uniform in the block");
  return false;
}

/// Values that cannot wait in a stack slot and edges that cannot be redirected.
bool checkForm(Function &F, DiagnosticSink &Sink) {
  for (Instruction &I : instructions(F)) {
    if (I.isTerminator() &&
        !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I))
      return refuseForm(Sink, I, Twine("the function has a '") +
                                     I.getOpcodeName() + "'");
    if (I.getType()->isTokenTy())
      return refuseForm(Sink, I, "the function has a value of token type");
    if (auto *Return = dyn_cast<ReturnInst>(&I); Return && Return->getReturnValue())
      return refuseForm(Sink, I, "the function returns a value");
  }
  return true;
}

bool isBareReturn(const BasicBlock &BB) {
  return isa<ReturnInst>(BB.front()) && !BB.isEntryBlock();
}

/// One return, so that every early return is a guard that rejoins there.
void unifyReturns(Function &F) {
  SmallVector<BasicBlock *, 4> Returns;
  for (BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Returns.push_back(&BB);
  if (Returns.size() < 2)
    return;
  auto *Exit = BasicBlock::Create(F.getContext(), "vx.exit", &F);
  auto *Return = ReturnInst::Create(F.getContext(), Exit);
  Return->setDebugLoc(Returns.back()->getTerminator()->getDebugLoc());
  for (BasicBlock *BB : Returns) {
    if (isBareReturn(*BB)) {
      BB->replaceAllUsesWith(Exit);
      BB->eraseFromParent();
      continue;
    }
    DebugLoc Loc = BB->getTerminator()->getDebugLoc();
    BB->getTerminator()->eraseFromParent();
    BranchInst::Create(Exit, BB)->setDebugLoc(Loc);
  }
}

void simplifyLoops(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallVector<Loop *, 4> Top(LI.begin(), LI.end());
  for (Loop *L : Top)
    simplifyLoop(L, &DT, &LI, /*SE=*/nullptr, /*AC=*/nullptr,
                 /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
  for (Loop *L : LI)
    formLCSSARecursively(*L, DT, &LI, /*SE=*/nullptr);
  SmallVector<PHINode *, 8> Phis;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      Phis.push_back(&Phi);
  for (PHINode *Phi : Phis)
    if (Value *V = mergedValue(*Phi, DT, LI)) {
      Phi->replaceAllUsesWith(V);
      Phi->eraseFromParent();
    }
}

/// i1: does \p Switch take \p Side?
Value *takesSide(SwitchInst &Switch, const BasicBlock *Side) {
  bool IsDefault = Switch.getDefaultDest() == Side;
  IRBuilder<> B(&Switch);
  SmallVector<Value *, 4> Cases;
  for (auto &Case : Switch.cases())
    if ((Case.getCaseSuccessor() == Side) != IsDefault)
      Cases.push_back(
          B.CreateICmpEQ(Switch.getCondition(), Case.getCaseValue()));
  Value *Any = B.CreateOr(Cases);
  return IsDefault ? B.CreateNot(Any) : Any;
}

/// Drops the cases of \p Switch that lead to \p Side. If its default does, another
/// case's successor takes the default's place: the default is not reached any more.
void dropSide(SwitchInst &Switch, const BasicBlock *Side) {
  for (auto It = Switch.case_begin(); It != Switch.case_end();)
    It = It->getCaseSuccessor() == Side ? Switch.removeCase(It) : std::next(It);
  if (Switch.getDefaultDest() != Side)
    return;
  auto Last = std::prev(Switch.case_end());
  Switch.setDefaultDest(Last->getCaseSuccessor());
  Switch.removeCase(Last);
}

///   switch x [1 -> sync, 2 -> a], default b   =>   br (x == 1), sync, rest
///                                            rest: switch x [2 -> a], default b
void splitGuardSwitch(SwitchInst &Switch, BasicBlock *Side) {
  BasicBlock *BB = Switch.getParent();
  Value *Cond = takesSide(Switch, Side);
  auto *Rest = BasicBlock::Create(BB->getContext(), BB->getName() + ".rest",
                                  BB->getParent(), BB->getNextNode());
  for (PHINode &Phi : Side->phis()) {
    while (count(Phi.blocks(), BB) > 1)
      Phi.removeIncomingValue(BB, /*DeletePHIIfEmpty=*/false);
  }
  dropSide(Switch, Side);
  SmallSetVector<BasicBlock *, 4> Others(succ_begin(BB), succ_end(BB));
  for (BasicBlock *Other : Others)
    Other->replacePhiUsesWith(BB, Rest);
  Switch.moveBefore(*Rest, Rest->end());
  BranchInst::Create(Side, Rest, Cond, BB)->setDebugLoc(Switch.getDebugLoc());
}

/// Values that a copied block takes in at its head from \p From alone.
void keepEntries(BasicBlock &Copy, const ValueToValueMapTy &Copies,
                 const BasicBlock *From) {
  auto IsCopy = [&](const BasicBlock *BB) {
    return any_of(Copies, [&](const auto &Pair) { return Pair.second == BB; });
  };
  for (PHINode &Phi : Copy.phis())
    Phi.removeIncomingValueIf(
        [&](unsigned I) {
          BasicBlock *Pred = Phi.getIncomingBlock(I);
          return Pred != From && !IsCopy(Pred);
        },
        /*DeletePHIIfEmpty=*/false);
}

///   d -> done <- others, done -> rejoin   =>   d -> done' -> rejoin <- done <- others
void copyAside(const DivergentGuard &G) {
  BasicBlock *From = G.block(), *Other = G.OtherSides.front();
  Function &F = *From->getParent();
  ValueToValueMapTy Copies;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Pairs;
  for (BasicBlock *BB : G.Aside) {
    BasicBlock *Copy = CloneBasicBlock(BB, Copies, ".aside", &F);
    Copies[BB] = Copy;
    Pairs.push_back({BB, Copy});
  }
  const RemapFlags Flags =
      RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  for (auto [BB, Copy] : Pairs) {
    for (Instruction &I : *Copy) {
      RemapInstruction(&I, Copies, Flags);
      RemapDbgRecordRange(F.getParent(), I.getDbgRecordRange(), Copies, Flags);
    }
    for (BasicBlock *Succ : successors(BB))
      if (Succ == G.Rejoin)
        for (PHINode &Phi : Succ->phis()) {
          Value *V = Phi.getIncomingValueForBlock(BB);
          Value *Copied = Copies.lookup(V);
          Phi.addIncoming(Copied ? Copied : V, Copy);
        }
  }
  for (auto [BB, Copy] : Pairs)
    keepEntries(*Copy, Copies, From);
  Other->removePredecessor(From, /*KeepOneInputPHIs=*/true);
  From->getTerminator()->replaceSuccessorWith(
      Other, cast<BasicBlock>(Copies.lookup(Other)));
}

} // namespace

bool prepareFlow(Function &F, DiagnosticSink &Sink) {
  removeUnreachableBlocks(F);
  if (!checkForm(F, Sink))
    return false;
  unifyReturns(F);
  simplifyLoops(F);
  return true;
}

bool normaliseGuard(const ParticipationFacts &Facts) {
  for (const DivergentGuard &G : Facts.Slice.guards()) {
    if (G.SyncSides.size() != 1 || !G.Rejoin)
      continue;
    if (auto *Switch = dyn_cast<SwitchInst>(G.Branch)) {
      splitGuardSwitch(*Switch, G.SyncSides.front());
      return true;
    }
    if (G.SharedAside) {
      copyAside(G);
      removeUnreachableBlocks(Facts.F);
      return true;
    }
  }
  return false;
}

} // namespace vx
