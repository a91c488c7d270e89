//===- PlanRings.cpp - streamed sites in loops become rings ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanParts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"

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
  if (Plan.Fills[Index].NarrowBytes < MinAsyncBytes)
    reportAt(Context, Diag::StreamedAlignment, Tile.Request, *Site.Call,
             "base and rows are only known to be multiples of " +
                 Twine(Plan.Fills[Index].NarrowBytes) +
                 " bytes, cp.async copies 4, 8 or 16",
             "state the alignment of every row: \"vx.align\"=\"16\"");
  return Context.Sink.errorCount() == Before;
}
} // namespace

void planRings(KernelPlan &Plan, PlanContext &Context) {
  MapVector<Loop *, RingRequest> ByLoop;
  for (auto [Index, Site] : enumerate(Plan.Sites)) {
    TilePlan &Tile = Plan.Tiles[Site.Tile];
    if (Tile.Emitted != Crossing::Streamed ||
        !checkStreamable(Plan, Index, Context))
      continue;
    Loop *L = Context.LI.getLoopFor(Site.Call->getParent());
    if (!L)
      continue; // issued early and waited for at the first use: PlanGroups.cpp
    RingRequest &Request = ByLoop[L];
    Request.L = L;
    Request.Sites.push_back({Site.Call, Tile.Slots});
  }
  RingContext ForRings{Context.Uniformity, Context.AA, Context.DT, Context.LI,
                       Context.SE};
  for (auto &[L, Request] : ByLoop)
    if (auto Ring = planRing(Request, ForRings, Context.Sink))
      Plan.Rings.push_back(std::move(*Ring));
}

} // namespace vx
