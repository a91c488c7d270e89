//===- Callees.cpp - transfer callees come and go -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// MLIR makes a family of functions for one transfer, all with the attribute:
//
//   kernel -> @t (wrapper) -> @_mlir_ciface_t        kernel -> @t
//   @_mlir_ciface_t (body) -> @t                     (with
//   llvm.emit_c_interface)
//
// Bodies are never looked at, so a member lives as long as something other than
// the body of a member, or a place in llvm.used, refers to it.
#include "ContractInternal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace vx {

namespace {
/// True when code outside of transfer bodies, or data, refers to \p F.
bool usedFromOutside(const Function &F) {
  SmallVector<const User *, 8> Work(F.users());
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (const auto *I = dyn_cast<Instruction>(U)) {
      if (!isTransferCallee(*I->getFunction()))
        return true;
    } else if (const auto *G = dyn_cast<GlobalValue>(U)) {
      if (G->getName() != "llvm.used" && G->getName() != "llvm.compiler.used")
        return true;
    } else {
      append_range(Work, U->users());
    }
  }
  return false;
}

void eraseFamily(Module &M, ArrayRef<Function *> Dead) {
  SmallPtrSet<Constant *, 8> Set(Dead.begin(), Dead.end());
  removeFromUsedLists(
      M, [&](Constant *C) { return Set.contains(C->stripPointerCasts()); });
  for (Function *F : Dead) {
    F->deleteBody();
    F->setComdat(nullptr);
  }
  for (Function *F : Dead) {
    F->removeDeadConstantUsers();
    if (F->use_empty())
      F->eraseFromParent();
  }
}
} // namespace

bool isTransferCallee(const Function &F) {
  return F.hasFnAttribute(TransferAttr);
}

bool isCInterface(const Function &F) {
  return isTransferCallee(F) && F.getName().starts_with("_mlir_ciface_");
}

Function *transferCallee(const CallBase &CB) {
  Function *F = CB.getCalledFunction();
  return F && isTransferCallee(*F) ? F : nullptr;
}

std::vector<Function *> transferCallees(Module &M) {
  std::vector<Function *> Callees;
  for (Function &F : M)
    if (isTransferCallee(F))
      Callees.push_back(&F);
  return Callees;
}

bool dropTransferBodies(Module &M) {
  bool Changed = false;
  for (Function *F : transferCallees(M))
    if (!F->isDeclaration()) {
      F->deleteBody();
      F->setComdat(nullptr);
      Changed = true;
    }
  return Changed;
}

bool eraseCInterfaces(Module &M) {
  std::vector<Function *> Dead = transferCallees(M);
  erase_if(Dead, [](Function *F) {
    return !isCInterface(*F) || usedFromOutside(*F);
  });
  eraseFamily(M, Dead);
  return !Dead.empty();
}

bool eraseUncalledTransfers(Module &M) {
  // A member that lives keeps what its body refers to, as the body stays.
  std::vector<Function *> Members = transferCallees(M);
  SmallSetVector<Function *, 16> Alive;
  for (Function *F : Members)
    if (usedFromOutside(*F))
      Alive.insert(F);
  for (size_t I = 0; I != Alive.size(); ++I)
    for (Instruction &Inst : instructions(*Alive[I]))
      for (const Use &Operand : Inst.operands())
        if (auto *F = dyn_cast<Function>(Operand.get()->stripPointerCasts());
            F && isTransferCallee(*F))
          Alive.insert(F);
  erase_if(Members, [&](Function *F) { return Alive.contains(F); });
  eraseFamily(M, Members);
  return !Members.empty();
}

} // namespace vx
