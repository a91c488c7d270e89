//===- Storage.cpp - shared globals for tiles ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Static:   @__vx_tile_<kernel>_<tile> = internal addrspace(3) global [bytes x i8] poison, align 16
// Dynamic:  @__vx_dynamic_<kernel> = external addrspace(3) global [0 x i8], align 16
//           @__vx_dynamic_smem_<kernel> = addrspace(1) constant i32 <bytes>, visible to the host
//
// Storage declares its alignment: LLVM and ptxas widen accesses up to it. The initial value is poison; llc drops
// or refuses any other in shared memory.
#include "vx/Materialize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned GlobalAddressSpace = 1, SharedAddressSpace = 3;

/// PTX identifiers: letters, digits, '_' and '$' (PTX ISA 4.4).
std::string ptxSafe(StringRef Name) {
  std::string Safe;
  for (char C : Name)
    Safe += isAlnum(C) || C == '$' ? C : '_';
  return Safe;
}

/// The first of Name, Name_2, Name_3, ... that is free: stable over builds.
std::string freeName(const Module &M, const std::string &Name) {
  std::string Candidate = Name;
  for (unsigned I = 2; M.getNamedValue(Candidate); ++I)
    Candidate = Name + "_" + utostr(I);
  return Candidate;
}

GlobalVariable *sharedArray(Module &M, const std::string &Name, uint64_t Bytes,
                            bool Dynamic) {
  auto *Ty = ArrayType::get(Type::getInt8Ty(M.getContext()), Bytes);
  auto *GV = new GlobalVariable(
      M, Ty, /*isConstant=*/false,
      Dynamic ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage,
      Dynamic ? nullptr : PoisonValue::get(Ty), freeName(M, Name), nullptr,
      GlobalValue::NotThreadLocal, SharedAddressSpace);
  GV->setAlignment(Align(StorageAlign));
  return GV;
}

/// Says for the shape proof where the tile's slots are: name, offset, bytes a slot, slots.
void describeTile(GlobalVariable &GV, const TilePlan &Tile, uint64_t Offset) {
  LLVMContext &C = GV.getContext();
  auto Number = [&](uint64_t N) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(C), N));
  };
  GV.addMetadata("vx.storage",
                 *MDNode::get(C, {MDString::get(C, Tile.Request.Name), Number(Offset),
                                  Number(Tile.SlotPitch), Number(Tile.Slots)}));
}

void publishSize(const KernelPlan &Plan, Module &M, StringRef KernelName) {
  auto *Bytes =
      ConstantInt::get(Type::getInt32Ty(M.getContext()), Plan.Storage.TileBytes);
  new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                     GlobalValue::ExternalLinkage, Bytes,
                     publishedSizeName(KernelName), nullptr,
                     GlobalValue::NotThreadLocal, GlobalAddressSpace);
  Plan.Kernel->addFnAttr("vx.dynamic-smem", utostr(Plan.Storage.TileBytes));
}
} // namespace

std::string publishedSizeName(StringRef KernelName) {
  return "__vx_dynamic_smem_" + ptxSafe(KernelName);
}

TileStorage createStorage(const KernelPlan &Plan, Module &M,
                          StringRef KernelName) {
  TileStorage Storage;
  std::string Kernel = ptxSafe(KernelName);
  if (Plan.Storage.Kind == StorageKind::Static) {
    for (const TilePlan &Tile : Plan.Tiles) {
      if (Tile.SharesWith) {
        Storage.Base.push_back(Storage.Base[*Tile.SharesWith]);
        continue;
      }
      GlobalVariable *Array = sharedArray(
          M, "__vx_tile_" + Kernel + "_" + ptxSafe(Tile.Request.Name),
          Tile.SlotPitch * Tile.Slots, /*Dynamic=*/false);
      describeTile(*Array, Tile, 0);
      Storage.Base.push_back(Array);
    }
    return Storage;
  }
  GlobalVariable *Region =
      sharedArray(M, "__vx_dynamic_" + Kernel, 0, /*Dynamic=*/true);
  auto *I8 = Type::getInt8Ty(M.getContext());
  auto *I32 = Type::getInt32Ty(M.getContext());
  for (const TilePlan &Tile : Plan.Tiles) {
    if (!Tile.SharesWith)
      describeTile(*Region, Tile, Tile.Offset);
    Storage.Base.push_back(ConstantExpr::getInBoundsGetElementPtr(
        I8, Region, ConstantInt::get(I32, Tile.Offset)));
  }
  publishSize(Plan, M, KernelName);
  return Storage;
}

} // namespace vx
