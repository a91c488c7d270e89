//===- Instructions.cpp - instructions and types that NVPTX has no code for===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each row was found by compiling it with LLVM 22.1 and assembling it with ptxas 13.0
// (docs/device-verifier.md has the table). Two kinds:
//
//   unsupported   llc aborts, or ptxas refuses what it wrote
//   wrong-code    both take it, and the result is something else
#include "Checks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

namespace {
/// Conversions to and from floating point go through library calls above this width.
constexpr unsigned MaxConvertedBits = 64;
constexpr unsigned AllocaSm = 75, AllocaPtx = 73;

std::string typeName(const Type *Ty) {
  std::string Text;
  raw_string_ostream OS(Text);
  Ty->print(OS);
  return Text;
}

bool isLongDouble(const Type *Ty) {
  const Type *S = Ty->getScalarType();
  return S->isFP128Ty() || S->isX86_FP80Ty() || S->isPPC_FP128Ty();
}

/// Operations that are moves of bits: fp128 and ppc_fp128 have them.
bool isMove(const Instruction &I) {
  return isa<LoadInst, StoreInst, SelectInst, PHINode, FreezeInst, InsertValueInst,
             ExtractValueInst, InsertElementInst, ExtractElementInst, ReturnInst, CallBase,
             BitCastInst>(I) ||
         I.getOpcode() == Instruction::FNeg;
}

template <typename Fn> void forEachType(const Instruction &I, Fn Do) {
  Do(I.getType());
  for (const Value *Op : I.operands())
    Do(Op->getType());
}

void checkTypes(const Instruction &I, const CheckContext &C) {
  const Type *Scalable = nullptr, *Long = nullptr, *X87 = nullptr;
  forEachType(I, [&](const Type *Ty) {
    if (isa<ScalableVectorType>(Ty))
      Scalable = Ty;
    if (isLongDouble(Ty))
      Long = Ty;
    if (Ty->getScalarType()->isX86_FP80Ty())
      X87 = Ty;
  });
  if (Scalable)
    C.Out.add(I, {Diag::UnsupportedType, FindingClass::Unsupported,
                  "scalable vector type " + typeName(Scalable), "use vectors of a fixed width"});
  if (X87)
    C.Out.add(I, {Diag::UnsupportedType, FindingClass::WrongCode,
                  "x86_fp80 has 10 bytes of which 4 are moved", "use double"});
  else if (Long && !isMove(I))
    C.Out.add(I, {Diag::UnsupportedType, FindingClass::Unsupported,
                  "no arithmetic on " + typeName(Long), "use double"});
}

void checkConversion(const CastInst &I, const CheckContext &C) {
  bool ToInt = isa<FPToSIInst, FPToUIInst>(I);
  if (!ToInt && !isa<SIToFPInst, UIToFPInst>(I))
    return;
  const Type *Int = ToInt ? I.getDestTy() : I.getSrcTy();
  if (Int->getScalarSizeInBits() > MaxConvertedBits)
    C.Out.add(I, {Diag::UnsupportedType, FindingClass::Unsupported,
                  "conversion between " + typeName(I.getSrcTy()) + " and " +
                      typeName(I.getDestTy()) + " needs a library function, integers of up to 64 bits do not",
                  "convert the two halves and combine them"});
}

void checkAlloca(const AllocaInst &I, const CheckContext &C) {
  constexpr unsigned Generic = 0, Local = 5;
  unsigned Space = I.getAddressSpace();
  if (Space != Generic && Space != Local)
    C.Out.add(I, {Diag::AllocaAddressSpace, FindingClass::WrongCode,
                  "memory of the thread is accessed as addrspace(" + std::to_string(Space) + ")",
                  Space == 3 ? "use a global variable in addrspace(3) for shared memory"
                             : "use an alloca in addrspace(0) or addrspace(5)"});
  if (!I.isStaticAlloca())
    C.Out.add(I, {Diag::DynamicAlloca, FindingClass::Unsupported,
                  "size or place of the alloca is known only at run time",
                  "give it a constant size in the entry block",
                  TargetSet::from(AllocaSm, AllocaPtx)});
}

void checkControl(const Instruction &I, const CheckContext &C) {
  if (isa<IndirectBrInst>(I))
    C.Out.add(I, {Diag::UnsupportedInstruction, FindingClass::Unsupported, "indirectbr",
                  "use a switch"});
  if (isa<LandingPadInst, CatchPadInst, CleanupPadInst, CatchSwitchInst, ResumeInst>(I))
    C.Out.add(I, {Diag::ExceptionHandling, FindingClass::WrongCode,
                  "there is no unwinding on the device: a landing pad never runs",
                  "compile without exceptions"});
  for (const Value *Op : I.operands())
    if (isa<BlockAddress>(Op))
      C.Out.add(I, {Diag::UnsupportedInstruction, FindingClass::Unsupported, "blockaddress",
                    "use an integer and a switch"});
}

void checkInlineAsm(const CallBase &CB, const CheckContext &C) {
  const auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  if (!Asm || Asm->getAsmString().empty() || C.Options.AllowInlineAsm ||
      !C.Options.Ptxas.empty())
    return;
  C.Out.add(CB, {Diag::InlineAsmUnchecked, FindingClass::Unchecked,
                 "the text goes to ptxas as it is", "state ptxas=<path> to have it assembled, or allow-inline-asm",
                 TargetSet::none(), Severity::Warning});
}

/// What a constrained operation becomes whatever rounding it asks for is `.rn`.
void checkRounding(const CallBase &CB, const CheckContext &C) {
  const auto *FP = dyn_cast<ConstrainedFPIntrinsic>(&CB);
  if (!FP || !Intrinsic::hasConstrainedFPRoundingModeOperand(FP->getIntrinsicID()))
    return;
  std::optional<RoundingMode> Mode = FP->getRoundingMode();
  if (!Mode || *Mode == RoundingMode::NearestTiesToEven || *Mode == RoundingMode::Dynamic)
    return;
  C.Out.add(CB, {Diag::RoundingModeLost, FindingClass::WrongCode,
                 "asks for a rounding mode that is not to nearest, and rounds to nearest",
                 "call the llvm.nvvm form with the mode in its name (llvm.nvvm.add.rp.f: "
                 "rn, rz, rm, rp)"});
}
} // namespace

void checkInstruction(const Instruction &I, const CheckContext &C) {
  checkTypes(I, C);
  checkControl(I, C);
  if (const auto *Cast = dyn_cast<CastInst>(&I))
    checkConversion(*Cast, C);
  if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
    checkAlloca(*Alloca, C);
  if (const auto *CB = dyn_cast<CallBase>(&I)) {
    checkInlineAsm(*CB, C);
    checkRounding(*CB, C);
  }
}

} // namespace vx
