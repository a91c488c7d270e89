//===- ImpossibleArms.cpp - switches that are branches ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Languages with sum types write a loop's test as a switch on a discriminant, with an arm that
// is never taken. ScalarEvolution gives such a loop no trip count, and the arm looks like
// threads that end:
//
//   %d = zext i1 %c to i32                                 br i1 %c, label %body, label %done
//   switch i32 %d, label %never [0 %done, 1 %body]    =>
//   never: unreachable
//
// Only a block that begins with `unreachable` is never reached; one that traps first is.
#include "vx/ScratchKernel.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace vx {

namespace {
bool isNever(const BasicBlock &BB) {
  return isa<UnreachableInst>(*BB.getFirstNonPHIOrDbg());
}

/// Cases and default that lead nowhere go; the last case left may become the default.
bool dropArms(SwitchInst &Switch) {
  BasicBlock *BB = Switch.getParent();
  bool Changed = false;
  for (auto Case = Switch.case_begin(); Case != Switch.case_end();) {
    if (!isNever(*Case->getCaseSuccessor())) {
      ++Case;
      continue;
    }
    Case->getCaseSuccessor()->removePredecessor(BB, /*KeepOneInputPHIs=*/true);
    Case = Switch.removeCase(Case);
    Changed = true;
  }
  if (isNever(*Switch.getDefaultDest()) && Switch.getNumCases() > 0) {
    Switch.getDefaultDest()->removePredecessor(BB, /*KeepOneInputPHIs=*/true);
    auto Last = std::prev(Switch.case_end());
    Switch.setDefaultDest(Last->getCaseSuccessor()); // its edge stays one edge
    Switch.removeCase(Last);
    Changed = true;
  }
  if (Changed)
    Switch.setMetadata(LLVMContext::MD_prof, nullptr);
  return Changed;
}

/// i1 that holds if \p Switch takes its only case.
Value *takesCase(IRBuilder<> &B, SwitchInst &Switch, bool &Negated) {
  ConstantInt *Of = Switch.case_begin()->getCaseValue();
  Value *Cond = Switch.getCondition();
  auto *Ext = dyn_cast<ZExtInst>(Cond);
  if (Ext && Ext->getSrcTy()->isIntegerTy(1) && Of->getValue().ule(1)) {
    Negated = Of->isZero();
    return Ext->getOperand(0);
  }
  return B.CreateICmpEQ(Cond, Of);
}

bool toBranch(SwitchInst &Switch) {
  if (Switch.getNumCases() > 1)
    return false;
  IRBuilder<> B(&Switch);
  BasicBlock *Default = Switch.getDefaultDest();
  if (Switch.getNumCases() == 0) {
    B.CreateBr(Default);
  } else if (BasicBlock *Case = Switch.case_begin()->getCaseSuccessor(); Case == Default) {
    Default->removePredecessor(Switch.getParent(), /*KeepOneInputPHIs=*/true);
    B.CreateBr(Default);
  } else {
    bool Negated = false;
    Value *Takes = takesCase(B, Switch, Negated);
    B.CreateCondBr(Takes, Negated ? Default : Case, Negated ? Case : Default);
  }
  Instruction *Branch = Switch.getPrevNode();
  Branch->copyMetadata(Switch, {LLVMContext::MD_loop});
  Switch.eraseFromParent();
  return true;
}

bool dropSide(BranchInst &Branch) {
  if (!Branch.isConditional())
    return false;
  for (unsigned Side : {0u, 1u}) {
    BasicBlock *Never = Branch.getSuccessor(Side), *Other = Branch.getSuccessor(1 - Side);
    if (!isNever(*Never) || Never == Other)
      continue;
    Never->removePredecessor(Branch.getParent(), /*KeepOneInputPHIs=*/true);
    auto *Straight = BranchInst::Create(Other, Branch.getIterator());
    Straight->setDebugLoc(Branch.getDebugLoc());
    Straight->copyMetadata(Branch, {LLVMContext::MD_loop});
    Branch.eraseFromParent();
    return true;
  }
  return false;
}
} // namespace

bool foldImpossibleArms(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F) {
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator())) {
      Changed |= dropArms(*Switch);
      Changed |= toBranch(*Switch);
    } else if (auto *Branch = dyn_cast<BranchInst>(BB.getTerminator())) {
      Changed |= dropSide(*Branch);
    }
  }
  if (Changed)
    removeUnreachableBlocks(F);
  return Changed;
}

} // namespace vx
