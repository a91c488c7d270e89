//===- FootprintRanges.cpp - what values the parts of an address take ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Three sources, intersected: ScalarEvolution's own ranges, sharpened by the block size that
// the kernel states; trip counts; and dominating guards (FootprintGuards.cpp).
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
