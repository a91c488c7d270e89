//===- Probes.cpp - one call of one intrinsic, as text and as IR===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Probes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace vx::probe {

std::string TypeSpec::str() const {
  std::string Text = Width == 1 ? "" : "v" + std::to_string(Width);
  Text += Kind;
  if (Kind == 'i' || Kind == 'p')
    Text += std::to_string(Bits);
  return Text;
}

Type *TypeSpec::build(LLVMContext &Context) const {
  Type *Elt = nullptr;
  switch (Kind) {
  case 'i':
    Elt = Type::getIntNTy(Context, Bits);
    break;
  case 'h':
    Elt = Type::getHalfTy(Context);
    break;
  case 'b':
    Elt = Type::getBFloatTy(Context);
    break;
  case 'f':
    Elt = Type::getFloatTy(Context);
    break;
  case 'd':
    Elt = Type::getDoubleTy(Context);
    break;
  case 'p':
    Elt = PointerType::get(Context, Bits);
    break;
  default:
    return nullptr;
  }
  return Width == 1 ? Elt : FixedVectorType::get(Elt, Width);
}

static bool parseType(StringRef Text, TypeSpec &T) {
  T.Width = 1;
  if (Text.consume_front("v") && Text.consumeInteger(10, T.Width))
    return false;
  if (Text.empty())
    return false;
  T.Kind = Text.front();
  T.Bits = 0;
  Text = Text.drop_front();
  return Text.empty() || !Text.getAsInteger(10, T.Bits);
}

std::string Probe::str() const {
  std::string Text = Intrinsic::getBaseName(ID).str() + " ";
  for (const TypeSpec &T : Types)
    Text += (&T == Types.begin() ? "" : ",") + T.str();
  Text += Types.empty() ? "- " : " ";
  for (const int64_t &V : Imms)
    Text += (&V == Imms.begin() ? "" : ",") + std::to_string(V);
  Text += Imms.empty() ? "- " : " ";
  return Text + (Flag == MathFlag::None ? "-" : Flag == MathFlag::Afn ? "afn" : "fast");
}

bool Probe::parse(StringRef Line, Probe &P) {
  SmallVector<StringRef, 4> Words;
  Line.split(Words, ' ');
  if (Words.size() != 4)
    return false;
  P = Probe();
  P.ID = Intrinsic::lookupIntrinsicID(Words[0]);
  if (Words[1] != "-")
    for (StringRef T : split(Words[1], ','))
      if (!parseType(T, P.Types.emplace_back()))
        return false;
  if (Words[2] != "-")
    for (StringRef V : split(Words[2], ','))
      if (V.getAsInteger(10, P.Imms.emplace_back()))
        return false;
  P.Flag = Words[3] == "afn" ? MathFlag::Afn
           : Words[3] == "fast" ? MathFlag::Fast : MathFlag::None;
  return P.ID != Intrinsic::not_intrinsic;
}

namespace {
/// Rounding and exception operands of a constrained intrinsic, or its predicate: the
/// values under which NVPTX's code is right (VX438 judges the others).
Value *constrainedOperand(LLVMContext &C, Intrinsic::ID ID, bool Last) {
  bool Compare = ID == Intrinsic::experimental_constrained_fcmp ||
                 ID == Intrinsic::experimental_constrained_fcmps;
  StringRef Word = Last ? "fpexcept.ignore" : Compare ? "oeq" : "round.tonearest";
  return MetadataAsValue::get(C, MDString::get(C, Word));
}

void setFlags(CallInst &Call, MathFlag Flag) {
  if (Flag == MathFlag::None || !isa<FPMathOperator>(Call))
    return;
  FastMathFlags FMF;
  if (Flag == MathFlag::Fast)
    FMF.setFast();
  else
    FMF.setApproxFunc();
  Call.setFastMathFlags(FMF);
}

SmallVector<Type *, 3> buildTypes(LLVMContext &C, const Probe &P) {
  SmallVector<Type *, 3> Types;
  for (const TypeSpec &T : P.Types)
    Types.push_back(T.build(C));
  return Types;
}
} // namespace

Function *build(Module &M, const Probe &P, StringRef Name) {
  LLVMContext &C = M.getContext();
  Function *Callee = Intrinsic::getOrInsertDeclaration(&M, P.ID, buildTypes(C, P));
  Type *Ptr = PointerType::get(C, 0);
  auto *FT = FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr}, false);
  Function *F = Function::Create(FT, GlobalValue::ExternalLinkage, Name, M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  SmallVector<Value *, 8> Args;
  unsigned Imm = 0;
  for (Argument &A : Callee->args()) {
    Type *Ty = A.getType();
    if (Callee->hasParamAttribute(A.getArgNo(), Attribute::ImmArg))
      Args.push_back(Ty->isIntegerTy()
                         ? (Value *)ConstantInt::get(Ty, P.Imms[Imm++], /*IsSigned=*/true, /*ImplicitTrunc=*/true)
                         : ConstantFP::get(Ty, 1.0));
    else if (Ty->isMetadataTy())
      Args.push_back(constrainedOperand(C, P.ID, A.getArgNo() + 1 == Callee->arg_size()));
    else
      Args.push_back(B.CreateLoad(Ty, F->getArg(0), /*isVolatile=*/true));
  }
  CallInst *Call = B.CreateCall(Callee, Args);
  setFlags(*Call, P.Flag);
  if (!Call->getType()->isVoidTy())
    B.CreateStore(Call, F->getArg(1), /*isVolatile=*/true);
  B.CreateRetVoid();
  if (!verifyFunction(*F))
    return F;
  F->eraseFromParent();
  return nullptr;
}

std::string mangledName(const Probe &P) {
  LLVMContext C;
  Module M("", C);
  return Intrinsic::getName(P.ID, buildTypes(C, P), &M);
}

} // namespace vx::probe
