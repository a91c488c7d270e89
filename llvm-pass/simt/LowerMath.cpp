//===- LowerMath.cpp - arithmetic intrinsics as plain IR -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The intrinsics' names are read as <operation>.<modifiers>.<type>. Rounding to
// nearest becomes the plain operation; "approx" forms are computed with full
// precision (a GPU's approximation is another one on every part), "ftz" is
// ignored. Other roundings are not known. Both sides of a comparison go through
// this file, so equal operands give equal results.
#include "Lowering.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::simt {

namespace {
struct Modifiers {
  bool Sat = false, Relu = false, NaN = false, XorSignAbs = false;
  bool DirectedRounding = false, Unknown = false;
};
} // namespace

static Modifiers parseModifiers(ArrayRef<StringRef> Parts) {
  Modifiers M;
  for (StringRef P : Parts) {
    if (P == "sat")
      M.Sat = true;
    else if (P == "relu")
      M.Relu = true;
    else if (P == "nan")
      M.NaN = true;
    else if (P == "xorsign" || P == "abs")
      M.XorSignAbs = true;
    else if (P == "rz" || P == "rm" || P == "rp")
      M.DirectedRounding = true;
    else if (!is_contained({"rn", "ftz", "approx", "full", "f", "d", "f16", "bf16",
                            "f16x2", "bf16x2", "i", "ui", "ll", "ull", "s", "us"},
                           P) &&
             !P.empty() && !P.starts_with("v") && !P.starts_with("f") &&
             !P.starts_with("bf"))
      M.Unknown = true;
  }
  return M;
}

static Value *finish(IRBuilder<> &B, Value *V, const Modifiers &M) {
  Constant *Zero = ConstantFP::get(V->getType(), 0.0);
  if (M.Sat) // NaN saturates to +0
    return B.CreateMinNum(B.CreateMaxNum(V, Zero),
                          ConstantFP::get(V->getType(), 1.0));
  if (M.Relu)
    return B.CreateSelect(B.CreateFCmpOLT(V, Zero), Zero, V);
  return V;
}

static Value *unary(IRBuilder<> &B, Intrinsic::ID ID, Value *X) {
  return B.CreateUnaryIntrinsic(ID, X);
}

static Value *floatOp(IRBuilder<> &B, CallBase &CB, StringRef Op,
                      const Modifiers &M) {
  Value *X = CB.arg_size() > 0 ? CB.getArgOperand(0) : nullptr;
  Value *Y = CB.arg_size() > 1 ? CB.getArgOperand(1) : nullptr;
  if (Op == "add")
    return B.CreateFAdd(X, Y);
  if (Op == "mul")
    return B.CreateFMul(X, Y);
  if (Op == "div")
    return B.CreateFDiv(X, Y);
  if (Op == "fma")
    return B.CreateIntrinsic(Intrinsic::fma, {X->getType()},
                             {X, Y, CB.getArgOperand(2)});
  if (Op == "fmin" && !M.XorSignAbs)
    return M.NaN ? B.CreateMinimum(X, Y) : B.CreateMinNum(X, Y);
  if (Op == "fmax" && !M.XorSignAbs)
    return M.NaN ? B.CreateMaximum(X, Y) : B.CreateMaxNum(X, Y);
  Constant *One = X && X->getType()->isFPOrFPVectorTy()
                      ? ConstantFP::get(X->getType(), 1.0)
                      : nullptr;
  if (Op == "rcp")
    return B.CreateFDiv(One, X);
  if (Op == "rsqrt")
    return B.CreateFDiv(One, unary(B, Intrinsic::sqrt, X));
  if (Op == "neg")
    return B.CreateFNeg(X);
  if (Op == "saturate")
    return finish(B, X, Modifiers{/*Sat=*/true});
  Intrinsic::ID ID = StringSwitch<Intrinsic::ID>(Op)
                         .Case("sqrt", Intrinsic::sqrt)
                         .Case("ex2", Intrinsic::exp2)
                         .Case("lg2", Intrinsic::log2)
                         .Case("sin", Intrinsic::sin)
                         .Case("cos", Intrinsic::cos)
                         .Case("tanh", Intrinsic::tanh)
                         .Case("fabs", Intrinsic::fabs)
                         .Case("ceil", Intrinsic::ceil)
                         .Case("floor", Intrinsic::floor)
                         .Case("trunc", Intrinsic::trunc)
                         .Case("round", Intrinsic::rint)
                         .Default(Intrinsic::not_intrinsic);
  return ID == Intrinsic::not_intrinsic ? nullptr : unary(B, ID, X);
}

static Value *mulHigh(IRBuilder<> &B, Value *X, Value *Y, bool Signed) {
  unsigned Bits = X->getType()->getIntegerBitWidth();
  Type *Wide = B.getIntNTy(2 * Bits);
  auto extend = [&](Value *V) {
    return Signed ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
  };
  return B.CreateTrunc(B.CreateLShr(B.CreateMul(extend(X), extend(Y)), Bits),
                       X->getType());
}

static Value *mul24(IRBuilder<> &B, Value *X, Value *Y, bool Signed) {
  auto low = [&](Value *V) -> Value * {
    Value *Up = B.CreateShl(V, 8);
    return Signed ? B.CreateAShr(Up, 8) : B.CreateLShr(Up, 8);
  };
  return B.CreateMul(low(X), low(Y));
}

