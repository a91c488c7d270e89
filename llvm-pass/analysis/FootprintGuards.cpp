//===- FootprintGuards.cpp - bounds that dominating guards give ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Guards are asked by bisection ("is it provably below N here?"), because ScalarEvolution answers
// questions about a point but lists no bounds. A guard may speak of more than the value itself:
//
//   x < 8               x is below 8
//   4 * x < 32          so it is here,
//   y * n + x < 8       and here, where no part is below 0
//===----------------------------------------------------------------------===//
#include "FootprintTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// A value that is not negative is the same in every width that holds it.
const SCEV *withoutExtensions(const SCEV *S) {
  while (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S))
    S = cast<SCEVIntegralCastExpr>(S)->getOperand();
  return S;
}
} // namespace

bool FactorTable::knownBelow(const SCEV *S, int64_t Bound,
                             Instruction &At) const {
  ScalarEvolution &SE = Context.SE;
  const SCEV *B = SE.getConstant(S->getType(), Bound);
  if (SE.isKnownPredicateAt(ICmpInst::ICMP_ULT, S, B, &At))
    return true;
  return SE.isKnownPredicateAt(ICmpInst::ICMP_SLT, S, B, &At) &&
         SE.isKnownPredicateAt(ICmpInst::ICMP_SGE, S,
                               SE.getZero(S->getType()), &At);
}

/// Least bound up to \p Limit that \p S is provably below; none if it is not below Limit.
std::optional<int64_t> FactorTable::boundAt(const SCEV *S, Instruction &At,
                                            int64_t Limit) const {
  if (!knownBelow(S, Limit, At))
    return std::nullopt;
  int64_t Fails = 0, Holds = Limit;
  while (Holds - Fails > 1) {
    int64_t Middle = Fails + (Holds - Fails) / 2;
    (knownBelow(S, Middle, At) ? Holds : Fails) = Middle;
  }
  return Holds;
}

/// The most that \p S can be where \p Sum, which has it as a part, is at most \p Most: no part
/// is below 0, and the sum does not wrap.
std::optional<int64_t> FactorTable::mostInSum(const SCEV *S, const SCEV *Sum,
                                              int64_t Most) const {
  Sum = withoutExtensions(Sum);
  const auto *Mul = dyn_cast<SCEVMulExpr>(Sum);
  if (Mul && isa<SCEVConstant>(Mul->getOperand(0)) && Mul->getNumOperands() == 2) {
    const APInt &Scale = cast<SCEVConstant>(Mul->getOperand(0))->getAPInt();
    if (!Scale.isStrictlyPositive() || Scale.getActiveBits() > 16)
      return std::nullopt;
    ConstantRange Whole = range(Mul->getOperand(1));
    if (Whole.getUnsignedMax().ugt(
            APInt::getSignedMaxValue(Whole.getBitWidth()).udiv(Scale)))
      return std::nullopt;
    return mostInSum(S, Mul->getOperand(1), Most / Scale.getSExtValue());
  }
  if (Sum == withoutExtensions(S))
    return Most;
  const auto *Add = dyn_cast<SCEVAddExpr>(Sum);
  if (!Add)
    return std::nullopt;
  uint64_t Largest = 0, End = uint64_t(1) << 31;
  std::optional<int64_t> Found;
  for (const SCEV *Part : Add->operands()) {
    Largest += range(Part).getUnsignedMax().getLimitedValue(End);
    if (!Found && !isa<SCEVAddExpr>(withoutExtensions(Part)))
      Found = mostInSum(S, Part, Most);
  }
  return Largest < End ? Found : std::nullopt;
}

/// Whether all parts of \p Sum but \p S have one value.
bool FactorTable::aloneInSum(const SCEV *S, const SCEV *Sum) const {
  Sum = withoutExtensions(Sum);
  if (Sum == withoutExtensions(S))
    return true;
  if (const auto *Mul = dyn_cast<SCEVMulExpr>(Sum))
    return Mul->getNumOperands() == 2 && isa<SCEVConstant>(Mul->getOperand(0)) &&
           aloneInSum(S, Mul->getOperand(1));
  const auto *Add = dyn_cast<SCEVAddExpr>(Sum);
  return Add && all_of(Add->operands(), [&](const SCEV *Part) {
    return mostInSum(S, Part, 0) ? aloneInSum(S, Part) : range(Part).isSingleElement();
  });
}

