//===- FootprintWrap.cpp - 32-bit index sums that lost their flags ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// `b[(k0 + k) * ld + j0 + tid]` with int indices has nsw on every sum until LICM moves j0 + tid
// out of the loop; then the sum under the sext is an ordinary wrapping one:
//
//   %w = add i32 %j0.tid, %k.ld        ; no flags
//   sext %w                            ; not sext(j0) + tid + k * sext(ld) in general
//
// In a tile it is. Let V be the walk (tid + k * ld) and F the fixed rest. sext(F + V) and
// sext(F) + sext(V) differ by a multiple of 2^32, which is 0 at V = 0. A rectangle of constant
// strides has no jump of 2^32 elements inside, so it is 0 for all V of the tile.
//
// Two loads of a tile may also spell the same fixed part differently, one with flags and one
// without: sext(i) + sext(j) and sext(i + j). Their distance is again that of two places in a
// rectangle, so it is taken from the formal sums; where the tile lies is taken from the exact
// address of one of them.
#include "FootprintTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace vx {

namespace {
/// Beyond this the sum is kept whole.
constexpr unsigned MaxDepth = 16;
constexpr size_t MaxProducts = 64;
/// A jump of 2^32 elements is in no tile; one of 2^8 may well be.
constexpr unsigned MinTrustedBits = 32;
} // namespace

Polynomial FactorTable::joinRemainders(Polynomial P) {
  ScalarEvolution &SE = Context.SE;
  const Polynomial Before = P;
  for (const auto &[Term, C] : Before)
    for (auto [Place, Factor] : enumerate(Term)) {
      const auto *Div = dyn_cast<SCEVUDivExpr>(Factors[Factor]);
      const auto *N = Div ? dyn_cast<SCEVConstant>(Div->getRHS()) : nullptr;
      if (!N || N->getAPInt().getActiveBits() > 31)
        continue;
      Product Others = Term;
      Others.erase(Others.begin() + Place);
      Polynomial Dividend =
          multiplyPolynomials(narrowParts(Div->getLHS()), {{Others, 1}});
      auto Lead = Dividend.empty() ? P.end() : P.find(Dividend.begin()->first);
      if (Lead == P.end() || Dividend.begin()->second != 1)
        continue;
      // Modulo the width: in 8 bits, 80 * x + 16 * (x / 3) is 80 * (x % 3).
      uint64_t Scale = Lead->second;
      unsigned Bits = Div->getType()->getIntegerBitWidth();
      if (Bits > 64 || SignExtend64(uint64_t(C) + Scale * N->getAPInt().getZExtValue(),
                                    Bits) != 0)
        continue;
      bool Complete = all_of(Dividend, [&](const auto &Part) {
        auto It = P.find(Part.first);
        return It != P.end() &&
               uint64_t(It->second) == uint64_t(Part.second) * Scale;
      });
      if (!Complete)
        continue;
      P = addPolynomials(P, Dividend, -int64_t(Scale));
      P.erase(Term);
      Others.push_back(number(SE.getURemExpr(Div->getLHS(), N)));
      sort(Others);
      P = addPolynomials(P, {{Others, int64_t(Scale)}});
    }
  return P;
}

