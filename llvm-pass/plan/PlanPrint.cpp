//===- PlanPrint.cpp - plans as text, and what every plan must satisfy ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {
StringRef crossingName(Crossing C) {
  return C == Crossing::Streamed ? "streamed" : "sequenced";
}

void printExtent(raw_ostream &OS, ArrayRef<uint64_t> Extent) {
  ListSeparator Times("x");
  for (uint64_t E : Extent)
    OS << Times << E;
}

void printPadding(raw_ostream &OS, const PaddingPlan &Padding) {
  if (!Padding.Bytes && Padding.WhyNot.empty())
    return;
  OS << "    ";
  if (Padding.Conflict)
    OS << "reads in " << Padding.Conflict << " passes a warp, ";
  if (Padding.Bytes) {
    OS << "rows padded by " << Padding.Bytes << " bytes";
    if (Padding.Remaining)
      OS << ": in " << Padding.Remaining;
  } else {
    OS << "rows not padded: " << Padding.WhyNot;
  }
  OS << "\n";
}

void printTile(raw_ostream &OS, ArrayRef<TilePlan> Tiles, const TilePlan &Tile) {
  OS << "  tile '" << Tile.Request.Name << "' ";
  printExtent(OS, Tile.Request.Extent);
  OS << " of " << Tile.Request.ElementBytes << " bytes, "
     << crossingName(Tile.Emitted) << ", " << Tile.Slots << " slot"
     << (Tile.Slots == 1 ? "" : "s") << " of " << Tile.SlotBytes
     << " bytes, pitch " << Tile.SlotPitch << ", offset " << Tile.Offset
     << ", accounted " << Tile.AccountedBytes;
  if (Tile.SharesWith)
    OS << ", in the bytes of '" << Tiles[*Tile.SharesWith].Request.Name << "'";
  OS << "\n";
  printPadding(OS, Tile.Padding);
}

void printFill(raw_ostream &OS, const FillPlan &Fill) {
  OS << "rows ";
  ListSeparator Times("x");
  for (const FillPlan::Dimension &Dim : Fill.Dims) {
    OS << Times << Dim.Extent;
    if (Dim.BoundOf)
      OS << "(ragged)";
  }
  OS << ", copies of " << Fill.WideBytes << " bytes";
  if (Fill.Proof == WidthProof::RunTimeTest)
    OS << " if aligned at run time, else " << Fill.NarrowBytes;
  if (Fill.WideBatch > 1)
    OS << ", " << Fill.WideBatch << " at a time";
}

void printGroup(raw_ostream &OS, const KernelPlan &Plan,
                const SiteGroup &Group) {
  OS << "  fill, " << crossingName(Group.Emitted) << ":\n";
  OS << "    barrier before: " << (Group.BarrierBefore ? "yes" : "no") << ", "
     << Group.WhyBefore << "\n";
  for (unsigned Index : Group.Sites) {
    const TransferSite &Site = Plan.Sites[Index];
    OS << "    '" << Plan.Tiles[Site.Tile].Request.Name << "' read by "
       << Site.Reads.size() << ", ";
    printFill(OS, Plan.Fills[Index]);
    OS << "\n";
  }
  OS << "    barrier after: " << (Group.BarrierAfter ? "yes" : "no") << ", "
     << Group.WhyAfter << "\n";
}

void fault(DiagnosticSink &Sink, const KernelPlan &Plan, const Twine &Text) {
  Sink.report(Diag::Internal, "plan: " + Text, "please report this").Kernel =
      userName(*Plan.Kernel);
}

void verifySites(const KernelPlan &Plan, DiagnosticSink &Sink) {
  std::vector<unsigned> Owners(Plan.Sites.size(), 0);
  for (const SiteGroup &Group : Plan.Groups)
    for (unsigned Index : Group.Sites)
      ++Owners[Index];
  for (const RingPlan &Ring : Plan.Rings)
    for (const RingSite &InRing : Ring.Sites)
      for (auto [Index, Site] : enumerate(Plan.Sites))
        Owners[Index] += Site.Call == InRing.Call;
  for (auto [Index, Count] : enumerate(Owners))
    if (Count != 1)
      fault(Sink, Plan, "site " + Twine(Index) + " is filled by " +
                            Twine(Count) + " groups");
}

