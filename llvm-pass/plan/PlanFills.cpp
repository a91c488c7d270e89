//===- PlanFills.cpp - how the threads of a block copy a tile -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A tile of rank r is copied as rows of bytes. Neighbouring dimensions are collapsed where the source is
// contiguous over them (the storage always is), because longer rows allow wider copies:
//
//   16 x 64 elements, strides 64, 1   ->  one row of 1024 elements
//   16 x 64 elements, strides ld, 1   ->  16 rows of 64 elements, distance ld
//
// A copy of W bytes is legal where the innermost distance is one element, W divides the row and its
// run-time bound, and base and row distances are multiples of W: proven, or tested at run time by the
// whole block. The form for NarrowBytes needs no test.
//
// The block's size is not known, so LLVM cannot unroll the loop over the copies. Where a tile has enough of
// them, a thread moves several at a time (n: threads of the block):
//
//   while (c + 3n < copies) { move c, c + n, c + 2n, c + 3n;  c += 4n }    then one by one
#include "PlanParts.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
/// The widest access of a thread: ld.global.v4.b32 (PTX ISA 9.7.9.8).
constexpr unsigned MaxCopyBytes = 16;

/// Copies of one thread that go together. Loads: a round trip to L2 takes hundreds of cycles, and a loop that
/// waits for each of its loads costs as much as the compute it feeds. cp.async does not wait, but on a loop
/// of one copy spends as many instructions as on the compute of a tile that is used once.
constexpr unsigned BatchCopies = 4;
constexpr unsigned WarpSize = 32;

std::optional<int64_t> constantOf(const Value *V) {
  auto *C = dyn_cast_or_null<ConstantInt>(V);
  if (!C || C->getValue().getSignificantBits() > 64)
    return std::nullopt;
  return C->getSExtValue();
}

/// Source stride in elements: operand, else "vx.stride", else row-major.
std::optional<int64_t> constantStride(const TransferSite &Site,
                                      const TilePlan &Tile, unsigned Dim) {
  if (Site.isDescriptor())
    return constantOf(Site.stride(Dim));
  if (!Tile.Request.Stride.empty())
    return Tile.Request.Stride[Dim];
  return Tile.StorageStride[Dim];
}

bool sizeIsExtent(const TransferSite &Site, const TilePlan &Tile,
                  unsigned Dim) {
  if (!Site.isDescriptor())
    return true;
  std::optional<int64_t> Size = constantOf(Site.size(Dim));
  return Size && *Size >= int64_t(Tile.Request.Extent[Dim]);
}

void collapseDims(const TransferSite &Site, const TilePlan &Tile,
                  FillPlan &Fill) {
  SmallVector<FillPlan::Dimension, MaxRank> Inner; // innermost first
  for (unsigned D = Tile.Request.rank(); D-- > 0;) {
    FillPlan::Dimension Dim;
    Dim.Extent = Tile.Request.Extent[D];
    Dim.StrideOf = D;
    Dim.Stride = constantStride(Site, Tile, D);
    if (!sizeIsExtent(Site, Tile, D)) {
      Dim.BoundOf = D;
      Dim.BoundStep = std::max<int64_t>(constantOf(Site.size(D)).value_or(1), 1);
    }
    if (Inner.empty()) {
      Inner.push_back(Dim);
      continue;
    }
    FillPlan::Dimension &Last = Inner.back();
    // Padded rows do not follow each other in storage.
    bool Apart = Tile.Padding.Bytes && Inner.size() == 1;
    // The stride of a single row is never used.
    bool Follows = Dim.Extent == 1 ||
                   (Dim.Stride && Last.Stride &&
                    *Dim.Stride == int64_t(Last.Extent) * *Last.Stride);
    bool Contiguous = !Last.BoundOf && Follows && !Apart;
    if (!Contiguous) {
      Inner.push_back(Dim);
      continue;
    }
    Last.BoundOf = Dim.BoundOf;
    Last.BoundScale = Last.Extent;
    Last.BoundStep = Last.Extent * Dim.BoundStep;
    Last.Extent *= Dim.Extent;
  }
  Fill.Dims.assign(Inner.rbegin(), Inner.rend());
}

/// Proven alignment in bytes of the tile's first element.
uint64_t baseAlignment(const TransferSite &Site, const TilePlan &Tile,
                       PlanContext &Context) {
  uint64_t Known = Tile.Request.ElementBytes;
  if (Tile.Request.Align)
    Known = std::max(Known, *Tile.Request.Align);
  if (Known >= MaxCopyBytes)
    return Known; // what else could be proven allows no wider copy
  ScalarEvolution &SE = Context.SE;
  const SCEV *Address = SE.getSCEV(Site.pointer());
  const DataLayout &DL = Context.F.getParent()->getDataLayout();
  uint64_t Proven = uint64_t(1) << std::min(SE.getMinTrailingZeros(Address), 6u);
  if (auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address))) {
    uint64_t BaseAlign = Base->getValue()->getPointerAlignment(DL).value();
    const SCEV *Rest = SE.removePointerBase(Address);
    uint64_t RestAlign =
        Rest->isZero() ? BaseAlign
                       : uint64_t(1) << std::min(SE.getMinTrailingZeros(Rest), 6u);
    Proven = std::max(Proven, std::min(BaseAlign, RestAlign));
  }
  if (Value *Offset = Site.offset())
    if (std::optional<int64_t> C = constantOf(Offset); !C || *C != 0) {
      uint64_t Step = uint64_t(1) << std::min(
                          SE.getMinTrailingZeros(SE.getSCEV(Offset)), 6u);
      Proven = std::min(Proven, Step * Tile.Request.ElementBytes);
    }
  return std::max(Known, Proven);
}

