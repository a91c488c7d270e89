//===- Instrument.cpp - a check in front of every access -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Every access to memory that a thread does not provably own gets a call of the
// run-time in front, with the address, the size, the claimed alignment and the
// site. An access to an alloca of the same function is compared with the
// alloca's size in line; a constant offset inside it needs nothing.
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace vx::simt {

namespace {
/// One access as the checks see it.
struct Access {
  Instruction *I;
  Value *Pointer;
  uint64_t Size;
  Align Alignment;
};
} // namespace

static std::optional<Access> accessOf(Instruction &I) {
  const DataLayout &DL = I.getModule()->getDataLayout();
  auto make = [&](Value *P, Type *T, Align A) {
    return Access{&I, P, DL.getTypeStoreSize(T).getFixedValue(), A};
  };
  if (auto *L = dyn_cast<LoadInst>(&I))
    return make(L->getPointerOperand(), L->getType(), L->getAlign());
  if (auto *S = dyn_cast<StoreInst>(&I))
    return make(S->getPointerOperand(), S->getValueOperand()->getType(),
                S->getAlign());
  if (auto *R = dyn_cast<AtomicRMWInst>(&I))
    return make(R->getPointerOperand(), R->getType(), R->getAlign());
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return make(X->getPointerOperand(), X->getNewValOperand()->getType(),
                X->getAlign());
  return std::nullopt;
}

/// Compares an access to an alloca with the alloca's size. Returns false when
/// the access is not to one of this function's allocas of constant size.
static bool checkLocal(LoweringContext &C, const Access &A) {
  auto *Alloca = dyn_cast<AllocaInst>(getUnderlyingObject(A.Pointer));
  const DataLayout &DL = C.M.getDataLayout();
  if (!Alloca || !Alloca->getAllocationSize(DL))
    return false;
  uint64_t Size = Alloca->getAllocationSize(DL)->getFixedValue();
  APInt Offset(DL.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  const Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (Base == Alloca && Offset.isNonNegative() &&
      Offset.ule(Size) && Size - Offset.getZExtValue() >= A.Size)
    return true;
  IRBuilder<> B(A.I);
  Type *I64 = B.getInt64Ty();
  Value *Distance = B.CreateSub(B.CreatePtrToInt(A.Pointer, I64),
                                B.CreatePtrToInt(Alloca, I64));
  Value *Bad = Size < A.Size
                   ? B.getTrue()
                   : B.CreateICmpUGT(Distance, B.getInt64(Size - A.Size));
  Instruction *Cold = SplitBlockAndInsertIfThen(Bad, A.I, /*Unreachable=*/true);
  C.call(Cold, "local_bounds", B.getVoidTy(),
         {C.thread(*A.I->getFunction()), Distance, B.getInt64(A.Size),
          B.getInt64(Size), C.siteValue(*A.I)});
  return true;
}

static const char *checkName(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return "atomic";
  return isa<StoreInst>(I) ? "write" : "read";
}

/// What an atomic access does and orders, as the run-time's bits.
static unsigned atomicBits(const Instruction &I) {
  AtomicOrdering O = AtomicOrdering::Monotonic;
  unsigned Bits = 0;
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    O = L->getOrdering();
    Bits = AtomicReads;
  } else if (auto *S = dyn_cast<StoreInst>(&I)) {
    O = S->getOrdering();
    Bits = AtomicWrites;
  } else {
    Bits = AtomicReads | AtomicWrites;
    if (auto *R = dyn_cast<AtomicRMWInst>(&I))
      O = R->getOrdering();
    else if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
      O = X->getSuccessOrdering();
  }
  return Bits | (isAcquireOrStronger(O) ? AtomicAcquires : 0) |
         (isReleaseOrStronger(O) ? AtomicReleases : 0);
}

static void checkAccess(LoweringContext &C, const Access &A) {
  if (C.Checked.contains(A.I) || checkLocal(C, A))
    return;
  IRBuilder<> B(A.I);
  uint32_t Packed = packAccess(A.Size, Log2(A.Alignment));
  SmallVector<Value *> Args = {C.thread(*A.I->getFunction()),
                               C.flat(A.I, A.Pointer), B.getInt32(Packed),
                               C.siteValue(*A.I)};
  StringRef Name = checkName(*A.I);
  if (Name == "atomic")
    Args.push_back(B.getInt32(atomicBits(*A.I)));
  C.call(A.I, Name, B.getVoidTy(), Args);
}

/// memcpy, memmove, memset: done by the run-time, whatever the checks.
static void replaceMemIntrinsic(LoweringContext &C, AnyMemIntrinsic &MI) {
  IRBuilder<> B(&MI);
  Value *Length = B.CreateZExtOrTrunc(MI.getLength(), B.getInt64Ty());
  Value *Thread = C.thread(*MI.getFunction());
  Value *Dest = C.flat(&MI, MI.getRawDest());
  if (auto *MT = dyn_cast<AnyMemTransferInst>(&MI))
    C.call(&MI, "memmove", B.getVoidTy(),
           {Thread, Dest, C.flat(&MI, MT->getRawSource()), Length,
            C.siteValue(MI)});
  else
    C.call(&MI, "memset", B.getVoidTy(),
           {Thread, Dest, cast<AnyMemSetInst>(MI).getValue(), Length,
            C.siteValue(MI)});
  MI.eraseFromParent();
}

/// The operand array of a lowered transfer is the run-time's own.
static bool isOwn(const Access &A) {
  return getUnderlyingObject(A.Pointer)->getName().starts_with("vx.");
}

static bool callsRuntime(const Loop &L) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *CB = dyn_cast<CallBase>(&I);
          CB && (!CB->getCalledFunction() || !CB->getCalledFunction()->isIntrinsic()))
        return true;
  return false;
}

/// A loop without a checked access could run for ever unseen: it polls the clock.
static void pollLoops(LoweringContext &C, Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  for (Loop *L : LI.getLoopsInPreorder())
    if (!callsRuntime(*L))
      C.call(&*L->getHeader()->getFirstInsertionPt(), "poll",
             Type::getVoidTy(F.getContext()), {C.thread(F)});
}

void instrumentAccesses(LoweringContext &C) {
  SmallVector<Access> Accesses;
  SmallVector<AnyMemIntrinsic *> MemIntrinsics;
  for (Function &F : C.M)
    for (Instruction &I : instructions(F)) {
      if (auto *MI = dyn_cast<AnyMemIntrinsic>(&I))
        MemIntrinsics.push_back(MI);
      else if (std::optional<Access> A = accessOf(I); A && !isOwn(*A))
        Accesses.push_back(*A);
    }
  for (AnyMemIntrinsic *MI : MemIntrinsics)
    replaceMemIntrinsic(C, *MI);
  for (const Access &A : Accesses) {
    bool Spins = A.I->isAtomic() || A.I->isVolatile();
    if (C.Level != Checks::None || Spins)
      checkAccess(C, A);
  }
  if (C.Level != Checks::None)
    for (Function &F : C.M)
      if (!F.isDeclaration())
        pollLoops(C, F);
}

} // namespace vx::simt
