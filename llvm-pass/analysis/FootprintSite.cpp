//===- FootprintSite.cpp - where a tile is filled ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// (1) Nearest block that dominates all loads, (2) out of the in-tile loops, up to the site
// loop. Guards stay around the site, a thread's own ones too: participation brings the other
// threads along, and a block of which no thread passes a guard transfers nothing.
//
//   if (gid >= n) return;              if (gid >= n) return;
//   for j, d: load K[j][d]      =>     %r = transfer(K)
//                                      for j, d: load %r[j][d]
#include "FootprintSite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace vx {

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
  Instruction *At = pointIn(BB, Reads);
  return available(Operands, At) ? At : nullptr;
}

} // namespace vx
