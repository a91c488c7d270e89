//===- FootprintTerms.cpp - addresses as sums of products ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The reader walks the IR expression rather than its SCEV as long as it can: `add nsw` under
// a sext keeps its flag there, while ScalarEvolution, which must also hold where the value is
// not used, often drops it. A wrapping sum makes the address, and so the load, poison; what we
// compute instead need not agree then. At phis and whatever else has no operands worth
// following ScalarEvolution takes over: {start,+,step} is start + step * counter.
//
// A thread-dependent value that a guard keeps small is one factor, whatever it is made of:
// in `for (d = tid; d < 64; d += ntid)` neither tid nor the counter is bounded, but d is.
//===----------------------------------------------------------------------===//
#include "FootprintTerms.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace vx {

namespace {
/// Beyond this an expression is kept whole: such an address has no use as a sum.
constexpr unsigned MaxDepth = 64;
constexpr size_t MaxProducts = 256;
constexpr unsigned AddressBits = 64;
} // namespace

Polynomial addPolynomials(const Polynomial &A, const Polynomial &B,
                          int64_t ScaleB) {
  Polynomial Sum = A;
  for (const auto &[P, C] : B) {
    int64_t &Into = Sum[P];
    Into = int64_t(uint64_t(Into) + uint64_t(C) * uint64_t(ScaleB));
    if (Into == 0)
      Sum.erase(P);
  }
  return Sum;
}

Polynomial multiplyPolynomials(const Polynomial &A, const Polynomial &B) {
  Polynomial Result;
  for (const auto &[PA, CA] : A)
    for (const auto &[PB, CB] : B) {
      Product P(PA);
      P.insert(P.end(), PB.begin(), PB.end());
      sort(P);
      int64_t &Into = Result[P];
      Into = int64_t(uint64_t(Into) + uint64_t(CA) * uint64_t(CB));
      if (Into == 0)
        Result.erase(P);
    }
  return Result;
}

static Polynomial constant(int64_t C) {
  return C == 0 ? Polynomial() : Polynomial{{Product(), C}};
}

AddressForm AddressReader::read(Value &Pointer, Instruction &Access) {
  At = &Access;
  Known.clear();
  AddressForm Form;
  Form.Offset = Factors.joinRemainders(readPointer(Pointer, Form.Pointer));
  return Form;
}

const SCEV *AddressReader::scevAtScope(Value &V) const {
  const InferContext &C = Factors.context();
  return SE.getSCEVAtScope(&V, C.LI.getLoopFor(At->getParent()));
}

Polynomial AddressReader::opaque(const SCEV *S) {
  if (const auto *C = dyn_cast<SCEVConstant>(S))
    return constant(C->getAPInt().getSExtValue());
  return {{Product{Factors.number(S)}, 1}};
}

/// \p S unless its \p Parts say as much about where a thread reads.
Polynomial AddressReader::preferWhole(const SCEV *S, Polynomial Parts) {
  bool Divergent = any_of(Parts, [&](const auto &Part) {
    return any_of(Part.first,
                  [&](unsigned F) { return Factors.isDivergent(F); });
  });
  auto InTile = [&](const std::optional<Range> &R) {
    return R && R->Lo >= 0 && R->Hi < Limit;
  };
  if (!Divergent || InTile(Factors.sumRange(Parts, *At, Limit)))
    return Parts;
  if (Parts.size() == 1 && Parts.begin()->first.size() <= 1)
    return Parts;
  return InTile(Factors.rangeAt(S, *At, Limit)) ? opaque(S) : Parts;
}

Polynomial AddressReader::readPointer(Value &V, const Value *&Base) {
  const InferContext &C = Factors.context();
  const auto *I = dyn_cast<Instruction>(&V);
  const Loop *L = I ? C.LI.getLoopFor(I->getParent()) : nullptr;
  SaveAndRestore Nested(Depth, Depth + 1);
  bool Follow = (!L || L->contains(At)) && Depth < MaxDepth;
  if (auto *GEP = dyn_cast<GEPOperator>(&V); GEP && Follow) {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Fixed(AddressBits, 0);
    if (GEP->collectOffset(C.F.getDataLayout(), AddressBits, Variable, Fixed)) {
      Polynomial Sum = readPointer(*GEP->getPointerOperand(), Base);
      Sum = addPolynomials(Sum, constant(Fixed.getSExtValue()));
      for (auto &[Index, Scale] : Variable)
        Sum = addPolynomials(Sum, readIndex(*Index), Scale.getSExtValue());
      return Sum;
    }
  }
  if (isa<AddrSpaceCastOperator>(&V) && Follow)
    return readPointer(*cast<Operator>(V).getOperand(0), Base);
  const SCEV *S = scevAtScope(V);
  if (const auto *U = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
      U && U != S && Follow) {
    Polynomial Offset = readScev(SE.getMinusSCEV(S, U));
    return addPolynomials(readPointer(*U->getValue(), Base), Offset);
  }
  Base = &V;
  return {};
}

