//===- LowerSync.cpp - barriers, asynchronous copies, warp collectives -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The intrinsics by which threads wait for each other or for a copy become
// calls of the run-time. The site is a constant operand, so that it stays that
// of the input whatever the host's optimiser does with the call.
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::simt {

static void replace(CallBase &CB, Value *V) {
  if (!CB.getType()->isVoidTy())
    CB.replaceAllUsesWith(V);
  CB.eraseFromParent();
}

/// "cta.{sync,arrive,red.<op>}[.aligned].{all,count}": operands id, [count],
/// [predicate].
static bool lowerBarrier(LoweringContext &C, CallBase &CB, StringRef Name) {
  if (!Name.consume_front("barrier.cta."))
    return false;
  BarrierOp Op;
  if (Name.consume_front("sync"))
    Op = BarrierOp::Sync;
  else if (Name.consume_front("arrive"))
    Op = BarrierOp::Arrive;
  else if (Name.consume_front("red.and"))
    Op = BarrierOp::RedAnd;
  else if (Name.consume_front("red.or"))
    Op = BarrierOp::RedOr;
  else if (Name.consume_front("red.popc"))
    Op = BarrierOp::RedPopc;
  else
    return false;
  uint32_t Code = uint32_t(Op);
  if (Name.consume_front(".aligned"))
    Code |= BarrierAligned;
  bool Counted = Name == ".count";
  IRBuilder<> B(&CB);
  Value *Count = Counted ? CB.getArgOperand(1) : B.getInt32(0);
  Value *Pred = B.getInt32(0);
  if (Op >= BarrierOp::RedAnd)
    Pred = B.CreateZExt(CB.getArgOperand(Counted ? 2 : 1), B.getInt32Ty());
  C.Info.HasPartialSync |= Counted;
  Value *R = C.call(&CB, "barrier", B.getInt32Ty(),
                    {C.thread(*CB.getFunction()), B.getInt32(Code),
                     CB.getArgOperand(0), Count, Pred, C.siteValue(CB)});
  if (CB.getType()->isIntegerTy(1))
    R = B.CreateICmpNE(R, B.getInt32(0));
  replace(CB, R);
  return true;
}

/// "{ca,cg}.shared.global.<bytes>[.s]", commit.group, wait.group, wait.all.
static bool lowerAsync(LoweringContext &C, CallBase &CB, StringRef Name) {
  if (!Name.consume_front("cp.async."))
    return false;
  IRBuilder<> B(&CB);
  Value *Thread = C.thread(*CB.getFunction());
  Type *Void = B.getVoidTy();
  if (Name == "commit.group") {
    C.call(&CB, "commit", Void, {Thread, C.siteValue(CB)});
  } else if (Name == "wait.group") {
    C.call(&CB, "wait_group", Void,
           {Thread, CB.getArgOperand(0), C.siteValue(CB)});
  } else if (Name == "wait.all") {
    C.call(&CB, "wait_all", Void, {Thread, C.siteValue(CB)});
  } else {
    if (!Name.consume_front("ca.shared.global.") &&
        !Name.consume_front("cg.shared.global."))
      return false;
    unsigned Bytes;
    if (Name.consumeInteger(10, Bytes))
      return false;
    Value *SourceBytes = Name == ".s" ? CB.getArgOperand(2) : B.getInt32(Bytes);
    C.call(&CB, "cp_async", Void,
           {Thread, C.flat(&CB, CB.getArgOperand(0)),
            C.flat(&CB, CB.getArgOperand(1)), B.getInt32(Bytes), SourceBytes,
            C.siteValue(CB)});
  }
  replace(CB, nullptr);
  return true;
}

namespace {
/// How a warp collective's operands lie: index of mask, value and the two
/// shuffle operands, -1 where there is none.
struct WarpForm {
  const char *Name;
  WarpOp Op;
  int Mask, Value, B, C;
};
} // namespace

static const WarpForm WarpForms[] = {
    {"bar.warp.sync", WarpOp::Sync, 0, -1, -1, -1},
    {"shfl.sync.up.", WarpOp::ShflUp, 0, 1, 2, 3},
    {"shfl.sync.down.", WarpOp::ShflDown, 0, 1, 2, 3},
    {"shfl.sync.bfly.", WarpOp::ShflBfly, 0, 1, 2, 3},
    {"shfl.sync.idx.", WarpOp::ShflIdx, 0, 1, 2, 3},
    {"shfl.up.", WarpOp::ShflUp, -1, 0, 1, 2},
    {"shfl.down.", WarpOp::ShflDown, -1, 0, 1, 2},
    {"shfl.bfly.", WarpOp::ShflBfly, -1, 0, 1, 2},
    {"shfl.idx.", WarpOp::ShflIdx, -1, 0, 1, 2},
    {"vote.all.sync", WarpOp::VoteAll, 0, 1, -1, -1},
    {"vote.any.sync", WarpOp::VoteAny, 0, 1, -1, -1},
    {"vote.uni.sync", WarpOp::VoteUni, 0, 1, -1, -1},
    {"vote.ballot.sync", WarpOp::VoteBallot, 0, 1, -1, -1},
    {"vote.all", WarpOp::VoteAll, -1, 0, -1, -1},
    {"vote.any", WarpOp::VoteAny, -1, 0, -1, -1},
    {"vote.uni", WarpOp::VoteUni, -1, 0, -1, -1},
    {"vote.ballot", WarpOp::VoteBallot, -1, 0, -1, -1},
    {"match.any.sync", WarpOp::MatchAny, 0, 1, -1, -1},
    {"match.all.sync", WarpOp::MatchAll, 0, 1, -1, -1},
    {"redux.sync.add", WarpOp::ReduxAdd, 1, 0, -1, -1},
    {"redux.sync.umin", WarpOp::ReduxUMin, 1, 0, -1, -1},
    {"redux.sync.umax", WarpOp::ReduxUMax, 1, 0, -1, -1},
    {"redux.sync.min", WarpOp::ReduxMin, 1, 0, -1, -1},
    {"redux.sync.max", WarpOp::ReduxMax, 1, 0, -1, -1},
    {"redux.sync.and", WarpOp::ReduxAnd, 1, 0, -1, -1},
    {"redux.sync.or", WarpOp::ReduxOr, 1, 0, -1, -1},
    {"redux.sync.xor", WarpOp::ReduxXor, 1, 0, -1, -1},
    {"activemask", WarpOp::ActiveMask, -1, -1, -1, -1},
    {"elect.sync", WarpOp::ElectSync, 0, -1, -1, -1},
};

static const WarpForm *warpForm(StringRef Name) {
  for (const WarpForm &F : WarpForms)
    if (StringRef(F.Name).ends_with(".") ? Name.starts_with(F.Name)
                                         : (Name == F.Name ||
                                            Name.starts_with((Twine(F.Name) + ".").str())))
      return &F;
  return nullptr;
}

/// A result's bits as the type that the intrinsic returns.
static Value *fromBits(IRBuilder<> &B, Value *Bits, Type *T) {
  if (T->isIntegerTy(1))
    return B.CreateICmpNE(Bits, B.getInt64(0));
  if (T->isIntegerTy())
    return B.CreateZExtOrTrunc(Bits, T);
  return B.CreateBitCast(
      B.CreateTrunc(Bits, B.getIntNTy(T->getPrimitiveSizeInBits())), T);
}

static Value *toBits(IRBuilder<> &B, Value *V) {
  if (!V->getType()->isIntegerTy())
    V = B.CreateBitCast(V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
  return B.CreateZExtOrTrunc(V, B.getInt64Ty());
}

static bool lowerWarp(LoweringContext &C, CallBase &CB, StringRef Name) {
  const WarpForm *F = warpForm(Name);
  if (!F || Name.contains(".NaN") || Name.starts_with("redux.sync.f"))
    return false;
  IRBuilder<> B(&CB);
  auto operand = [&](int Index) -> Value * {
    return Index < 0 ? B.getInt32(0)
                     : B.CreateZExtOrTrunc(CB.getArgOperand(Index), B.getInt32Ty());
  };
  auto bits = [&](int Index) -> Value * {
    return Index < 0 ? B.getInt64(0) : toBits(B, CB.getArgOperand(Index));
  };
  // Without a mask operand, all lanes that have not ended take part.
  Value *Mask = F->Mask < 0 ? B.getInt32(~0u) : operand(F->Mask);
  BasicBlock &Entry = CB.getFunction()->getEntryBlock();
  auto *Pred = new AllocaInst(B.getInt32Ty(), 0, "vx.pred", Entry.begin());
  C.Info.HasPartialSync |= F->Op == WarpOp::Sync;
  Value *R = C.call(&CB, "warp", B.getInt64Ty(),
                    {C.thread(*CB.getFunction()), B.getInt32(uint32_t(F->Op)),
                     Mask, bits(F->Value), operand(F->B), operand(F->C), Pred,
                     C.siteValue(CB)});
  Value *Result = nullptr;
  if (auto *S = dyn_cast<StructType>(CB.getType())) {
    Result = B.CreateInsertValue(PoisonValue::get(S),
                                 fromBits(B, R, S->getElementType(0)), 0);
    Value *P = B.CreateICmpNE(B.CreateLoad(B.getInt32Ty(), Pred), B.getInt32(0));
    Result = B.CreateInsertValue(Result, P, 1);
  } else if (!CB.getType()->isVoidTy()) {
    Result = fromBits(B, R, CB.getType());
  }
  replace(CB, Result);
  return true;
}

static bool lowerFence(LoweringContext &C, CallBase &CB, StringRef Name) {
  if (!Name.starts_with("membar.") && Name != "fence.sc.cluster")
    return false;
  C.call(&CB, "fence", Type::getVoidTy(CB.getContext()),
         {C.thread(*CB.getFunction())});
  C.Info.HasPartialSync = true;
  replace(CB, nullptr);
  return true;
}

bool lowerSyncIntrinsic(LoweringContext &C, CallBase &CB, StringRef Name) {
  return lowerBarrier(C, CB, Name) || lowerAsync(C, CB, Name) ||
         lowerWarp(C, CB, Name) || lowerFence(C, CB, Name);
}

} // namespace vx::simt
