//===- PlanStorage.cpp - static or dynamic shared memory, against the limit ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Capacity (P6) is decided on the sum of the kernel's own shared globals and all resident copies:
//
//   own static bytes, each rounded up to its alignment      counted once
//   + slots x copy, each copy rounded up to the granule     what the front end accounts
//
// Up to 48 KiB in sum ptxas takes static arrays; above it the tiles move into one dynamic region and the
// host has to opt in to the size (contract, "Launch contract").
#include "PlanParts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedAddressSpace = 3;
/// Alignment of every tile: the widest shared access, ld.shared.v4.b32.
constexpr uint64_t TileAlign = 16;

/// The kernel and every function it may call directly, or whose address it takes.
SetVector<const Function *> reachableFrom(const Function &Kernel) {
  SetVector<const Function *> Reached;
  Reached.insert(&Kernel);
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (const Instruction &Inst : instructions(*Reached[I]))
      for (const Use &U : Inst.operands())
        if (auto *F = dyn_cast<Function>(U->stripPointerCasts());
            F && !F->isDeclaration())
          Reached.insert(F);
  return Reached;
}

bool usedIn(const GlobalVariable &GV, const SetVector<const Function *> &Fns) {
  SmallVector<const User *, 8> Work(GV.users());
  SmallPtrSet<const User *, 16> Seen;
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    if (auto *I = dyn_cast<Instruction>(U)) {
      if (Fns.contains(I->getFunction()))
        return true;
    } else {
      append_range(Work, U->users());
    }
  }
  return false;
}

struct OwnShared {
  uint64_t Bytes = 0;
  const GlobalVariable *UnknownSize = nullptr;
};

OwnShared ownSharedGlobals(const Function &Kernel) {
  OwnShared Own;
  const Module &M = *Kernel.getParent();
  const DataLayout &DL = M.getDataLayout();
  SetVector<const Function *> Reached;
  for (const GlobalVariable &GV : M.globals()) {
    if (GV.getAddressSpace() != SharedAddressSpace)
      continue;
    if (Reached.empty())
      Reached = reachableFrom(Kernel);
    if (!usedIn(GV, Reached))
      continue;
    uint64_t Bytes = DL.getTypeAllocSize(GV.getValueType());
    if (Bytes == 0 && GV.isDeclaration())
      Own.UnknownSize = &GV;
    Align A = std::max(DL.getPreferredAlign(&GV), Align(TileAlign));
    Own.Bytes += alignTo(Bytes, A);
  }
  return Own;
}

uint64_t saturatingMul(uint64_t A, uint64_t B) {
  return SaturatingMultiply(A, B);
}

void layOutTiles(KernelPlan &Plan) {
  StoragePlan &Storage = Plan.Storage;
  Storage.AccountedBytes = Storage.OwnStaticBytes;
  for (TilePlan &Tile : Plan.Tiles) {
    Tile.SlotPitch = SaturatingAdd<uint64_t>(Tile.SlotBytes, TileAlign - 1) /
                     TileAlign * TileAlign;
    Tile.Offset = Storage.TileBytes;
    Storage.TileBytes = SaturatingMultiplyAdd<uint64_t>(
        Tile.SlotPitch, Tile.Slots, Storage.TileBytes);
    uint64_t Granule = std::max<uint64_t>(Tile.Request.Granule, 1);
    uint64_t Copies = divideCeil(Tile.SlotBytes, Granule);
    Tile.AccountedBytes =
        saturatingMul(saturatingMul(Copies, Granule), Tile.Slots);
    Storage.AccountedBytes =
        SaturatingAdd(Storage.AccountedBytes, Tile.AccountedBytes);
  }
}

/// "own 1024 + k 2 x 4096 + v 2 x 4096 = 17408 bytes".
std::string arithmetic(const KernelPlan &Plan, uint64_t Needed) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "own " << Plan.Storage.OwnStaticBytes;
  for (const TilePlan &Tile : Plan.Tiles)
    OS << " + '" << Tile.Request.Name << "' " << Tile.Slots << " x "
       << std::max(Tile.SlotPitch,
                   Tile.Slots ? Tile.AccountedBytes / Tile.Slots : 0);
  OS << " = " << Needed << " bytes";
  return Text;
}
} // namespace

void planStorage(KernelPlan &Plan, PlanContext &Context) {
  StoragePlan &Storage = Plan.Storage;
  OwnShared Own = ownSharedGlobals(*Plan.Kernel);
  Storage.OwnStaticBytes = Own.Bytes;
  Storage.LimitBytes = Plan.For.Sm->MaxSharedOptin;
  layOutTiles(Plan);
  uint64_t Real = SaturatingAdd(Storage.OwnStaticBytes, Storage.TileBytes);
  uint64_t Needed = std::max(Real, Storage.AccountedBytes);
  Storage.Kind = Real <= Target::MaxStaticShared ? StorageKind::Static
                                                 : StorageKind::Dynamic;
  if (Needed > Storage.LimitBytes) {
    Diagnostic &D = Context.Sink.report(
        Diag::OverCapacity,
        arithmetic(Plan, Needed) + ", " + Plan.For.name() + " has " +
            Twine(Storage.LimitBytes).str() + " for a block",
        "use smaller tiles or fewer stages");
    D.Kernel = userName(*Plan.Kernel);
  }
  if (Own.UnknownSize && Storage.Kind == StorageKind::Dynamic) {
    Diagnostic &D = Context.Sink.report(
        Diag::UnknownSharedUse,
        "'" + Own.UnknownSize->getName() +
            "' starts where the placed tiles would: both are dynamic shared "
            "memory, because the tiles need " +
            Twine(Storage.TileBytes) + " bytes",
        "give the array a size, or keep the sum within " +
            Twine(Target::MaxStaticShared) + " bytes");
    D.Kernel = userName(*Plan.Kernel);
  }
}

} // namespace vx
