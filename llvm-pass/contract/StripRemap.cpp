//===- StripRemap.cpp - reads of a tile, moved to its source -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// After strip, address arithmetic on a transfer's result is done on a row-major
// tile that is imagined to begin at the source's first element S. A read at S +
// o means element o / size; its coordinates are the digits of that number in
// the mixed radix of the extent, and the source's strides say where the element
// is:
//
//   o -> ((i0 * E1 + i1) * E2 + i2) * size   =>   S + (i0*s0 + i1*s1 + i2*s2) *
//   size
//
// A vector read may run over a row's end, so its lanes are moved one by one.
#include "StripRemap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

namespace {
enum class UseKind { Address, Read, Hint, Harmless, Escape };

/// What \p I does with \p V, the descriptor or a pointer into the tile.
UseKind useKind(const Instruction &I, const Value &V) {
  if (const auto *EV = dyn_cast<ExtractValueInst>(&I))
    return EV->getType()->isPointerTy() ? UseKind::Address : UseKind::Harmless;
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return GEP->getType()->isPointerTy() ? UseKind::Address : UseKind::Escape;
  if (isa<AddrSpaceCastInst>(I) || isa<FreezeInst>(I))
    return V.getType()->isPointerTy() ? UseKind::Address : UseKind::Escape;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isAtomic() ? UseKind::Escape : UseKind::Read;
  if (isa<ICmpInst>(I))
    return UseKind::Harmless;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return UseKind::Escape;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::masked_load:
    return UseKind::Read;
  case Intrinsic::assume:
  case Intrinsic::prefetch:
    return UseKind::Hint;
  default:
    return UseKind::Escape;
  }
}

/// Byte offset in the source of byte \p Offset of the imagined tile.
Value *sourceOffset(IRBuilder<> &B, Value *Offset, const RemapSource &S) {
  Value *Size = B.getInt64(S.ElementBytes);
  Value *Index = B.CreateUDiv(Offset, Size);
  Value *Moved = B.CreateURem(Offset, Size); // a read inside an element
  for (size_t D = S.Extent.size(); D-- > 0;) {
    // The outermost coordinate is what is left: a read past the tile stays
    // past.
    Value *Digit = D ? B.CreateURem(Index, B.getInt64(S.Extent[D])) : Index;
    Index = D ? B.CreateUDiv(Index, B.getInt64(S.Extent[D])) : Index;
    Moved =
        B.CreateAdd(Moved, B.CreateMul(B.CreateMul(Digit, S.Strides[D]), Size));
  }
  return Moved;
}

/// The address in the source that stands for \p Pointer + \p Bytes.
Value *sourceAddress(IRBuilder<> &B, Value *Pointer, uint64_t Bytes,
                     const RemapSource &S) {
  Value *Same = B.CreateAddrSpaceCast(Pointer, S.Start->getType());
  Value *Offset = B.CreateSub(B.CreatePtrToInt(Same, B.getInt64Ty()),
                              B.CreatePtrToInt(S.Start, B.getInt64Ty()));
  Offset = B.CreateAdd(Offset, B.getInt64(Bytes));
  return B.CreateGEP(B.getInt8Ty(), S.Start, sourceOffset(B, Offset, S));
}

Align laneAlign(Align Whole, uint64_t Bytes, const RemapSource &S) {
  return std::min(commonAlignment(Whole, Bytes),
                  commonAlignment(Whole, S.ElementBytes));
}

void remapLoad(LoadInst &Load, const RemapSource &S) {
  IRBuilder<> B(&Load);
  auto *Vector = dyn_cast<FixedVectorType>(Load.getType());
  if (!Vector) {
    Load.setOperand(0, sourceAddress(B, Load.getPointerOperand(), 0, S));
    Load.setAlignment(laneAlign(Load.getAlign(), 0, S));
    return;
  }
  uint64_t Bytes =
      Load.getDataLayout().getTypeStoreSize(Vector->getElementType());
  Value *Result = PoisonValue::get(Vector);
  for (unsigned Lane = 0; Lane != Vector->getNumElements(); ++Lane) {
    Value *Address =
        sourceAddress(B, Load.getPointerOperand(), Lane * Bytes, S);
    Value *Element = B.CreateAlignedLoad(
        Vector->getElementType(), Address,
        laneAlign(Load.getAlign(), Lane * Bytes, S), Load.isVolatile());
    Result = B.CreateInsertElement(Result, Element, Lane);
  }
  Load.replaceAllUsesWith(Result);
  Load.eraseFromParent();
}

void remapMaskedLoad(IntrinsicInst &Call, const RemapSource &S) {
  IRBuilder<> B(&Call);
  auto *Vector = cast<FixedVectorType>(Call.getType());
  uint64_t Bytes =
      Call.getDataLayout().getTypeStoreSize(Vector->getElementType());
  Align Whole = Call.getParamAlign(0).valueOrOne();
  Value *Addresses = PoisonValue::get(
      FixedVectorType::get(S.Start->getType(), Vector->getNumElements()));
  for (unsigned Lane = 0; Lane != Vector->getNumElements(); ++Lane)
    Addresses = B.CreateInsertElement(
        Addresses, sourceAddress(B, Call.getArgOperand(0), Lane * Bytes, S),
        Lane);
  Value *Gather =
      B.CreateMaskedGather(Vector, Addresses, laneAlign(Whole, Bytes, S),
                           Call.getArgOperand(1), Call.getArgOperand(2));
  Call.replaceAllUsesWith(Gather);
  Call.eraseFromParent();
}
} // namespace

TileReads readsThrough(CallBase &Transfer) {
  TileReads Found;
  SmallVector<Value *, 16> Work{&Transfer};
  SmallPtrSet<Instruction *, 16> Seen;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    for (User *U : V->users()) {
      auto *I = cast<Instruction>(U);
      UseKind Kind = useKind(*I, *V);
      if (Kind == UseKind::Escape) {
        Found.Escape = I;
        return Found;
      }
      if (!Seen.insert(I).second || Kind == UseKind::Harmless)
        continue;
      if (Kind == UseKind::Read) {
        Found.Reads.push_back(I);
      } else if (Kind == UseKind::Hint) {
        Found.Hints.push_back(I);
      } else {
        Found.Addresses.push_back(I);
        Work.push_back(I);
      }
    }
  }
  return Found;
}

void remapReads(const TileReads &Reads, const RemapSource &Source) {
  for (Instruction *Hint : Reads.Hints)
    Hint->eraseFromParent(); // speaks of the imagined address
  for (Instruction *I : Reads.Addresses)
    I->dropPoisonGeneratingFlags(); // the imagined tile is no object of its own
  for (Instruction *I : Reads.Reads) {
    if (auto *Load = dyn_cast<LoadInst>(I))
      remapLoad(*Load, Source);
    else
      remapMaskedLoad(cast<IntrinsicInst>(*I), Source);
  }
}

} // namespace vx
