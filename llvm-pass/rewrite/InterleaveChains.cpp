//===- InterleaveChains.cpp - independent accumulation chains side by side ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 1. segments  runs of instructions without a write, a call with effects, or a barrier
// 2. chains    maximal sequences of fadd, each the accumulator of the next, that stand close together
// 3. groups    neighbouring chains none of which depends on another of the group
// 4. order     links of a group in turn; what a link needs is emitted just before it
#include "vx/InterleaveChains.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <vector>

using namespace llvm;

namespace vx {

namespace {
/// A shorter chain has little to wait for.
constexpr unsigned MinLinks = 8;
/// Links of a chain that are this many instructions apart already hide each other's latency.
constexpr unsigned CloseLinks = 8;

using Chain = SmallVector<Instruction *, 64>;

/// The accumulator operand's definition if \p I adds to one: a link of a chain.
Instruction *accumulatorOf(const Instruction &I) {
  if (I.getOpcode() == Instruction::FAdd) {
    for (Value *Op : I.operands())
      if (auto *Prev = dyn_cast<Instruction>(Op);
          Prev && Prev->getOpcode() == Instruction::FAdd && Prev->hasOneUse())
        return Prev;
    return nullptr;
  }
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II || (II->getIntrinsicID() != Intrinsic::fmuladd &&
              II->getIntrinsicID() != Intrinsic::fma))
    return nullptr;
  auto *Prev = dyn_cast<IntrinsicInst>(II->getArgOperand(2));
  return Prev && Prev->getIntrinsicID() == II->getIntrinsicID() &&
                 Prev->hasOneUse()
             ? Prev
             : nullptr;
}

class SegmentScheduler {
public:
  SegmentScheduler(Instruction *First, Instruction *End, unsigned Together)
      : End(End), Together(Together) {
    for (Instruction *I = First; I != End; I = I->getNextNode()) {
      Position[I] = Order.size();
      Order.push_back(I);
    }
  }

  unsigned run() {
    if (Order.size() < 2 * MinLinks)
      return 0;
    findChains();
    formGroups();
    if (Groups.empty())
      return 0;
    emitAll();
    return Moved;
  }

private:
  Instruction *End;
  unsigned Together;
  SmallVector<Instruction *, 0> Order;
  DenseMap<const Instruction *, unsigned> Position;
  std::vector<Chain> Chains;
  std::vector<SmallVector<unsigned, DefaultChainsTogether>> Groups;
  DenseMap<const Instruction *, unsigned> GroupOfLink;
  SmallPtrSet<const Instruction *, 32> Emitted;
  unsigned Moved = 0;

  bool isHere(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return I && Position.contains(I);
  }

  void findChains() {
    SmallPtrSet<const Instruction *, 32> Taken;
    for (Instruction *Last : reverse(Order)) {
      if (Taken.contains(Last))
        continue;
      Chain C;
      for (Instruction *I = Last; I && isHere(I) && !Taken.contains(I);
           I = accumulatorOf(*I))
        C.push_back(I);
      if (C.size() < MinLinks)
        continue;
      std::reverse(C.begin(), C.end());
      unsigned Distance = Position.lookup(C.back()) - Position.lookup(C.front());
      if (Distance > CloseLinks * C.size())
        continue;
      Taken.insert(C.begin(), C.end());
      Chains.push_back(std::move(C));
    }
    std::reverse(Chains.begin(), Chains.end());
  }

  /// Does anything \p C needs depend on the end of one of \p Group?
  bool dependsOn(const Chain &C, ArrayRef<unsigned> Group) const {
    SmallPtrSet<const Instruction *, 32> Seen;
    SmallVector<const Instruction *, 64> Work(C.begin(), C.end());
    unsigned Earliest = Position.lookup(Chains[Group.front()].front());
    while (!Work.empty()) {
      const Instruction *I = Work.pop_back_val();
      if (!Seen.insert(I).second)
        continue;
      for (unsigned G : Group)
        if (I == Chains[G].back())
          return true;
      for (const Value *Op : I->operands())
        if (isHere(Op) && Position.lookup(cast<Instruction>(Op)) >= Earliest)
          Work.push_back(cast<Instruction>(Op));
    }
    return false;
  }

  void formGroups() {
    for (unsigned I = 0; I != Chains.size();) {
      SmallVector<unsigned, DefaultChainsTogether> Group = {I};
      for (++I; I != Chains.size() && Group.size() < Together &&
                !dependsOn(Chains[I], Group);
           ++I)
        Group.push_back(I);
      if (Group.size() < 2)
        continue;
      for (unsigned C : Group)
        for (const Instruction *Link : Chains[C])
          GroupOfLink[Link] = Groups.size();
      Groups.push_back(std::move(Group));
    }
  }

  /// Operands first; a link of a group brings the whole group.
  void emit(Instruction *I, bool AsLink = false) {
    if (!isHere(I) || Emitted.contains(I))
      return;
    auto It = GroupOfLink.find(I);
    if (It != GroupOfLink.end() && !AsLink)
      return emitGroup(Groups[It->second]);
    for (Value *Op : I->operands())
      if (auto *Def = dyn_cast<Instruction>(Op); Def && !isa<PHINode>(Def))
        emit(Def, AsLink && GroupOfLink.contains(Def));
    if (Emitted.insert(I).second)
      I->moveBefore(End->getIterator());
  }

  void emitGroup(ArrayRef<unsigned> Group) {
    size_t Longest = 0;
    for (unsigned C : Group)
      Longest = std::max(Longest, Chains[C].size());
    for (size_t Link = 0; Link != Longest; ++Link)
      for (unsigned C : Group)
        if (Link < Chains[C].size())
          emit(Chains[C][Link], /*AsLink=*/true);
    Moved += Group.size();
  }

  void emitAll() {
    for (Instruction *I : Order)
      emit(I);
  }
};

/// Instructions that nothing may be moved over.
bool endsSegment(const Instruction &I) {
  return I.isTerminator() || I.mayHaveSideEffects() || isa<AllocaInst>(I);
}
} // namespace

unsigned interleaveChains(Function &F, unsigned Together) {
  unsigned Moved = 0;
  for (BasicBlock &BB : F) {
    Instruction *First = &*BB.getFirstNonPHIIt();
    while (First) {
      Instruction *End = First;
      while (!endsSegment(*End))
        End = End->getNextNode();
      Moved += SegmentScheduler(First, End, Together).run();
      First = End->getNextNode();
    }
  }
  return Moved;
}

} // namespace vx
