//===- CopyWindow.cpp - what may not happen while a copy is early ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A store is judged by the distance D = store address - tile address, a SCEV. Where D's
// range over everything that varies (threads, inner loops) lies inside the tile, the store
// hits it; where all threads store, so does one that hits it for the thread with index 0. D of a tile that is used k iterations later is D - k * (step of the address).
// A distance that SCEV cannot bound proves nothing: the contract's assertion then holds.
#include "vx/CopyWindow.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace vx {

namespace {

constexpr StringLiteral TransferAttribute = "vx.transfer";

/// Operands of a descriptor call before the sizes: allocated, aligned, offset.
constexpr unsigned DescriptorHead = 3;

constexpr unsigned SharedSpace = 3, LocalSpace = 5;

bool isTransferCall(const CallBase &CB) {
  return CB.getFnAttr(TransferAttribute).isValid();
}

uint64_t elementBytes(const CallBase &CB) {
  uint64_t Bytes = 1;
  Attribute A = CB.getFnAttr("vx.element");
  if (!A.isValid() || A.getValueAsString().getAsInteger(10, Bytes) || !Bytes)
    return 1;
  return Bytes;
}

/// "16x64" as numbers; empty when malformed.
SmallVector<uint64_t, 5> dimensions(StringRef Text) {
  SmallVector<uint64_t, 5> Result;
  SmallVector<StringRef, 5> Parts;
  Text.split(Parts, 'x');
  for (StringRef Part : Parts) {
    uint64_t N;
    if (Part.getAsInteger(10, N))
      return {};
    Result.push_back(N);
  }
  return Result;
}

std::optional<uint64_t> constant(const Value *V) {
  if (const auto *C = dyn_cast<ConstantInt>(V); C && C->getValue().isIntN(63))
    return C->getZExtValue();
  return std::nullopt;
}

/// Elements that lie side by side from the tile's start: the product of the inner
/// sizes as long as each stride equals it.
uint64_t contiguousDescriptor(const CallBase &CB) {
  unsigned Rank = (CB.arg_size() - DescriptorHead) / 2;
  uint64_t Run = 1;
  for (unsigned D = Rank; D-- > 0;) {
    auto Size = constant(CB.getArgOperand(DescriptorHead + D));
    auto Stride = constant(CB.getArgOperand(DescriptorHead + Rank + D));
    if (!Size || Stride != Run)
      break;
    Run = SaturatingMultiply(Run, *Size);
  }
  return Run;
}

uint64_t contiguousBare(const CallBase &CB) {
  auto Extent = dimensions(CB.getFnAttr("vx.extent").getValueAsString());
  Attribute StrideText = CB.getFnAttr("vx.stride");
  SmallVector<uint64_t, 5> Stride;
  if (StrideText.isValid())
    Stride = dimensions(StrideText.getValueAsString());
  uint64_t Run = 1;
  for (unsigned D = Extent.size(); D-- > 0;) {
    if (StrideText.isValid() && (D >= Stride.size() || Stride[D] != Run))
      break;
    Run = SaturatingMultiply(Run, Extent[D]);
  }
  return Run;
}

/// The pointer and the bytes that \p I writes, if it is a plain write to memory.
struct Written {
  Value *Pointer;
  uint64_t Bytes;
};

std::optional<Written> writtenBy(const Instruction &I) {
  const DataLayout &DL = I.getDataLayout();
  if (const auto *SI = dyn_cast<StoreInst>(&I))
    return Written{const_cast<Value *>(SI->getPointerOperand()),
                   DL.getTypeStoreSize(SI->getValueOperand()->getType())};
  if (const auto *MI = dyn_cast<AnyMemIntrinsic>(&I)) {
    auto Length = constant(MI->getLength());
    if (Length && *Length)
      return Written{MI->getRawDest(), *Length};
  }
  return std::nullopt;
}

bool isLibdevicePure(const Function &F) {
  // libdevice's functions touch memory only through pointer results (sincos, frexp, ...).
  return F.getName().starts_with("__nv_") &&
         none_of(F.args(), [](const Argument &A) { return A.getType()->isPointerTy(); });
}

bool isOnChip(const Value &Pointer) {
  Type *T = getUnderlyingObject(&Pointer)->getType()->getScalarType();
  unsigned AS = T->isPointerTy() ? T->getPointerAddressSpace() : 0;
  return AS == SharedSpace || AS == LocalSpace;
}

/// Every pointer that the call may write through is in shared or local memory. A commit
/// only counts; LLVM takes it for a call that may do anything.
bool callWritesOnChipOnly(const CallBase &CB) {
  if (CB.getIntrinsicID() == Intrinsic::nvvm_cp_async_commit_group)
    return true;
  if (!CB.onlyAccessesArgMemory())
    return CB.onlyAccessesInaccessibleMemory();
  return all_of(CB.args(), [&](const Use &U) {
    return !U->getType()->isPtrOrPtrVectorTy() || CB.onlyReadsMemory(CB.getArgOperandNo(&U)) ||
           isOnChip(*U);
  });
}

std::optional<WindowEffectKind> nvvmEffect(const CallBase &CB, StringRef Name) {
  if (Name.starts_with("fence.") || Name.starts_with("membar"))
    return WindowEffectKind::Fence;
  if (Name.starts_with("atomic."))
    return WindowEffectKind::Atomic;
  if (Name.contains("mbarrier") || Name.starts_with("cp.async.bulk") ||
      Name.starts_with("tcgen05") || Name.starts_with("wgmma"))
    return WindowEffectKind::OwnBarrier;
  if (Name.starts_with("cp.async.wait"))
    return WindowEffectKind::OwnWait;
  // Barriers and collectives order threads of the block; what those write to the source
  // is the contract's assertion. cp.async writes shared memory.
  for (StringRef Harmless : {"barrier", "bar.", "shfl.", "vote.", "match.", "redux.",
                             "elect.", "activemask", "cp.async."})
    if (Name.starts_with(Harmless))
      return std::nullopt;
  if (callWritesOnChipOnly(CB))
    return std::nullopt;
  return WindowEffectKind::OpaqueCall;
}

std::optional<WindowEffectKind> intrinsicEffect(const CallBase &CB) {
  StringRef Name = CB.getCalledFunction()->getName();
  if (Name.consume_front("llvm.nvvm."))
    return nvvmEffect(CB, Name);
  switch (CB.getIntrinsicID()) {
  case Intrinsic::memcpy_element_unordered_atomic:
  case Intrinsic::memmove_element_unordered_atomic:
  case Intrinsic::memset_element_unordered_atomic:
    return WindowEffectKind::Atomic;
  default:
    // memcpy, masked stores and their like write what they are told to: provablyWrites.
    return std::nullopt;
  }
}

std::optional<WindowEffectKind> callEffect(const CallBase &CB) {
  if (const auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand()))
    return StringRef(Asm->getConstraintString()).contains("~{memory}")
               ? std::optional(WindowEffectKind::Asm)
               : std::nullopt;
  if (syncKind(CB) != SyncKind::None || isTransferCall(CB) || CB.onlyReadsMemory())
    return std::nullopt;
  const Function *F = CB.getCalledFunction();
  if (F && F->isIntrinsic())
    return intrinsicEffect(CB);
  if (F && isLibdevicePure(*F))
    return std::nullopt;
  return WindowEffectKind::OpaqueCall;
}

