//===- UnrollPlan.cpp - private arrays in registers ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/PrivateArrays.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace vx {

namespace {
/// Instructions of \p L's body when the loops of \p Unrolled inside it are gone.
uint64_t unrolledSize(const Loop &L, const SetVector<Loop *> &Unrolled,
                      ScalarEvolution &SE) {
  uint64_t Size = 0;
  for (const BasicBlock *BB : L.blocks()) {
    bool InChild = any_of(L, [&](const Loop *C) { return C->contains(BB); });
    if (!InChild)
      Size += BB->sizeWithoutDebug();
  }
  for (Loop *Child : L) {
    uint64_t Inner = unrolledSize(*Child, Unrolled, SE);
    uint64_t Copies =
        Unrolled.contains(Child) ? SE.getSmallConstantTripCount(Child) : 1;
    Size = SaturatingMultiplyAdd(Inner, std::max<uint64_t>(Copies, 1), Size);
  }
  return Size;
}

/// The outermost loop of \p Loops that contains \p L: the nest that is unrolled as one.
Loop *nestOf(Loop *L, const SetVector<Loop *> &Loops) {
  Loop *Top = L;
  for (Loop *P = L; P; P = P->getParentLoop())
    if (Loops.contains(P))
      Top = P;
  return Top;
}

/// A loop of a few trips around unrolled ones (the k loop of a matrix product) costs more in addresses and
/// branches than its body, which LLVM's own threshold does not see before the inner loops are gone.
void addSmallParents(SetVector<Loop *> &Chosen, ScalarEvolution &SE,
                     const UnrollBudget &Budget) {
  for (unsigned I = 0; I != Chosen.size(); ++I) {
    Loop *Parent = Chosen[I]->getParentLoop();
    unsigned Trips = Parent ? SE.getSmallConstantTripCount(Parent) : 0;
    if (Trips && unrolledSize(*Parent, Chosen, SE) * Trips <= Budget.Instructions)
      Chosen.insert(Parent);
  }
}

/// Why \p Array cannot have all its loops unrolled beside those of \p Chosen, or "".
std::string obstacle(const PrivateArray &Array, const SetVector<Loop *> &Chosen,
                     uint64_t BytesLeft, ScalarEvolution &SE,
                     const UnrollBudget &Budget) {
  if (!Array.StaysBecause.empty())
    return Array.StaysBecause;
  if (Array.Bytes > BytesLeft)
    return std::to_string(Array.Bytes) + " bytes exceed the " +
           std::to_string(BytesLeft) + " left of " +
           std::to_string(Budget.ArrayBytes) + " for private arrays";
  SetVector<Loop *> With = Chosen;
  for (Loop *L : Array.Drivers) {
    if (!SE.getSmallConstantTripCount(L))
      return "a loop that indexes it has no constant trip count";
    With.insert(L);
  }
  for (Loop *L : Array.Drivers) {
    Loop *Top = nestOf(L, With);
    uint64_t Size = SaturatingMultiply<uint64_t>(
        unrolledSize(*Top, With, SE), SE.getSmallConstantTripCount(Top));
    if (Size > Budget.Instructions)
      return "unrolling its loops would give " + std::to_string(Size) +
             " instructions, more than " + std::to_string(Budget.Instructions);
  }
  return "";
}
} // namespace

UnrollPlan planUnrolling(Function &F, LoopInfo &LI, ScalarEvolution &SE,
                         const UnrollBudget &Budget) {
  UnrollPlan Plan;
  Plan.Arrays = findPrivateArrays(F, LI, SE);
  SmallVector<PrivateArray *, 8> BySize;
  for (PrivateArray &Array : Plan.Arrays)
    BySize.push_back(&Array);
  // Arrays are neighbours in one vector: the address orders equal sizes as the kernel declares them.
  llvm::sort(BySize, [](const PrivateArray *A, const PrivateArray *B) {
    return std::tie(A->Bytes, A) < std::tie(B->Bytes, B);
  });
  SetVector<Loop *> Chosen;
  uint64_t BytesLeft = Budget.ArrayBytes;
  for (PrivateArray *Array : BySize) {
    Array->StaysBecause = obstacle(*Array, Chosen, BytesLeft, SE, Budget);
    if (!Array->StaysBecause.empty())
      continue;
    Chosen.insert(Array->Drivers.begin(), Array->Drivers.end());
    BytesLeft -= Array->Bytes;
  }
  addSmallParents(Chosen, SE, Budget);
  Plan.Loops.assign(Chosen.begin(), Chosen.end());
  return Plan;
}

} // namespace vx