/// \p S as a polynomial over factors of its own width.
Polynomial FactorTable::narrowParts(const SCEV *S, KeepWhole Keep, unsigned Depth) {
  ScalarEvolution &SE = Context.SE;
  Polynomial Whole = {{Product{number(S)}, 1}};
  if (const auto *C = dyn_cast<SCEVConstant>(S))
    return C->isZero() ? Polynomial()
                       : Polynomial{{Product(), C->getAPInt().getSExtValue()}};
  if (Depth >= MaxDepth)
    return Whole;
  if (isa<SCEVAddExpr>(S)) {
    SmallVector<const SCEV *, 4> Threads, Rest;
    for (const SCEV *Op : S->operands())
      (Keep && divergentLeaf(Op) ? Threads : Rest).push_back(Op);
    Polynomial Sum;
    if (const SCEV *Index = Threads.size() > 1 ? SE.getAddExpr(Threads) : nullptr;
        Index && Keep(Index))
      Sum = {{Product{number(Index)}, 1}};
    else
      append_range(Rest, Threads);
    for (const SCEV *Op : Rest)
      Sum = addPolynomials(Sum, narrowParts(Op, Keep, Depth + 1));
    return joinRemainders(std::move(Sum));
  }
  if (isa<SCEVMulExpr>(S)) {
    Polynomial Result = {{Product(), 1}};
    for (const SCEV *Op : S->operands()) {
      Polynomial Next = narrowParts(Op, Keep, Depth + 1);
      if (Result.size() * Next.size() > MaxProducts)
        return Whole;
      Result = multiplyPolynomials(Result, Next);
    }
    return Result;
  }
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || !Rec->isAffine())
    return Whole;
  const SCEV *Counter =
      SE.getAddRecExpr(SE.getZero(S->getType()), SE.getOne(S->getType()),
                       Rec->getLoop(), SCEV::FlagAnyWrap);
  if (Counter == S)
    return Whole;
  return addPolynomials(
      narrowParts(Rec->getStart(), Keep, Depth + 1),
      multiplyPolynomials(narrowParts(Rec->getStepRecurrence(SE), Keep, Depth + 1),
                          {{{number(Counter)}, 1}}));
}

const SCEV *FactorTable::narrowSum(const Polynomial &P,
                                   const Type *Narrow) const {
  ScalarEvolution &SE = Context.SE;
  auto *T = const_cast<Type *>(Narrow);
  const SCEV *Sum = SE.getZero(T);
  for (const auto &[Factor, C] : P) {
    const SCEV *Term = SE.getConstant(
        T, SignExtend64(C, T->getIntegerBitWidth()), /*isSigned=*/true);
    for (unsigned F : Factor)
      Term = SE.getMulExpr(Term, Factors[F]);
    Sum = SE.getAddExpr(Sum, Term);
  }
  return Sum;
}

static const SCEV *extendLike(const SCEVIntegralCastExpr &Cast, const SCEV *S,
                              ScalarEvolution &SE) {
  return isa<SCEVSignExtendExpr>(Cast)
             ? SE.getSignExtendExpr(S, Cast.getType())
             : SE.getZeroExtendExpr(S, Cast.getType());
}

static bool fitsLike(const SCEVIntegralCastExpr &Cast, Range R) {
  unsigned Bits = Cast.getOperand()->getType()->getIntegerBitWidth();
  return isa<SCEVSignExtendExpr>(Cast)
             ? isIntN(Bits, R.Lo) && isIntN(Bits, R.Hi)
             : R.Lo >= 0 && isUIntN(Bits, R.Hi);
}