/// Every value of \p Distance puts a written byte inside [0, Bytes).
bool alwaysInside(const SCEV *Distance, uint64_t Written, uint64_t Bytes,
                  ScalarEvolution &SE) {
  ConstantRange Range = SE.getSignedRange(Distance);
  if (Range.isFullSet() || Range.isSignWrappedSet())
    return false;
  unsigned Bits = Range.getBitWidth();
  if (!isUIntN(Bits - 1, Written) || !isUIntN(Bits - 1, Bytes))
    return false;
  APInt Low = -APInt(Bits, Written), High(Bits, Bytes);
  return Range.getSignedMin().sgt(Low) && Range.getSignedMax().slt(High);
}

/// \p S for the thread with index 0, which every block has.
const SCEV *forFirstThread(const SCEV *S, ScalarEvolution &SE) {
  ValueToSCEVMapTy Zero;
  SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *U = dyn_cast<SCEVUnknown>(Part);
    const auto *Read = U ? dyn_cast<IntrinsicInst>(U->getValue()) : nullptr;
    if (Read && is_contained({Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                              Intrinsic::nvvm_read_ptx_sreg_tid_z},
                             Read->getIntrinsicID()))
      Zero[U->getValue()] = SE.getZero(U->getType());
    return false; // look at all parts
  });
  return Zero.empty() ? S : SCEVParameterRewriter::rewrite(S, SE, Zero);
}

} // namespace

