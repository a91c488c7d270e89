//===- PlanTiles.cpp - extent, crossing and stages of each tile -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanParts.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// Size operands of a descriptor call: after allocated pointer, aligned pointer and offset.
constexpr unsigned FirstSizeArg = 3;

/// "Sized by vx.extent, else by the largest constant sizes of its calls." False if a size is not a
/// constant anywhere.
bool extentFromCalls(const TileUse &Tile, SmallVectorImpl<uint64_t> &Extent) {
  unsigned Rank = 0;
  transferConvention(*Tile.Request.Callee, Rank);
  Extent.assign(Rank, 0);
  for (const CallBase *CB : Tile.Transfers)
    for (unsigned D = 0; D != Rank; ++D) {
      auto *Size = dyn_cast<ConstantInt>(CB->getArgOperand(FirstSizeArg + D));
      if (!Size || Size->isNegative() || Size->getValue().getActiveBits() > 63)
        return false;
      Extent[D] = std::max(Extent[D], Size->getZExtValue());
    }
  return Rank != 0;
}

void resolveExtent(const TileUse &Tile, TileRequest &Request,
                   PlanContext &Context) {
  if (!Request.Extent.empty() || Tile.Transfers.empty())
    return;
  SmallVector<uint64_t, MaxRank> Extent;
  if (extentFromCalls(Tile, Extent)) {
    Request.Extent.assign(Extent.begin(), Extent.end());
    return;
  }
  reportAt(Context, Diag::MissingExtent, Request, *Tile.Transfers.front(),
           "a size operand is not a constant and the callee has no "
           "\"vx.extent\"",
           "state the largest sizes, e.g. \"vx.extent\"=\"16x64\"");
}

void resolveCrossing(TilePlan &Tile, PlanContext &Context) {
  TileRequest &Request = Tile.Request;
  if (Context.Options.ForceCrossing)
    Request.Cross = *Context.Options.ForceCrossing;
  if (Context.Options.Stages)
    Request.Stages = *Context.Options.Stages;
  Tile.Emitted = Request.Cross;
}

/// Row-major over the extent (contract, "Carrier B").
void layOut(TilePlan &Tile) {
  const TileRequest &Request = Tile.Request;
  Tile.StorageStride.assign(Request.rank(), 1);
  for (unsigned D = Request.rank(); D-- > 1;)
    Tile.StorageStride[D - 1] = Tile.StorageStride[D] * Request.Extent[D];
  Tile.SlotBytes = Request.extentElements() * Request.ElementBytes;
}
} // namespace

void planTiles(const KernelRequests &Requests, KernelPlan &Plan,
               PlanContext &Context) {
  for (const TileUse &Use : Requests.Tiles) {
    TilePlan &Tile = Plan.Tiles.emplace_back();
    Tile.Request = Use.Request;
    resolveExtent(Use, Tile.Request, Context);
    resolveCrossing(Tile, Context);
    layOut(Tile);
  }
}

} // namespace vx
