//===- SyncPoints.cpp - instructions that a whole block executes together ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/SyncPoints.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {
bool isZero(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isZero();
}

SyncKind markerKind(const CallBase &CB) {
  Attribute A = CB.getFnAttr(SyncAttr);
  if (!A.isValid())
    return SyncKind::None;
  return StringSwitch<SyncKind>(A.getValueAsString())
      .Case("fill", SyncKind::Fill)
      .Case("issue", SyncKind::Issue)
      .Case("any", SyncKind::Any)
      .Default(SyncKind::None);
}
} // namespace

SyncKind syncKind(const Instruction &I) {
  const auto *CB = dyn_cast<CallBase>(&I);
  if (!CB)
    return SyncKind::None;
  switch (CB->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
    return isZero(CB->getArgOperand(0)) ? SyncKind::Barrier : SyncKind::None;
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_all:
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
    return isZero(CB->getArgOperand(0)) ? SyncKind::Reduction : SyncKind::None;
  case Intrinsic::nvvm_cp_async_commit_group:
    return I.hasMetadata("vx.ours") ? SyncKind::Commit : SyncKind::None;
  case Intrinsic::nvvm_cp_async_wait_group:
  case Intrinsic::nvvm_cp_async_wait_all:
    return I.hasMetadata("vx.ours") ? SyncKind::Wait : SyncKind::None;
  case Intrinsic::not_intrinsic:
    return markerKind(*CB);
  default:
    return SyncKind::None;
  }
}

Function *anyMarker(Module &M) {
  constexpr StringLiteral Name = "vx.sync.any";
  if (Function *F = M.getFunction(Name); F && F->hasFnAttribute(SyncAttr))
    return F;
  Type *I1 = Type::getInt1Ty(M.getContext());
  auto *F = Function::Create(FunctionType::get(I1, {I1}, false),
                             GlobalValue::ExternalLinkage, Name, M);
  F->addFnAttr(SyncAttr, "any");
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  return F;
}

bool isPartialBarrier(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isIntrinsic())
    return false;
  StringRef Name = F->getName();
  if (!Name.consume_front("llvm.nvvm.barrier.cta."))
    return false;
  if (Name.ends_with(".count") || Name.starts_with("arrive"))
    return true;
  return !isZero(CB.getArgOperand(0));
}

bool isWarpCollective(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isIntrinsic())
    return false;
  StringRef Name = F->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  for (StringRef Prefix : {"shfl.", "vote.", "match.", "redux.", "bar.warp.",
                           "activemask", "elect."})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

} // namespace vx