/// A bound from a guard of a sum: in `y * n + x < 8`, x is below 8.
FactorTable::SumBound FactorTable::boundBySum(const SCEV *S, Instruction &At,
                                              int64_t Limit) const {
  ScalarEvolution &SE = Context.SE;
  SumBound Best;
  if (range(S).getSignedMin().isNegative())
    return Best;
  auto Lower = [](std::optional<int64_t> &Of, int64_t Bound) {
    Of = std::min(Of.value_or(INT64_MAX), Bound);
  };
  const auto *Node = Context.DT.getNode(At.getParent());
  for (; Node && Node->getIDom(); Node = Node->getIDom()) {
    const Instruction *Term = Node->getIDom()->getBlock()->getTerminator();
    const auto *Branch = dyn_cast<BranchInst>(Term);
    const auto *Cmp =
        Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()) ||
        !Cmp->getOperand(0)->getType()->isIntegerTy())
      continue;
    for (Value *Side : Cmp->operands()) {
      const SCEV *Guarded = SE.getSCEV(Side);
      auto Most = mostInSum(S, Guarded, Limit);
      if (!Most || SE.getTypeSizeInBits(Guarded->getType()) > 64)
        continue;
      auto Bound = boundAt(
          SE.getNoopOrZeroExtend(Guarded, Type::getInt64Ty(At.getContext())), At, Limit);
      if (!Bound)
        continue;
      Lower(Best.Any, *mostInSum(S, Guarded, *Bound - 1) + 1);
      if (aloneInSum(S, Guarded))
        Lower(Best.Alone, *mostInSum(S, Guarded, *Bound - 1) + 1);
    }
  }
  return Best;
}

bool FactorTable::boundTogether(const Product &P, Instruction &At, int64_t Limit) {
  return any_of(P, [&](unsigned Factor) {
    auto R = rangeAt(Factor, At, Limit);
    auto Bound = boundBySum(scev(Factor), At, Limit).Any;
    return R && Bound && *Bound - 1 < R->Hi;
  });
}

/// A guard may speak of the first element of a vector: 4 * i < n bounds i, where the product
/// cannot wrap.
std::optional<Range> FactorTable::guardRange(const SCEV *S, Instruction &At,
                                             int64_t Limit) const {
  ScalarEvolution &SE = Context.SE;
  constexpr unsigned MaxLanes = 16;
  APInt Largest = range(S).getUnsignedMax();
  bool Wraps = Largest.ugt(APInt::getSignedMaxValue(Largest.getBitWidth()).udiv(MaxLanes));
  std::optional<int64_t> Most;
  for (int64_t Lanes = 1; Lanes <= (Wraps ? 1 : MaxLanes); Lanes *= 2) {
    const SCEV *Scaled = SE.getMulExpr(S, SE.getConstant(S->getType(), Lanes));
    if (auto Bound = boundAt(Scaled, At, Limit))
      Most = std::min(Most.value_or(INT64_MAX), (*Bound - 1) / Lanes);
  }
  // Parts of a sum are not at their bounds together, unless these are 0 or the others do not
  // vary: more would be an index past what is read.
  SumBound InSum = boundBySum(S, At, Limit);
  if (InSum.Any == 1)
    Most = 0;
  if (InSum.Alone)
    Most = std::min(Most.value_or(INT64_MAX), *InSum.Alone - 1);
  if (!Most)
    return std::nullopt;
  // 4 * i < 4 leaves 0 alone.
  uint64_t Multiple = SE.getConstantMultiple(S).getLimitedValue(Limit);
  return Range{0, Multiple ? *Most - *Most % int64_t(Multiple) : *Most};
}

} // namespace vx
