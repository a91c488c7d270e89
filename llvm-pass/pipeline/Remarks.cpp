//===- Remarks.cpp - what was done, for readers and cost models ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace vx {

namespace {
/// Appends text and named values in reading order.
class RemarkWriter {
public:
  RemarkWriter(const KernelPlan &Plan, StringRef Name, bool DryRun) {
    R.Level = DryRun ? Remark::Kind::Analysis : Remark::Kind::Passed;
    R.Name = Name.str();
    R.Function = userName(*Plan.Kernel);
  }
  RemarkWriter &text(const Twine &Text) {
    R.Args.push_back({"", Text.str()});
    return *this;
  }
  RemarkWriter &value(StringRef Key, const Twine &Value) {
    R.Args.push_back({Key.str(), Value.str()});
    return *this;
  }
  Remark take() {
    text("; schema ").value("Schema", Twine(RemarkSchema));
    return std::move(R);
  }

private:
  Remark R;
};

StringRef crossingName(Crossing C) {
  return C == Crossing::Streamed ? "streamed" : "sequenced";
}

/// How a cost model composes the legs of this route: what the emitted code stands for.
StringRef compositionRule(Crossing Emitted, unsigned Slots) {
  return Emitted == Crossing::Streamed && Slots > 1 ? "slowest leg" : "legs add";
}

std::string lineOf(const Instruction &I) {
  const DebugLoc &Loc = I.getDebugLoc();
  return Loc ? utostr(Loc.getLine()) : "0";
}

const SiteGroup *groupOf(const KernelPlan &Plan, unsigned Site) {
  for (const SiteGroup &Group : Plan.Groups)
    if (is_contained(Group.Sites, Site))
      return &Group;
  return nullptr;
}

Remark describeSite(const KernelPlan &Plan, unsigned Index, bool DryRun) {
  const TransferSite &Site = Plan.Sites[Index];
  const TilePlan &Tile = Plan.Tiles[Site.Tile];
  const FillPlan &Fill = Plan.Fills[Index];
  const SiteGroup *Group = groupOf(Plan, Index);
  unsigned Barriers = Group ? Group->BarrierBefore + Group->BarrierAfter : 1;
  bool Streamed = Tile.Emitted == Crossing::Streamed;
  RemarkWriter W(Plan, "TilePlaced", DryRun);
  W.text("tile ").value("Tile", Tile.Request.Name);
  W.text(" at line ").value("Line", lineOf(*Site.Call));
  W.text(": ").value("Bytes", Twine(Tile.SlotBytes)).text(" bytes in ");
  W.value("Slots", Twine(Tile.Slots)).text(" slot(s), shared ");
  W.value("SharedBytes", Twine(Tile.SlotPitch * Tile.Slots));
  W.text(", accounted ").value("AccountedBytes", Twine(Tile.AccountedBytes));
  W.text(", footprint ").value("FootprintBytes", Twine(Fill.bytes()));
  W.text(", copies of ").value("Width", Twine(Fill.WideBytes)).text(" bytes");
  if (Fill.Proof == WidthProof::RunTimeTest)
    W.text(" if aligned, else ").value("NarrowWidth", Twine(Fill.NarrowBytes));
  W.text(", engine ").value("Engine", Streamed ? "cp.async" : "load-store");
  W.text(", crossing asked ")
      .value("CrossingAsked", crossingName(Tile.Request.Cross));
  W.text(", emitted ").value("CrossingEmitted", crossingName(Tile.Emitted));
  W.text(", barriers ").value("Barriers", Twine(Barriers));
  W.text(", reads ").value("Reads", Twine(Site.Reads.size()));
  W.text(", composition ")
      .value("Composition", compositionRule(Tile.Emitted, Tile.Slots));
  return W.take();
}

Remark describeKernel(const KernelPlan &Plan, bool DryRun) {
  const StoragePlan &Storage = Plan.Storage;
  unsigned Barriers = 0;
  for (const SiteGroup &Group : Plan.Groups)
    Barriers += Group.BarrierBefore + Group.BarrierAfter;
  RemarkWriter W(Plan, "KernelPlaced", DryRun);
  W.text("placed ").value("Tiles", Twine(Plan.Tiles.size()));
  W.text(" tile(s) at ").value("Sites", Twine(Plan.Sites.size()));
  W.text(" site(s), ").value("Target", Plan.For.name()).text(", ");
  W.value("Storage",
          Storage.Kind == StorageKind::Static ? "static" : "dynamic");
  W.text(" shared bytes ").value("SharedBytes", Twine(Storage.TileBytes));
  W.text(", own ").value("OwnSharedBytes", Twine(Storage.OwnStaticBytes));
  W.text(", limit ").value("LimitBytes", Twine(Storage.LimitBytes));
  W.text(", barriers ").value("Barriers", Twine(Barriers));
  W.text(", votes ").value("Votes", Twine(Plan.Participation.Guards.size()));
  W.text(", rings ").value("Rings", Twine(Plan.Rings.size()));
  W.text(", global bytes a block before ")
      .value("GlobalBytesBefore", Plan.Bytes.Before);
  W.text(", after ").value("GlobalBytesAfter", Plan.Bytes.After);
  if (!Plan.Bytes.Symbols.empty())
    W.text(", where ").value("Symbols", Plan.Bytes.Symbols);
  return W.take();
}
} // namespace

std::vector<Remark> describePlan(const KernelPlan &Plan, bool DryRun) {
  std::vector<Remark> Remarks;
  for (unsigned Index = 0; Index != Plan.Sites.size(); ++Index)
    Remarks.push_back(describeSite(Plan, Index, DryRun));
  Remarks.push_back(describeKernel(Plan, DryRun));
  return Remarks;
}

} // namespace vx
