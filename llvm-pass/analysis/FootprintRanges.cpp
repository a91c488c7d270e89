//===- FootprintRanges.cpp - what values the parts of an address take ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Three sources, intersected: ScalarEvolution's own ranges, sharpened by the block size that
// the kernel states; trip counts; and dominating guards, asked by bisection ("is it provably
// below N here?"), because ScalarEvolution answers questions about a point but lists no bounds.
//
// A loop counter at a point is one less than the number of times that the point is reached.
// Behind the exit test of a header-tested loop that is the exit's count, before it (the body
// of a rotated loop) one more:
//
//   header: i < 16 ? body : exit     body sees 0..15, header itself 0..16
//   body:   ...; ++i < 16 ? body : exit      sees 0..15 with an exit count of 15
//===----------------------------------------------------------------------===//
#include "FootprintTerms.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {
/// CUDA programming guide, technical specifications: limits of every device.
constexpr unsigned MaxBlock[3] = {1024, 1024, 64};
constexpr unsigned MaxThreads = 1024;
/// A range as wide as a 32-bit type says that nothing is known.
constexpr int64_t UnknownSpan = int64_t(1) << 30;
/// Operators inside operators that ScalarEvolution does not look into: each doubles the work.
constexpr unsigned MaxLeafDepth = 6;

/// "128" or "16,16": dimensions that are not written are 1.
bool readDims(const Function &F, StringRef Name, unsigned (&Dims)[3]) {
  if (!F.hasFnAttribute(Name))
    return false;
  SmallVector<StringRef, 3> Parts;
  F.getFnAttribute(Name).getValueAsString().split(Parts, ',');
  unsigned Read[3] = {1, 1, 1};
  if (Parts.size() > 3)
    return false;
  for (auto [Dim, Part] : zip(Read, Parts))
    if (Part.trim().getAsInteger(10, Dim) || Dim == 0 || Dim > MaxThreads)
      return false;
  copy(Read, Dims);
  return true;
}

const SCEV *withoutCasts(const SCEV *S) {
  while (const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(S))
    S = Cast->getOperand();
  return S;
}

/// A value that is not negative is the same in every width that holds it.
const SCEV *withoutExtensions(const SCEV *S) {
  while (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S))
    S = cast<SCEVIntegralCastExpr>(S)->getOperand();
  return S;
}

/// 0, 1, 2 for x, y, z.
std::optional<unsigned> dimensionOf(Intrinsic::ID ID, bool &IsTid) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    IsTid = ID == Intrinsic::nvvm_read_ptx_sreg_tid_x;
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    IsTid = ID == Intrinsic::nvvm_read_ptx_sreg_tid_y;
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    IsTid = ID == Intrinsic::nvvm_read_ptx_sreg_tid_z;
    return 2;
  default:
    return std::nullopt;
  }
}
} // namespace

BlockLimits blockLimits(const Function &Kernel) {
  BlockLimits Limit;
  copy(MaxBlock, Limit.begin());
  unsigned Dims[3];
  if (readDims(Kernel, "nvvm.reqntid", Dims)) {
    copy(Dims, Limit.begin());
  } else if (readDims(Kernel, "nvvm.maxntid", Dims)) {
    // maxntid bounds the number of threads; how a launch shapes them is open.
    unsigned Threads = std::min(Dims[0] * Dims[1] * Dims[2], MaxThreads);
    for (unsigned &One : Limit)
      One = std::min(One, Threads);
  }
  return Limit;
}

ConstantRange blockRegisterRange(const Value &V, const BlockLimits &Limits,
                                 ConstantRange R) {
  const auto *Call = dyn_cast<IntrinsicInst>(&V);
  bool IsTid = false;
  auto Dim = Call ? dimensionOf(Call->getIntrinsicID(), IsTid) : std::nullopt;
  if (!Dim || R.getBitWidth() < 16)
    return R;
  unsigned Low = IsTid ? 0 : 1, End = Limits[*Dim] + (IsTid ? 0 : 1);
  return R.intersectWith(ConstantRange(APInt(R.getBitWidth(), Low),
                                       APInt(R.getBitWidth(), End)));
}

FactorTable::FactorTable(const InferContext &Context)
    : Context(Context), BlockLimit(blockLimits(Context.F)) {}

unsigned FactorTable::number(const SCEV *S) {
  auto [It, New] = Numbers.try_emplace(S, Factors.size());
  if (New)
    Factors.push_back(S);
  return It->second;
}

const SCEV *FactorTable::scev(const Product &P) const {
  ScalarEvolution &SE = Context.SE;
  const SCEV *S = SE.getOne(Type::getInt64Ty(Context.F.getContext()));
  for (unsigned Factor : P)
    S = SE.getMulExpr(S, Factors[Factor]);
  return S;
}

