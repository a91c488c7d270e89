//===- SyncPoints.cpp - instructions that a whole block executes together ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/SyncPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

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

/// An instruction of \p Line that begins with "bar." or "barrier.", not within a longer
/// word such as membar, and not bar.warp.
static bool hasBarrier(StringRef Line) {
  for (size_t At = Line.find("bar"); At != StringRef::npos;
       At = Line.find("bar", At + 1)) {
    StringRef Word = Line.drop_front(At);
    bool Starts = At == 0 || !(isAlnum(Line[At - 1]) ||
                               StringRef("_.$%").contains(Line[At - 1]));
    if (Starts &&
        (Word.starts_with("barrier.") ||
         (Word.starts_with("bar.") && !Word.starts_with("bar.warp."))))
      return true;
  }
  return false;
}

bool isAsmBarrier(const CallBase &CB) {
  const auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm)
    return false;
  SmallVector<StringRef, 4> Lines;
  StringRef(Asm->getAsmString()).split(Lines, '\n');
  return any_of(Lines, [](StringRef Line) {
    return hasBarrier(Line.split("//").first);
  });
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
