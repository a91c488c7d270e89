//===- FootprintSite.cpp - where a tile is filled ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// (1) Nearest block that dominates all loads, (2) out of the in-tile loops. With a site loop
// that is all: a guard in the loop stays around the site, and participation brings the other
// threads along. A base that no loop moves is (3) filled at the last point that all threads of
// the block reach, above thread-dependent guards:
//
//   if (gid >= n) return;              %r = transfer(K)
//   for j, d: load K[j][d]      =>     if (gid >= n) return;
//                                      for j, d: load %r[j][d]
#include "FootprintSite.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace vx {

/// Blocks that are control dependent, directly or not, on a divergent branch.
SiteFinder::SiteFinder(const InferContext &Context) : Context(Context) {
  SmallVector<const BasicBlock *, 16> Work;
  SmallPtrSet<const BasicBlock *, 16> Queued;
  for (const BasicBlock &BB : Context.F)
    if (Context.Uniformity.hasDivergentTerminator(BB) &&
        Queued.insert(&BB).second)
      Work.push_back(&BB);
  while (!Work.empty()) {
    const BasicBlock *Branch = Work.pop_back_val();
    const auto *Node = Context.PDT.getNode(Branch);
    const auto *Join = Node ? Node->getIDom() : nullptr;
    for (const BasicBlock *Succ : successors(Branch))
      for (const auto *N = Context.PDT.getNode(Succ);
           N && N != Join && N->getBlock(); N = N->getIDom()) {
        Partial.insert(N->getBlock());
        if (Queued.insert(N->getBlock()).second)
          Work.push_back(N->getBlock());
      }
  }
}

BasicBlock *SiteFinder::outsideInTileLoops(BasicBlock *BB,
                                           const Loop *SiteLoop) const {
  while (const Loop *L = Context.LI.getLoopFor(BB)) {
    if (L == SiteLoop)
      break;
    BasicBlock *Preheader = L->getLoopPreheader();
    BB = Preheader ? Preheader
                   : Context.DT.getNode(L->getHeader())->getIDom()->getBlock();
  }
  return BB;
}

Instruction *SiteFinder::pointIn(BasicBlock *BB,
                                 ArrayRef<AccessRead> Reads) const {
  Instruction *First = BB->getTerminator();
  for (const AccessRead &R : Reads)
    if (R.Access->getParent() == BB && R.Access->comesBefore(First))
      First = R.Access;
  return First;
}

bool SiteFinder::available(ArrayRef<const SCEV *> Operands,
                           Instruction *At) const {
  SCEVExpander Expander(Context.SE, "vx");
  // SCEVExpander::isSafeToExpandAt looks at blocks only.
  auto Missing = [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return !Rec->getLoop()->contains(At);
    const auto *U = dyn_cast<SCEVUnknown>(Part);
    const auto *I = U ? dyn_cast<Instruction>(U->getValue()) : nullptr;
    return I && !Context.DT.dominates(I, At);
  };
  return all_of(Operands, [&](const SCEV *S) {
    return Expander.isSafeToExpand(S) && !SCEVExprContains(S, Missing);
  });
}

Instruction *SiteFinder::find(const Loop *SiteLoop, ArrayRef<AccessRead> Reads,
                              ArrayRef<const SCEV *> Operands) const {
  BasicBlock *Loads = Reads.front().Access->getParent();
  for (const AccessRead &R : Reads)
    Loads = Context.DT.findNearestCommonDominator(Loads, R.Access->getParent());
  BasicBlock *BB = outsideInTileLoops(Loads, SiteLoop);
  Instruction *Lowest = pointIn(BB, Reads);
  if (!available(Operands, Lowest))
    return nullptr;
  if (SiteLoop)
    return Lowest;
  while (Partial.contains(BB)) {
    const auto *Up = Context.DT.getNode(BB)->getIDom();
    if (!Up)
      return Lowest;
    BB = outsideInTileLoops(Up->getBlock(), nullptr);
  }
  Instruction *Uniform = pointIn(BB, Reads);
  return available(Operands, Uniform) ? Uniform : Lowest;
}

} // namespace vx
