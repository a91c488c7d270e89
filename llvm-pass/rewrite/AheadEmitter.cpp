//===- AheadEmitter.cpp - emits a loop's run-ahead slice ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AheadEmitter.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace vx {

namespace {
bool isConstantBool(const Value *V, bool Which) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isOne() == Which;
}
} // namespace

Value *AheadEmitter::both(Value *X, Value *Y) {
  if (isConstantBool(X, true) || isConstantBool(Y, false))
    return Y;
  if (isConstantBool(Y, true) || isConstantBool(X, false))
    return X;
  if (X == Y)
    return X;
  Value *&Known = Ands[{X, Y}];
  if (!Known)
    Known = B.CreateLogicalAnd(X, Y, "ahead.and");
  return Known;
}

Value *AheadEmitter::either(Value *X, Value *Y) {
  if (isConstantBool(X, false) || isConstantBool(Y, true))
    return Y;
  if (isConstantBool(Y, false) || isConstantBool(X, true))
    return X;
  return X == Y ? X : B.CreateLogicalOr(X, Y, "ahead.or");
}

Value *AheadEmitter::frozen(Value *Condition) {
  if (isGuaranteedNotToBeUndefOrPoison(Condition))
    return Condition;
  Value *&F = Frozen[Condition];
  if (!F)
    F = B.CreateFreeze(Condition, "ahead.fr");
  return F;
}

/// i1: the branch at the end of E.From goes to E.To.
Value *AheadEmitter::choice(const AheadEdge &E) {
  if (auto *BI = dyn_cast_or_null<BranchInst>(E.Branch)) {
    if (BI->getSuccessor(0) == BI->getSuccessor(1))
      return B.getTrue();
    Value *Cond = frozen(value(BI->getCondition()));
    return BI->getSuccessor(0) == E.To ? Cond : B.CreateNot(Cond, "ahead.not");
  }
  auto *SI = dyn_cast_or_null<SwitchInst>(E.Branch);
  if (!SI)
    return B.getTrue();
  Value *Cond = frozen(value(SI->getCondition()));
  bool Default = SI->getDefaultDest() == E.To;
  Value *Hit = B.getFalse();
  for (auto &Case : SI->cases())
    if ((Case.getCaseSuccessor() == E.To) != Default)
      Hit = either(Hit, B.CreateICmpEQ(Cond, Case.getCaseValue(), "ahead.case"));
  return Default ? B.CreateNot(Hit, "ahead.not") : Hit;
}

Value *AheadEmitter::taken(const AheadEdge &E, BasicBlock *Root) {
  return both(reaches(E.From, Root), choice(E));
}

Value *AheadEmitter::reaches(BasicBlock *BB, BasicBlock *Root) {
  if (BB == Root)
    return B.getTrue();
  if (Value *Known = Reached.lookup({BB, Root}))
    return Known;
  const AheadPath *Path = A.path(BB);
  Value *Result = B.getTrue();
  if (Path && Path->Same) {
    Result = reaches(Path->Same, Root);
  } else if (Path && !Path->In.empty()) {
    Result = B.getFalse();
    for (const AheadEdge &E : Path->In)
      Result = either(Result, taken(E, Root));
  }
  Reached[{BB, Root}] = Result;
  return Result;
}

Value *AheadEmitter::continues() {
  return both(Runs, taken(A.backEdge(), A.header()));
}

AheadEmitter::State AheadEmitter::next() {
  State Next;
  BasicBlock *Latch = A.latchBranch()->getParent();
  for (PHINode *Phi : A.phis())
    Next[Phi] = value(Phi->getIncomingValueForBlock(Latch));
  return Next;
}

Value *AheadEmitter::phi(PHINode &Phi) {
  if (Value *Same = Phi.hasConstantValue())
    return value(Same);
  Value *Result = value(Phi.getIncomingValue(0));
  for (auto [Index, Edge] : drop_begin(enumerate(A.phiEdges(Phi)))) {
    Value *Taken = taken(Edge, A.header());
    Result = B.CreateSelect(Taken, value(Phi.getIncomingValue(Index)), Result,
                            Phi.getName() + ".ahead");
  }
  return Result;
}

Value *AheadEmitter::clone(Instruction &I) {
  SmallVector<Value *, 4> Operands;
  for (Value *Op : I.operands())
    Operands.push_back(value(Op));
  if (auto It = A.guarded().find(&I); It != A.guarded().end()) {
    // The operand that can trap is the divisor; signed overflow needs -1 there.
    Value *Executed = both(Runs, reaches(It->second, A.header()));
    Operands[1] = B.CreateSelect(Executed, Operands[1],
                                 ConstantInt::get(I.getType(), 1), "ahead.div");
  }
  Instruction *Copy = I.clone();
  for (auto [Index, Op] : enumerate(Operands))
    Copy->setOperand(Index, Op);
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUBImplyingAttrsAndMetadata();
  return B.Insert(Copy, I.hasName() ? I.getName() + ".ahead" : "ahead");
}

Value *AheadEmitter::value(Value *V) {
  if (!A.contains(V))
    return V;
  if (Value *Known = Values.lookup(V))
    return Known;
  auto *I = cast<Instruction>(V);
  Value *Result = nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I))
    Result = Phis.contains(Phi) ? Phis.lookup(Phi) : phi(*Phi);
  else
    Result = clone(*I);
  Values[V] = Result;
  return Result;
}

} // namespace vx
