//===- ThreadOrder.cpp - conditions that one thread answers for its block ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A walk from the condition down to thread indices. Loop counters by induction: a phi that begins rising is taken to
// rise; if then what the latch hands it rises as well, it does. That compares threads in the same iteration, so the
// loop must be one that holds the branch: threads that left it earlier do not ask any more.
//===----------------------------------------------------------------------===//
#include "ThreadOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace vx {

namespace {
/// Operators inside operators whose ranges are looked at.
constexpr unsigned MaxRangeDepth = 6;
/// Values whose ranges are looked at for one condition. Counters that are compared with counters, in many
/// conditions that control has passed, would lead to each other again and again.
constexpr unsigned MaxRanges = 4096;
/// Characters of an instruction in a message.
constexpr size_t MaxQuote = 60;

Course inverse(Course C) {
  switch (C) {
  case Course::Rising:
    return Course::Falling;
  case Course::Falling:
    return Course::Rising;
  default:
    return C;
  }
}

/// Of what grows with both.
Course together(Course A, Course B) {
  if (A == Course::Flat || A == B)
    return B;
  return B == Course::Flat ? A : Course::Unknown;
}

ConstantRange meet(const ConstantRange &A, const ConstantRange &B, bool Signed) {
  return A.intersectWith(B, Signed ? ConstantRange::Signed : ConstantRange::Unsigned);
}

/// All values of \p Bits bits, in twice as many.
ConstantRange representable(unsigned Bits, bool Signed) {
  ConstantRange All = ConstantRange::getFull(Bits);
  return Signed ? All.signExtend(2 * Bits) : All.zeroExtend(2 * Bits);
}
} // namespace

std::optional<unsigned> threadIndexDimension(const Value &V) {
  const auto *Call = dyn_cast<IntrinsicInst>(&V);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return 2;
  default:
    return std::nullopt;
  }
}

ThreadOrder::ThreadOrder(Function &F, const DominatorTree &DT, const LoopInfo &LI, const BlockUniformity &BU)
    : DT(DT), LI(LI), BU(BU), DL(F.getDataLayout()), Limits(blockLimits(F)), Assumptions(F),
      Values(&Assumptions, &DL) {}

OrderedCondition ThreadOrder::condition(BranchInst &Branch) {
  OrderedCondition Found;
  Asker = Branch.getParent();
  Known.clear();
  Refuted.clear();
  Ranges = 0;
  Why.clear();
  auto *Root = dyn_cast<Instruction>(Branch.getCondition());
  if (!Root)
    return Found;
  Found.Is = courseOf(Branch.getOperandUse(0), /*Signed=*/false);
  if (Found.Is != Course::Rising && Found.Is != Course::Falling) {
    Found.Why = Why;
    return Found;
  }
  Found.Varying.insert(Root);
  for (unsigned I = 0; I != Found.Varying.size(); ++I)
    for (const Use &U : Found.Varying[I]->operands())
      if (auto *Op = dyn_cast<Instruction>(U.get()))
        (BU.isUniformUse(U) ? Found.Shared : Found.Varying).insert(Op);
  return Found;
}

/// The value at which the proof ends, for messages: the first one is the innermost.
Course ThreadOrder::stop(const Instruction &I, StringRef Reason) {
  if (!Why.empty())
    return Course::Unknown;
  std::string Text;
  raw_string_ostream(Text) << I;
  raw_string_ostream(Why) << "'" << StringRef(Text).ltrim().take_front(MaxQuote) << "' " << Reason;
  return Course::Unknown;
}

Course ThreadOrder::merged(const Instruction &I, Course A, Course B) {
  Course C = together(A, B);
  return C == Course::Unknown ? stop(I, "joins what rises and what falls") : C;
}

Course ThreadOrder::courseOf(const Use &U, bool Signed) {
  Value *V = U.get();
  if (isa<ConstantInt, Argument>(V))
    return Course::Flat;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isIntegerTy())
    return Course::Unknown; // undefined values among them: each thread has its own
  if (BU.isUniformUse(U))
    return Course::Flat;
  return course(*I, Signed);
}

