//===- Intrinsics.cpp - intrinsics against the target===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "IntrinsicTable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral NvvmPrefix = "llvm.nvvm.";

std::string called(const CallBase &CB) {
  std::string Text = "'" + CB.getCalledFunction()->getName().str() + "'";
  std::string Variant = variantOf(CB);
  if (!Variant.empty())
    Text += " with " + Variant;
  return Text;
}

/// f32 forms that become `.approx` though nothing allows it.
void checkApproximation(const CallBase &CB, const CheckContext &C) {
  const auto *Op = dyn_cast<FPMathOperator>(&CB);
  if (CB.getIntrinsicID() != Intrinsic::exp2 || !Op ||
      Op->hasApproxFunc() || !CB.getType()->getScalarType()->isFloatTy())
    return;
  C.Out.add(CB, {Diag::IntrinsicApproximate, FindingClass::WrongCode,
                 called(CB) + " becomes ex2.approx without the flag afn",
                 "link libdevice and call __nv_exp2f, or allow it with afn", TargetSet::none(),
                 Severity::Warning});
}
} // namespace

void checkIntrinsic(const CallBase &CB, const CheckContext &C) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isIntrinsic())
    return;
  StringRef Name = F->getName();
  if (F->getIntrinsicID() == Intrinsic::not_intrinsic) {
    C.Out.add(CB, {Diag::UnknownIntrinsic, FindingClass::Unsupported,
                   called(CB) + " is no intrinsic of this LLVM", "correct its name"});
    return;
  }
  if (Intrinsic::isTargetIntrinsic(F->getIntrinsicID()) && !Name.starts_with(NvvmPrefix)) {
    C.Out.add(CB, {Diag::ForeignIntrinsic, FindingClass::Unsupported, called(CB),
                   "use the llvm.nvvm intrinsic or plain IR for the same operation"});
    return;
  }
  checkApproximation(CB, C);
  const IntrinsicVerdict &V = C.Verdicts.of(CB);
  if (!V.Known) {
    C.Out.add(CB, {Diag::IntrinsicUnchecked, FindingClass::Unchecked,
                   called(CB) + " is in no table", "state deep to have it compiled in a helper",
                   TargetSet::none(), Severity::Warning});
    return;
  }
  if (C.Out.isFine(V.Ok))
    return;
  bool Nowhere = V.Ok.empty();
  std::string Remedy = V.Remedy;
  if (Remedy.empty())
    Remedy = Nowhere ? "use another type, immediate or operation" : "state a target that has it";
  C.Out.add(CB, {Nowhere ? Diag::UnknownIntrinsic : Diag::IntrinsicTarget,
                 FindingClass::Unsupported,
                 called(CB) + (V.Reason.empty() ? "" : ": " + V.Reason), Remedy, V.Ok});
}

} // namespace vx
