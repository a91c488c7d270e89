//===- PlanPadding.cpp - rows further apart than they are long ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Threads of a warp that read a column of a tile hit few banks of shared memory (BankConflicts.h) and wait for each
// other. A few bytes behind each row spread them:
//
//   tile 128 x 32 floats, thread t reads [t][j]    rows 128 bytes apart: 32 passes
//   padded by 16 bytes                             144 bytes apart: 4; 1 once four reads are one of 16 bytes
//
// Padding is legal where nothing can tell: each read is a plain load whose row and column are known (TileAddress.h),
// no stride of the result is used and no address compared. Then the rewrite moves each load by its row's padding
// (PadReads.cpp). It is a multiple of the copies' width, which stays as it was, and is counted like payload. Unless
// asked for, it is not worth a switch to dynamic shared memory or more than a quarter of the blocks on a multiprocessor.
#include "../analysis/TileAddress.h"
#include "PlanParts.h"
#include "vx/BankConflicts.h"
#include "vx/Materialize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace vx {

namespace {
/// Multiples of the copies' width that are tried: further ones repeat the pattern of the banks.
constexpr unsigned MaxSteps = 8;
/// Parts of the resident blocks, of which one may be given up for reads without conflict.
constexpr uint64_t BlockParts = 4;

struct TileRead {
  LoadInst *Load;
  TileAddress Address;
  uint64_t Width;
};

class TilePadding {
public:
  TilePadding(unsigned Tile, KernelPlan &Plan, PlanContext &Context, FactorTable &Factors)
      : Index(Tile), Tile(Plan.Tiles[Tile]), Plan(Plan), Context(Context), Factors(Factors) {}

  void plan() {
    if (Tile.Request.rank() < 2 || (Context.Options.Pad && *Context.Options.Pad == 0))
      return;
    std::string Obstacle = obstacle();
    PaddingPlan &Padding = Tile.Padding;
    Padding.Conflict = Obstacle.empty() ? worst(0) : 0;
    if (!Context.Options.Pad && Padding.Conflict < 2)
      return; // no conflict, or none that is known
    if (Obstacle.empty())
      Obstacle = provePlaces();
    uint64_t Bytes = Context.Options.Pad ? *Context.Options.Pad : bestPadding();
    if (Obstacle.empty())
      Obstacle = costs(Bytes);
    if (Obstacle.empty())
      pad(Bytes);
    else
      Padding.WhyNot = Obstacle;
  }

private:
  unsigned Index;
  TilePlan &Tile;
  KernelPlan &Plan;
  PlanContext &Context;
  FactorTable &Factors;
  std::vector<TileRead> Reads;
  std::vector<PaddedRead> Places;

  bool shares() const {
    return Tile.SharesWith || any_of(Plan.Tiles, [&](const TilePlan &Other) {
             return Other.SharesWith == Index;
           });
  }

  /// What sees that rows are further apart, or hides where a read goes; "" if nothing does.
  std::string obstacle() {
    if (shares())
      return "it shares its bytes with another tile";
    for (const TransferSite &Site : Plan.Sites)
      if (Site.Tile == Index)
        if (std::string Why = obstacle(Site); !Why.empty())
          return Why;
    return "";
  }

  std::string obstacle(const TransferSite &Site) {
    if (Site.isDescriptor())
      for (const User *U : Site.Call->users())
        if (const auto *Field = dyn_cast<ExtractValueInst>(U);
            Field && Field->getIndices().front() == DescStrides && !Field->use_empty())
          return "the strides of its result are used";
    for (const Instruction *Pointer : Site.Pointers)
      if (any_of(Pointer->users(), [](const User *U) { return isa<ICmpInst>(U); }))
        return "an address in it is compared";
    const DataLayout &DL = Context.F.getDataLayout();
    for (Instruction *Read : Site.Reads) {
      auto *Load = dyn_cast<LoadInst>(Read);
      if (!Load)
        return "a read is no plain load";
      std::optional<TileAddress> Address = tileAddress(*Load->getPointerOperand(), Site, DL);
      if (!Address)
        return "the address of a read is not a sum of what moves it";
      Reads.push_back({Load, *Address, DL.getTypeStoreSize(Load->getType()).getFixedValue()});
    }
    return "";
  }

  /// Passes of the worst read with \p Pad bytes behind each row; 0 where a read's pattern is not known.
  unsigned worst(uint64_t Pad) const {
    unsigned Worst = 0;
    std::map<std::pair<std::array<int64_t, 3>, uint64_t>, unsigned> Known; // unrolled reads are alike
    for (const TileRead &Read : Reads) {
      auto Strides = threadStrides(Read.Address, Tile.rowBytes(), Tile.rowBytes() + Pad,
                                   Context.Uniformity);
      if (!Strides)
        return 0;
      auto [It, New] = Known.try_emplace({*Strides, Read.Width}, 0);
      if (New) {
        WarpAccess Access;
        Access.Stride = *Strides;
        Access.Width = Read.Width;
        It->second = bankConflictDegree(Access);
      }
      Worst = std::max(Worst, It->second);
    }
    return Worst;
  }