Course ThreadOrder::course(Instruction &I, bool Signed) {
  Key K(&I, Signed);
  if (auto It = Known.find(K); It != Known.end())
    return It->second;
  Course C = compute(I, Signed);
  // Without a sign both readings are the same.
  if (C == Course::Unknown && !isa<PHINode>(I) && !I.getType()->isIntegerTy(1) && isNonNegative(I, I))
    C = compute(I, !Signed);
  return Known[K] = C;
}

Course ThreadOrder::compute(Instruction &I, bool Signed) {
  if (threadIndexDimension(I))
    return Course::Rising;
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    return ofComparison(*Compare);
  if (auto *Op = dyn_cast<BinaryOperator>(&I))
    return ofBinary(*Op, Signed);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return ofCast(*Cast, Signed);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return ofCall(*Call, Signed);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return ofPhi(*Phi, Signed);
  if (match(&I, m_LogicalAnd()) || match(&I, m_LogicalOr())) { // as a select: one of the arms is a constant
    unsigned Other = isa<Constant>(I.getOperand(1)) ? 2 : 1;
    return merged(I, courseOf(I.getOperandUse(0), false), courseOf(I.getOperandUse(Other), false));
  }
  return stop(I, "has no known order");
}

Course ThreadOrder::ofComparison(ICmpInst &Compare) {
  CmpInst::Predicate P = Compare.getPredicate();
  if (match(Compare.getOperand(1), m_Zero())) // how LLVM writes x < 1 and x > 0
    P = P == CmpInst::ICMP_EQ   ? CmpInst::ICMP_ULE
        : P == CmpInst::ICMP_NE ? CmpInst::ICMP_UGT
                                : P;
  Type *Ty = Compare.getOperand(0)->getType();
  if (!CmpInst::isRelational(P) || !Ty->isIntegerTy() || Ty->isIntegerTy(1))
    return stop(Compare, "is no comparison of order");
  auto Read = [&](bool Signed) {
    return together(courseOf(Compare.getOperandUse(0), Signed), inverse(courseOf(Compare.getOperandUse(1), Signed)));
  };
  Course Difference = Read(CmpInst::isSigned(P));
  if (Difference == Course::Unknown && Compare.hasSameSign())
    Difference = Read(!CmpInst::isSigned(P));
  if (Difference == Course::Unknown)
    return stop(Compare, "compares values whose difference has no known order");
  return ICmpInst::isGT(P) || ICmpInst::isGE(P) ? Difference : inverse(Difference);
}

Course ThreadOrder::ofBinary(BinaryOperator &Op, bool Signed) {
  bool IsBool = Op.getType()->isIntegerTy(1);
  const Use &L = Op.getOperandUse(0), &R = Op.getOperandUse(1);
  switch (Op.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
    if (IsBool || (Op.getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(Op).isDisjoint()))
      return merged(Op, courseOf(L, Signed), courseOf(R, Signed));
    return stop(Op, "is no sum");
  case Instruction::Xor:
    return match(&Op, m_Not(m_Value())) ? inverse(courseOf(isa<Constant>(L) ? R : L, Signed)) : stop(Op, "is no sum");
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
    if (IsBool || !isExact(Op, Signed))
      return stop(Op, "may wrap");
    if (Op.getOpcode() == Instruction::Add)
      return merged(Op, courseOf(L, Signed), courseOf(R, Signed));
    if (Op.getOpcode() == Instruction::Sub)
      return merged(Op, courseOf(L, Signed), inverse(courseOf(R, Signed)));
    return ofProduct(Op, Signed);
  case Instruction::UDiv:
  case Instruction::LShr:
    return Signed ? stop(Op, "may be negative") : ofQuotient(Op);
  case Instruction::SDiv:
  case Instruction::AShr:
    return Signed ? ofQuotient(Op) : stop(Op, "may be negative");
  default:
    return stop(Op, "rises and falls");
  }
}