void verifyFills(const KernelPlan &Plan, DiagnosticSink &Sink) {
  if (Plan.Fills.size() != Plan.Sites.size())
    return fault(Sink, Plan, "not every site has a fill");
  for (auto [Site, Fill] : zip(Plan.Sites, Plan.Fills)) {
    const TilePlan &Tile = Plan.Tiles[Site.Tile];
    if (Fill.bytes() + Tile.rows() * Tile.Padding.Bytes != Tile.SlotBytes ||
        Fill.RowPad != Tile.Padding.Bytes)
      fault(Sink, Plan, "a fill does not cover its tile");
    if (Fill.RowPad % Fill.WideBytes)
      fault(Sink, Plan, "padding and copies do not agree");
    bool OneRow = Fill.Dims.size() == 1;
    if (!OneRow && Fill.rowBytes() % Fill.WideBytes)
      fault(Sink, Plan, "a copy crosses a row");
    if (Fill.NarrowBytes > Fill.WideBytes || !isPowerOf2_64(Fill.WideBytes))
      fault(Sink, Plan, "copy widths are out of order");
  }
}

void verifyStorage(const KernelPlan &Plan, DiagnosticSink &Sink) {
  uint64_t End = 0;
  for (const TilePlan &Tile : Plan.Tiles) {
    if (Tile.SharesWith) {
      const TilePlan &Owner = Plan.Tiles[*Tile.SharesWith];
      if (Owner.SharesWith || Owner.SlotPitch != Tile.SlotPitch ||
          Owner.Slots != Tile.Slots || Owner.Offset != Tile.Offset)
        fault(Sink, Plan, "tiles that share bytes differ in size");
      continue;
    }
    if (Tile.Offset < End || Tile.SlotPitch < Tile.SlotBytes)
      fault(Sink, Plan, "copies of tiles overlap");
    End = Tile.Offset + Tile.SlotPitch * Tile.Slots;
  }
  if (End != Plan.Storage.TileBytes)
    fault(Sink, Plan, "tiles and region differ in size");
  if (Plan.Storage.OwnStaticBytes + End > Plan.Storage.LimitBytes)
    fault(Sink, Plan, "the region exceeds the limit");
}
} // namespace

void KernelPlan::print(raw_ostream &OS) const {
  OS << "plan for kernel '" << userName(*Kernel) << "', " << For.name() << "\n";
  for (const TilePlan &Tile : Tiles)
    printTile(OS, Tiles, Tile);
  for (const SiteGroup &Group : Groups)
    printGroup(OS, *this, Group);
  for (const RingPlan &Ring : Rings)
    Ring.print(OS);
  if (Participation.needed())
    Participation.print(OS);
  OS << "  storage: "
     << (Storage.Kind == StorageKind::Static ? "static" : "dynamic") << ", "
     << Storage.TileBytes << " bytes of tiles, " << Storage.OwnStaticBytes
     << " bytes of the kernel's own, " << Storage.AccountedBytes
     << " accounted, limit " << Storage.LimitBytes << "\n"
     << "  global bytes a block: before " << Bytes.Before << ", after "
     << Bytes.After;
  if (!Bytes.Symbols.empty())
    OS << ", where " << Bytes.Symbols;
  OS << "\n";
}

bool verifyPlan(const KernelPlan &Plan, DiagnosticSink &Sink) {
  unsigned Before = Sink.errorCount();
  verifySites(Plan, Sink);
  verifyFills(Plan, Sink);
  verifyStorage(Plan, Sink);
  return Sink.errorCount() == Before;
}

} // namespace vx
