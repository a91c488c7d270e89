//===- TileAddress.cpp - a read's place in a tile, row and column ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileAddress.h"
#include "ThreadOrder.h"
#include "vx/BlockUniformity.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned OffsetBits = 64;
constexpr unsigned MaxDepth = 16;
/// Sums of parts that stay below it in magnitude do not wrap in 64 bits.
constexpr int64_t MaxPart = int64_t(1) << 36;

/// Takes an address apart. Sums and products of 64 bits are exact modulo 2^64 with or without flags; an extension
/// is distributed over narrow ones that cannot wrap.
class OffsetReader {
public:
  OffsetReader(const TransferSite &Site, const DataLayout &DL) : Site(Site), DL(DL) {}

  std::optional<TileAddress> read(Value &Pointer) {
    Value *P = &Pointer;
    while (!isRoot(*P)) {
      if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(P)) {
        P = Cast->getOperand(0);
      } else if (auto *GEP = dyn_cast<GEPOperator>(P); GEP && addIndices(*GEP)) {
        P = GEP->getPointerOperand();
      } else {
        return std::nullopt;
      }
    }
    return std::move(Sum);
  }

private:
  const TransferSite &Site;
  const DataLayout &DL;
  TileAddress Sum;

  bool isRoot(const Value &V) const {
    if (const auto *Field = dyn_cast<ExtractValueInst>(&V))
      return Field->getAggregateOperand() == Site.Call && Field->getIndices().front() <= DescAligned;
    return !Site.isDescriptor() && &V == Site.Call;
  }

  bool addIndices(const GEPOperator &GEP) {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(OffsetBits, 0);
    if (!GEP.collectOffset(DL, OffsetBits, Variable, Constant))
      return false;
    Sum.Constant += Constant.getSExtValue();
    for (auto &[Index, Scale] : Variable)
      add(*Index, /*Signed=*/true, Scale.getSExtValue(), 0);
    return true;
  }

  static int64_t times(int64_t A, int64_t B) { return int64_t(uint64_t(A) * uint64_t(B)); }

  void addLeaf(Value &V, bool Signed, int64_t Factor) {
    for (AddressTerm &Term : Sum.Terms)
      if (Term.V == &V && Term.Signed == Signed) {
        Term.Factor = int64_t(uint64_t(Term.Factor) + uint64_t(Factor));
        return;
      }
    Sum.Terms.push_back({&V, Signed, Factor});
  }

  /// \p V times \p Factor; a narrow \p V is extended first.
  void add(Value &V, bool Signed, int64_t Factor, unsigned Depth) {
    if (auto *C = dyn_cast<ConstantInt>(&V)) {
      int64_t Number = Signed ? C->getSExtValue() : int64_t(C->getZExtValue());
      Sum.Constant = int64_t(uint64_t(Sum.Constant) + uint64_t(times(Number, Factor)));
      return;
    }
    auto *I = dyn_cast<Instruction>(&V);
    if (!I || Depth == MaxDepth)
      return addLeaf(V, Signed, Factor);
    bool Narrow = V.getType()->getIntegerBitWidth() < OffsetBits;
    if (auto *Ext = dyn_cast<CastInst>(I); Ext && isa<ZExtInst, SExtInst>(Ext))
      return Narrow ? addLeaf(V, Signed, Factor)
                    : add(*Ext->getOperand(0), isa<SExtInst>(Ext), Factor, Depth + 1);
    if (!addParts(*I, Signed, Factor, Narrow, Depth))
      addLeaf(V, Signed, Factor);
  }

  bool addParts(Instruction &I, bool Signed, int64_t Factor, bool Narrow, unsigned Depth) {
    if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I)) {
      if (!Or->isDisjoint())
        return false;
      add(*I.getOperand(0), Signed, Factor, Depth + 1);
      add(*I.getOperand(1), Signed, Factor, Depth + 1);
      return true;
    }
    auto *Op = dyn_cast<OverflowingBinaryOperator>(&I);
    if (!Op || (Narrow && !(Signed ? Op->hasNoSignedWrap() : Op->hasNoUnsignedWrap())))
      return false;
    auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      add(*I.getOperand(0), Signed, Factor, Depth + 1);
      add(*I.getOperand(1), Signed,
          I.getOpcode() == Instruction::Sub ? times(Factor, -1) : Factor, Depth + 1);
      return true;
    case Instruction::Mul:
      if (C)
        add(*I.getOperand(0), Signed,
            times(Factor, Signed ? C->getSExtValue() : int64_t(C->getZExtValue())), Depth + 1);
      return C;
    case Instruction::Shl: {
      bool Known = C && C->getValue().ult(OffsetBits - 1);
      if (Known)
        add(*I.getOperand(0), Signed, times(Factor, int64_t(1) << C->getZExtValue()), Depth + 1);
      return Known;
    }
    default:
      return false;
    }
  }
};