/// A product with what is equal in all threads, and not wrapped.
Course ThreadOrder::ofProduct(BinaryOperator &Op, bool Signed) {
  bool IsShift = Op.getOpcode() == Instruction::Shl;
  Course C[] = {courseOf(Op.getOperandUse(0), Signed), courseOf(Op.getOperandUse(1), Signed)};
  unsigned Factor = C[1] == Course::Flat ? 1 : 0;
  if (C[Factor] != Course::Flat || (IsShift && Factor == 0))
    return stop(Op, "is a product of what differs by thread");
  if (!Signed || IsShift || isNonNegative(*Op.getOperand(Factor), Op))
    return C[1 - Factor];
  if (range(*Op.getOperand(Factor), /*Signed=*/true, Op).isAllNegative())
    return inverse(C[1 - Factor]);
  return stop(Op, "has a factor of unknown sign");
}

/// Quotients round, but never past each other.
Course ThreadOrder::ofQuotient(BinaryOperator &Op) {
  bool Signed = Op.getOpcode() == Instruction::SDiv || Op.getOpcode() == Instruction::AShr;
  if (courseOf(Op.getOperandUse(1), Signed) != Course::Flat ||
      (Op.getOpcode() == Instruction::SDiv && !isNonNegative(*Op.getOperand(1), Op)))
    return stop(Op, "has a divisor that varies, or of unknown sign");
  return courseOf(Op.getOperandUse(0), Signed);
}

Course ThreadOrder::ofCast(CastInst &Cast, bool Signed) {
  const Use &From = Cast.getOperandUse(0);
  if (!From->getType()->isIntegerTy())
    return stop(Cast, "is no integer");
  bool IsBool = From->getType()->isIntegerTy(1);
  switch (Cast.getOpcode()) {
  case Instruction::ZExt: {
    Course C = courseOf(From, /*Signed=*/false);
    return C == Course::Unknown && Cast.hasNonNeg() ? courseOf(From, /*Signed=*/true) : C;
  }
  case Instruction::SExt:
    return Signed && !IsBool ? courseOf(From, true) : stop(Cast, "may be negative");
  case Instruction::Trunc: {
    unsigned Wide = From->getType()->getIntegerBitWidth(), Bits = Cast.getType()->getIntegerBitWidth();
    ConstantRange Kept = ConstantRange::getFull(Bits);
    Kept = Signed ? Kept.signExtend(Wide) : Kept.zeroExtend(Wide);
    auto &Trunc = cast<TruncInst>(Cast);
    bool Exact = (Signed ? Trunc.hasNoSignedWrap() : Trunc.hasNoUnsignedWrap()) ||
                 Kept.contains(range(*From, Signed, Cast));
    return Exact && Bits > 1 ? courseOf(From, Signed) : stop(Cast, "may wrap");
  }
  default:
    return stop(Cast, "has no known order");
  }
}

Course ThreadOrder::ofCall(CallInst &Call, bool Signed) {
  auto *MinMax = dyn_cast<MinMaxIntrinsic>(&Call);
  if (!MinMax || MinMax->isSigned() != Signed || Call.getType()->isIntegerTy(1))
    return stop(Call, "has no known order");
  return merged(Call, courseOf(Call.getOperandUse(0), Signed), courseOf(Call.getOperandUse(1), Signed));
}

Course ThreadOrder::ofPhi(PHINode &Phi, bool Signed) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  if (!L || L->getHeader() != Phi.getParent() || !L->contains(Asker) || !L->getLoopPreheader() ||
      !L->getLoopLatch())
    return stop(Phi, "depends on the path that a thread takes");
  int Before = Phi.getBasicBlockIndex(L->getLoopPreheader()), Latch = Phi.getBasicBlockIndex(L->getLoopLatch());
  if (Before < 0 || Latch < 0 || Phi.getNumIncomingValues() != 2)
    return stop(Phi, "depends on the path that a thread takes");
  Key K(&Phi, Signed);
  Course Start = Refuted.contains(K) ? Course::Unknown : courseOf(Phi.getOperandUse(Before), Signed);
  if (Start == Course::Unknown)
    return Start;
  Course Assumed = Start == Course::Flat ? Course::Rising : Start;
  Known[K] = Assumed;
  if (together(Assumed, courseOf(Phi.getOperandUse(Latch), Signed)) == Assumed)
    return Assumed;
  Refuted.insert(K);
  Known.clear(); // what was derived from the assumption
  return stop(Phi, "does not step alike in all threads");
}

bool ThreadOrder::isNonNegative(Value &V, const Instruction &At) {
  return range(V, /*Signed=*/true, At).isAllNonNegative();
}

