//===- PlanRings.cpp - streamed sites in loops become rings ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanParts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// "Copies of 16, 8 or 4 bytes" (contract, "Streamed").
constexpr unsigned MinAsyncBytes = 4;

bool checkStreamable(const KernelPlan &Plan, unsigned Index,
                     PlanContext &Context) {
  const TransferSite &Site = Plan.Sites[Index];
  const TilePlan &Tile = Plan.Tiles[Site.Tile];
  unsigned Before = Context.Sink.errorCount();
  if (!Plan.For.hasCpAsync())
    reportAt(Context, Diag::StreamedTarget, Tile.Request, *Site.Call,
             "cp.async needs sm_80 and PTX 7.0, the target is " +
                 Plan.For.name(),
             "compile for sm_80 or newer, or ask for crossing=sequenced");
  const FillPlan &Fill = Plan.Fills[Index];
  if (Fill.NarrowBytes < MinAsyncBytes)
    reportAt(Context, Diag::StreamedAlignment, Tile.Request, *Site.Call,
             Fill.WideBytes < MinAsyncBytes
                 ? "its rows of " + Twine(Fill.rowBytes()) +
                       " bytes cannot be cut into copies of 4, 8 or 16 bytes"
                 : "base and rows are only known to be multiples of " +
                       Twine(Fill.NarrowBytes) +
                       " bytes, cp.async copies 4, 8 or 16",
             Fill.WideBytes < MinAsyncBytes
                 ? "make rows contiguous and a multiple of 4 bytes, or ask for "
                   "crossing=sequenced"
                 : "state the alignment of every row: \"vx.align\"=\"16\"");
  return Context.Sink.errorCount() == Before;
}

/// A counter of \p L that steps by a constant, scaled and added to what the loop does not change. Asking
/// ScalarEvolution is dear: it works out the trip counts of all loops around.
bool stepsPlainly(const Loop &L, const Value *V) {
  while (true) {
    if (const auto *Phi = dyn_cast<PHINode>(V)) {
      Value *Start = nullptr, *Step = nullptr;
      BinaryOperator *Next = nullptr;
      return Phi->getParent() == L.getHeader() &&
             matchSimpleRecurrence(Phi, Next, Start, Step) &&
             Next->getOpcode() == Instruction::Add && isa<ConstantInt>(Step) &&
             !cast<ConstantInt>(Step)->isZero();
    }
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !isa<GetElementPtrInst, SExtInst, ZExtInst, BinaryOperator>(I))
      return false;
    if (isa<BinaryOperator>(I) && I->getOpcode() != Instruction::Add &&
        !(I->getOpcode() == Instruction::Mul && isa<ConstantInt>(I->getOperand(1))))
      return false;
    SmallVector<const Value *, 2> Varying;
    copy_if(I->operand_values(), std::back_inserter(Varying),
            [&](const Value *Op) { return !L.isLoopInvariant(Op); });
    if (Varying.size() != 1)
      return false;
    V = Varying.front();
  }
}

/// Some operand of \p Site changes from one iteration of \p L to the next.
bool movesIn(const Loop &L, const TransferSite &Site, ScalarEvolution &SE) {
  return any_of(Site.Call->args(), [&](Value *Arg) {
    if (L.isLoopInvariant(Arg))
      return false;
    if (stepsPlainly(L, Arg))
      return true;
    return SE.isSCEVable(Arg->getType()) ? !SE.isLoopInvariant(SE.getSCEV(Arg), &L)
                                         : !L.isLoopInvariant(Arg);
  });
}

/// Two sites whose copies may be resident at the same time for different reasons than one
/// following the other: one lies in the loop of the other's ring.
bool inOneRingsLoop(const KernelPlan &Plan, unsigned A, unsigned B, LoopInfo &LI) {
  auto Covers = [&](unsigned Owner, unsigned Other) {
    const RingPlan *Ring = ringOf(Plan, Owner);
    return Ring && LI.getLoopFor(Ring->Ahead.header())->contains(Plan.Sites[Other].Call);
  };
  return Covers(A, B) || Covers(B, A);
}

