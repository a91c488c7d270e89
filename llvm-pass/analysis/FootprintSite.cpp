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
//
// Some guards are of a kind that other threads cannot be brought into: around a shuffle of whole warps, a
// trap, one tile on either side. There a tile that no loop moves goes to the last point that all threads come by.
#include "FootprintSite.h"
#include "vx/BlockUniformity.h"
#include "vx/Participation.h"
#include "llvm/ADT/STLExtras.h"
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
    if (Context.Uniformity.hasDivergentTerminator(BB) && Queued.insert(&BB).second)
      Work.push_back(&BB);
  while (!Work.empty()) {
    const BasicBlock *Branch = Work.pop_back_val();
    const auto *Node = Context.PDT.getNode(Branch);
    const auto *Join = Node ? Node->getIDom() : nullptr;
    for (const BasicBlock *Succ : successors(Branch))
      for (const auto *N = Context.PDT.getNode(Succ); N && N != Join && N->getBlock(); N = N->getIDom()) {
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

BasicBlock *SiteFinder::outermost(ArrayRef<AccessRead> Reads, const Loop *SiteLoop) const {
  BasicBlock *Loads = Reads.front().Access->getParent();
  for (const AccessRead &R : Reads)
    Loads = Context.DT.findNearestCommonDominator(Loads, R.Access->getParent());
  return outsideInTileLoops(Loads, SiteLoop);
}

Instruction *SiteFinder::find(const Loop *SiteLoop, ArrayRef<AccessRead> Reads,
                              ArrayRef<const SCEV *> Operands) const {
  Instruction *At = pointIn(outermost(Reads, SiteLoop), Reads);
  return available(Operands, At) ? At : nullptr;
}

Instruction *SiteFinder::findOpen(ArrayRef<AccessRead> Reads, ArrayRef<const SCEV *> Operands) const {
  BasicBlock *BB = outermost(Reads, nullptr);
  if (!Partial.contains(BB))
    return nullptr;
  while (Partial.contains(BB)) {
    const auto *Up = Context.DT.getNode(BB)->getIDom();
    if (!Up)
      return nullptr;
    BB = outsideInTileLoops(Up->getBlock(), nullptr);
  }
  Instruction *At = pointIn(BB, Reads);
  return available(Operands, At) ? At : nullptr;
}

/// Whether guards around the sites are of a kind that the other threads of the block cannot be brought into.
static bool guardsKeepOut(ArrayRef<TileFootprint> Tiles, const KernelRequests &Requests,
                          const InferContext &Context) {
  SmallVector<Instruction *, 8> Points;
  for (const TileFootprint &Tile : Tiles) {
    Instruction &First = *Tile.Site->getParent()->getFirstNonPHIIt();
    if (!First.isTerminator() || First.getNumSuccessors() == 1)
      Points.push_back(&First);
  }
  for (const TileUse &Use : Requests.Tiles)
    Points.append(Use.Transfers.begin(), Use.Transfers.end());
  FlowAnalyses Flow{Context.DT, Context.PDT, Context.LI, Context.Uniformity};
  DiagnosticSink Found;
  planParticipation(Context.F, Points, Flow, Found, ParticipationPolicy::Vote);
  // The points stand for transfers, whose operands have been looked at.
  return any_of(Found.all(), [](const Diagnostic &D) { return D.Code != Diag::ParticipationOperand; });
}

void SiteFinder::settle(std::vector<TileFootprint> &Tiles, const KernelRequests &Requests) const {
  if (none_of(Tiles, [](const TileFootprint &Tile) { return Tile.OpenSite; }) ||
      !guardsKeepOut(Tiles, Requests, Context))
    return;
  for (TileFootprint &Tile : Tiles)
    if (Tile.OpenSite)
      Tile.Site = Tile.OpenSite;
}

} // namespace vx