/// A GEP index: sign-extended or truncated to the address.
Polynomial AddressReader::readIndex(Value &V) {
  unsigned Bits = V.getType()->getIntegerBitWidth();
  if (Bits < AddressBits)
    return readExtended(V, /*Signed=*/true);
  if (Bits == AddressBits)
    return readValue(V);
  return opaque(SE.getTruncateExpr(
      scevAtScope(V), Type::getInt64Ty(V.getContext())));
}

Polynomial AddressReader::readValue(Value &V) {
  if (isa<ConstantInt>(V))
    return opaque(SE.getSCEV(&V));
  if (auto It = Known.find({&V, Plain}); It != Known.end())
    return It->second;
  Polynomial Result = preferWhole(scevAtScope(V), splitValue(V));
  Known[{&V, Plain}] = Result;
  return Result;
}

Polynomial AddressReader::splitValue(Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  const Loop *L =
      I ? Factors.context().LI.getLoopFor(I->getParent()) : nullptr;
  SaveAndRestore Nested(Depth, Depth + 1);
  if (!I || (L && !L->contains(At)) || Depth >= MaxDepth)
    return readScev(scevAtScope(V));
  switch (I->getOpcode()) {
  case Instruction::Add:
    return addPolynomials(readValue(*I->getOperand(0)),
                          readValue(*I->getOperand(1)));
  case Instruction::Sub:
    return addPolynomials(readValue(*I->getOperand(0)),
                          readValue(*I->getOperand(1)), -1);
  case Instruction::Mul: {
    Polynomial A = readValue(*I->getOperand(0));
    Polynomial B = readValue(*I->getOperand(1));
    if (A.size() * B.size() > MaxProducts)
      return opaque(scevAtScope(V));
    return multiplyPolynomials(A, B);
  }
  case Instruction::Shl:
    if (const auto *C = dyn_cast<ConstantInt>(I->getOperand(1));
        C && C->getValue().ult(AddressBits))
      return addPolynomials({}, readValue(*I->getOperand(0)),
                            int64_t(uint64_t(1) << C->getZExtValue()));
    break;
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(I)->isDisjoint())
      return addPolynomials(readValue(*I->getOperand(0)),
                            readValue(*I->getOperand(1)));
    break;
  case Instruction::SExt:
    return readExtended(*I->getOperand(0), true);
  case Instruction::ZExt:
    return readExtended(*I->getOperand(0), I->hasNonNeg());
  case Instruction::Select:
    if (Factors.context().Uniformity.isUniform(V))
      break;
    return splitSelect(cast<SelectInst>(*I), [&](Value &Arm) {
      return readValue(Arm);
    });
  case Instruction::URem:
    // As a sum it is x - n * (x / n), whose parts are not bounded.
    return opaque(scevAtScope(V));
  default:
    break;
  }
  return readScev(scevAtScope(V));
}

/// c ? x : y is y + c * (x - y): LLVM makes such selects of products with a bit. One that all
/// threads agree on is kept.
Polynomial
AddressReader::splitSelect(SelectInst &Select,
                           function_ref<Polynomial(Value &)> ReadArm) {
  Polynomial X = ReadArm(*Select.getTrueValue());
  Polynomial Y = ReadArm(*Select.getFalseValue());
  const SCEV *Bit = SE.getZeroExtendExpr(scevAtScope(*Select.getCondition()),
                                         Type::getInt64Ty(SE.getContext()));
  return addPolynomials(
      Y, multiplyPolynomials(opaque(Bit), addPolynomials(X, Y, -1)));
}

