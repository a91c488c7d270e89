//===- Garbage.cpp - a garbage value is a finding where it matters -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// LLVM may run a load that the kernel did not ask for, where it drops the value:
//
//   if (c) v = tile[0] + a;   -->   %x = load tile[0]
//   use(v)                          %y = fadd %x, %a
//                                   %v = select %c, %y, %old
//
// On a GPU that is right whatever tile[0] holds. So a load of bytes that nothing
// filled, or that are in flight, is no finding in itself: it yields garbage, and
// garbage is a finding where it leaves the registers or steers the thread. Every
// value that depends on a load of what may be shared memory gets a shadow beside
// it: 0 when it is sound, else the number of a suspect read of this run; a vector
// has one for each lane.
//
//   %x.s = vx_rt_read_value(...)                             (the load's check)
//   %y.s = umax(%x.s, 0)
//   %v.s = umax(shadow of %c, select %c, %y.s, 0)
//   if (%v.s) vx_rt_garbage(thread, %v.s, site)              store float %v, ...
//
// What lets values through without an effect (arithmetic, casts, compares, phi,
// select, vector shuffles, intrinsics without memory) hands shadows on; whatever
// else takes a value is where it matters: stores, addresses, branches, calls,
// collectives, atomics, returns, the divisor of an integer division. Selects hand
// on the arm that they choose, and a zero (all ones) hides the other operand of an
// `and` (`or`), because LLVM makes these of selects of truth values.
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace vx::simt {

/// Numbers of address spaces (NVPTX).
enum : unsigned { GenericSpace = 0, SharedSpace = 3 };

/// Types whose values have shadows: what fits a register, and vectors of it.
static bool isTracked(const Type *T) {
  if (const auto *V = dyn_cast<FixedVectorType>(T))
    return V->getNumElements() <= MaxReadLanes;
  return T->isIntegerTy() || T->isFloatingPointTy() || T->isPointerTy();
}

/// A load whose bytes each belong to one lane; a vector of i1 is packed.
static bool isTrackedLoad(const LoadInst &L) {
  if (L.isAtomic() || L.isVolatile() || !isTracked(L.getType()))
    return false;
  const DataLayout &DL = L.getModule()->getDataLayout();
  Type *Scalar = L.getType()->getScalarType();
  return !L.getType()->isVectorTy() ||
         DL.getTypeSizeInBits(Scalar) == DL.getTypeStoreSizeInBits(Scalar);
}

static bool mayBeShared(const Value *Pointer, const Function &Kernel) {
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space == SharedSpace)
    return true;
  if (Space != GenericSpace)
    return false;
  const Value *Object = getUnderlyingObject(Pointer);
  if (auto *GV = dyn_cast<GlobalVariable>(Object))
    return GV->getAddressSpace() == SharedSpace;
  if (auto *A = dyn_cast<llvm::Argument>(Object))
    return A->getParent() != &Kernel; // a launch passes no shared memory
  return !isa<AllocaInst>(Object);
}

/// Whether \p U's user yields a value that depends on the operand and does nothing else.
static bool handsOn(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (!isTracked(I->getType()))
    return false;
  switch (I->getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::ExtractElement:
    return U.getOperandNo() == 0;
  case Instruction::InsertElement:
    return U.getOperandNo() < 2;
  case Instruction::Call: {
    auto *II = dyn_cast<IntrinsicInst>(I);
    return II && II->doesNotAccessMemory() && !II->isConvergent();
  }
  default:
    return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, PHINode,
               FreezeInst, GetElementPtrInst, ShuffleVectorInst>(I);
  }
}

namespace {
/// Inserts the shadows of one function.
class GarbageTracker {
public:
  GarbageTracker(LoweringContext &C, Function &F) : C(C), F(F) {}
  void run();

private:
  void collect();
  void shade(Instruction &I);
  Value *shadeLoad(LoadInst &L);
  Value *shadeSelect(IRBuilder<> &B, SelectInst &S);
  Value *shadeLogic(IRBuilder<> &B, BinaryOperator &I);
  Value *shadeLanes(IRBuilder<> &B, Instruction &I);
  void fillPhi(PHINode &Phi);
  void checkSink(Instruction &I, ArrayRef<Value *> Values);

