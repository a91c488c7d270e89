//===- Mutations.cpp - one fault at a time -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mutations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace vx::simt {

namespace {

constexpr unsigned SharedAddressSpace = 3;

StringRef nvvmName(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  Function *F = CB ? CB->getCalledFunction() : nullptr;
  StringRef Name = F ? F->getName() : "";
  return Name.consume_front("llvm.nvvm.") ? Name : "";
}

bool isBarrier(const Instruction &I) {
  return nvvmName(I).starts_with("barrier.cta.sync");
}
bool isReduction(const Instruction &I) {
  return nvvmName(I).starts_with("barrier.cta.red.or");
}
bool isWait(const Instruction &I) {
  return nvvmName(I).starts_with("cp.async.wait");
}
bool isCommit(const Instruction &I) { return nvvmName(I) == "cp.async.commit.group"; }
bool isCopy(const Instruction &I) {
  return nvvmName(I).starts_with("cp.async.c") && !isCommit(I);
}

bool touchesShared(const Instruction &I) {
  const Value *P = getLoadStorePointerOperand(&I);
  return P && P->getType()->getPointerAddressSpace() == SharedAddressSpace;
}

bool fillsShared(const Instruction &I) {
  return isCopy(I) || (isa<StoreInst>(I) && touchesShared(I));
}

/// What a barrier can trade places with.
bool isEvent(const Instruction &I) {
  return isWait(I) || isCopy(I) || isBarrier(I) || isReduction(I) || touchesShared(I);
}

class Collector {
public:
  explicit Collector(Function &F) : F(F), DT(F), PDT(F), LI(DT) {}
  std::vector<Mutation> run();

private:
  void add(StringRef Kind, Instruction &I, std::function<void()> Apply);
  void sync(Instruction &I);
  void moveBarrier(Instruction &I);
  void participation(Instruction &I);
  void witness(ICmpInst &I);
  void fillBound(ICmpInst &I);
  void alignmentTest(ICmpInst &I);
  void slot(GetElementPtrInst &I);

  Instruction *earlier(Instruction &B);
  Instruction *later(Instruction &B);
  bool dependsOnThread(const Value *V) const;
  bool controlsFill(const ICmpInst &I) const;

  Function &F;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  std::vector<Mutation> List;
};

} // namespace

void Collector::add(StringRef Kind, Instruction &I, std::function<void()> Apply) {
  std::string Text, Block;
  raw_string_ostream(Text) << I;
  raw_string_ostream BlockOS(Block);
  I.getParent()->printAsOperand(BlockOS, /*PrintType=*/false);
  StringRef Name = Block;
  Name.consume_front("%");
  List.push_back({Kind.str(), (StringRef(Text).trim() + " in " + Name).str(),
                  std::move(Apply), &I});
}

void Collector::sync(Instruction &I) {
  auto remove = [&I] { I.eraseFromParent(); };
  if (isWait(I)) {
    add("remove wait", I, remove);
    if (nvvmName(I) == "cp.async.wait.group")
      add("wait + 1", I, [&I] {
        auto *N = cast<ConstantInt>(I.getOperand(0));
        I.setOperand(0, ConstantInt::get(N->getType(), N->getZExtValue() + 1));
      });
  } else if (isCommit(I)) {
    add("remove commit", I, remove);
  } else if (isBarrier(I)) {
    add("remove barrier", I, remove);
    moveBarrier(I);
  }
}

/// The place in front of the event before \p B, or nullptr. A loop that lies
/// before \p B and holds an event counts as one.
Instruction *Collector::earlier(Instruction &B) {
  for (Instruction *I = B.getPrevNode(); I; I = I->getPrevNode())
    if (isEvent(*I))
      return I;
  BasicBlock *From = B.getParent();
  for (DomTreeNode *N = DT.getNode(From)->getIDom(); N; N = N->getIDom()) {
    BasicBlock *BB = N->getBlock();
    Loop *L = LI.getLoopFor(BB);
    if (L && !L->contains(From)) {
      while (L->getParentLoop() && !L->getParentLoop()->contains(From))
        L = L->getParentLoop();
      if (BasicBlock *Pre = L->getLoopPredecessor())
        return Pre->getTerminator();
    }
    for (Instruction &I : reverse(*BB))
      if (isEvent(I))
        return &I;
  }
  return nullptr;
}

/// The place behind the event after \p B, or nullptr.
Instruction *Collector::later(Instruction &B) {
  for (Instruction *I = B.getNextNode(); I; I = I->getNextNode())
    if (isEvent(*I))
      return I->getNextNode();
  BasicBlock *From = B.getParent();
  for (DomTreeNode *N = PDT.getNode(From)->getIDom(); N && N->getBlock();
       N = N->getIDom()) {
    BasicBlock *BB = N->getBlock();
    Loop *L = LI.getLoopFor(BB);
    if (L && !L->contains(From)) {
      while (L->getParentLoop() && !L->getParentLoop()->contains(From))
        L = L->getParentLoop();
      if (BasicBlock *Exit = L->getExitBlock())
        return &*Exit->getFirstInsertionPt();
    }
    for (Instruction &I : *BB)
      if (isEvent(I))
        return I.getNextNode();
  }
  return nullptr;
}

