//===- ShapeEvents.cpp - instructions that order asynchronous copies===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShapeEvents.h"
#include "vx/SyncPoints.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedSpace = 3;

StringRef nvvmName(const Instruction &I) {
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return "";
  StringRef Name = II->getCalledFunction()->getName();
  return Name.consume_front("llvm.nvvm.") ? Name : "";
}
} // namespace

const CallBase *asAsyncCopy(const Instruction &I) {
  StringRef Name = nvvmName(I);
  if (Name.starts_with("cp.async.ca.") || Name.starts_with("cp.async.cg."))
    return cast<CallBase>(&I);
  return nullptr;
}

bool isCommit(const Instruction &I) { return nvvmName(I) == "cp.async.commit.group"; }

std::optional<int64_t> pendingAfterWait(const Instruction &I) {
  StringRef Name = nvvmName(I);
  if (Name == "cp.async.wait.all")
    return -1;
  if (Name != "cp.async.wait.group")
    return std::nullopt;
  const auto *N = dyn_cast<ConstantInt>(cast<CallBase>(I).getArgOperand(0));
  return N ? std::optional<int64_t>(N->getSExtValue()) : std::nullopt;
}

bool isBlockBarrier(const Instruction &I) {
  SyncKind Kind = syncKind(I);
  return Kind == SyncKind::Barrier || Kind == SyncKind::Reduction;
}

bool isOtherAsync(const Instruction &I) {
  StringRef Name = nvvmName(I);
  return Name.starts_with("cp.async.bulk") || Name.starts_with("cp.async.mbarrier") ||
         Name.starts_with("mbarrier.");
}

const Value *sharedOperand(const Instruction &I) {
  const Value *P = nullptr;
  if (const CallBase *Copy = asAsyncCopy(I))
    P = Copy->getArgOperand(0);
  else if (const Value *Accessed = getLoadStorePointerOperand(&I))
    P = Accessed;
  else if (const auto *R = dyn_cast<AtomicRMWInst>(&I))
    P = R->getPointerOperand();
  else if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    P = X->getPointerOperand();
  else if (const auto *CB = dyn_cast<CallBase>(&I); CB && CB->mayReadOrWriteMemory())
    for (const Value *Arg : CB->args())
      if (Arg->getType()->isPointerTy() && Arg->getType()->getPointerAddressSpace() == SharedSpace)
        P = Arg;
  return P && P->getType()->getPointerAddressSpace() == SharedSpace ? P : nullptr;
}

uint64_t maskedLead(const Instruction &I) {
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II || II->getIntrinsicID() != Intrinsic::masked_load)
    return 0;
  const auto *Mask = dyn_cast<Constant>(II->getArgOperand(1));
  const auto *Ty = dyn_cast<FixedVectorType>(II->getType());
  unsigned Lane = 0;
  while (Mask && Ty && Lane + 1 < Ty->getNumElements()) {
    const Constant *On = Mask->getAggregateElement(Lane);
    if (!On || !On->isNullValue())
      break;
    ++Lane;
  }
  return Lane == 0 ? 0 : Lane * II->getDataLayout().getTypeStoreSize(Ty->getElementType());
}

} // namespace vx
