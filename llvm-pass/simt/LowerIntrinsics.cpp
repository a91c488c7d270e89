//===- LowerIntrinsics.cpp - every llvm.nvvm.* gets a meaning or an error -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::simt {

static void replace(CallBase &CB, Value *V) {
  if (!CB.getType()->isVoidTy())
    CB.replaceAllUsesWith(V);
  CB.eraseFromParent();
}

/// Byte offset in ThreadFields of a register that is a plain field.
static std::optional<unsigned> fieldOffset(StringRef Reg) {
  unsigned Dim = 0;
  StringRef Base = Reg;
  if (Reg.size() > 2 && Reg[Reg.size() - 2] == '.') {
    Dim = Reg.back() - 'x';
    Base = Reg.drop_back(2);
    if (Dim > 2)
      return std::nullopt;
  }
  using F = ThreadFields;
  return StringSwitch<std::optional<unsigned>>(Base)
      .Case("tid", offsetof(F, Tid) + 4 * Dim)
      .Case("ctaid", offsetof(F, CtaId) + 4 * Dim)
      .Case("ntid", offsetof(F, NTid) + 4 * Dim)
      .Case("nctaid", offsetof(F, NCtaId) + 4 * Dim)
      .Case("laneid", offsetof(F, Lane))
      .Case("warpid", offsetof(F, Warp))
      .Case("dynamic_smem_size", offsetof(F, DynamicShared))
      .Default(std::nullopt);
}

/// lanemask.{eq,lt,le,gt,ge} from the lane.
static Value *laneMask(IRBuilder<> &B, Value *Lane, StringRef Kind) {
  Value *Eq = B.CreateShl(B.getInt32(1), Lane);
  Value *Lt = B.CreateSub(Eq, B.getInt32(1));
  if (Kind == "eq")
    return Eq;
  if (Kind == "lt")
    return Lt;
  if (Kind == "le")
    return B.CreateOr(Lt, Eq);
  if (Kind == "ge")
    return B.CreateNot(Lt);
  return B.CreateNot(B.CreateOr(Lt, Eq)); // gt
}

/// Registers whose value a kernel cannot rely on: without clusters each block is
/// a cluster of its own, and the "w" dimension has one element.
static std::optional<uint64_t> constantRegister(StringRef Reg) {
  if (Reg == "warpsize")
    return WarpSize;
  if (Reg == "nwarpid")
    return MaxThreadsPerBlock / WarpSize;
  if (Reg == "nsmid" || Reg == "cluster.nctarank")
    return 1;
  if (Reg == "smid" || Reg == "gridid" || Reg == "cluster.ctarank")
    return 0;
  if (Reg.ends_with(".w") && !Reg.starts_with("cluster"))
    return Reg.starts_with("n") ? 1 : 0;
  if (Reg.starts_with("cluster.nctaid."))
    return 1;
  if (Reg.starts_with("cluster.ctaid."))
    return 0;
  return std::nullopt;
}

static bool lowerRegister(LoweringContext &C, CallBase &CB, StringRef Name) {
  if (!Name.consume_front("read.ptx.sreg."))
    return false;
  IRBuilder<> B(&CB);
  Value *Thread = C.thread(*CB.getFunction());
  auto field = [&](unsigned Offset) -> Value * {
    return B.CreateLoad(B.getInt32Ty(),
                        B.CreateConstGEP1_32(B.getInt8Ty(), Thread, Offset));
  };
  if (std::optional<unsigned> Offset = fieldOffset(Name)) {
    replace(CB, field(*Offset));
  } else if (Name.consume_front("lanemask.")) {
    replace(CB, laneMask(B, field(offsetof(ThreadFields, Lane)), Name));
  } else if (std::optional<uint64_t> V = constantRegister(Name)) {
    replace(CB, ConstantInt::get(CB.getType(), *V));
  } else if (Name.starts_with("clock") || Name.starts_with("globaltimer")) {
    Value *T = C.call(&CB, "clock", B.getInt64Ty(), {Thread});
    replace(CB, B.CreateZExtOrTrunc(T, CB.getType()));
  } else {
    return false;
  }
  return true;
}

/// isspacep.<space>, and casts that older front ends write as intrinsics.
static bool lowerAddress(LoweringContext &C, CallBase &CB, StringRef Name) {
  IRBuilder<> B(&CB);
  if (Name.consume_front("isspacep.")) {
    unsigned Space = StringSwitch<unsigned>(Name)
                         .Case("global", 1)
                         .Case("shared", 3)
                         .Case("shared.cluster", 3)
                         .Case("const", 4)
                         .Case("local", 5)
                         .Default(0);
    Value *R = C.call(&CB, "isspacep", B.getInt32Ty(),
                      {C.thread(*CB.getFunction()),
                       C.flat(&CB, CB.getArgOperand(0)), B.getInt32(Space)});
    replace(CB, B.CreateICmpNE(R, B.getInt32(0)));
    return true;
  }
  if (Name.starts_with("ptr.") || Name.starts_with("internal.addrspace.wrap")) {
    Value *P = CB.getArgOperand(0);
    replace(CB, P->getType() == CB.getType()
                    ? P
                    : B.CreateAddrSpaceCast(P, CB.getType()));
    return true;
  }
  return false;
}