/// Values of the term's extended value when \p At is executed.
std::optional<Range> rangeOf(const AddressTerm &Term, Instruction &At, FactorTable &Factors) {
  ScalarEvolution &SE = Factors.context().SE;
  const SCEV *S = SE.getSCEV(Term.V);
  std::optional<Range> R;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  const auto *Start = Rec ? dyn_cast<SCEVConstant>(Rec->getStart()) : nullptr;
  const auto *Step = Rec && Rec->isAffine() ? dyn_cast<SCEVConstant>(Rec->getOperand(1)) : nullptr;
  if (Start && Step) {
    R = Factors.counterRange(*Rec->getLoop(), At);
    int64_t First = Start->getAPInt().getSExtValue(), By = Step->getAPInt().getSExtValue();
    if (!R || R->Hi > MaxPart || std::abs(By) > MaxPart / std::max<int64_t>(R->Hi, 1) || std::abs(First) > MaxPart)
      return std::nullopt;
    R = Range{First + std::min<int64_t>(0, By * R->Hi), First + std::max<int64_t>(0, By * R->Hi)};
    unsigned Bits = Term.V->getType()->getIntegerBitWidth();
    if (!isIntN(Bits, R->Lo) || !isIntN(Bits, R->Hi)) // the narrow counter may wrap
      return std::nullopt;
  } else {
    R = Factors.rangeAt(S, At, MaxPart);
  }
  bool Narrow = Term.V->getType()->getIntegerBitWidth() < OffsetBits;
  if (!R || R->Lo < -MaxPart || R->Hi > MaxPart || (Narrow && !Term.Signed && R->Lo < 0))
    return std::nullopt;
  return R;
}
} // namespace

std::optional<TileAddress> tileAddress(Value &Pointer, const TransferSite &Site,
                                       const DataLayout &DL) {
  return OffsetReader(Site, DL).read(Pointer);
}

std::optional<RowOf> rowOf(const TileAddress &Address, Instruction &At, uint64_t RowBytes,
                           uint64_t Width, FactorTable &Factors) {
  RowOf Row;
  int64_t Bytes = RowBytes;
  Row.Constant = divideFloorSigned(Address.Constant, Bytes);
  int64_t Lo = Address.Constant - Row.Constant * Bytes, Hi = Lo;
  for (const AddressTerm &Term : Address.Terms) {
    std::optional<Range> R = rangeOf(Term, At, Factors);
    if (!R || std::abs(Term.Factor) > (int64_t(1) << 20))
      return std::nullopt;
    int64_t Rows = Term.Factor / Bytes, Rest = Term.Factor % Bytes;
    if (Rows)
      Row.Terms.push_back({Term.V, Term.Signed, Rows});
    Lo += std::min(Rest * R->Lo, Rest * R->Hi);
    Hi += std::max(Rest * R->Lo, Rest * R->Hi);
  }
  if (Lo < 0 || Hi + int64_t(Width) > Bytes)
    return std::nullopt;
  return Row;
}

std::optional<std::array<int64_t, 3>>
threadStrides(const TileAddress &Address, uint64_t RowBytes, uint64_t Pitch,
              const BlockUniformity &Uniformity) {
  std::array<int64_t, 3> Strides = {0, 0, 0};
  int64_t Bytes = RowBytes;
  for (const AddressTerm &Term : Address.Terms) {
    int64_t InStorage = Term.Factor / Bytes * int64_t(Pitch) + Term.Factor % Bytes;
    if (std::optional<unsigned> Dim = threadIndexDimension(*Term.V))
      Strides[*Dim] += InStorage;
    else if (!Uniformity.isUniform(*Term.V))
      return std::nullopt;
  }
  return Strides;
}

} // namespace vx