/// Largest power of two that divides both, at most MaxCopyBytes.
uint64_t commonWidth(uint64_t A, uint64_t B) {
  uint64_t Width = MaxCopyBytes;
  while (Width > 1 && (A % Width || B % Width))
    Width /= 2;
  return Width;
}

/// The widest copy that rows and bounds allow, whatever the alignment. An asynchronous copy may
/// cross the innermost bound: its source-size operand ends it there.
uint64_t shapeWidth(const FillPlan &Fill, Crossing Emitted) {
  const FillPlan::Dimension &Row = Fill.Dims.back();
  if (!Row.Stride || *Row.Stride != 1)
    return Fill.ElementBytes;
  // A single row may end in a remainder; several rows follow each other in storage without a gap.
  bool MayCross = !Row.BoundOf || Emitted == Crossing::Streamed;
  if (Fill.Dims.size() == 1 && MayCross)
    return std::max<uint64_t>(bit_floor(std::min<uint64_t>(Fill.rowBytes(), MaxCopyBytes)),
                              Fill.ElementBytes);
  uint64_t Bound = MayCross ? Row.Extent : Row.BoundStep;
  uint64_t Width = commonWidth(Fill.rowBytes(), Bound * Fill.ElementBytes);
  Width = commonWidth(Width, Fill.rowBytes() + Fill.RowPad);
  for (const FillPlan::Dimension &Dim : drop_end(Fill.Dims))
    if (Dim.Stride) // a known distance that no alignment of the base can mend
      Width = commonWidth(Width, uint64_t(*Dim.Stride) * Fill.ElementBytes);
  return std::max<uint64_t>(Width, Fill.ElementBytes);
}

/// The widest copy that is proven aligned in every row; \p Asserted is what "vx.align" says of every
/// row's start, in bytes.
uint64_t provenWidth(const FillPlan &Fill, uint64_t Asserted) {
  uint64_t Width = commonWidth(Fill.BaseAlign, Fill.BaseAlign);
  for (const FillPlan::Dimension &Dim : drop_end(Fill.Dims)) {
    uint64_t Pitch =
        Dim.Stride ? uint64_t(*Dim.Stride) * Fill.ElementBytes : Fill.ElementBytes;
    Width = commonWidth(Width, Pitch);
  }
  return std::max(Width, commonWidth(Asserted, Asserted));
}

/// A tile that has not one batch for each thread of a warp is left alone. The narrow form of a ring is for
/// unaligned input: a second batched loop in each step would cost more registers than it is worth.
void planBatches(FillPlan &Fill, Crossing Emitted) {
  auto BatchOf = [&](unsigned Width) {
    return Fill.copies(Width) >= BatchCopies * WarpSize ? BatchCopies : 1;
  };
  Fill.WideBatch = BatchOf(Fill.WideBytes);
  bool Rare = Emitted == Crossing::Streamed && Fill.Proof == WidthProof::RunTimeTest;
  Fill.NarrowBatch = Rare ? 1 : BatchOf(Fill.NarrowBytes);
}

} // namespace

FillPlan planFill(const TransferSite &Site, const TilePlan &Tile,
                  PlanContext &Context) {
  FillPlan Fill;
  Fill.ElementBytes = Tile.Request.ElementBytes;
  Fill.RowPad = Tile.Padding.Bytes;
  collapseDims(Site, Tile, Fill);
  Fill.BaseAlign = baseAlignment(Site, Tile, Context);
  uint64_t Shape = shapeWidth(Fill, Tile.Emitted);
  uint64_t Asserted =
      std::max<uint64_t>(Tile.Request.Align.value_or(1), Fill.ElementBytes);
  uint64_t Proven = std::min(Shape, provenWidth(Fill, Asserted));
  Fill.WideBytes = Shape;
  Fill.NarrowBytes = Proven;
  Fill.Proof = Proven == Shape ? WidthProof::Proven : WidthProof::RunTimeTest;
  planBatches(Fill, Tile.Emitted);
  return Fill;
}

uint64_t FillPlan::bytes() const {
  uint64_t Bytes = ElementBytes;
  for (const Dimension &Dim : Dims)
    Bytes *= Dim.Extent;
  return Bytes;
}

uint64_t FillPlan::rowBytes() const {
  return Dims.back().Extent * ElementBytes;
}

uint64_t FillPlan::copies(uint64_t Width) const {
  uint64_t Copies = rowBytes() / Width;
  for (const Dimension &Dim : drop_end(Dims))
    Copies *= Dim.Extent;
  return Copies;
}

bool FillPlan::ragged() const {
  return any_of(Dims, [](const Dimension &D) { return D.BoundOf.has_value(); });
}

void planFills(KernelPlan &Plan, PlanContext &Context) {
  for (const TransferSite &Site : Plan.Sites)
    Plan.Fills.push_back(planFill(Site, Plan.Tiles[Site.Tile], Context));
}

} // namespace vx
