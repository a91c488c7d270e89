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
/// With this many blocks a multiprocessor has warps enough that one block fewer costs nothing.
constexpr uint64_t ManyBlocks = 16;

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

/// How a cost model composes the legs of this route: what the emitted code stands for. Only a
/// ring of two stages or more has copies in flight while an earlier tile is used.
StringRef compositionRule(const RingPlan *Ring) {
  return Ring && Ring->maxStages() > 1 ? "slowest leg" : "legs add";
}

const RingPlan *ringOfSite(const KernelPlan &Plan, const TransferSite &Site) {
  for (const RingPlan &Ring : Plan.Rings)
    for (const RingSite &InRing : Ring.Sites)
      if (InRing.Call == Site.Call)
        return &Ring;
  return nullptr;
}

unsigned stagesOf(const RingPlan *Ring, const TransferSite &Site) {
  if (Ring)
    for (const RingSite &InRing : Ring->Sites)
      if (InRing.Call == Site.Call)
        return InRing.Stages;
  return 1;
}

/// Threads of a block if the kernel states them (reqntid), else 0.
uint64_t statedThreads(const Function &Kernel) {
  StringRef Text = Kernel.getFnAttribute("nvvm.reqntid").getValueAsString();
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  uint64_t Threads = 1, N = 0;
  for (StringRef Part : Parts) {
    if (Part.trim().getAsInteger(10, N))
      return 0;
    Threads *= N;
  }
  return Threads;
}

/// Copies of the wide form that one execution of the site takes.
uint64_t copiesOf(const FillPlan &Fill) {
  uint64_t Rows = Fill.bytes() / Fill.rowBytes();
  uint64_t Whole = Fill.rowBytes() / Fill.WideBytes;
  uint64_t Rest = Fill.rowBytes() % Fill.WideBytes / Fill.ElementBytes;
  return Rows * (Whole + Rest);
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
  const RingPlan *Ring = ringOfSite(Plan, Site);
  unsigned Barriers = Group ? Group->BarrierBefore + Group->BarrierAfter : 1;
  bool Streamed = Tile.Emitted == Crossing::Streamed;
  RemarkWriter W(Plan, "TilePlaced", DryRun);
  W.text("tile ").value("Tile", Tile.Request.Name);
  W.text(" at line ").value("Line", lineOf(*Site.Call));
  W.text(": ").value("Bytes", Twine(Tile.SlotBytes)).text(" bytes in ");
  W.value("Slots", Twine(Tile.Slots)).text(" slot(s), shared ");
  W.value("SharedBytes", Twine(Tile.SlotPitch * Tile.Slots));
  if (Tile.SharesWith)
    W.text(" in those of ").value("SharesWith", Plan.Tiles[*Tile.SharesWith].Request.Name);
  W.text(", accounted ").value("AccountedBytes", Twine(Tile.AccountedBytes));
  W.text(", footprint ").value("FootprintBytes", Twine(Fill.bytes()));
  W.text(", copies of ").value("Width", Twine(Fill.WideBytes)).text(" bytes");
  if (Fill.Proof == WidthProof::RunTimeTest)
    W.text(" if aligned, else ").value("NarrowWidth", Twine(Fill.NarrowBytes));
  W.text(", ").value("CopiesPerBlock", Twine(copiesOf(Fill)));
  W.text(" copies a block");
  if (uint64_t Threads = statedThreads(*Plan.Kernel))
    W.text(", at most ")
        .value("CopiesPerThread", Twine(divideCeil(copiesOf(Fill), Threads)))
        .text(" a thread");
  W.text(", engine ").value("Engine", Streamed ? "cp.async" : "load-store");
  W.text(", stages ").value("Stages", Twine(stagesOf(Ring, Site)));
  W.text(", crossing asked ")
      .value("CrossingAsked", crossingName(Tile.Request.Cross));
  W.text(", emitted ").value("CrossingEmitted", crossingName(Tile.Emitted));
  W.text(", barriers ").value("Barriers", Twine(Barriers));
  W.text(", reads ").value("Reads", Twine(Site.Reads.size()));
  W.text(", composition ")
      .value("Composition", compositionRule(Ring));
  return W.take();
}