/// ctaid * 128 + tid, where tid is below 128.
bool ThreadOrder::addsBelowAlignment(BinaryOperator &Add) {
  SimplifyQuery Query(DL, &DT, &Assumptions, &Add);
  for (unsigned N : {0u, 1u}) {
    unsigned Zeros = computeKnownBits(Add.getOperand(1 - N), Query).countMinTrailingZeros();
    if (range(*Add.getOperand(N), /*Signed=*/false, Add).getUnsignedMax().getActiveBits() <= Zeros)
      return true;
  }
  return false;
}

/// Does \p Op give the sum, difference or product of integers?
bool ThreadOrder::isExact(BinaryOperator &Op, bool Signed) {
  if (Signed ? Op.hasNoSignedWrap() : Op.hasNoUnsignedWrap())
    return true;
  if (Op.getOpcode() == Instruction::Add && addsBelowAlignment(Op))
    return true;
  unsigned Bits = Op.getType()->getIntegerBitWidth();
  auto Wide = [&](unsigned N) {
    ConstantRange R = range(*Op.getOperand(N), Signed, Op);
    return Signed ? R.signExtend(2 * Bits) : R.zeroExtend(2 * Bits);
  };
  if (Op.getOpcode() == Instruction::Shl) {
    const auto *Amount = dyn_cast<ConstantInt>(Op.getOperand(1));
    return Amount && Amount->getValue().ult(Bits) &&
           representable(Bits, Signed)
               .contains(Wide(0).multiply(ConstantRange(APInt(2 * Bits, 1).shl(Amount->getZExtValue()))));
  }
  return representable(Bits, Signed).contains(Wide(0).binaryOp(Op.getOpcode(), Wide(1)));
}

/// What \p V can be in a thread that is at \p At.
ConstantRange ThreadOrder::range(Value &V, bool Signed, const Instruction &At, unsigned Depth) {
  ConstantRange R = blockRegisterRange(
      V, Limits, computeConstantRangeIncludingKnownBits(&V, Signed, SimplifyQuery(DL, &DT, &Assumptions, &At)));
  if (Depth == MaxRangeDepth || ++Ranges > MaxRanges)
    return R;
  if (auto *Op = dyn_cast<BinaryOperator>(&V)) {
    ConstantRange L = range(*Op->getOperand(0), Signed, At, Depth + 1);
    return meet(R, L.binaryOp(Op->getOpcode(), range(*Op->getOperand(1), Signed, At, Depth + 1)), Signed);
  }
  if (auto *Cast = dyn_cast<CastInst>(&V); Cast && Cast->getSrcTy()->isIntegerTy())
    return meet(R, range(*Cast->getOperand(0), Signed, At, Depth + 1)
                       .castOp(Cast->getOpcode(), R.getBitWidth()), Signed);
  if (isa<PHINode>(V)) {
    ConstantRange Merged = Values.getConstantRange(&V, const_cast<Instruction *>(&At), /*UndefAllowed=*/false);
    return passedRange(V, Signed, At, meet(R, Merged, Signed), Depth);
  }
  return R;
}

/// \p R, less what comparisons exclude that control has passed on its way to \p At.
ConstantRange ThreadOrder::passedRange(Value &V, bool Signed, const Instruction &At, ConstantRange R, unsigned Depth) {
  for (auto *Node = DT.getNode(At.getParent()); Node && (Node = Node->getIDom());) {
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Compare || !is_contained(Compare->operands(), &V) || Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    bool OnRight = Compare->getOperand(1) == &V;
    CmpInst::Predicate P = OnRight ? Compare->getSwappedPredicate() : Compare->getPredicate();
    ConstantRange Other = range(*Compare->getOperand(OnRight ? 0 : 1), CmpInst::isSigned(P), *Compare, Depth + 1);
    for (unsigned Side : {0u, 1u})
      if (DT.dominates(BasicBlockEdge(Branch->getParent(), Branch->getSuccessor(Side)), At.getParent()))
        R = meet(R, ConstantRange::makeAllowedICmpRegion(Side ? CmpInst::getInversePredicate(P) : P, Other), Signed);
  }
  return R;
}

} // namespace vx
