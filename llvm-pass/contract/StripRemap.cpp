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
// A vector read may run over a row's end, so its lanes are moved one by one. Of
// a ragged tile, lanes with i0 at or past its size are masked off and become
// zero.
#include "StripRemap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

namespace {
enum class UseKind { Address, Read, Hint, Harmless, Escape };

/// Lanes of whole bytes, none wider than an element: each lies in one element.
bool isReadOfElements(const Type &T, uint64_t ElementBytes) {
  const Type *Lane = T.getScalarType();
  if (isa<ScalableVectorType>(T) ||
      !(Lane->isIntegerTy() || Lane->isFloatingPointTy()))
    return false;
  unsigned Bits = Lane->getScalarSizeInBits();
  return Bits % 8 == 0 && Bits <= ElementBytes * 8;
}

/// What \p I does with \p V, the descriptor or a pointer into the tile.
UseKind useKind(const Instruction &I, const Value &V, uint64_t ElementBytes) {
  if (const auto *EV = dyn_cast<ExtractValueInst>(&I))
    return EV->getType()->isPointerTy() ? UseKind::Address : UseKind::Harmless;
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return GEP->getType()->isPointerTy() ? UseKind::Address : UseKind::Escape;
  if (isa<AddrSpaceCastInst>(I) || isa<FreezeInst>(I))
    return V.getType()->isPointerTy() ? UseKind::Address : UseKind::Escape;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple() && isReadOfElements(*Load->getType(), ElementBytes)
               ? UseKind::Read
               : UseKind::Escape;
  if (isa<ICmpInst>(I))
    return UseKind::Harmless;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return UseKind::Escape;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::masked_load:
    return isReadOfElements(*Call->getType(), ElementBytes) ? UseKind::Read
                                                            : UseKind::Escape;
  case Intrinsic::assume:
  case Intrinsic::prefetch:
    return UseKind::Hint;
  default:
    return UseKind::Escape;
  }
}

/// One lane of a read: where it is, and whether there is such an element.
struct Lane {
  Value *Address;
  Value *There; ///< i1; nullptr: certainly
};

/// The lane that stands for \p Pointer + \p Bytes.
Lane sourceLane(IRBuilder<> &B, Value *Pointer, uint64_t Bytes,
                const RemapSource &S) {
  Value *Same = B.CreateAddrSpaceCast(Pointer, S.Start->getType());
  Value *Offset = B.CreateSub(B.CreatePtrToInt(Same, B.getInt64Ty()),
                              B.CreatePtrToInt(S.Start, B.getInt64Ty()));
  Offset = B.CreateAdd(Offset, B.getInt64(Bytes));
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
  return {B.CreateGEP(B.getInt8Ty(), S.Start, Moved),
          S.Rows ? B.CreateICmpSLT(Index, S.Rows) : nullptr};
}

Align laneAlign(Align Whole, uint64_t Bytes, const RemapSource &S) {
  return std::min(commonAlignment(Whole, Bytes),
                  commonAlignment(Whole, S.ElementBytes));
}

/// All lanes at once, for vectors and masks: absent elements are zero, lanes
/// that
/// \p Mask switches off are \p PassThrough.
Value *gatherLanes(IRBuilder<> &B, FixedVectorType *T, Value *Pointer,
                   Align Whole, Value *Mask, Value *PassThrough,
                   const RemapSource &S) {
  unsigned Lanes = T->getNumElements();
  uint64_t Bytes = T->getScalarSizeInBits() / 8;
  Value *Addresses =
      PoisonValue::get(FixedVectorType::get(S.Start->getType(), Lanes));
  Value *There =
      Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Lanes));
  for (unsigned I = 0; I != Lanes; ++I) {
    Lane L = sourceLane(B, Pointer, I * Bytes, S);
    Addresses = B.CreateInsertElement(Addresses, L.Address, I);
    if (L.There)
      There = B.CreateInsertElement(There, L.There, I);
  }
  if (S.Rows) {
    PassThrough = B.CreateSelect(There, PassThrough, Constant::getNullValue(T));
    Mask = B.CreateAnd(Mask, There);
  }
  return B.CreateMaskedGather(T, Addresses, laneAlign(Whole, Bytes, S), Mask,
                              PassThrough);
}

/// Lane by lane, with plain loads: every element is there.
Value *loadLanes(IRBuilder<> &B, FixedVectorType *T, LoadInst &Load,
                 const RemapSource &S) {
  uint64_t Bytes = T->getScalarSizeInBits() / 8;
  Value *Result = PoisonValue::get(T);
  for (unsigned I = 0; I != T->getNumElements(); ++I) {
    Lane L = sourceLane(B, Load.getPointerOperand(), I * Bytes, S);
    Value *Element =
        B.CreateAlignedLoad(T->getElementType(), L.Address,
                            laneAlign(Load.getAlign(), I * Bytes, S));
    Result = B.CreateInsertElement(Result, Element, I);
  }
  return Result;
}

void remapLoad(LoadInst &Load, const RemapSource &S) {
  IRBuilder<> B(&Load);
  auto *Vector = dyn_cast<FixedVectorType>(Load.getType());
  if (!Vector && !S.Rows) {
    Load.setOperand(0, sourceLane(B, Load.getPointerOperand(), 0, S).Address);
    Load.setAlignment(laneAlign(Load.getAlign(), 0, S));
    return;
  }
  auto *T = Vector ? Vector : FixedVectorType::get(Load.getType(), 1);
  auto *All = Constant::getAllOnesValue(
      FixedVectorType::get(B.getInt1Ty(), T->getNumElements()));
  Value *Result =
      S.Rows ? gatherLanes(B, T, Load.getPointerOperand(), Load.getAlign(), All,
                           Constant::getNullValue(T), S)
             : loadLanes(B, T, Load, S);
  if (!Vector)
    Result = B.CreateExtractElement(Result, uint64_t(0));
  Load.replaceAllUsesWith(Result);
  Load.eraseFromParent();
}

void remapMaskedLoad(IntrinsicInst &Call, const RemapSource &S) {
  IRBuilder<> B(&Call);
  Value *Result =
      gatherLanes(B, cast<FixedVectorType>(Call.getType()),
                  Call.getArgOperand(0), Call.getParamAlign(0).valueOrOne(),
                  Call.getArgOperand(1), Call.getArgOperand(2), S);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}
} // namespace

TileReads readsThrough(CallBase &Transfer, uint64_t ElementBytes) {
  TileReads Found;
  SmallVector<Value *, 16> Work{&Transfer};
  SmallPtrSet<Instruction *, 16> Seen;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    for (User *U : V->users()) {
      auto *I = cast<Instruction>(U);
      UseKind Kind = useKind(*I, *V, ElementBytes);
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
