//===- StridedLoops.cpp - loops that go by the block's size ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/StridedLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace vx {

namespace {
/// Instructions of a body beyond which its own work hides the latency of its loads.
constexpr unsigned MaxBodyInstructions = 128;

/// Threads meet in it, or its order with others matters. A store to shared memory makes it a copy loop: those
/// of placement have batches of their own (CopyLoop.cpp), and batches of batches run out of registers.
bool forbidsBatch(const Instruction &I) {
  if (I.isAtomic() || I.isVolatile())
    return true;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    if (Store->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED)
      return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->isInlineAsm() || Call->isConvergent() || Call->mayHaveSideEffects());
}

/// Private arrays are another matter (PrivateArrays.h).
bool loadsData(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
}

bool bodyAllows(const Loop &L) {
  unsigned Size = 0;
  bool Loads = false;
  for (const BasicBlock *BB : L.blocks()) {
    Size += BB->sizeWithoutDebug();
    if (any_of(*BB, forbidsBatch))
      return false;
    Loads |= any_of(*BB, loadsData);
  }
  return Loads && Size <= MaxBodyInstructions;
}

/// LLVM's unroller refuses a trip count that takes a division; with a constant step it needs none of our help.
bool divides(const SCEV *Count) {
  return SCEVExprContains(Count, [](const SCEV *S) {
    const auto *Div = dyn_cast<SCEVUDivExpr>(S);
    return Div && !isa<SCEVConstant>(Div->getRHS());
  });
}
} // namespace

std::vector<Loop *> findStridedLoops(LoopInfo &LI, ScalarEvolution &SE) {
  std::vector<Loop *> Found;
  for (Loop *L : LI.getLoopsInPreorder()) {
    bool Plain = L->isInnermost() && L->getLoopLatch() && L->getExitingBlock() && L->getExitBlock();
    if (!Plain || hasUnrollTransformation(L) != TM_Unspecified || !bodyAllows(*L))
      continue;
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (!isa<SCEVCouldNotCompute>(Count) && divides(Count))
      Found.push_back(L);
  }
  return Found;
}

} // namespace vx
