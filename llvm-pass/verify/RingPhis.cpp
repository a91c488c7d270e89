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
    dropUndecided();
    grow();
    SetVector<const PHINode *> Result;
    for (const auto &[Phi, C] : Candidates)
      if (!C.Dropped && !C.Values.empty())
        Result.insert(Phi);
    return Result;
  }

private:
  /// What comes in along one edge of a phi, if no constant.
  struct Incoming {
    const Value *V;
    const BasicBlock *From;
    SmallVector<const PHINode *, MaxDependencies> Needs; ///< phis that decide it
    /// How many values of each of Needs have been combined already.
    SmallVector<size_t, MaxDependencies> Done;
  };
  struct Candidate {
    SmallSetVector<Constant *, 8> Values;
    SmallVector<Incoming, 2> In;
    bool Dropped = false;
  };

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
        Candidates[Phi];
    for (const BasicBlock &BB : F)
      if (const PHINode *Flag = tripFlag(BB))
        Candidates[Flag];
    for (auto &[Phi, C] : Candidates)
      C.Dropped = !readIncoming(*Phi, C);
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

  /// False when something else than candidates decides the phi.
  bool readIncoming(const PHINode &Phi, Candidate &C) const {
    for (auto [V, From] : zip(Phi.incoming_values(), Phi.blocks())) {
      if (isa<UndefValue>(V))
        continue;
      SetVector<const PHINode *> Needs;
      if (!dependencies(*V, Needs) || Needs.size() > MaxDependencies)
        return false;
      if (!Needs.empty())
        C.In.push_back({V, From, SmallVector<const PHINode *, MaxDependencies>(Needs.getArrayRef()),
                        SmallVector<size_t, MaxDependencies>(Needs.size(), 0)});
      else if (Constant *Known = Evaluate(*V, RingValues()))
        C.Values.insert(Known);
    }
    return true;
  }

  /// The candidates behind \p V; false when something else decides it.
  bool dependencies(const Value &V, SetVector<const PHINode *> &Needs) const {
    SmallVector<const Value *, 8> Work = {&V};
    SmallPtrSet<const Value *, 16> Seen;
    while (!Work.empty()) {
      const Value *At = Work.pop_back_val();
      if (isa<Constant>(At) || !Seen.insert(At).second)
        continue;
      if (const auto *Phi = dyn_cast<PHINode>(At)) {
        if (!Candidates.count(Phi))
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

  /// A dropped phi takes the ground from those that need it.
  void dropUndecided() {
    auto NeedsDropped = [&](const Incoming &In) {
      return any_of(In.Needs, [&](const PHINode *Need) {
        return Candidates.find(Need)->second.Dropped;
      });
    };
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[Phi, C] : Candidates)
        if (!C.Dropped && any_of(C.In, NeedsDropped))
          C.Dropped = Changed = true;
    }
  }

  /// Growth to the fixed point. A phi's values follow from those that it needs alone, so what the
  /// others have is still right when one is dropped.
  void grow() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (auto &[Phi, C] : Candidates) {
        if (C.Dropped)
          continue;
        size_t Before = C.Values.size();
        if (!all_of(C.In, [&](Incoming &In) { return combine(*Phi, C, In); }) ||
            C.Values.size() > MaxValues) {
          C.Dropped = true;
          dropUndecided();
        }
        Changed |= C.Values.size() != Before;
      }
    }
  }

  /// Adds to \p C what \p In is for assignments that have not been looked at; false when there are too many.
  bool combine(const PHINode &Phi, Candidate &C, Incoming &In) {
    SmallVector<size_t, MaxDependencies> Sizes;
    size_t Total = 1;
    for (const PHINode *Need : In.Needs) {
      Sizes.push_back(Candidates.find(Need)->second.Values.size());
      Total *= Sizes.back();
      if (Total > MaxCombinations)
        return false;
    }
    if (Sizes == In.Done)
      return true;
    for (size_t Number = 0; Number != Total; ++Number) {
      RingValues One;
      bool New = false;
      size_t Rest = Number; // its digits choose the values
      for (auto [Need, Size, Done] : zip_equal(In.Needs, Sizes, In.Done)) {
        New |= Rest % Size >= Done;
        One[Need] = Candidates.find(Need)->second.Values[Rest % Size];
        Rest /= Size;
      }
      if (!New || (is_contained(In.Needs, &Phi) && !comesBack(Phi, *In.From, One)))
        continue;
      if (Constant *Known = Evaluate(*In.V, One))
        C.Values.insert(Known);
    }
    In.Done = std::move(Sizes);
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
  MapVector<const PHINode *, Candidate> Candidates;
};
} // namespace

SetVector<const PHINode *> findRingPhis(Function &F, Evaluator Evaluate) {
  return RingPhis(F, Evaluate).find();
}

} // namespace vx