/// Loops of the rings of tile \p Tile. Empty if a site is in no ring, or a read is outside the
/// ring's loop: then the tile lives longer than its loops.
SmallVector<const Loop *, 2> loopsOfLife(const KernelPlan &Plan, unsigned Tile,
                                         LoopInfo &LI) {
  SmallVector<const Loop *, 2> Loops;
  for (auto [Index, Site] : enumerate(Plan.Sites)) {
    if (Site.Tile != Tile)
      continue;
    const RingPlan *Ring = ringOf(Plan, Index);
    const Loop *L = Ring ? LI.getLoopFor(Ring->Ahead.header()) : nullptr;
    if (!L || any_of(Site.Reads, [&](Instruction *I) { return !L->contains(I); }))
      return {};
    Loops.push_back(L);
  }
  return Loops;
}

bool areApart(ArrayRef<const Loop *> A, ArrayRef<const Loop *> B) {
  return all_of(A, [&](const Loop *X) {
    return none_of(B, [&](const Loop *Y) { return X->contains(Y) || Y->contains(X); });
  });
}
} // namespace

const RingPlan *ringOf(const KernelPlan &Plan, unsigned Index) {
  for (const RingPlan &Ring : Plan.Rings)
    for (const RingSite &InRing : Ring.Sites)
      if (InRing.Call == Plan.Sites[Index].Call)
        return &Ring;
  return nullptr;
}

void planRings(KernelPlan &Plan, PlanContext &Context) {
  struct Candidate {
    RingRequest Request;
    bool Moves = false;
  };
  MapVector<Loop *, Candidate> ByLoop;
  for (auto [Index, Site] : enumerate(Plan.Sites)) {
    const TilePlan &Tile = Plan.Tiles[Site.Tile];
    if (Tile.Emitted != Crossing::Streamed ||
        !checkStreamable(Plan, Index, Context))
      continue;
    Loop *L = Context.LI.getLoopFor(Site.Call->getParent());
    if (!L)
      continue;
    Candidate &C = ByLoop[L];
    C.Request.L = L;
    C.Request.Sites.push_back({Site.Call, Tile.Request.Stages});
    C.Moves |= movesIn(*L, Site, Context.SE);
  }
  RingContext ForRings{Context.Uniformity, Context.AA, Context.DT, Context.LI,
                       Context.SE};
  for (auto &[L, C] : ByLoop)
    if (C.Moves) // else issued early and waited for at the first use: PlanStreams.cpp
      if (auto Ring = planRing(C.Request, ForRings, Context.Sink))
        Plan.Rings.push_back(std::move(*Ring));
}

void planSlots(KernelPlan &Plan, PlanContext &Context) {
  for (TilePlan &Tile : Plan.Tiles)
    Tile.Slots = 1;
  auto CopiesOf = [&](unsigned Index) {
    return ringOf(Plan, Index) ? Plan.Tiles[Plan.Sites[Index].Tile].Request.Stages : 1;
  };
  for (unsigned Index = 0; Index != Plan.Sites.size(); ++Index) {
    unsigned First = 0;
    for (unsigned Other = 0; Other != Index; ++Other)
      if (Plan.Sites[Other].Tile == Plan.Sites[Index].Tile &&
          inOneRingsLoop(Plan, Index, Other, Context.LI))
        First = std::max(First, Plan.FirstSlot[Other] + CopiesOf(Other));
    Plan.FirstSlot.push_back(First);
    unsigned &Slots = Plan.Tiles[Plan.Sites[Index].Tile].Slots;
    Slots = std::max(Slots, First + CopiesOf(Index));
  }
}

void planSharing(KernelPlan &Plan, PlanContext &Context) {
  SmallVector<SmallVector<const Loop *, 2>, 8> Lives;
  for (unsigned I = 0; I != Plan.Tiles.size(); ++I)
    Lives.push_back(loopsOfLife(Plan, I, Context.LI));
  for (unsigned I = 0; I != Plan.Tiles.size(); ++I)
    for (unsigned Owner = 0; Owner != I && !Plan.Tiles[I].SharesWith; ++Owner) {
      TilePlan &Tile = Plan.Tiles[I], &Other = Plan.Tiles[Owner];
      if (Other.SharesWith || Lives[I].empty() || Lives[Owner].empty() ||
          Tile.SlotBytes != Other.SlotBytes || Tile.Slots != Other.Slots ||
          !areApart(Lives[I], Lives[Owner]))
        continue;
      Tile.SharesWith = Owner;
      append_range(Lives[Owner], Lives[I]);
    }
}

} // namespace vx