TileSource tileSource(CallBase &Site, ScalarEvolution &SE) {
  TileSource S;
  S.Site = &Site;
  S.ElementBytes = elementBytes(Site);
  bool Bare = Site.arg_size() == 1;
  if (!Bare && Site.arg_size() < DescriptorHead)
    return S;
  S.Pointer = Site.getArgOperand(Bare ? 0 : 1);
  if (!SE.isSCEVable(S.Pointer->getType()))
    return S;
  S.Base = SE.getSCEV(S.Pointer);
  if (!Bare) {
    Type *IndexTy = SE.getEffectiveSCEVType(S.Pointer->getType());
    const SCEV *Offset =
        SE.getTruncateOrSignExtend(SE.getSCEV(Site.getArgOperand(2)), IndexTy);
    S.Base = SE.getAddExpr(
        S.Base, SE.getMulExpr(Offset, SE.getConstant(IndexTy, S.ElementBytes)));
  }
  S.Bytes = SaturatingMultiply(S.ElementBytes, Bare ? contiguousBare(Site)
                                                    : contiguousDescriptor(Site));
  return S;
}

bool writesOnChipOnly(const Instruction &I) {
  if (const auto *SI = dyn_cast<StoreInst>(&I))
    return isOnChip(*SI->getPointerOperand());
  if (const auto *CB = dyn_cast<CallBase>(&I))
    return callWritesOnChipOnly(*CB);
  return false;
}

std::optional<WindowEffectKind> windowEffect(const Instruction &I) {
  if (isa<FenceInst>(I))
    return WindowEffectKind::Fence;
  if (I.isAtomic())
    return WindowEffectKind::Atomic;
  if (I.isVolatile())
    return WindowEffectKind::Volatile;
  if (const auto *CB = dyn_cast<CallBase>(&I))
    return callEffect(*CB);
  return std::nullopt;
}

bool provablyWrites(const Instruction &I, const TileSource &Source, const Loop *L,
                    int64_t Ahead, bool AllThreads, AAResults &AA, ScalarEvolution &SE) {
  std::optional<Written> W = writtenBy(I);
  if (!W || !Source.Base || !Source.Bytes)
    return false;
  const SCEV *Tile = Source.Base;
  if (L && Ahead && !SE.isLoopInvariant(Tile, L)) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Tile);
    if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
      return false;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    Tile = SE.getAddExpr(
        Tile, SE.getMulExpr(SE.getConstant(Step->getType(), Ahead, true), Step));
  } else if (AA.isMustAlias(MemoryLocation::getBeforeOrAfter(W->Pointer),
                            MemoryLocation::getBeforeOrAfter(Source.Pointer)) &&
             Source.Base == SE.getSCEV(Source.Pointer)) {
    return true;
  }
  if (W->Pointer->getType() != Source.Pointer->getType())
    return false;
  const SCEV *Distance = SE.getMinusSCEV(SE.getSCEV(W->Pointer), Tile);
  if (isa<SCEVCouldNotCompute>(Distance))
    return false;
  // A store that the tiles move past or towards: look at the first iteration.
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Distance);
  if (Rec && Rec->getLoop() == L)
    Distance = Rec->getStart();
  return alwaysInside(Distance, W->Bytes, Source.Bytes, SE) ||
         (AllThreads && alwaysInside(forFirstThread(Distance, SE), W->Bytes, Source.Bytes, SE));
}

} // namespace vx