const SCEV *FactorTable::counter(const Loop &L) const {
  Type *I64 = Type::getInt64Ty(Context.F.getContext());
  return Context.SE.getAddRecExpr(Context.SE.getZero(I64),
                                  Context.SE.getOne(I64), &L,
                                  SCEV::FlagAnyWrap);
}

const Loop *FactorTable::counterLoop(unsigned Factor) const {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Factors[Factor]);
  return Rec && Rec == counter(*Rec->getLoop()) ? Rec->getLoop() : nullptr;
}

std::optional<int64_t> FactorTable::stepIn(unsigned Factor,
                                           const Loop &L) const {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(withoutCasts(Factors[Factor]));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  const auto *Step =
      dyn_cast<SCEVConstant>(Rec->getStepRecurrence(Context.SE));
  if (!Step)
    return std::nullopt;
  return Step->getAPInt().getSExtValue();
}

const Value *FactorTable::divergentLeaf(const SCEV *S) const {
  const Value *Found = nullptr;
  SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *U = dyn_cast<SCEVUnknown>(Part);
    if (U && !Context.Uniformity.isUniform(*U->getValue()))
      Found = U->getValue();
    return Found != nullptr;
  });
  return Found;
}

bool FactorTable::variesIn(unsigned Factor, const Loop &L) const {
  return !Context.SE.isLoopInvariant(Factors[Factor], &L);
}

/// x - n * (x / n), which is how ScalarEvolution writes x % n.
std::optional<ConstantRange>
FactorTable::remainderRange(const SCEV &Sum, unsigned Depth) const {
  ScalarEvolution &SE = Context.SE;
  for (const SCEV *Part : Sum.operands()) {
    const auto *Mul = dyn_cast<SCEVMulExpr>(Part);
    const auto *Div = Mul && Mul->getNumOperands() == 2
                          ? dyn_cast<SCEVUDivExpr>(Mul->getOperand(1))
                          : nullptr;
    if (Div && isa<SCEVConstant>(Div->getRHS()) &&
        SE.getURemExpr(Div->getLHS(), Div->getRHS()) == &Sum)
      return range(Div->getLHS(), Depth).urem(range(Div->getRHS(), Depth));
  }
  return std::nullopt;
}

/// ScalarEvolution has no form for xor, sdiv, srem and some shifts: their ranges follow from those
/// of the operands.
ConstantRange FactorTable::leafRange(const Value &V, ConstantRange R,
                                     unsigned Depth) const {
  const auto *Op = dyn_cast<BinaryOperator>(&V);
  if (!Op || Depth == MaxLeafDepth)
    return blockRegisterRange(V, BlockLimit, R);
  ScalarEvolution &SE = Context.SE;
  ConstantRange Of[2] = {R, R};
  for (unsigned N : {0u, 1u})
    Of[N] = range(SE.getSCEV(Op->getOperand(N)), Depth + 1);
  ConstantRange Result = R.intersectWith(Of[0].binaryOp(Op->getOpcode(), Of[1]));
  return Result.isEmptySet() ? R : Result; // a division by zero
}

ConstantRange FactorTable::range(const SCEV *S, unsigned Depth) const {
  ScalarEvolution &SE = Context.SE;
  ConstantRange R = SE.getUnsignedRange(S).intersectWith(SE.getSignedRange(S));
  unsigned Bits = R.getBitWidth();
  auto Operands = S->operands();
  auto Fold = [&](auto Combine) {
    ConstantRange Sum = range(Operands.front(), Depth);
    for (const SCEV *Op : drop_begin(Operands))
      Sum = Combine(Sum, range(Op, Depth));
    return R.intersectWith(Sum);
  };
  using CR = ConstantRange;
  switch (S->getSCEVType()) {
  case scUnknown:
    return leafRange(*cast<SCEVUnknown>(S)->getValue(), R, Depth);
  case scZeroExtend:
    return R.intersectWith(range(Operands[0], Depth).zeroExtend(Bits));
  case scSignExtend:
    return R.intersectWith(range(Operands[0], Depth).signExtend(Bits));
  case scTruncate:
    return R.intersectWith(range(Operands[0], Depth).truncate(Bits));
  case scAddExpr:
    if (auto Rest = remainderRange(*S, Depth))
      return R.intersectWith(*Rest);
    return Fold([](const CR &A, const CR &B) { return A.add(B); });
  case scMulExpr:
    return Fold([](const CR &A, const CR &B) { return A.multiply(B); });
  case scUDivExpr:
    return Fold([](const CR &A, const CR &B) { return A.udiv(B); });
  case scUMaxExpr:
    return Fold([](const CR &A, const CR &B) { return A.umax(B); });
  case scSMaxExpr:
    return Fold([](const CR &A, const CR &B) { return A.smax(B); });
  case scUMinExpr:
    return Fold([](const CR &A, const CR &B) { return A.umin(B); });
  case scSMinExpr:
    return Fold([](const CR &A, const CR &B) { return A.smin(B); });
  default:
    return R;
  }
}

