//===- PlanStorage.cpp - static or dynamic shared memory, against the limit ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Capacity (P6) is decided on the sum of the kernel's own shared globals and all resident copies:
//
//   own static bytes, each rounded up to the alignment      counted once
//   + slots x copy, each copy rounded up to 16 bytes, or to the granule where that is more
//
// Up to 48 KiB in sum ptxas takes static arrays; above it the tiles move into one dynamic region and the
// host has to opt in to the size (contract, "Launch contract").
#include "PlanParts.h"
#include "vx/Materialize.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedAddressSpace = 3;

/// The shared globals that \p Kernel and the functions it may call, or whose address it takes, use:
/// a walk through operands, constants included.
SetVector<const GlobalVariable *> sharedGlobalsOf(const Function &Kernel) {
  SetVector<const GlobalVariable *> Found;
  SetVector<const Value *> Reached; // functions and constants
  Reached.insert(&Kernel);
  auto Visit = [&](const User &U) {
    for (const Value *Operand : U.operands())
      if (isa<Constant>(Operand) && !isa<ConstantData>(Operand))
        Reached.insert(Operand);
  };
  for (unsigned I = 0; I < Reached.size(); ++I) {
    const Value *V = Reached[I];
    if (auto *GV = dyn_cast<GlobalVariable>(V)) {
      if (GV->getAddressSpace() == SharedAddressSpace)
        Found.insert(GV);
    } else if (auto *F = dyn_cast<Function>(V)) {
      for (const Instruction &Inst : instructions(*F))
        Visit(Inst);
    } else {
      Visit(cast<User>(*V));
    }
  }
  return Found;
}

struct OwnShared {
  uint64_t Bytes = 0;
  uint64_t MaxAlign = StorageAlign;
  const GlobalVariable *UnknownSize = nullptr;
};

/// Every array is counted up to the largest alignment of all: in whatever order ptxas lays them out, they
/// need no more.
OwnShared ownSharedGlobals(const Function &Kernel) {
  OwnShared Own;
  const DataLayout &DL = Kernel.getDataLayout();
  SetVector<const GlobalVariable *> Globals = sharedGlobalsOf(Kernel);
  for (const GlobalVariable *GV : Globals)
    Own.MaxAlign = std::max(Own.MaxAlign, DL.getPreferredAlign(GV).value());
  for (const GlobalVariable *GV : Globals) {
    uint64_t Bytes = DL.getTypeAllocSize(GV->getValueType());
    if (Bytes == 0 && GV->isDeclaration())
      Own.UnknownSize = GV;
    Own.Bytes = SaturatingAdd(Own.Bytes, alignTo(Bytes, Own.MaxAlign));
  }
  return Own;
}

/// Bytes of one copy that count against the limit: the front end's accounting, never less than what
/// is really taken.
uint64_t countedBytes(const TilePlan &Tile) {
  uint64_t Accounted = Tile.Slots ? Tile.AccountedBytes / Tile.Slots : 0;
  return std::max(Tile.SlotPitch, Accounted);
}

void layOutTiles(KernelPlan &Plan) {
  StoragePlan &Storage = Plan.Storage;
  Storage.AccountedBytes = Storage.OwnStaticBytes;
  for (TilePlan &Tile : Plan.Tiles) {
    Tile.SlotPitch = SaturatingAdd<uint64_t>(Tile.SlotBytes, StorageAlign - 1) /
                     StorageAlign * StorageAlign;
    if (Tile.SharesWith) {
      Tile.Offset = Plan.Tiles[*Tile.SharesWith].Offset;
      continue; // counted once
    }
    Tile.Offset = Storage.TileBytes;
    Storage.TileBytes = SaturatingMultiplyAdd<uint64_t>(
        Tile.SlotPitch, Tile.Slots, Storage.TileBytes);
    uint64_t Granule = std::max<uint64_t>(Tile.Request.Granule, 1);
    uint64_t Granules = divideCeil(Tile.SlotBytes, Granule);
    Tile.AccountedBytes = SaturatingMultiply<uint64_t>(
        SaturatingMultiply(Granules, Granule), Tile.Slots);
    Storage.AccountedBytes = SaturatingMultiplyAdd<uint64_t>(
        countedBytes(Tile), Tile.Slots, Storage.AccountedBytes);
  }
}

/// "own 1024 + 'k' 2 x 4096 + 'v' 2 x 4096 = 17408 bytes".
std::string arithmetic(const KernelPlan &Plan) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "own " << Plan.Storage.OwnStaticBytes;
  for (const TilePlan &Tile : Plan.Tiles)
    if (!Tile.SharesWith)
      OS << " + '" << Tile.Request.Name << "' " << Tile.Slots << " x "
         << countedBytes(Tile);
  OS << " = " << Plan.Storage.AccountedBytes << " bytes";
  return Text;
}

void report(PlanContext &Context, const KernelPlan &Plan, Diag Code,
            const Twine &Detail, const Twine &Remedy) {
  Context.Sink.report(Code, Detail, Remedy).Kernel = userName(*Plan.Kernel);
}

void checkLimit(const KernelPlan &Plan, PlanContext &Context) {
  const StoragePlan &Storage = Plan.Storage;
  if (Storage.AccountedBytes <= Storage.LimitBytes)
    return;
  report(Context, Plan, Diag::OverCapacity,
         arithmetic(Plan) + ", " + Plan.For.name() + " has " +
             Twine(Storage.LimitBytes).str() + " for a block",
         "use smaller tiles or fewer stages");
}

void checkDynamic(const KernelPlan &Plan, const OwnShared &Own,
                  PlanContext &Context) {
  if (Plan.Storage.Kind == StorageKind::Static)
    return;
  if (Own.UnknownSize)
    report(Context, Plan, Diag::UnknownSharedUse,
           "'" + Own.UnknownSize->getName() +
               "' starts where the placed tiles would: both are dynamic shared "
               "memory, because the tiles need " +
               Twine(Plan.Storage.TileBytes) + " bytes",
           "give the array a size, or keep the sum within " +
               Twine(Target::MaxStaticShared) + " bytes");
  std::string Name = publishedSizeName(userName(*Plan.Kernel));
  if (Plan.Kernel->getParent()->getNamedValue(Name))
    report(Context, Plan, Diag::PublishedName,
           "the module has its own @" + Name +
               ", where a host looks for the size of the kernel's dynamic "
               "shared memory",
           "rename it, or keep the sum within " +
               Twine(Target::MaxStaticShared) + " bytes");
}
} // namespace

uint64_t ownSharedBytes(const Function &Kernel) {
  return ownSharedGlobals(Kernel).Bytes;
}

void planStorage(KernelPlan &Plan, PlanContext &Context) {
  StoragePlan &Storage = Plan.Storage;
  OwnShared Own = ownSharedGlobals(*Plan.Kernel);
  Storage.OwnStaticBytes = Own.Bytes;
  Storage.LimitBytes = Plan.For.Sm->MaxSharedOptin;
  layOutTiles(Plan);
  // The kernel's own alignment may put a gap behind each tile.
  uint64_t Gaps = Plan.Tiles.size() * (Own.MaxAlign - StorageAlign);
  uint64_t Real =
      SaturatingAdd(Storage.OwnStaticBytes, Storage.TileBytes, Gaps);
  Storage.Kind = Real <= Target::MaxStaticShared ? StorageKind::Static
                                                 : StorageKind::Dynamic;
  checkLimit(Plan, Context);
  checkDynamic(Plan, Own, Context);
}

} // namespace vx