/// \p Op extended is the operation on its extended operands.
bool AddressReader::distributes(const BinaryOperator &Op, bool Signed) const {
  if (const auto *Or = dyn_cast<PossiblyDisjointInst>(&Op))
    return Or->isDisjoint();
  if (Op.getOpcode() != Instruction::Add && Op.getOpcode() != Instruction::Sub &&
      Op.getOpcode() != Instruction::Mul && Op.getOpcode() != Instruction::Shl)
    return false;
  if (Signed ? Op.hasNoSignedWrap() : Op.hasNoUnsignedWrap())
    return true;
  if (Op.getOpcode() == Instruction::Shl)
    return false;
  return SE.willNotOverflow(Op.getOpcode(), Signed,
                            scevAtScope(*Op.getOperand(0)),
                            scevAtScope(*Op.getOperand(1)), At);
}

Polynomial AddressReader::readExtended(Value &V, bool Signed) {
  Type *I64 = Type::getInt64Ty(V.getContext());
  const SCEV *S = scevAtScope(V);
  const SCEV *Wide = Signed ? SE.getNoopOrSignExtend(S, I64)
                            : SE.getNoopOrZeroExtend(S, I64);
  if (isa<ConstantInt>(V))
    return opaque(Wide);
  std::pair<const void *, unsigned> Key(&V, Signed ? SignExtended : ZeroExtended);
  if (auto It = Known.find(Key); It != Known.end())
    return It->second;
  auto *I = dyn_cast<Instruction>(&V);
  const Loop *L =
      I ? Factors.context().LI.getLoopFor(I->getParent()) : nullptr;
  SaveAndRestore Nested(Depth, Depth + 1);
  if (!I || (L && !L->contains(At)) || Depth >= MaxDepth)
    return preferWhole(Wide, readScev(Wide));
  if (I->getOpcode() == Instruction::URem)
    return opaque(Wide);
  Polynomial Result = preferWhole(Wide, splitExtended(V, Signed));
  Known[Key] = Result;
  return Result;
}

Polynomial AddressReader::splitExtended(Value &V, bool Signed) {
  Type *I64 = Type::getInt64Ty(V.getContext());
  auto &I = cast<Instruction>(V);
  if (auto *Op = dyn_cast<BinaryOperator>(&I); Op && distributes(*Op, Signed)) {
    Polynomial A = readExtended(*Op->getOperand(0), Signed);
    const auto *C = dyn_cast<ConstantInt>(Op->getOperand(1));
    if (Op->getOpcode() == Instruction::Shl && C && C->getValue().ult(32))
      return addPolynomials({}, A, int64_t(1) << C->getZExtValue());
    Polynomial B = readExtended(*Op->getOperand(1), Signed);
    if (Op->getOpcode() == Instruction::Mul &&
        A.size() * B.size() <= MaxProducts)
      return multiplyPolynomials(A, B);
    if (Op->getOpcode() == Instruction::Sub)
      return addPolynomials(A, B, -1);
    if (Op->getOpcode() == Instruction::Add ||
        Op->getOpcode() == Instruction::Or)
      return addPolynomials(A, B);
  }
  if (auto *Select = dyn_cast<SelectInst>(&I);
      Select && !Factors.context().Uniformity.isUniform(V))
    return splitSelect(*Select, [&](Value &Arm) {
      return readExtended(Arm, Signed);
    });
  if (isa<ZExtInst>(I))
    return readExtended(*I.getOperand(0), Signed && I.hasNonNeg());
  if (isa<SExtInst>(I) && Signed)
    return readExtended(*I.getOperand(0), true);
  if (auto *Trunc = dyn_cast<TruncInst>(&I);
      Trunc && Trunc->getSrcTy() == I64 &&
      (Signed ? Trunc->hasNoSignedWrap() : Trunc->hasNoUnsignedWrap()))
    return readValue(*Trunc->getOperand(0));
  const SCEV *S = scevAtScope(V);
  return readScev(Signed ? SE.getNoopOrSignExtend(S, I64)
                            : SE.getNoopOrZeroExtend(S, I64));
}

Polynomial AddressReader::readScev(const SCEV *S) {
  if (auto It = Known.find({S, Plain}); It != Known.end())
    return It->second;
  Polynomial Result = splitScev(S);
  Known[{S, Plain}] = Result;
  return Result;
}

