//===- Sites.cpp - one walk over the module for everything tagged or called -*-
// C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finds, per function, tagged loads, calls of transfer callees and the calls
// that lead to other functions. What carries a request but cannot be one is
// reported here, where the instruction is at hand:
//
//   store ..., !vx.placement !0             VX107  not a load of global memory
//   invoke @transfer / musttail / bundles   VX109  no plain call
//   call @_mlir_ciface_f outside wrappers   VX112
//   store ptr @transfer, ptr %p             VX112  may be called from anywhere
#include "ContractInternal.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

const MDNode *placementTag(const Instruction &I) {
  return I.hasMetadataOtherThanDebugLoc() ? I.getMetadata(PlacementMD)
                                          : nullptr;
}

namespace {
constexpr StringLiteral PlaceableRemedy =
    "tag plain loads of global memory only, or drop the tag";

/// Why \p I cannot be a placed load; empty if it can.
std::string whyUnplaceable(const Instruction &I) {
  const Value *Pointer = nullptr;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->isVolatile())
      return "the load is volatile";
    if (Load->isAtomic())
      return "the load is atomic";
    Pointer = Load->getPointerOperand();
  } else if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
             Call && Call->getIntrinsicID() == Intrinsic::masked_load) {
    Pointer = Call->getArgOperand(0);
  } else {
    return "it is not a load";
  }
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space != GenericSpace && Space != GlobalSpace)
    return "it reads address space " + std::to_string(Space) +
           ", tiles are in global memory (generic or address space 1)";
  if (I.getType()->isScalableTy() || I.getType()->isTargetExtTy())
    return "its type has no fixed size";
  return "";
}

/// Why \p CB is not a plain call of transfer callee \p F; empty if it is one.
std::string whyNoPlainCall(const CallBase &CB, const Function &F) {
  const auto *Call = dyn_cast<CallInst>(&CB);
  if (!Call)
    return "it is called by an instruction other than call";
  if (CB.getFunctionType() != F.getFunctionType())
    return "it is called through another type than its own";
  if (Call->isMustTailCall())
    return "it is called by a musttail call";
  if (CB.hasOperandBundles())
    return "its call has operand bundles";
  return "";
}

/// A use that neither calls the function from elsewhere nor lets its address
/// out: a direct call, a use in a body that is dropped anyway, or a place in
/// llvm.used.
bool isHarmlessUse(const Use &U) {
  SmallVector<const Use *, 4> Work{&U};
  while (!Work.empty()) {
    const Use *Next = Work.pop_back_val();
    const User *By = Next->getUser();
    if (const auto *I = dyn_cast<Instruction>(By)) {
      const auto *CB = dyn_cast<CallBase>(I);
      bool Calls = CB && CB->isCallee(Next);
      if (!Calls && !isTransferCallee(*I->getFunction()))
        return false;
    } else if (const auto *G = dyn_cast<GlobalVariable>(By)) {
      if (G->getName() != "llvm.used" && G->getName() != "llvm.compiler.used")
        return false;
    } else if (isa<GlobalValue>(By) || isa<BlockAddress>(By)) {
      return false;
    } else {
      for (const Use &Outer : By->uses())
        Work.push_back(&Outer);
    }
  }
  return true;
}

class SiteCollector {
public:
  SiteCollector(Module &M, DiagnosticSink &Sink) : M(M), Sink(Sink) {}

  SiteMap collect() {
    for (Function &F : M)
      if (!F.isDeclaration() && !isTransferCallee(F))
        for (Instruction &I : instructions(F))
          visit(I, Sites[&F]);
    for (GlobalObject &G : M.global_objects())
      if (G.hasMetadata() && G.getMetadata(PlacementMD))
        Sink.report(Diag::UnplaceableLoad,
                    "@" + G.getName() + " carries a placement tag itself",
                    PlaceableRemedy);
    for (Function *F : transferCallees(M))
      checkAddressTaken(*F);
    return std::move(Sites);
  }

private:
  void visit(Instruction &I, FunctionSites &S);
  void visitTagged(Instruction &I, FunctionSites &S);
  void visitTransfer(CallBase &CB, Function &Callee, FunctionSites &S);
  void checkAddressTaken(Function &Callee);

  Module &M;
  DiagnosticSink &Sink;
  SiteMap Sites;
};

void SiteCollector::visit(Instruction &I, FunctionSites &S) {
  if (placementTag(I))
    visitTagged(I, S);
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB)
    return;
  auto *Callee =
      dyn_cast<Function>(CB->getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return;
  if (isTransferCallee(*Callee))
    visitTransfer(*CB, *Callee, S);
  else if (!Callee->isDeclaration())
    S.Calls.insert(Callee);
}

void SiteCollector::visitTagged(Instruction &I, FunctionSites &S) {
  std::string Why = whyUnplaceable(I);
  if (!Why.empty()) {
    Sink.report(Diag::UnplaceableLoad, I, Why, PlaceableRemedy);
    S.Unplaceable.insert(placementTag(I));
  } else if (auto *Load = dyn_cast<LoadInst>(&I))
    S.Loads.push_back(Load);
  else
    S.MaskedLoads.push_back(cast<CallBase>(&I));
}

void SiteCollector::visitTransfer(CallBase &CB, Function &Callee,
                                  FunctionSites &S) {
  if (isCInterface(Callee)) {
    Sink.report(Diag::StrayTransferCall, CB,
                "@" + Callee.getName() +
                    " is called from outside its wrapper, which LLVM may have "
                    "inlined",
                "run placement or vx-protect-transfers before LLVM's inliner");
    return;
  }
  std::string Why = whyNoPlainCall(CB, Callee);
  if (Why.empty())
    S.Transfers.push_back(&CB);
  else
    Sink.report(Diag::TransferSignature, CB,
                "@" + Callee.getName() + " cannot be a transfer here: " + Why,
                "call it by a plain call of its own type");
}

void SiteCollector::checkAddressTaken(Function &Callee) {
  const Use *U = addressTakingUse(Callee);
  if (!U)
    return;
  StringRef Remedy = "call it directly from kernels and device functions";
  std::string Detail =
      ("@" + Callee.getName() +
       " has its address taken and may be called from anywhere")
          .str();
  if (const auto *I = dyn_cast<Instruction>(U->getUser()))
    Sink.report(Diag::StrayTransferCall, *I, Detail, Remedy);
  else
    Sink.report(Diag::StrayTransferCall, Detail, Remedy);
}
} // namespace

const Use *addressTakingUse(const Function &F) {
  for (const Use &U : F.uses())
    if (!isHarmlessUse(U))
      return &U;
  return nullptr;
}

bool isPlaceable(const Instruction &I) { return whyUnplaceable(I).empty(); }

SiteMap collectSites(Module &M, DiagnosticSink &Sink) {
  return SiteCollector(M, Sink).collect();
}

} // namespace vx
