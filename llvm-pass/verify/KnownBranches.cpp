//===- KnownBranches.cpp - branches that go one way ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KnownBranches.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

KnownBranches::KnownBranches(Function &F) : DL(F.getDataLayout()), DT(F), AC(F) {
  for (BasicBlock &BB : F)
    if (auto *Branch = dyn_cast<BranchInst>(BB.getTerminator()); Branch && Branch->isConditional())
      Tests.registerBranch(Branch);
}

std::optional<bool> KnownBranches::condition(const BranchInst &Branch) {
  auto It = Found.find(&Branch);
  if (It == Found.end())
    It = Found.insert({&Branch, find(Branch)}).first;
  return It->second;
}

std::optional<bool> KnownBranches::find(const BranchInst &Branch) {
  const Value *Condition = Branch.getCondition();
  if (std::optional<bool> Implied = isImpliedByDomCondition(Condition, &Branch, DL))
    return Implied;
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  const auto *With = Compare ? dyn_cast<ConstantInt>(Compare->getOperand(1)) : nullptr;
  if (!With)
    return std::nullopt;
  SimplifyQuery Query(DL, &DT, &AC, &Branch);
  Query.DC = &Tests;
  for (bool Signed : {false, true}) {
    ConstantRange Range =
        computeConstantRangeIncludingKnownBits(Compare->getOperand(0), Signed, Query);
    // Nothing at all: no path leads here. Then either answer would do, and none is needed.
    if (Range.isEmptySet())
      return std::nullopt;
    if (Range.icmp(Compare->getPredicate(), With->getValue()))
      return true;
    if (Range.icmp(Compare->getInversePredicate(), With->getValue()))
      return false;
  }
  return std::nullopt;
}

} // namespace vx