Polynomial AddressReader::splitScev(const SCEV *S) {
  SaveAndRestore Nested(Depth, Depth + 1);
  if (Depth >= MaxDepth)
    return opaque(S);
  switch (S->getSCEVType()) {
  case scAddExpr: {
    Polynomial Sum;
    for (const SCEV *Op : S->operands())
      Sum = addPolynomials(Sum, readScev(Op));
    return preferWhole(S, Sum);
  }
  case scMulExpr: {
    Polynomial Result = constant(1);
    for (const SCEV *Op : S->operands()) {
      Polynomial Next = readScev(Op);
      if (Result.size() * Next.size() > MaxProducts)
        return opaque(S);
      Result = multiplyPolynomials(Result, Next);
    }
    return Result;
  }
  case scAddRecExpr:
    return readAddRec(*cast<SCEVAddRecExpr>(S));
  case scSignExtend:
  case scZeroExtend:
    return readCast(*cast<SCEVCastExpr>(S));
  default:
    return opaque(S);
  }
}

Polynomial AddressReader::readAddRec(const SCEVAddRecExpr &Rec) {
  if (!Rec.isAffine())
    return opaque(&Rec);
  Polynomial Start = readScev(Rec.getStart());
  Polynomial Step = readScev(Rec.getStepRecurrence(SE));
  const SCEV *Counter = Factors.counter(*Rec.getLoop());
  if (Step.size() > MaxProducts)
    return opaque(&Rec);
  Polynomial Walk = multiplyPolynomials(Step, {{{Factors.number(Counter)}, 1}});
  return preferWhole(&Rec, addPolynomials(Start, Walk));
}

/// The exact sum of \p Terms can't leave the range of \p Narrow.
bool AddressReader::sumFits(ArrayRef<std::pair<const SCEV *, int64_t>> Terms,
                            const Type *Narrow, bool Signed) {
  int64_t Lo = 0, Hi = 0;
  for (auto [S, Scale] : Terms) {
    auto R = Factors.rangeAt(S, *At, Limit);
    int64_t A, B;
    // Ranges are signed: under a zext a negative one would mean something else.
    if (!R || (!Signed && R->Lo < 0) || MulOverflow(R->Lo, Scale, A) ||
        MulOverflow(R->Hi, Scale, B) || AddOverflow(Lo, std::min(A, B), Lo) ||
        AddOverflow(Hi, std::max(A, B), Hi))
      return false;
  }
  unsigned Bits = Narrow->getIntegerBitWidth();
  return Signed ? isIntN(Bits, Lo) && isIntN(Bits, Hi)
                : Lo >= 0 && isUIntN(Bits, Hi);
}

/// Distributes an extension over a sum or product whose exact value fits.
Polynomial AddressReader::readCast(const SCEVCastExpr &Cast) {
  const SCEV *Op = Cast.getOperand(0);
  bool Signed = Cast.getSCEVType() == scSignExtend;
  auto Extend = [&](const SCEV *Part) {
    return Signed ? SE.getNoopOrSignExtend(Part, Cast.getType())
                  : SE.getNoopOrZeroExtend(Part, Cast.getType());
  };
  auto Flagged = [&](const SCEVNAryExpr &Sum) {
    return Sum.getNoWrapFlags(Signed ? SCEV::FlagNSW : SCEV::FlagNUW) !=
           SCEV::FlagAnyWrap;
  };
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Op); Rec && Rec->isAffine()) {
    const auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    const SCEV *Counter = Factors.counter(*Rec->getLoop());
    if (!Step || !sumFits({{Rec->getStart(), 1},
                           {Counter, Step->getAPInt().getSExtValue()}},
                          Op->getType(), Signed))
      return opaque(&Cast);
    return addPolynomials(readScev(Extend(Rec->getStart())), opaque(Counter),
                          Step->getAPInt().getSExtValue());
  }
  if (const auto *Add = dyn_cast<SCEVAddExpr>(Op)) {
    SmallVector<std::pair<const SCEV *, int64_t>, 4> Terms;
    for (const SCEV *Part : Add->operands())
      Terms.push_back({Part, 1});
    if (!Flagged(*Add) && !sumFits(Terms, Op->getType(), Signed))
      return opaque(&Cast);
    Polynomial Sum;
    for (const SCEV *Part : Add->operands())
      Sum = addPolynomials(Sum, readScev(Extend(Part)));
    return Sum;
  }
  if (const auto *Mul = dyn_cast<SCEVMulExpr>(Op); Mul && Flagged(*Mul)) {
    const SCEV *Wide = Extend(Mul->getOperand(0));
    for (const SCEV *Part : drop_begin(Mul->operands()))
      Wide = SE.getMulExpr(Wide, Extend(Part));
    return Wide == &Cast ? opaque(&Cast) : readScev(Wide);
  }
  return opaque(&Cast);
}

} // namespace vx
