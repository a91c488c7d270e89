//===- RingPhis.cpp - phis that take few values===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RingPhis.h"
#include "ShapeEvents.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// More values than a ring has slots (8) and one more: then a phi is no ring's.
constexpr size_t MaxValues = 9;
/// Phis that one incoming value may depend on, and combinations of their values.
constexpr size_t MaxDependencies = 4, MaxCombinations = 256;

class RingPhis {
public:
  RingPhis(Function &F, Evaluator Evaluate) : F(F), Evaluate(Evaluate) {}

  SetVector<const PHINode *> find() {
    collectCandidates();
    // Dropping one phi takes the ground from others: start again without it.
    while (!grow())
      for (auto &[Phi, Set] : Values)
        Set.clear();
    SetVector<const PHINode *> Result;
    for (const auto &[Phi, Set] : Values)
      if (!Set.empty())
        Result.insert(Phi);
    return Result;
  }

private:
  using ValueSet = SmallSetVector<Constant *, 8>;

  void collectCandidates() {
    SetVector<const Instruction *> Slice;
    auto Add = [&](const Value *V) {
      if (const auto *I = dyn_cast<Instruction>(V))
        if (I->getType()->isIntegerTy() || I->getType()->isPointerTy())
          Slice.insert(I);
    };
    for (Instruction &I : instructions(F))
      if (const Value *P = sharedOperand(I))
        Add(P);
    for (size_t Head = 0; Head != Slice.size(); ++Head)
      if (!Slice[Head]->mayReadOrWriteMemory())
        for (const Value *Op : Slice[Head]->operands())
          Add(Op);
    for (const Instruction *I : Slice)
      if (const auto *Phi = dyn_cast<PHINode>(I); Phi && Phi->getType()->isIntegerTy())
        Values.insert({Phi, {}});
    for (const BasicBlock &BB : F)
      if (const PHINode *Flag = tripFlag(BB))
        Values.insert({Flag, {}});
  }

  /// A loop of two trips has no counter any more, but a flag that decides no address:
  /// %again = phi i1 [true, %entry], [false, %latch].
  static const PHINode *tripFlag(const BasicBlock &Latch) {
    const auto *Br = dyn_cast<BranchInst>(Latch.getTerminator());
    if (!Br || !Br->isConditional())
      return nullptr;
    const auto *Flag = dyn_cast<PHINode>(Br->getCondition());
    bool Decides = Flag && is_contained(Br->successors(), Flag->getParent()) &&
                   all_of(Flag->incoming_values(), IsaPred<Constant>);
    return Decides ? Flag : nullptr;
  }

  /// One growth to the fixed point; false when a phi was dropped on the way.
  bool grow() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[Phi, Set] : Values) {
        size_t Before = Set.size();
        if (!addIncoming(*Phi, Set) || Set.size() > MaxValues) {
          Values.erase(Phi);
          return false;
        }
        Changed |= Set.size() != Before;
      }
    }
    return true;
  }

  bool addIncoming(const PHINode &Phi, ValueSet &Set) {
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      const Value *In = Phi.getIncomingValue(I);
      if (isa<UndefValue>(In))
        continue;
      SetVector<const PHINode *> Needs;
      if (!dependencies(*In, Needs) || Needs.size() > MaxDependencies)
        return false;
      if (!forEachCombination(Needs, [&](const RingValues &One) {
            if (Needs.contains(&Phi) && !comesBack(Phi, *Phi.getIncomingBlock(I), One))
              return;
            if (Constant *C = Evaluate(*In, One))
              Set.insert(C);
          }))
        return false;
    }
    return true;
  }

  /// The tracked phis behind \p V; false when something else decides it.
  bool dependencies(const Value &V, SetVector<const PHINode *> &Needs) const {
    SmallVector<const Value *, 8> Work = {&V};
    SmallPtrSet<const Value *, 16> Seen;
    while (!Work.empty()) {
      const Value *At = Work.pop_back_val();
      if (isa<Constant>(At) || !Seen.insert(At).second)
        continue;
      if (const auto *Phi = dyn_cast<PHINode>(At)) {
        if (!Values.count(Phi))
          return false;
        Needs.insert(Phi);
        continue;
      }
      const auto *I = dyn_cast<Instruction>(At);
      if (!I || !isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I))
        return false;
      append_range(Work, I->operands());
    }
    return true;
  }

  /// Every assignment of the values known so far; false when there are too many.
  bool forEachCombination(const SetVector<const PHINode *> &Needs,
                          function_ref<void(const RingValues &)> Do) {
    std::vector<RingValues> All(1);
    for (const PHINode *Phi : Needs) {
      std::vector<RingValues> Longer;
      for (const RingValues &One : All)
        for (Constant *C : Values.lookup(Phi)) {
          Longer.push_back(One);
          Longer.back()[Phi] = C;
        }
      All = std::move(Longer);
      if (All.size() > MaxCombinations)
        return false;
    }
    for (const RingValues &One : All)
      Do(One);
    return true;
  }

  /// True when, with these values, control gets from the phi's block to \p Latch and back:
  /// a counter's guard ends its growth here.
  bool comesBack(const PHINode &Phi, const BasicBlock &Latch, const RingValues &One) const {
    SetVector<const BasicBlock *> Reached;
    Reached.insert(Phi.getParent());
    for (size_t Head = 0; Head != Reached.size(); ++Head) {
      const Instruction *T = Reached[Head]->getTerminator();
      const ConstantInt *C = nullptr;
      if (const auto *Br = dyn_cast<BranchInst>(T); Br && Br->isConditional())
        C = dyn_cast_or_null<ConstantInt>(Evaluate(*Br->getCondition(), One));
      for (unsigned S = 0; S != T->getNumSuccessors(); ++S) {
        if (C && S != (C->isZero() ? 1u : 0u))
          continue;
        if (Reached[Head] == &Latch && T->getSuccessor(S) == Phi.getParent())
          return true;
        Reached.insert(T->getSuccessor(S));
      }
    }
    return false;
  }

  Function &F;
  Evaluator Evaluate;
  MapVector<const PHINode *, ValueSet> Values;
};
} // namespace

SetVector<const PHINode *> findRingPhis(Function &F, Evaluator Evaluate) {
  return RingPhis(F, Evaluate).find();
}

} // namespace vx