  Type *shadowType(const Type *T) const;
  Value *shadow(Value *V) const { return Shadows.lookup(V); }
  Value *shadowOrZero(Value *V) const;
  /// \p S for a value of type \p T: lanes that do not correspond are joined.
  Value *coerce(IRBuilder<> &B, Value *S, const Type *T) const;
  Value *join(IRBuilder<> &B, Value *S1, Value *S2) const;

  LoweringContext &C;
  Function &F;
  SetVector<Instruction *> Slice;
  MapVector<Instruction *, SmallSetVector<Value *, 2>> Sinks;
  DenseMap<Value *, Value *> Shadows;
  DenseMap<Instruction *, Instruction *> CheckOf; ///< of each tracked load
};
} // namespace

void GarbageTracker::collect() {
  for (Instruction &I : instructions(F))
    if (auto *L = dyn_cast<LoadInst>(&I);
        L && isTrackedLoad(*L) && mayBeShared(L->getPointerOperand(), C.Kernel))
      Slice.insert(L);
  for (unsigned Next = 0; Next < Slice.size(); ++Next)
    for (Use &U : Slice[Next]->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      auto *II = dyn_cast<IntrinsicInst>(I);
      if (handsOn(U))
        Slice.insert(I);
      else if (!II || !II->isAssumeLikeIntrinsic())
        Sinks[I].insert(U.get());
    }
}

Type *GarbageTracker::shadowType(const Type *T) const {
  Type *I32 = Type::getInt32Ty(F.getContext());
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return FixedVectorType::get(I32, V->getNumElements());
  return I32;
}

Value *GarbageTracker::shadowOrZero(Value *V) const {
  Value *S = shadow(V);
  return S ? S : Constant::getNullValue(shadowType(V->getType()));
}

Value *GarbageTracker::coerce(IRBuilder<> &B, Value *S, const Type *T) const {
  Type *Want = shadowType(T);
  if (S->getType() == Want)
    return S;
  if (S->getType()->isVectorTy())
    S = B.CreateIntMaxReduce(S, /*IsSigned=*/false);
  if (auto *V = dyn_cast<FixedVectorType>(Want))
    S = B.CreateVectorSplat(V->getNumElements(), S);
  return S;
}

Value *GarbageTracker::join(IRBuilder<> &B, Value *S1, Value *S2) const {
  if (!S1 || !S2)
    return S1 ? S1 : S2;
  return B.CreateBinaryIntrinsic(Intrinsic::umax, S1, S2);
}

/// The load's check, and its answer as shadows of the lanes.
Value *GarbageTracker::shadeLoad(LoadInst &L) {
  IRBuilder<> B(&L);
  const DataLayout &DL = F.getParent()->getDataLayout();
  uint64_t Size = DL.getTypeStoreSize(L.getType()).getFixedValue();
  uint32_t Packed = packAccess(Size, Log2(L.getAlign()));
  auto *V = dyn_cast<FixedVectorType>(L.getType());
  unsigned Lanes = V ? V->getNumElements() : 1;
  Value *Thread = C.thread(F);
  Value *Answer =
      C.call(&L, "read_value", B.getInt64Ty(),
             {Thread, C.flat(&L, L.getPointerOperand()), B.getInt32(Packed),
              C.siteValue(L), B.getInt32(Lanes)});
  CheckOf[&L] = cast<Instruction>(Answer);
  C.Checked.insert(&L);
  Value *Number = B.CreateTrunc(Answer, B.getInt32Ty());
  if (!V)
    return Number;
  Value *Mask = B.CreateTrunc(B.CreateLShr(Answer, ReadLanesShift), B.getIntNTy(Lanes));
  Value *Bad = B.CreateBitCast(Mask, FixedVectorType::get(B.getInt1Ty(), Lanes));
  return B.CreateSelect(Bad, B.CreateVectorSplat(Lanes, Number),
                        Constant::getNullValue(shadowType(V)));
}

Value *GarbageTracker::shadeSelect(IRBuilder<> &B, SelectInst &S) {
  Value *Chosen = nullptr;
  if (shadow(S.getTrueValue()) || shadow(S.getFalseValue()))
    Chosen = B.CreateSelect(S.getCondition(), shadowOrZero(S.getTrueValue()),
                            shadowOrZero(S.getFalseValue()));
  Value *Steered = shadow(S.getCondition());
  return join(B, Chosen, Steered ? coerce(B, Steered, S.getType()) : nullptr);
}