/// Sum of absolute differences.
static Value *sad(IRBuilder<> &B, CallBase &CB, bool Signed) {
  Value *X = CB.getArgOperand(0), *Y = CB.getArgOperand(1);
  Value *Less = Signed ? B.CreateICmpSLT(X, Y) : B.CreateICmpULT(X, Y);
  Value *D = B.CreateSelect(Less, B.CreateSub(Y, X), B.CreateSub(X, Y));
  return B.CreateAdd(D, CB.getArgOperand(2));
}

static Value *integerOp(LoweringContext &C, IRBuilder<> &B, CallBase &CB,
                        StringRef Op, StringRef Type) {
  bool Signed = Type == "i" || Type == "s" || Type == "ll";
  if (Op == "mulhi")
    return mulHigh(B, CB.getArgOperand(0), CB.getArgOperand(1), Signed);
  if (Op == "mul24")
    return mul24(B, CB.getArgOperand(0), CB.getArgOperand(1), Signed);
  if (Op == "sad")
    return sad(B, CB, Signed);
  if (Op == "prmt" && Type.empty())
    return C.call(&CB, "prmt", B.getInt32Ty(),
                  {CB.getArgOperand(0), CB.getArgOperand(1),
                   CB.getArgOperand(2)});
  if (Op == "flo") { // position of the highest set bit, -1 for none
    Value *X = CB.getArgOperand(0);
    if (Type == "s")
      X = B.CreateXor(X, B.CreateAShr(X, 31));
    Value *Lead = B.CreateIntrinsic(Intrinsic::ctlz, {X->getType()},
                                    {X, B.getFalse()});
    Value *Shift = CB.getArgOperand(1);
    Value *Pos = B.CreateSub(B.getInt32(31), Lead);
    Value *Found = B.CreateSelect(Shift, Lead, Pos);
    return B.CreateSelect(B.CreateICmpEQ(X, B.getInt32(0)), B.getInt32(~0u),
                          Found);
  }
  return nullptr;
}

/// "f2i.rn", "ui2f.rn", "d2f.rn", "f2f16.rn": conversions.
static Value *conversion(IRBuilder<> &B, CallBase &CB, StringRef Op,
                         StringRef Rounding) {
  auto [From, To] = Op.split('2');
  if (To.empty() || CB.arg_size() != 1)
    return nullptr;
  Value *X = CB.getArgOperand(0);
  Type *T = CB.getType();
  bool FromInt = is_contained({"i", "ui", "ll", "ull"}, From);
  bool ToInt = is_contained({"i", "ui", "ll", "ull"}, To);
  if (FromInt && Rounding == "rn" && T->isFloatingPointTy())
    return From.starts_with("u") ? B.CreateUIToFP(X, T) : B.CreateSIToFP(X, T);
  if (ToInt && X->getType()->isFloatingPointTy()) {
    Intrinsic::ID Round = StringSwitch<Intrinsic::ID>(Rounding)
                              .Case("rn", Intrinsic::roundeven)
                              .Case("rz", Intrinsic::trunc)
                              .Case("rm", Intrinsic::floor)
                              .Case("rp", Intrinsic::ceil)
                              .Default(Intrinsic::not_intrinsic);
    if (Round == Intrinsic::not_intrinsic)
      return nullptr;
    Intrinsic::ID Sat = To.starts_with("u") ? Intrinsic::fptoui_sat
                                            : Intrinsic::fptosi_sat;
    return B.CreateIntrinsic(Sat, {T, X->getType()}, {unary(B, Round, X)});
  }
  if (Rounding == "rn" && Op == "f2h")
    return B.CreateBitCast(B.CreateFPTrunc(X, B.getHalfTy()), T);
  if (Rounding == "rn" && T->isFloatingPointTy() &&
      X->getType()->isFloatingPointTy())
    return B.CreateFPCast(X, T);
  return nullptr;
}

static Value *bitOp(IRBuilder<> &B, CallBase &CB, StringRef Name) {
  Value *X = CB.arg_size() > 0 ? CB.getArgOperand(0) : nullptr;
  Type *I64 = B.getInt64Ty(), *I32 = B.getInt32Ty();
  if (Name == "d2i.lo")
    return B.CreateTrunc(B.CreateBitCast(X, I64), I32);
  if (Name == "d2i.hi")
    return B.CreateTrunc(B.CreateLShr(B.CreateBitCast(X, I64), 32), I32);
  if (Name == "lohi.i2d")
    return B.CreateBitCast(
        B.CreateOr(B.CreateZExt(X, I64),
                   B.CreateShl(B.CreateZExt(CB.getArgOperand(1), I64), 32)),
        B.getDoubleTy());
  if (Name.starts_with("move.") && X && X->getType() == CB.getType())
    return X;
  return nullptr;
}

Value *lowerMathIntrinsic(LoweringContext &C, CallBase &CB, StringRef Name) {
  IRBuilder<> B(&CB);
  if (Value *V = bitOp(B, CB, Name))
    return V;
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.');
  StringRef Op = Parts.front(), Last = Parts.size() > 1 ? Parts[1] : "";
  if (Value *V = integerOp(C, B, CB, Op, Last))
    return V;
  if (Value *V = conversion(B, CB, Op, Last))
    return V;
  Modifiers M = parseModifiers(ArrayRef(Parts).drop_front());
  if (M.Unknown || M.DirectedRounding || !CB.getType()->isFPOrFPVectorTy())
    return nullptr;
  Value *V = floatOp(B, CB, Op, M);
  return V ? finish(B, V, M) : nullptr;
}

} // namespace vx::simt