/// What is in flight in the steady state, just before the wait.
Remark describeRing(const KernelPlan &Plan, const RingPlan &Ring, bool DryRun) {
  uint64_t Bytes = 0;
  for (const TransferSite &Site : Plan.Sites)
    if (ringOfSite(Plan, Site) == &Ring)
      Bytes += (stagesOf(&Ring, Site) - 1) * Plan.Tiles[Site.Tile].SlotBytes;
  bool Ahead = Ring.maxStages() > 1;
  unsigned Votes = Ring.RunVaries + count(Ring.GuardVaries, true);
  RemarkWriter W(Plan, "RingBuilt", DryRun);
  W.text("ring of ").value("Tiles", Twine(Ring.Sites.size())).text(" tile(s) at line ");
  W.value("Line", lineOf(*Ring.Sites.front().Call)).text(": stages ");
  W.value("Stages", Twine(Ring.maxStages())).text(", groups in flight ");
  W.value("GroupsInFlight", Twine(Ring.maxStages() - 1)).text(", bytes in flight ");
  W.value("BytesInFlight", Twine(Bytes)).text("; an iteration has 1 commit, 1 wait that leaves ");
  W.value("WaitPending", Twine(Ring.WaitPending)).text(" group(s), ");
  W.value("Barriers", Twine(!Ahead ? 2 : Votes ? 0 : 1)).text(" barrier(s), ");
  W.value("Votes", Twine(Ahead ? Votes : count(Ring.GuardVaries, true))).text(" vote(s)");
  if (!Ring.Why.empty())
    W.text("; ").value("Why", Ring.Why);
  return W.take();
}

/// Blocks that a multiprocessor can hold as far as shared memory decides; registers and threads may
/// allow fewer.
uint64_t blocksByShared(const KernelPlan &Plan, uint64_t TileBytes) {
  uint64_t Each = Plan.Storage.OwnStaticBytes + TileBytes +
                  Plan.For.Sm->ReservedPerBlock;
  return Each ? Plan.For.Sm->SharedPerSm / Each : 0;
}

/// The same kernel with one slot a tile: what sequenced crossings would take.
uint64_t oneSlotBytes(const KernelPlan &Plan) {
  uint64_t Bytes = 0;
  for (const TilePlan &Tile : Plan.Tiles)
    Bytes += Tile.SlotPitch;
  return Bytes;
}

/// More stages hide more latency, but a block that no longer fits would hide it as well.
std::optional<Remark> ringCost(const KernelPlan &Plan) {
  uint64_t Now = blocksByShared(Plan, Plan.Storage.TileBytes);
  uint64_t OneSlot = blocksByShared(Plan, oneSlotBytes(Plan));
  if (Plan.Rings.empty() || Now >= OneSlot || Now >= ManyBlocks)
    return std::nullopt;
  RemarkWriter W(Plan, "RingCostsBlocks", /*DryRun=*/false);
  W.text("the rings leave room for ").value("Blocks", Twine(Now));
  W.text(" block(s) on a multiprocessor, one slot a tile for ");
  W.value("BlocksWithOneSlot", Twine(OneSlot));
  W.text(": fewer stages may be faster");
  Remark R = W.take();
  R.Level = Remark::Kind::Missed;
  return R;
}

/// Rows that were padded, or a conflict that was left.
std::optional<Remark> describePadding(const KernelPlan &Plan, const TilePlan &Tile, bool DryRun) {
  const PaddingPlan &Padding = Tile.Padding;
  if (!Padding.Bytes && Padding.WhyNot.empty())
    return std::nullopt;
  RemarkWriter W(Plan, Padding.Bytes ? "RowsPadded" : "RowsNotPadded", DryRun);
  W.text("tile ").value("Tile", Tile.Request.Name);
  if (Padding.Conflict)
    W.text(": reads in ").value("Passes", Twine(Padding.Conflict)).text(" passes a warp");
  if (Padding.Bytes) {
    W.text(", rows padded by ").value("PadBytes", Twine(Padding.Bytes)).text(" bytes");
    if (Padding.Remaining)
      W.text(": in ").value("PassesLeft", Twine(Padding.Remaining));
    return W.take();
  }
  W.text(", rows not padded: ").value("Reason", Padding.WhyNot);
  Remark R = W.take();
  R.Level = Remark::Kind::Missed;
  return R;
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
  W.text(", blocks by shared memory ")
      .value("BlocksBySharedMemory",
             Twine(blocksByShared(Plan, Storage.TileBytes)));
  W.text(", barriers ").value("Barriers", Twine(Barriers));
  unsigned Votes = Plan.Participation.votes();
  W.text(", votes ").value("Votes", Twine(Votes));
  W.text(", closed forms ").value("ClosedForms", Twine(Plan.Participation.Guards.size() - Votes));
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
  for (const TilePlan &Tile : Plan.Tiles)
    if (std::optional<Remark> Padding = describePadding(Plan, Tile, DryRun))
      Remarks.push_back(std::move(*Padding));
  for (const RingPlan &Ring : Plan.Rings)
    Remarks.push_back(describeRing(Plan, Ring, DryRun));
  Remarks.push_back(describeKernel(Plan, DryRun));
  if (std::optional<Remark> Cost = ringCost(Plan))
    Remarks.push_back(std::move(*Cost));
  return Remarks;
}

} // namespace vx
