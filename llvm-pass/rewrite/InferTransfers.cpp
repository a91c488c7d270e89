//===- InferTransfers.cpp - placed loads read the result of a transfer ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Follows the footprints that analysis/Footprint.cpp proved:
//
//   loop t:                                   loop t:
//     loop j, d:                                %b = K + 1024 * t
//       %x = load (K + 1024*t + 64*j + 4*d)     %r = call @vx.tile.flash.k(%b, %b, 0, 16,16, 16,1)
//                                         =>    loop j, d:
//                                                 %x = load (%r[1] + 64*j + 4*d)
//
// The sizes are the proven footprint, the strides those of the source. The storage is
// row-major over "vx.extent", so a load's place in it is sum(index * row-major stride). The
// varying part of that sum and its constant are two GEPs: unrolled loads share the first.
#include "vx/InferTransfers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace vx {

namespace {
/// The storage of a tile starts at a multiple of this (contract: widest copy and load).
constexpr uint64_t StorageAlign = 16;
/// Field of the result descriptor that points to the tile.
constexpr unsigned AlignedField = 1;

class TransferEmitter {
public:
  explicit TransferEmitter(const InferContext &Context)
      : Context(Context), SE(Context.SE), M(*Context.F.getParent()),
        I64(Type::getInt64Ty(M.getContext())), Expander(SE, "vx") {}

  CallBase *emit(TileFootprint &Tile);
  void removeDeadAddresses();

private:
  Function *callee(const TileFootprint &Tile, Type *Source);
  FunctionType *descriptorType(unsigned Rank, Type *Source) const;
  Value *storageAddress(const TileFootprint &Tile, const PlacedAccess &Access,
                        Value *Storage, Align &Known);
  void moveAccess(PlacedAccess &Access, Value *Address, Align Known);