void Collector::moveBarrier(Instruction &I) {
  if (Instruction *To = earlier(I))
    add("barrier one earlier", I, [&I, To] { I.moveBefore(To->getIterator()); });
  if (Instruction *To = later(I))
    add("barrier one later", I, [&I, To] { I.moveBefore(To->getIterator()); });
}

void Collector::participation(Instruction &I) {
  add("participation removed", I, [&I] {
    Value *Own = I.getOperand(cast<CallBase>(I).arg_size() - 1);
    I.replaceAllUsesWith(Own);
  });
}

/// What participation computes for the block's first thread, for the last one, and the other way round.
void Collector::witness(ICmpInst &I) {
  auto OfWitness = [](const Value *V) { return V->getName().contains(".witness") || V->getName().starts_with("last.thread"); };
  if (!I.getName().contains(".witness") || !I.getOperand(0)->getType()->isIntegerTy())
    return;
  unsigned Operand = OfWitness(I.getOperand(1)) ? 1 : OfWitness(I.getOperand(0)) ? 0 : isa<Constant>(I.getOperand(1));
  bool IsLast = any_of(instructions(F), [](const Instruction &Other) { return Other.getName().starts_with("last.thread"); });
  add("closed form of the other end", I, [&I, Operand, IsLast] {
    IRBuilder<> B(&I);
    Value *Own = I.getOperand(Operand);
    Value *Last = B.CreateSub(B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_ntid_x, {}), B.getInt32(1));
    Last = B.CreateZExtOrTrunc(Last, Own->getType());
    I.setOperand(Operand, IsLast ? B.CreateSub(Own, Last) : B.CreateAdd(Own, Last));
  });
}

/// The comparison is the exit test of a loop that fills shared memory.
bool Collector::controlsFill(const ICmpInst &I) const {
  Loop *L = LI.getLoopFor(I.getParent());
  if (!L || !L->getSubLoops().empty() || !L->isLoopExiting(I.getParent()))
    return false;
  return any_of(L->blocks(), [](BasicBlock *BB) {
    return any_of(*BB, [](Instruction &I) { return fillsShared(I); });
  });
}

void Collector::fillBound(ICmpInst &I) {
  if (!controlsFill(I) || !I.getOperand(1)->getType()->isIntegerTy())
    return;
  auto shift = [&I](int64_t By) {
    return [&I, By] {
      Value *Bound = I.getOperand(1);
      I.setOperand(1, IRBuilder<>(&I).CreateAdd(
                          Bound, ConstantInt::getSigned(Bound->getType(), By)));
    };
  };
  add("fill one short", I, shift(-1));
  add("fill one long", I, shift(1));
}

void Collector::alignmentTest(ICmpInst &I) {
  const APInt *Mask;
  if (I.getPredicate() != ICmpInst::ICMP_EQ ||
      !match(I.getOperand(0), m_And(m_Value(), m_APInt(Mask))) ||
      !match(I.getOperand(1), m_Zero()) || !Mask->isMask() || Mask->ugt(15) ||
      Mask->ult(3))
    return;
  add("alignment test forced true", I,
      [&I] { I.replaceAllUsesWith(ConstantInt::getTrue(I.getType())); });
}

bool Collector::dependsOnThread(const Value *V) const {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *> Work = {V};
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (nvvmName(*I).starts_with("read.ptx.sreg.tid") || isa<LoadInst>(I))
      return true;
    Work.append(I->op_begin(), I->op_end());
  }
  return false;
}

/// shared + slot * bytes, the slot equal in all threads: the next slot instead.
void Collector::slot(GetElementPtrInst &I) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  auto *Base = dyn_cast<GlobalVariable>(I.getPointerOperand()->stripPointerCasts());
  Value *Slot;
  const APInt *Bytes;
  if (I.getAddressSpace() != SharedAddressSpace || !Base ||
      I.getNumIndices() != 1 ||
      !match(I.getOperand(1), m_Mul(m_Value(Slot), m_APInt(Bytes))) ||
      isa<Constant>(Slot) || dependsOnThread(Slot))
    return;
  uint64_t Size = DL.getTypeAllocSize(Base->getValueType());
  uint64_t Slots = Size / Bytes->getZExtValue();
  if (Slots < 2)
    return;
  add("slot off by one", I, [&I, Slot, Bytes = *Bytes, Slots] {
    IRBuilder<> B(&I);
    Value *Next = B.CreateAdd(Slot, ConstantInt::get(Slot->getType(), 1));
    Next = B.CreateURem(Next, ConstantInt::get(Slot->getType(), Slots));
    I.setOperand(1, B.CreateMul(Next, ConstantInt::get(Slot->getType(),
                                                      Bytes.getZExtValue())));
  });
}

std::vector<Mutation> Collector::run() {
  for (Instruction &I : instructions(F)) {
    sync(I);
    if (isReduction(I))
      participation(I);
    if (auto *C = dyn_cast<ICmpInst>(&I)) {
      witness(*C);
      fillBound(*C);
      alignmentTest(*C);
    }
    if (auto *G = dyn_cast<GetElementPtrInst>(&I))
      slot(*G);
  }
  return std::move(List);
}

std::vector<Mutation> mutationsOf(Function &Kernel) {
  return Collector(Kernel).run();
}

} // namespace vx::simt