/// Hints without an effect on values.
static bool isHint(StringRef Name) {
  return Name.starts_with("prefetch") || Name.starts_with("applypriority") ||
         Name.starts_with("pm.event") || Name == "nanosleep" ||
         Name.starts_with("griddepcontrol") || Name.starts_with("setmaxnreg");
}

static bool lowerControl(LoweringContext &C, CallBase &CB, StringRef Name) {
  IRBuilder<> B(&CB);
  Value *Thread = C.thread(*CB.getFunction());
  if (Name == "exit") {
    C.call(&CB, "exit", B.getVoidTy(), {Thread});
  } else if (Name == "reflect") {
    replace(CB, ConstantInt::get(CB.getType(), 0));
    return true;
  } else if (isHint(Name)) {
    // A thread that sleeps lets others go on: it may wait for them.
    if (Name == "nanosleep")
      C.call(&CB, "yield", B.getVoidTy(), {Thread});
  } else {
    return false;
  }
  replace(CB, nullptr);
  return true;
}

static void lowerNvvm(LoweringContext &C, CallBase &CB) {
  StringRef Full = CB.getCalledFunction()->getName();
  StringRef Name = Full;
  Name.consume_front("llvm.nvvm.");
  if (lowerRegister(C, CB, Name) || lowerSyncIntrinsic(C, CB, Name) ||
      lowerAddress(C, CB, Name) || lowerControl(C, CB, Name))
    return;
  if (Value *V = lowerMathIntrinsic(C, CB, Name))
    return replace(CB, V);
  C.error("intrinsic '" + Full + "' is not known to the executor");
}

/// llvm.trap ends the launch with a finding instead of the process.
static bool lowerGeneric(LoweringContext &C, CallBase &CB) {
  auto *II = dyn_cast<IntrinsicInst>(&CB);
  if (!II)
    return false;
  Intrinsic::ID ID = II->getIntrinsicID();
  if (ID == Intrinsic::trap || ID == Intrinsic::ubsantrap) {
    C.call(&CB, "trap", Type::getVoidTy(CB.getContext()),
           {C.thread(*CB.getFunction()), C.siteValue(CB)});
    replace(CB, nullptr);
    return true;
  }
  // Facts and hints: debugtrap, assume and lifetimes would only move checks.
  if (ID == Intrinsic::debugtrap || ID == Intrinsic::assume ||
      ID == Intrinsic::lifetime_start || ID == Intrinsic::lifetime_end ||
      ID == Intrinsic::prefetch || ID == Intrinsic::experimental_noalias_scope_decl) {
    replace(CB, nullptr);
    return true;
  }
  return false;
}

static void lowerFenceInst(LoweringContext &C, FenceInst &F) {
  C.call(&F, "fence", Type::getVoidTy(F.getContext()),
         {C.thread(*F.getFunction())});
  C.Info.HasPartialSync = true;
}

static void checkAsm(LoweringContext &C, CallBase &CB) {
  auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm)
    return;
  if (Asm->getAsmString().empty() && CB.getType()->isVoidTy())
    replace(CB, nullptr); // a compiler barrier
  else
    C.error("inline assembly '" + StringRef(Asm->getAsmString()) +
            "' is not known to the executor");
}

void lowerIntrinsics(LoweringContext &C) {
  SmallVector<CallBase *> Calls;
  SmallVector<FenceInst *> Fences;
  for (Function &F : C.M)
    for (Instruction &I : instructions(F)) {
      if (auto *CB = dyn_cast<CallBase>(&I))
        Calls.push_back(CB);
      else if (auto *Fence = dyn_cast<FenceInst>(&I))
        Fences.push_back(Fence);
      else if (I.isAtomic())
        C.Info.HasPartialSync = true;
    }
  for (FenceInst *F : Fences)
    lowerFenceInst(C, *F);
  for (CallBase *CB : Calls) {
    Function *Callee = CB->getCalledFunction();
    if (!Callee)
      checkAsm(C, *CB);
    else if (Callee->getName().starts_with("llvm.nvvm."))
      lowerNvvm(C, *CB);
    else if (Callee->isIntrinsic() && !lowerGeneric(C, *CB) &&
             Callee->isTargetIntrinsic())
      C.error("intrinsic '" + Callee->getName() + "' is of another target");
  }
}

} // namespace vx::simt
