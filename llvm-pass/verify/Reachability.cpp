//===- Reachability.cpp - what of a module is compiled, and from which kernel===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reachability.h"
#include "vx/Contract.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral ArchQuery = "__CUDA_ARCH";
constexpr StringLiteral FtzQuery = "__CUDA_FTZ";
constexpr StringLiteral FtzFlag = "nvvm-reflect-ftz";
/// `__CUDA_ARCH` is ten times the sm number.
constexpr unsigned ArchPerSm = 10;
/// Bound on the search for a use with an effect; beyond it a value counts as used.
constexpr unsigned MaxUseWalk = 64;

bool isReflect(const Function &F) {
  return F.getName() == "__nvvm_reflect" || F.getName() == "__nvvm_reflect_ocl" ||
         F.getName().starts_with("llvm.nvvm.reflect");
}

StringRef queryOf(const CallBase &CB) {
  StringRef Query;
  if (CB.arg_size() == 1)
    getConstantStringInfo(CB.getArgOperand(0), Query);
  return Query;
}

uint64_t answer(const Module &M, StringRef Query, unsigned Sm) {
  if (Query == ArchQuery)
    return uint64_t(Sm) * ArchPerSm;
  if (Query == FtzQuery)
    if (auto *Flag = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(FtzFlag)))
      return Flag->getZExtValue();
  return 0;
}

template <typename Fn> void forEachReflectCall(const Module &M, Fn Do) {
  for (const Function &F : M)
    if (isReflect(F))
      for (const User *U : F.users())
        if (const auto *CB = dyn_cast<CallBase>(U))
          Do(*CB);
}
} // namespace

Reachability::Reachability(const Module &M, const ModuleView &View, unsigned Sm)
    : View(View) {
  foldReflect(M, Sm);
  for (const Function *F : kernelsOf(const_cast<Module &>(M))) // reads it only
    Kernels.insert(F);
  visitRoots(M);
}