  const InferContext &Context;
  ScalarEvolution &SE;
  Module &M;
  Type *I64;
  SCEVExpander Expander;
  /// One callee a tile, unless its visits need differently shaped storage.
  struct CalleeOf {
    const TileUse *Tile;
    SmallVector<uint64_t, MaxRank> Storage;
    uint64_t Element;
    Type *Source;
    Function *Callee;
    uint64_t Align;
  };
  std::vector<CalleeOf> Callees;
  SmallVector<WeakTrackingVH, 16> OldAddresses;
};

/// {ptr, ptr, i64, [r x i64], [r x i64]} (src, src, i64, i64 x r, i64 x r)
FunctionType *TransferEmitter::descriptorType(unsigned Rank,
                                              Type *Source) const {
  Type *Generic = PointerType::get(M.getContext(), 0);
  Type *Dims = ArrayType::get(I64, Rank);
  SmallVector<Type *, 2 * MaxRank + 3> Params = {Source, Source, I64};
  Params.append(2 * Rank, I64);
  return FunctionType::get(
      StructType::get(M.getContext(), {Generic, Generic, I64, Dims, Dims}),
      Params, /*isVarArg=*/false);
}

std::string timesString(ArrayRef<uint64_t> Dims) {
  std::string Text;
  ListSeparator Times("x");
  for (uint64_t D : Dims)
    Text += (StringRef(Times) + Twine(D)).str();
  return Text;
}

/// Its attributes repeat the tag. The alignment is what all visits have.
Function *TransferEmitter::callee(const TileFootprint &Tile, Type *Source) {
  uint64_t Aligned = Tile.Align.value_or(Tile.ElementBytes);
  for (CalleeOf &C : Callees)
    if (C.Tile == Tile.Tile && C.Storage == Tile.Storage &&
        C.Element == Tile.ElementBytes && C.Source == Source) {
      C.Align = std::min(C.Align, Aligned);
      if (C.Align != C.Element)
        C.Callee->addFnAttr("vx.align", std::to_string(C.Align));
      else
        C.Callee->removeFnAttr("vx.align");
      return C.Callee;
    }
  const TileRequest &R = Tile.Tile->Request;
  Function *F = Function::Create(descriptorType(Tile.Extent.size(), Source),
                       GlobalValue::ExternalLinkage,
                       "vx.tile." + userName(Context.F) + "." + R.Name, M);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(TransferAttr, "smem");
  F->addFnAttr("vx.name", R.Name);
  F->addFnAttr("vx.element", std::to_string(Tile.ElementBytes));
  F->addFnAttr("vx.extent", timesString(Tile.Storage));
  F->addFnAttr("vx.granule", std::to_string(R.Granule));
  bool Streamed = R.Cross == Crossing::Streamed;
  F->addFnAttr("vx.crossing", Streamed ? "streamed" : "sequenced");
  // One stage exists as a parameter only, and that one still holds later on.
  if (Streamed && R.Stages >= MinStages)
    F->addFnAttr("vx.stages", std::to_string(R.Stages));
  if (Tile.Align)
    F->addFnAttr("vx.align", std::to_string(*Tile.Align));
  Callees.push_back({Tile.Tile, Tile.Storage, Tile.ElementBytes, Source, F, Aligned});
  return F;
}

CallBase *TransferEmitter::emit(TileFootprint &Tile) {
  Type *Source = Tile.Base->getType();
  Value *Base = Expander.expandCodeFor(Tile.Base, Source, Tile.Site);
  SmallVector<Value *, 2 * MaxRank + 3> Args = {Base, Base,
                                                ConstantInt::get(I64, 0)};
  for (uint64_t Size : Tile.Extent)
    Args.push_back(ConstantInt::get(I64, Size));
  for (const SCEV *Stride : Tile.Stride)
    Args.push_back(Expander.expandCodeFor(Stride, I64, Tile.Site));
  Function *F = callee(Tile, Source);
  IRBuilder<> B(Tile.Site);
  B.SetCurrentDebugLocation(Tile.Accesses.front().Access->getDebugLoc());
  CallInst *Call = B.CreateCall(F, Args, Tile.Tile->Request.Name);
  Value *Storage = B.CreateExtractValue(Call, AlignedField);
  for (PlacedAccess &Access : Tile.Accesses) {
    Align Known(1);
    Value *Address = storageAddress(Tile, Access, Storage, Known);
    moveAccess(Access, Address, Known);
  }
  return Call;
}

Value *TransferEmitter::storageAddress(const TileFootprint &Tile,
                                       const PlacedAccess &Access,
                                       Value *Storage, Align &Known) {
  const SCEV *Offset = Access.Byte;
  int64_t Stride = Tile.ElementBytes;
  for (unsigned D = Tile.Storage.size(); D-- > 0;) {
    Offset = SE.getAddExpr(Offset, SE.getMulExpr(Access.Index[D],
                                                 SE.getConstant(I64, Stride)));
    Stride *= Tile.Storage[D];
  }
  Offset = SE.getAddExpr(
      Offset, SE.getConstant(I64, -Access.Lead, /*isSigned=*/true));
  unsigned Zeros = std::min<unsigned>(SE.getMinTrailingZeros(Offset),
                                      Log2_64(StorageAlign));
  Known = Align(uint64_t(1) << Zeros);
  int64_t Fixed = 0;
  const auto *Sum = dyn_cast<SCEVAddExpr>(Offset);
  const auto *C =
      dyn_cast<SCEVConstant>(Sum ? Sum->getOperand(0) : Offset);
  if (C) {
    Fixed = C->getAPInt().getSExtValue();
    Offset = SE.getMinusSCEV(Offset, C);
  }
  IRBuilder<> B(Access.Access);
  Value *Address = Storage;
  if (!Offset->isZero())
    Address = B.CreatePtrAdd(
        Address, Expander.expandCodeFor(Offset, I64, Access.Access));
  if (Fixed)
    Address = B.CreatePtrAdd(Address, ConstantInt::getSigned(I64, Fixed));
  return Address;
}

/// What metadata said of the global memory, it does not say of the tile.
void dropMemoryMetadata(Instruction &I) {
  for (unsigned Kind :
       {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct,
        LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
        LLVMContext::MD_noalias_addrspace, LLVMContext::MD_invariant_load,
        LLVMContext::MD_invariant_group, LLVMContext::MD_nontemporal,
        LLVMContext::MD_access_group, LLVMContext::MD_mem_parallel_loop_access})
    I.setMetadata(Kind, nullptr);
  I.setMetadata(PlacementMD, nullptr);
}

void TransferEmitter::moveAccess(PlacedAccess &Access, Value *Address,
                                 Align Known) {
  Instruction *I = Access.Access;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    OldAddresses.push_back(Load->getPointerOperand());
    Load->setOperand(LoadInst::getPointerOperandIndex(), Address);
    Load->setAlignment(Known);
    dropMemoryMetadata(*Load);
    return;
  }
  // A masked load's type names its address space: it is made anew.
  auto *Old = cast<CallBase>(I);
  OldAddresses.push_back(Old->getArgOperand(0));
  IRBuilder<> B(Old);
  CallInst *New = B.CreateMaskedLoad(Old->getType(), Address, Known,
                                     Old->getArgOperand(1),
                                     Old->getArgOperand(2));
  New->copyMetadata(*Old);
  dropMemoryMetadata(*New);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  SE.forgetValue(Old);
  Old->eraseFromParent();
  Access.Access = New;
}

void TransferEmitter::removeDeadAddresses() {
  Expander.clear();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(OldAddresses);
}

} // namespace

std::vector<CallBase *>
emitInferredTransfers(std::vector<TileFootprint> &Tiles,
                      const InferContext &Context, DiagnosticSink &) {
  std::vector<CallBase *> Calls;
  TransferEmitter Emitter(Context);
  for (TileFootprint &Tile : Tiles)
    Calls.push_back(Emitter.emit(Tile));
  Emitter.removeDeadAddresses();
  return Calls;
}

} // namespace vx
