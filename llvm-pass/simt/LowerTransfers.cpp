//===- LowerTransfers.cpp - carrier B calls as by-value copies -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A call whose callee has "vx.transfer"="smem" becomes a call of the run-time
// that copies the tile, row-major over the extent, and returns the copy:
//
//   %d = call {ptr,ptr,i64,[2 x i64],[2 x i64]} @t(ptr, ptr %p, i64 %o, sizes, strides)
//   -->  sizes and strides in a stack array;
//        %s = call ptr @vx_rt_transfer(thread, %p + o * element, i32 callee, ptr %array, site)
//        %d = {%s, %s, 0, sizes, row-major strides of the extent}
#include "Lowering.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::simt {

namespace {
struct Convention {
  bool Descriptor = false;
  unsigned Rank = 0;
};
} // namespace

/// "16x64" -> {16, 64}; empty when malformed.
static SmallVector<uint64_t, 5> parseShape(StringRef Text) {
  SmallVector<uint64_t, 5> Shape;
  SmallVector<StringRef, 5> Parts;
  Text.split(Parts, 'x');
  for (StringRef P : Parts) {
    uint64_t N;
    if (P.getAsInteger(10, N))
      return {};
    Shape.push_back(N);
  }
  return Shape;
}

/// The two signatures of the contract, told apart by the type.
static std::optional<Convention> conventionOf(const FunctionType &T) {
  if (T.getReturnType()->isPointerTy() && T.getNumParams() == 1 &&
      T.getParamType(0)->isPointerTy())
    return Convention{false, 0};
  auto *S = dyn_cast<StructType>(T.getReturnType());
  if (!S || S->getNumElements() != 5 || T.getNumParams() < 5 ||
      (T.getNumParams() - 3) % 2)
    return std::nullopt;
  unsigned Rank = (T.getNumParams() - 3) / 2;
  auto *A = dyn_cast<ArrayType>(S->getElementType(3));
  if (!A || A->getNumElements() != Rank || !S->getElementType(0)->isPointerTy() ||
      !T.getParamType(1)->isPointerTy())
    return std::nullopt;
  return Convention{true, Rank};
}

/// The extent: "vx.extent", else the largest constant size of each dimension.
static void decideExtent(LoweringContext &C, TransferCallee &T, Function &F,
                         const Convention &Conv, ArrayRef<CallBase *> Calls) {
  T.Extent = parseShape(F.getFnAttribute("vx.extent").getValueAsString());
  T.Stride = parseShape(F.getFnAttribute("vx.stride").getValueAsString());
  if (!T.Extent.empty() || !Conv.Descriptor)
    return;
  T.Extent.assign(Conv.Rank, 0);
  for (CallBase *CB : Calls)
    for (unsigned D = 0; D < Conv.Rank; ++D) {
      auto *Size = dyn_cast<ConstantInt>(CB->getArgOperand(3 + D));
      if (!Size) {
        C.error("transfer callee '" + F.getName() +
                "' needs \"vx.extent\": a size is not a constant");
        return;
      }
      T.Extent[D] = std::max(T.Extent[D], Size->getZExtValue());
    }
}

static void rowMajor(TransferCallee &T) {
  if (!T.Stride.empty())
    return;
  T.Stride.assign(T.Extent.size(), 1);
  for (unsigned D = T.Extent.size(); D-- > 1;)
    T.Stride[D - 1] = T.Stride[D] * T.Extent[D];
}

/// The sizes and strides of a call, in that order, in a stack array of i64.
static Value *operandArray(IRBuilder<> &B, CallBase &CB, const Convention &Conv,
                           const TransferCallee &T) {
  unsigned Rank = T.Extent.size();
  auto *Ty = ArrayType::get(B.getInt64Ty(), 2 * Rank);
  BasicBlock &Entry = CB.getFunction()->getEntryBlock();
  auto *Array = new AllocaInst(Ty, 0, "vx.operands", Entry.begin());
  for (unsigned I = 0; I < 2 * Rank; ++I) {
    Value *V;
    if (Conv.Descriptor)
      V = B.CreateSExt(CB.getArgOperand(3 + I), B.getInt64Ty());
    else
      V = B.getInt64(I < Rank ? T.Extent[I] : T.Stride[I - Rank]);
    B.CreateStore(V, B.CreateConstInBoundsGEP2_64(Ty, Array, 0, I));
  }
  return Array;
}