std::optional<Range> FactorTable::counterRange(const Loop &L,
                                               const Instruction &At) {
  ScalarEvolution &SE = Context.SE;
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return std::nullopt;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  std::optional<uint64_t> Best;
  for (BasicBlock *Exit : Exiting) {
    // An exit that some iterations bypass bounds nothing.
    if (!Context.DT.dominates(Exit, Latch))
      continue;
    const SCEV *Count =
        SE.getExitCount(&L, Exit, ScalarEvolution::SymbolicMaximum);
    if (isa<SCEVCouldNotCompute>(Count))
      continue;
    APInt Most = range(Count).getUnsignedMax();
    APInt Guarded = range(SE.applyLoopGuards(Count, &L)).getUnsignedMax();
    uint64_t N = APIntOps::umin(Most, Guarded).getLimitedValue(UnknownSpan);
    if (N >= uint64_t(UnknownSpan))
      continue;
    bool Behind = any_of(successors(Exit), [&](const BasicBlock *Succ) {
      return L.contains(Succ) &&
             Context.DT.dominates(BasicBlockEdge(Exit, Succ), At.getParent());
    });
    if (Behind && N > 0)
      --N;
    Best = std::min(Best.value_or(N), N);
  }
  if (!Best)
    return std::nullopt;
  return Range{0, int64_t(*Best)};
}

bool FactorTable::mayBeSkipped(const Loop &L, const Instruction &At) {
  ScalarEvolution &SE = Context.SE;
  auto Counter = counterRange(L, At);
  if (!Counter || Counter->Hi > 0)
    return false;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  if (any_of(Exiting, [&](const BasicBlock *Exit) {
        return Context.Uniformity.hasDivergentTerminator(*Exit);
      }))
    return false;
  return any_of(Exiting, [&](const BasicBlock *Exit) {
    if (Context.DT.dominates(At.getParent(), Exit))
      return false;
    const SCEV *Count = SE.getExitCount(&L, Exit);
    return isa<SCEVCouldNotCompute>(Count) ||
           !SE.isKnownNonZero(SE.applyLoopGuards(Count, &L));
  });
}

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

std::optional<Range> FactorTable::rangeAt(const SCEV *S, Instruction &At,
                                          int64_t Limit) {
  if (const auto *C = dyn_cast<SCEVConstant>(S))
    return Range{C->getAPInt().getSExtValue(), C->getAPInt().getSExtValue()};
  std::optional<Range> Known;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (Rec && Rec == counter(*Rec->getLoop())) {
    Known = counterRange(*Rec->getLoop(), At);
    if (Known)
      return Known;
  }
  ConstantRange R = range(S);
  int64_t Lo = R.getSignedMin().getSExtValue();
  int64_t Hi = R.getSignedMax().getSExtValue();
  // The base is put at the least value. Of a sum the least is a guess: its parts need not be
  // least together.
  bool Guess = Lo < 0 && isa<SCEVNAryExpr>(withoutCasts(S));
  if (Lo >= -UnknownSpan && Hi <= UnknownSpan && !Guess)
    Known = Range{Lo, Hi};
  auto [It, New] = Guarded.try_emplace({S, At.getParent()}, std::nullopt);
  if (New)
    It->second = guardRange(S, At, Limit);
  const std::optional<Range> &Guard = It->second;
  if (!Guard)
    return Known;
  if (!Known)
    return Guard;
  return Range{std::max(Known->Lo, Guard->Lo), std::min(Known->Hi, Guard->Hi)};
}

std::optional<Range> FactorTable::rangeAt(const Product &P, Instruction &At,
                                          int64_t Limit) {
  Range R{1, 1};
  for (unsigned Factor : P) {
    auto F = rangeAt(Factor, At, Limit);
    if (!F)
      return std::nullopt;
    int64_t Corners[4];
    if (MulOverflow(R.Lo, F->Lo, Corners[0]) ||
        MulOverflow(R.Lo, F->Hi, Corners[1]) ||
        MulOverflow(R.Hi, F->Lo, Corners[2]) ||
        MulOverflow(R.Hi, F->Hi, Corners[3]))
      return std::nullopt;
    R = {*std::min_element(Corners, Corners + 4),
         *std::max_element(Corners, Corners + 4)};
  }
  return R;
}

std::optional<Range> FactorTable::sumRange(const Polynomial &Sum,
                                           Instruction &At, int64_t Limit) {
  Range Total{0, 0};
  for (const auto &[P, C] : Sum) {
    auto R = rangeAt(P, At, Limit);
    int64_t A, B;
    if (!R || MulOverflow(R->Lo, C, A) || MulOverflow(R->Hi, C, B) ||
        AddOverflow(Total.Lo, std::min(A, B), Total.Lo) ||
        AddOverflow(Total.Hi, std::max(A, B), Total.Hi))
      return std::nullopt;
  }
  return Total;
}

} // namespace vx
