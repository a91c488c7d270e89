//===- Intrinsics.cpp - intrinsics against the target===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

void checkIntrinsic(const CallBase &CB, const CheckContext &C) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isIntrinsic())
    return;
  if (F->getName().starts_with("llvm.nvvm.cp.async.") &&
      !F->getName().contains("bulk")) {
    TargetSet Ok = TargetSet::from(80, 70);
    C.Out.add(CB, {Diag::IntrinsicTarget, FindingClass::Unsupported,
                   "'" + F->getName().str() + "'", "state a target that has it", Ok});
  }
}

} // namespace vx