  std::string provePlaces() {
    for (const TileRead &Read : Reads) {
      std::optional<RowOf> Row = rowOf(Read.Address, *Read.Load, Tile.rowBytes(), Read.Width, Factors);
      if (!Row)
        return "a read is not proven to stay inside one row";
      PaddedRead &Place = Places.emplace_back();
      Place.Read = Read.Load;
      Place.Constant = Row->Constant;
      for (const AddressTerm &Term : Row->Terms)
        Place.Terms.push_back({Term.V, Term.Signed, Term.Factor});
    }
    return "";
  }

  /// Copies and reads keep their width.
  uint64_t step() const {
    uint64_t Step = Tile.Request.ElementBytes;
    for (auto [Site, Fill] : zip(Plan.Sites, Plan.Fills))
      if (Site.Tile == Index)
        Step = std::max<uint64_t>(Step, Fill.WideBytes);
    for (const TileRead &Read : Reads)
      Step = std::max<uint64_t>(Step, std::min<uint64_t>(Read.Load->getAlign().value(), StorageAlign));
    return Step;
  }

  uint64_t bestPadding() const {
    uint64_t Best = 0;
    unsigned Least = worst(0);
    for (unsigned Steps = 1; Steps <= MaxSteps; ++Steps)
      if (unsigned Now = worst(Steps * step()); Now < Least) {
        Best = Steps * step();
        Least = Now;
      }
    return Best;
  }

  uint64_t tileBytes(uint64_t Pad) const {
    uint64_t Bytes = 0;
    for (const TilePlan &Other : Plan.Tiles) {
      uint64_t Slot = Other.SlotBytes + (&Other == &Tile ? Pad * Tile.rows() : 0);
      uint64_t Granule = std::max<uint64_t>(Other.Request.Granule, 1);
      if (!Other.SharesWith) // as planStorage counts
        Bytes += std::max(alignTo(Slot, StorageAlign), divideCeil(Slot, Granule) * Granule) * Other.Slots;
    }
    return Bytes;
  }

  uint64_t blocks(uint64_t Bytes) const {
    return Plan.For.Sm->SharedPerSm / (Bytes + Plan.For.Sm->ReservedPerBlock);
  }

  TilePlan paddedTile(uint64_t Bytes) const {
    TilePlan Padded = Tile;
    Padded.Padding.Bytes = Bytes;
    return Padded;
  }

  /// What speaks against \p Bytes; only what makes them impossible, if they were asked for.
  std::string costs(uint64_t Bytes) const {
    if (!Bytes)
      return "no padding that its copies allow helps";
    if (Bytes % Tile.Request.ElementBytes)
      return utostr(Bytes) + " bytes are no whole elements";
    bool Asked = Context.Options.Pad.has_value();
    for (auto [Site, Fill] : zip(Plan.Sites, Plan.Fills)) {
      if (Site.Tile != Index)
        continue;
      unsigned Width = planFill(Site, paddedTile(Bytes), Context).WideBytes;
      bool Streams = Tile.Emitted != Crossing::Streamed || Width >= PadUnit;
      if (Asked ? !Streams : Width < Fill.WideBytes)
        return "its rows alone would be copied " + utostr(Width) + " bytes at a time, not " +
               utostr(Fill.WideBytes);
    }
    uint64_t Own = ownSharedBytes(Context.F);
    uint64_t Before = Own + tileBytes(0), After = Own + tileBytes(Bytes);
    if (After > Plan.For.Sm->MaxSharedOptin)
      return "the block would need " + utostr(After) + " bytes of shared memory, more than " +
             utostr(Plan.For.Sm->MaxSharedOptin);
    if (!Asked && Before <= Target::MaxStaticShared && After > Target::MaxStaticShared)
      return "it would take dynamic shared memory";
    if (!Asked && blocks(After) * BlockParts < blocks(Before) * (BlockParts - 1))
      return utostr(blocks(After)) + " instead of " + utostr(blocks(Before)) +
             " blocks would fit on a multiprocessor";
    return "";
  }

  void pad(uint64_t Bytes) {
    Tile.Padding.Bytes = Bytes;
    Tile.Padding.Remaining = worst(Bytes);
    Tile.Padding.Reads = std::move(Places);
    Tile.SlotBytes += Bytes * Tile.rows();
    for (auto [Site, Fill] : zip(Plan.Sites, Plan.Fills))
      if (Site.Tile == Index)
        Fill = planFill(Site, Tile, Context);
  }
};
} // namespace

void planPadding(KernelPlan &Plan, PlanContext &Context) {
  InferContext Facts{Context.F, Context.DT, Context.PDT, Context.LI,
                     Context.SE, Context.AA, Context.Uniformity};
  FactorTable Factors(Facts);
  for (unsigned Tile = 0; Tile != Plan.Tiles.size(); ++Tile)
    TilePadding(Tile, Plan, Context, Factors).plan();
}

} // namespace vx
