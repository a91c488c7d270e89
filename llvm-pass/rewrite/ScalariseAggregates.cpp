//===- ScalariseAggregates.cpp - merged descriptors become merged fields -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// MLIR passes a memref as a struct, and merges two transfers in the arms of an `scf.if` with a phi
// of structs. No LLVM pass splits such a phi, and InferAddressSpaces does not look through one:
//
//   %d = phi {ptr, i64} [%a, %x], [%b, %y]      %p = phi ptr [%a.0, %x], [%b.0, %y]
//                                          =>   %n = phi i64 [%a.1, %x], [%b.1, %y]
//                                               %d = insertvalue ... %p, %n
//
// extractvalue of the rebuilt value is folded here.
#include "vx/ScratchKernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
using IndexPath = SmallVector<unsigned, 4>;

/// Paths to the scalar members of \p Ty, in order.
void collectLeaves(Type *Ty, IndexPath &Path, std::vector<IndexPath> &Leaves) {
  unsigned Count = 0;
  if (auto *Struct = dyn_cast<StructType>(Ty))
    Count = Struct->getNumElements();
  else if (auto *Array = dyn_cast<ArrayType>(Ty))
    Count = Array->getNumElements();
  else {
    Leaves.push_back(Path);
    return;
  }
  for (unsigned I = 0; I != Count; ++I) {
    Path.push_back(I);
    collectLeaves(ExtractValueInst::getIndexedType(Ty, I), Path, Leaves);
    Path.pop_back();
  }
}

std::vector<IndexPath> leavesOf(Type *Ty) {
  std::vector<IndexPath> Leaves;
  IndexPath Path;
  collectLeaves(Ty, Path, Leaves);
  return Leaves;
}

/// Bounds the number of fields; a larger aggregate is no descriptor.
constexpr size_t MaxLeaves = 64;

void splitPhi(PHINode &Phi, ArrayRef<IndexPath> Leaves) {
  IRBuilder<> Rebuild(&*Phi.getParent()->getFirstInsertionPt());
  Value *Whole = PoisonValue::get(Phi.getType());
  SmallVector<PHINode *, 8> Fields;
  for (const IndexPath &Leaf : Leaves) {
    Type *Ty = ExtractValueInst::getIndexedType(Phi.getType(), Leaf);
    PHINode *Field = PHINode::Create(Ty, Phi.getNumIncomingValues(),
                                     Phi.getName() + ".field",
                                     Phi.getIterator());
    Field->setDebugLoc(Phi.getDebugLoc());
    Fields.push_back(Field);
    Whole = Rebuild.CreateInsertValue(Whole, Field, Leaf);
  }
  for (unsigned I = 0, E = Phi.getNumIncomingValues(); I != E; ++I) {
    BasicBlock *Pred = Phi.getIncomingBlock(I);
    // One value per predecessor, also where a switch has several edges.
    int First = Fields.front()->getBasicBlockIndex(Pred);
    IRBuilder<> AtPred(Pred->getTerminator());
    for (auto [Field, Leaf] : zip(Fields, Leaves)) {
      Value *In = First >= 0 ? Field->getIncomingValue(First)
                             : AtPred.CreateExtractValue(
                                   Phi.getIncomingValue(I), Leaf);
      Field->addIncoming(In, Pred);
    }
  }
  Phi.replaceAllUsesWith(Whole);
  Phi.eraseFromParent();
}

void splitOperation(Instruction &I, ArrayRef<IndexPath> Leaves) {
  IRBuilder<> B(&I);
  Value *Whole = PoisonValue::get(I.getType());
  for (const IndexPath &Leaf : Leaves) {
    Value *Field = nullptr;
    if (auto *Select = dyn_cast<SelectInst>(&I))
      Field = B.CreateSelect(Select->getCondition(),
                             B.CreateExtractValue(Select->getTrueValue(), Leaf),
                             B.CreateExtractValue(Select->getFalseValue(), Leaf));
    else
      Field = B.CreateFreeze(B.CreateExtractValue(I.getOperand(0), Leaf));
    Whole = B.CreateInsertValue(Whole, Field, Leaf);
  }
  I.replaceAllUsesWith(Whole);
  I.eraseFromParent();
}
/// InstSimplify stops where a chain of insertvalue begins with a constant.
bool foldExtracts(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Extract = dyn_cast<ExtractValueInst>(&I);
    Value *Field = Extract ? FindInsertedValue(Extract->getAggregateOperand(),
                                               Extract->getIndices())
                           : nullptr;
    if (!Field || Field == Extract)
      continue;
    Extract->replaceAllUsesWith(Field);
    Extract->eraseFromParent();
    Changed = true;
  }
  return Changed;
}
} // namespace

bool scalariseAggregates(Function &F) {
  SmallVector<Instruction *, 8> Merges;
  for (Instruction &I : instructions(F))
    if (I.getType()->isAggregateType() &&
        isa<PHINode, SelectInst, FreezeInst>(I))
      Merges.push_back(&I);
  bool Changed = false;
  for (Instruction *I : Merges) {
    std::vector<IndexPath> Leaves = leavesOf(I->getType());
    if (Leaves.empty() || Leaves.size() > MaxLeaves)
      continue;
    if (auto *Phi = dyn_cast<PHINode>(I))
      splitPhi(*Phi, Leaves);
    else
      splitOperation(*I, Leaves);
    Changed = true;
  }
  return foldExtracts(F) || Changed;
}

} // namespace vx