static Value *describe(IRBuilder<> &B, CallBase &CB, Value *Storage,
                       const TransferCallee &T) {
  auto *S = cast<StructType>(CB.getType());
  unsigned Rank = T.Extent.size();
  Value *D = PoisonValue::get(S);
  for (unsigned P = 0; P < 2; ++P)
    D = B.CreateInsertValue(
        D, B.CreateAddrSpaceCast(Storage, S->getElementType(P)), P);
  D = B.CreateInsertValue(D, ConstantInt::get(S->getElementType(2), 0), 2);
  Type *Index = cast<ArrayType>(S->getElementType(3))->getElementType();
  uint64_t Stride = 1;
  for (unsigned K = Rank; K-- > 0;) {
    D = B.CreateInsertValue(
        D, B.CreateSExtOrTrunc(CB.getArgOperand(3 + K), Index), {3, K});
    D = B.CreateInsertValue(D, ConstantInt::get(Index, Stride), {4, K});
    Stride *= T.Extent[K];
  }
  return D;
}

static void lowerCall(LoweringContext &C, CallBase &CB, const Convention &Conv,
                      unsigned Index) {
  const TransferCallee &T = C.Info.Transfers[Index];
  IRBuilder<> B(&CB);
  Value *Source = CB.getArgOperand(Conv.Descriptor ? 1 : 0);
  if (Conv.Descriptor) {
    Value *Offset = B.CreateSExt(CB.getArgOperand(2), B.getInt64Ty());
    Source = B.CreateGEP(B.getInt8Ty(), Source,
                         B.CreateMul(Offset, B.getInt64(T.ElementBytes)));
  }
  Value *Operands = operandArray(B, CB, Conv, T);
  Value *Storage = C.call(&CB, "transfer", B.getPtrTy(),
                          {C.thread(*CB.getFunction()), C.flat(&CB, Source),
                           B.getInt32(Index), Operands, C.siteValue(CB)});
  Value *Result = Conv.Descriptor
                      ? describe(B, CB, Storage, T)
                      : B.CreateAddrSpaceCast(Storage, CB.getType());
  CB.replaceAllUsesWith(Result);
  CB.eraseFromParent();
}

static void lowerCallee(LoweringContext &C, Function &F) {
  SmallVector<CallBase *> Calls;
  for (User *U : F.users())
    if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledOperand() == &F)
      Calls.push_back(CB);
  if (Calls.empty())
    return;
  std::optional<Convention> Conv = conventionOf(*F.getFunctionType());
  TransferCallee T;
  T.Name = F.getFnAttribute("vx.name").getValueAsString().str();
  if (T.Name.empty())
    T.Name = F.getName().str();
  if (!Conv || F.getFnAttribute("vx.element").getValueAsString().getAsInteger(
                   10, T.ElementBytes)) {
    C.error("transfer callee '" + F.getName() +
            "' has neither of the contract's signatures, or no \"vx.element\"");
    return;
  }
  decideExtent(C, T, F, *Conv, Calls);
  rowMajor(T);
  if (T.Extent.empty() || (Conv->Descriptor && T.Extent.size() != Conv->Rank) ||
      T.Stride.size() != T.Extent.size()) {
    C.error("transfer callee '" + F.getName() + "' has no usable \"vx.extent\"");
    return;
  }
  // Without "vx.align" the contract asserts the element's size.
  if (F.getFnAttribute("vx.align").getValueAsString().getAsInteger(10, T.Align) ||
      !T.Align)
    T.Align = T.ElementBytes;
  C.Info.Transfers.push_back(T);
  for (CallBase *CB : Calls)
    lowerCall(C, *CB, *Conv, C.Info.Transfers.size() - 1);
}

void lowerTransfers(LoweringContext &C) {
  for (Function &F : make_early_inc_range(C.M))
    if (F.hasFnAttribute("vx.transfer"))
      lowerCallee(C, F);
}

} // namespace vx::simt