/// `and`, `or`: an operand that decides the result alone hides the other.
Value *GarbageTracker::shadeLogic(IRBuilder<> &B, BinaryOperator &I) {
  Constant *Decides = I.getOpcode() == Instruction::And
                          ? Constant::getNullValue(I.getType())
                          : Constant::getAllOnesValue(I.getType());
  Value *Result = nullptr;
  for (unsigned K = 0; K < 2; ++K) {
    Value *Mine = shadow(I.getOperand(K)), *Other = shadow(I.getOperand(1 - K));
    if (!Mine)
      continue;
    Constant *Sound = Constant::getNullValue(Mine->getType());
    Value *Hidden = B.CreateICmpEQ(I.getOperand(1 - K), Decides);
    if (Other)
      Hidden = B.CreateAnd(Hidden, B.CreateICmpEQ(Other, Sound));
    Result = join(B, Result, B.CreateSelect(Hidden, Sound, Mine));
  }
  return Result;
}

/// Instructions that move lanes do the same with their shadows.
Value *GarbageTracker::shadeLanes(IRBuilder<> &B, Instruction &I) {
  if (auto *E = dyn_cast<ExtractElementInst>(&I))
    return B.CreateExtractElement(shadowOrZero(E->getVectorOperand()),
                                  E->getIndexOperand());
  if (isa<InsertElementInst>(I))
    return B.CreateInsertElement(shadowOrZero(I.getOperand(0)),
                                 shadowOrZero(I.getOperand(1)), I.getOperand(2));
  auto *S = cast<ShuffleVectorInst>(&I);
  return B.CreateShuffleVector(shadowOrZero(S->getOperand(0)),
                               shadowOrZero(S->getOperand(1)), S->getShuffleMask());
}

void GarbageTracker::shade(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Shadows[Phi] = PHINode::Create(shadowType(Phi->getType()),
                                   Phi->getNumIncomingValues(), "", Phi->getIterator());
    return;
  }
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    Shadows[L] = shadeLoad(*L);
    return;
  }
  IRBuilder<> B(I.getNextNode());
  Value *S = nullptr;
  if (auto *Select = dyn_cast<SelectInst>(&I))
    S = shadeSelect(B, *Select);
  else if (I.getOpcode() == Instruction::And || I.getOpcode() == Instruction::Or)
    S = shadeLogic(B, cast<BinaryOperator>(I));
  else if (isa<ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I))
    S = shadeLanes(B, I);
  else
    for (Value *V : I.operands())
      if (Value *Operand = shadow(V))
        S = join(B, S, coerce(B, Operand, I.getType()));
  Shadows[&I] = S;
}

void GarbageTracker::fillPhi(PHINode &Phi) {
  auto *S = cast<PHINode>(shadow(&Phi));
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
    S->addIncoming(shadowOrZero(Phi.getIncomingValue(I)), Phi.getIncomingBlock(I));
}

/// Reports in front of \p I when one of \p Values is garbage; in front of the
/// check too when \p I is a load, whose address it may be.
void GarbageTracker::checkSink(Instruction &I, ArrayRef<Value *> Values) {
  Instruction *Check = CheckOf.lookup(&I);
  Instruction *Before = Check ? Check : &I;
  IRBuilder<> B(Before);
  Value *S = nullptr;
  for (Value *V : Values)
    S = join(B, S, coerce(B, shadow(V), B.getInt32Ty()));
  Value *Bad = B.CreateICmpNE(S, B.getInt32(0));
  Instruction *Cold = SplitBlockAndInsertIfThen(
      Bad, Before, /*Unreachable=*/false,
      MDBuilder(F.getContext()).createUnlikelyBranchWeights());
  C.call(Cold, "garbage", B.getVoidTy(), {C.thread(F), S, C.siteValue(I)});
}

void GarbageTracker::run() {
  collect();
  // Definitions come before their uses, but for those of phis.
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *BB : Order)
    for (Instruction &I : make_early_inc_range(*BB))
      if (Slice.contains(&I))
        shade(I);
  for (Instruction *I : Slice)
    if (auto *Phi = dyn_cast<PHINode>(I))
      fillPhi(*Phi);
  for (auto &[I, Values] : Sinks)
    checkSink(*I, Values.getArrayRef());
}

void trackGarbage(LoweringContext &C) {
  if (C.Level == Checks::None)
    return;
  for (Function &F : C.M)
    if (!F.isDeclaration())
      GarbageTracker(C, F).run();
}

} // namespace vx::simt