/// Each definition with how it is kept, the strongest reason first.
void Reachability::visitRoots(const Module &M) {
  SmallVector<GlobalValue *, 8> Listed; // llvm.used and llvm.compiler.used
  collectUsedGlobalVariables(M, Listed, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(M, Listed, /*CompilerUsed=*/true);
  SmallPtrSet<const GlobalValue *, 8> Kept(Listed.begin(), Listed.end());
  SmallVector<const Function *, 32> Defined;
  for (const Function &F : M)
    if (!F.isDeclaration() && View.holds(F) && !View.isUnrooted(F))
      Defined.push_back(&F);
  for (const Function *F : Defined)
    if (isKernel(*F))
      visit(View.bodyOf(*F), ReachedFrom::Kernel);
  for (const Function *F : Defined)
    if (!F->isDiscardableIfUnused() || Kept.contains(F))
      visit(View.bodyOf(*F), ReachedFrom::VisibleFunction);
  for (const Function *F : Defined)
    visit(View.bodyOf(*F), ReachedFrom::Nothing);
}

bool Reachability::dependsOnSm(const Module &M) {
  bool Depends = false;
  forEachReflectCall(M, [&](const CallBase &CB) {
    Depends |= queryOf(CB) == ArchQuery;
  });
  return Depends;
}

void Reachability::foldReflect(const Module &M, unsigned Sm) {
  forEachReflectCall(M, [&](const CallBase &CB) {
    StringRef Query = queryOf(CB);
    if (!Query.empty() && CB.getType()->isIntegerTy())
      propagate(CB, ConstantInt::get(CB.getType(), answer(M, Query, Sm)));
  });
}

/// Folds \p I to \p C and, with it, every user whose operands are constants now.
void Reachability::propagate(const Instruction &I, Constant *C) {
  SmallVector<const Instruction *, 16> Work = {&I};
  Folded[&I] = C;
  const DataLayout &DL = I.getDataLayout();
  while (!Work.empty()) {
    const Instruction *Known = Work.pop_back_val();
    for (const User *U : Known->users()) {
      const auto *UI = dyn_cast<Instruction>(U);
      if (!UI || Folded.count(UI) || UI->isTerminator() || isa<PHINode>(UI) ||
          UI->mayReadOrWriteMemory() || isa<AllocaInst>(UI))
        continue;
      SmallVector<Constant *, 4> Ops;
      for (const Value *Op : UI->operands()) {
        const auto *OpI = dyn_cast<Instruction>(Op);
        Constant *OpC = OpI ? Folded.lookup(OpI)
                            : const_cast<Constant *>(dyn_cast<Constant>(Op));
        if (OpC)
          Ops.push_back(OpC);
      }
      if (Ops.size() != UI->getNumOperands())
        continue;
      if (Constant *R = ConstantFoldInstOperands(const_cast<Instruction *>(UI), Ops, DL)) {
        Folded[UI] = R;
        Work.push_back(UI);
      }
    }
  }
}

void Reachability::markLiveBlocks(const Function &F) {
  SmallVector<const BasicBlock *, 16> Work = {&F.getEntryBlock()};
  Live.insert(&F.getEntryBlock());
  auto Push = [&](const BasicBlock *BB) {
    if (Live.insert(BB).second)
      Work.push_back(BB);
  };
  auto Known = [&](const Value *V) -> const ConstantInt * {
    if (const auto *I = dyn_cast<Instruction>(V))
      V = Folded.lookup(I);
    return dyn_cast_or_null<ConstantInt>(V);
  };
  while (!Work.empty()) {
    const Instruction *T = Work.pop_back_val()->getTerminator();
    if (const auto *Br = dyn_cast<BranchInst>(T); Br && Br->isConditional()) {
      if (const ConstantInt *C = Known(Br->getCondition())) {
        Push(Br->getSuccessor(C->isZero() ? 1 : 0));
        continue;
      }
    } else if (const auto *Sw = dyn_cast<SwitchInst>(T)) {
      if (const ConstantInt *C = Known(Sw->getCondition())) {
        Push(Sw->findCaseValue(C)->getCaseSuccessor());
        continue;
      }
    }
    for (unsigned S = 0; S != T->getNumSuccessors(); ++S)
      Push(T->getSuccessor(S));
  }
}

void Reachability::visit(const Function &Root, ReachedFrom From) {
  if (!Nodes.insert({&Root, Node{nullptr, &Root, From}}).second)
    return;
  // Breadth first, so that the chain of a function is a shortest one.
  SmallVector<const Function *, 16> Queue = {&Root};
  for (size_t Head = 0; Head != Queue.size(); ++Head) {
    const Function *F = Queue[Head];
    if (F->isDeclaration())
      continue;
    markLiveBlocks(*F);
    SmallVector<const Function *, 8> Next;
    for (const BasicBlock &BB : *F)
      if (isLive(BB))
        for (const Instruction &I : BB)
          for (const Value *Op : I.operands())
            if (isa<Constant>(Op) && !isa<ConstantData>(Op) && SeenConstants.insert(Op).second)
              mention(*Op, *F, Next);
    SeenConstants.clear();
    for (const Function *G : Next)
      if (Nodes.insert({G, Node{F, &Root, From}}).second)
        Queue.push_back(G);
  }
}

/// Functions behind a constant operand, through constant expressions, aggregates and
/// the initialisers of the globals it names.
void Reachability::mention(const Value &V, const Function &By,
                           SmallVectorImpl<const Function *> &Next) {
  SmallVector<const Value *, 8> Work = {&V};
  while (!Work.empty()) {
    const Value *C = Work.pop_back_val();
    if (isa<ConstantData>(C) || isa<BasicBlock>(C))
      continue;
    if (const auto *F = dyn_cast<Function>(C)) {
      if (!View.isGone(*F))
        Next.push_back(&View.bodyOf(*F));
      continue;
    }
    if (C != &V && !SeenConstants.insert(C).second)
      continue;
    if (const auto *G = dyn_cast<GlobalVariable>(C))
      if (!GlobalUsers.insert({G, &By}).second)
        continue;
    if (const auto *U = dyn_cast<Constant>(C))
      for (const Value *Op : U->operands())
        Work.push_back(Op);
  }
}

const Reachability::Node *Reachability::node(const Function &F) const {
  auto It = Nodes.find(&F);
  return It == Nodes.end() ? nullptr : &It->second;
}

std::string Reachability::chain(const Function &F) const {
  SmallVector<const Function *, 8> Path;
  for (const Function *At = &F; At;) {
    Path.push_back(At);
    const Node *N = node(*At);
    At = N ? N->Parent : nullptr;
  }
  std::string Text;
  for (const Function *At : reverse(Path))
    Text += (Text.empty() ? "" : " -> ") + userName(*At);
  return Text;
}

/// A value is dead when nothing it flows to has an effect; llc drops it then.
bool Reachability::isLive(const Instruction &I) const {
  if (!isLive(*I.getParent()))
    return false;
  SmallSetVector<const Instruction *, 16> Work;
  Work.insert(&I);
  for (size_t Head = 0; Head != Work.size(); ++Head) {
    const Instruction *At = Work[Head];
    if (!wouldInstructionBeTriviallyDead(At) || Work.size() > MaxUseWalk)
      return true;
    for (const User *U : At->users())
      if (const auto *UI = dyn_cast<Instruction>(U))
        Work.insert(UI);
  }
  return false;
}

} // namespace vx
