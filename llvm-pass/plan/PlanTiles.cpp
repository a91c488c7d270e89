//===- PlanTiles.cpp - extent, crossing and stages of each tile -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanParts.h"

using namespace llvm;

namespace vx {

namespace {
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

uint64_t TilePlan::rowBytes() const {
  return Request.Extent.back() * Request.ElementBytes;
}

uint64_t TilePlan::rows() const {
  uint64_t Rows = 1;
  for (uint64_t Extent : drop_end(Request.Extent))
    Rows *= Extent;
  return Rows;
}

void planTiles(const KernelRequests &Requests, KernelPlan &Plan,
               PlanContext &Context) {
  for (const TileUse &Use : Requests.Tiles) {
    TilePlan &Tile = Plan.Tiles.emplace_back();
    // Sizes that only became constants in the clone count too.
    TileUse Resolved = Use;
    if (!Resolved.Transfers.empty())
      resolveTransferExtent(Resolved, &Context.Sink);
    checkTransferOperands(Resolved, Context.Sink);
    Tile.Request = Resolved.Request;
    resolveCrossing(Tile, Context);
    layOut(Tile);
  }
}

} // namespace vx