/// The factor as a polynomial of 64 bits; itself where it is no narrow sum.
Polynomial FactorTable::splitFactor(unsigned Factor, Instruction &At,
                                    const Loop *Outermost, int64_t Limit,
                                    FixedPart Kind) {
  ScalarEvolution &SE = Context.SE;
  Polynomial Whole = {{Product{Factor}, 1}};
  const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Factors[Factor]);
  if (!Cast || isa<SCEVTruncateExpr>(Cast) ||
      !isa<SCEVAddExpr, SCEVAddRecExpr>(Cast->getOperand()))
    return Whole;
  auto Widen = [&](unsigned Part) -> const SCEV * {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Factors[Part]);
    return Rec && Rec->getStart()->isZero() &&
                   Rec->getStepRecurrence(SE)->isOne()
               ? counter(*Rec->getLoop())
               : extendLike(*Cast, Factors[Part], SE);
  };
  unsigned Bits = Cast->getOperand()->getType()->getIntegerBitWidth();
  auto Exact = [&](int64_t C) {
    return isa<SCEVSignExtendExpr>(Cast) || Bits >= MinTrustedBits
               ? SignExtend64(C, Bits)
               : int64_t(maskTrailingOnes<uint64_t>(Bits) & uint64_t(C));
  };
  Polynomial Fixed, Formal, Result;
  bool AllWalk = true;
  auto InTile = [&](const std::optional<Range> &R) {
    return R && R->Lo >= 0 && R->Hi < Limit;
  };
  // A thread's number in the block may be below a guard's bound where its parts are not.
  auto Guarded = [&](const SCEV *S) {
    if (SCEVExprContains(S, [](const SCEV *Part) { return isa<SCEVAddRecExpr>(Part); }))
      return false;
    auto Together = rangeAt(extendLike(*Cast, S, SE), At, Limit);
    if (!InTile(Together))
      return false;
    Polynomial Parts;
    for (const auto &[P, C] : narrowParts(S)) {
      Product Wide;
      for (unsigned F : P)
        Wide.push_back(number(Widen(F)));
      Parts = addPolynomials(Parts, {{Wide, Exact(C)}});
    }
    auto Apart = sumRange(Parts, At, Limit);
    return !InTile(Apart) || Apart->Hi > Together->Hi;
  };
  for (const auto &[P, C] :
       joinRemainders(narrowParts(Cast->getOperand(), Guarded))) {
    Product Wide, Walk;
    for (unsigned F : P) {
      Wide.push_back(number(Widen(F)));
      if (walks(F, Outermost))
        Walk.push_back(Wide.back());
    }
    sort(Wide);
    if (Walk.empty()) {
      Fixed[P] = C;
      Formal = addPolynomials(Formal, {{Wide, Exact(C)}});
      AllWalk &= P.empty();
      continue;
    }
    // Where no load has the walk at 0, nothing ties the sum to its fixed part.
    auto R = rangeAt(Walk, At, Limit);
    if (R && (R->Lo > 0 || R->Hi < 0))
      return Whole;
    Result = addPolynomials(Result, {{Wide, Exact(C)}});
  }
  std::optional<Range> Sum;
  if (AllWalk)
    Sum = sumRange(addPolynomials(Result, Fixed), At, Limit);
  // With nothing fixed in it, a value whose parts say less is a walk as it is.
  if (AllWalk && !InTile(Sum) && InTile(rangeAt(Factor, At, Limit)))
    return Whole;
  if (Bits < MinTrustedBits && (!Sum || !fitsLike(*Cast, *Sum)))
    return Whole;
  if (Kind == FixedPart::Formal)
    return addPolynomials(Result, Formal);
  const SCEV *Base = extendLike(
      *Cast, narrowSum(Fixed, Cast->getOperand()->getType()), SE);
  return Base->isZero()
             ? Result
             : addPolynomials(Result, {{Product{number(Base)}, 1}});
}

Polynomial FactorTable::splitWrapped(const Polynomial &Offset, Instruction &At,
                                     const Loop *Outermost, int64_t Limit,
                                     FixedPart Kind) {
  Polynomial Result;
  for (const auto &[P, C] : Offset) {
    Polynomial Term = {{Product(), C}};
    for (unsigned Factor : P)
      Term = multiplyPolynomials(Term,
                                 splitFactor(Factor, At, Outermost, Limit,
                                             Kind));
    Result = addPolynomials(Result, Term);
  }
  return Result;
}

const SplitAddress &FactorTable::split(const Polynomial &Offset,
                                       Instruction &At, const Loop *Outermost,
                                       int64_t Limit) {
  auto [It, New] = Splits.try_emplace({&At, Outermost});
  if (New) {
    SplitAddress &S = It->second;
    S.Formal = splitWrapped(Offset, At, Outermost, Limit, FixedPart::Formal);
    S.Wrap = addPolynomials(
        splitWrapped(Offset, At, Outermost, Limit, FixedPart::Exact), S.Formal,
        -1);
  }
  return It->second;
}

} // namespace vx
