//===- PrivateArrays.cpp - private arrays in registers ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/PrivateArrays.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
/// Loops whose induction variable moves \p Address.
void collectDrivers(const SCEV *Address, SetVector<Loop *> &Drivers) {
  struct Collector {
    SetVector<Loop *> &Drivers;
    bool follow(const SCEV *S) {
      if (auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
        Drivers.insert(const_cast<Loop *>(Rec->getLoop()));
      return true;
    }
    bool isDone() const { return false; }
  } C{Drivers};
  visitAll(Address, C);
}

/// An index that is no function of loop counters cannot become a constant.
bool dependsOnUnknown(const SCEV *Offset) {
  return SCEVExprContains(Offset,
                          [](const SCEV *S) { return isa<SCEVUnknown>(S); });
}

/// Follows every use of one alloca.
class ArrayUses {
public:
  ArrayUses(PrivateArray &Array, ScalarEvolution &SE) : Array(Array), SE(SE) {}

  void run() {
    visitUsers(*Array.Alloca);
    Array.Drivers.assign(Drivers.begin(), Drivers.end());
  }

private:
  PrivateArray &Array;
  ScalarEvolution &SE;
  SetVector<Loop *> Drivers;

  void stay(const Twine &Why) {
    if (Array.StaysBecause.empty())
      Array.StaysBecause = Why.str();
  }

  void visitUsers(Value &Pointer) {
    for (Use &U : Pointer.uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(I))
        visitUsers(*I);
      else if (auto *Load = dyn_cast<LoadInst>(I))
        visitAccess(*Load->getPointerOperand(), Load->isSimple());
      else if (auto *Store = dyn_cast<StoreInst>(I);
               Store && U.getOperandNo() == StoreInst::getPointerOperandIndex())
        visitAccess(*Store->getPointerOperand(), Store->isSimple());
      else if (auto *II = dyn_cast<IntrinsicInst>(I);
               !II || !(II->isLifetimeStartOrEnd() || II->isAssumeLikeIntrinsic()))
        stay("its address is used other than by loads and stores");
    }
  }

  void visitAccess(Value &Pointer, bool Simple) {
    if (!Simple)
      return stay("it is accessed as volatile or atomic");
    const SCEV *Offset = SE.removePointerBase(SE.getSCEV(&Pointer));
    if (dependsOnUnknown(Offset))
      return stay("an index is not a function of loop counters");
    collectDrivers(Offset, Drivers);
  }
};
} // namespace

std::vector<PrivateArray> findPrivateArrays(Function &F, LoopInfo &LI,
                                            ScalarEvolution &SE) {
  std::vector<PrivateArray> Arrays;
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Instruction &I : F.getEntryBlock()) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    if (!Alloca || !Alloca->isStaticAlloca())
      continue;
    std::optional<TypeSize> Size = Alloca->getAllocationSize(DL);
    if (!Size || Size->isScalable() || Size->isZero())
      continue;
    PrivateArray &Array = Arrays.emplace_back();
    Array.Alloca = Alloca;
    Array.Bytes = Size->getFixedValue();
    ArrayUses(Array, SE).run();
  }
  return Arrays;
}

} // namespace vx
