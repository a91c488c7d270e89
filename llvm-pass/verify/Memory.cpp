//===- Memory.cpp - address spaces, atomics and fences===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// NVPTX maps address spaces to state spaces, and atomics to PTX's memory model, with gaps:
//
//   load ptr addrspace(8)          becomes a generic load                  wrong-code
//   atomicrmw add ... seq_cst      becomes atom.add: relaxed, gpu scope    ordering lost
//   cmpxchg ... seq_cst            becomes fence.sc + atom.acquire.sys     right
//   atomicrmw nand ... seq_cst     becomes a loop around cmpxchg           right
//   anything syncscope("agent")    aborts, or is ignored by atomicrmw      unsupported
#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace vx {

namespace {
enum Space : unsigned { Generic = 0, Global = 1, Shared = 3, Constant = 4, Local = 5,
                        SharedCluster = 7, Param = 101 };
constexpr unsigned ClusterSm = 90, ClusterPtx = 78;
/// 128-bit atomics: llc has them from PTX 8.3, ptxas with .sys scope from 8.4.
constexpr unsigned WideAtomicSm = 90, WideAtomicPtx = 84;
constexpr unsigned WideAtomicBits = 128;
/// A memmove of fewer bytes becomes loads and stores, of more a loop.
constexpr uint64_t LoopedMoveBytes = 128;

bool isKnownSpace(unsigned S) {
  return is_contained({Generic, Global, Shared, Constant, Local, SharedCluster, Param}, S);
}

std::string spaceText(unsigned S) { return "addrspace(" + std::to_string(S) + ")"; }

/// What one memory instruction does, whatever its kind.
struct Access {
  const Value *Pointer = nullptr;
  Type *Ty = nullptr;
  bool Writes = false;
  bool Atomic = false;
  Align Alignment = Align(1);
  unsigned space() const { return Pointer->getType()->getPointerAddressSpace(); }
};

std::optional<Access> accessOf(const Instruction &I) {
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return Access{L->getPointerOperand(), L->getType(), false, L->isAtomic(), L->getAlign()};
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return Access{S->getPointerOperand(), S->getValueOperand()->getType(), true,
                  S->isAtomic(), S->getAlign()};
  if (const auto *R = dyn_cast<AtomicRMWInst>(&I))
    return Access{R->getPointerOperand(), R->getType(), true, true, R->getAlign()};
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return Access{X->getPointerOperand(), X->getCompareOperand()->getType(), true, true,
                  X->getAlign()};
  return std::nullopt;
}

void checkSpace(const Instruction &I, const Access &A, const CheckContext &C) {
  unsigned S = A.space();
  if (!isKnownSpace(S)) {
    C.Out.add(I, {Diag::UnknownAddressSpace,
                  A.Atomic ? FindingClass::Unsupported : FindingClass::WrongCode,
                  spaceText(S) + (A.Atomic ? " has no atomics" : " is accessed as generic memory"),
                  "use addrspace 0 (generic), 1 (global), 3 (shared), 4 (constant), 5 (local) or "
                  "7 (shared of a cluster)"});
    return;
  }
  if (S == SharedCluster)
    C.Out.add(I, {Diag::UnknownAddressSpace, FindingClass::Unsupported,
                  "shared memory of a cluster", "state a target with clusters",
                  TargetSet::from(ClusterSm, ClusterPtx)});
  if (A.Atomic && (S == Constant || S == Param))
    C.Out.add(I, {Diag::UnsupportedAtomic, FindingClass::Unsupported,
                  spaceText(S) + " has no atomics", "use global or shared memory"});
  else if (A.Writes && S == Constant)
    C.Out.add(I, {Diag::StoreToReadOnly, FindingClass::Unsupported,
                  spaceText(S) + " is constant memory", "write to global memory, addrspace(1)"});
}

void checkAtomic(const Instruction &I, const Access &A, const CheckContext &C) {
  uint64_t Bits = I.getDataLayout().getTypeStoreSizeInBits(A.Ty).getFixedValue();
  if (A.Alignment.value() * 8 < Bits)
    C.Out.add(I, {Diag::UnsupportedAtomic, FindingClass::Unsupported,
                  "aligned to " + std::to_string(A.Alignment.value()) + " bytes, needed " +
                      std::to_string(Bits / 8),
                  "align the object to its size"});
  if (A.Ty->isVectorTy() && isa<LoadInst, StoreInst>(I))
    C.Out.add(I, {Diag::UnsupportedAtomic, FindingClass::Unsupported,
                  "atomic access to a vector", "use an integer of the same width"});
  if (Bits == WideAtomicBits)
    C.Out.add(I, {Diag::UnsupportedAtomic, FindingClass::Unsupported, "128-bit atomic",
                  "use two 64-bit words and a lock, or a newer target",
                  TargetSet::from(WideAtomicSm, WideAtomicPtx)});
  if (Bits > WideAtomicBits)
    C.Out.add(I, {Diag::UnsupportedAtomic, FindingClass::Unsupported,
                  std::to_string(Bits) + "-bit atomic, at most 128 bits", "use a lock"});
}

/// Operations that become one `atom` instruction; the others become a loop around
/// cmpxchg, which keeps ordering and scope.
bool isNative(const AtomicRMWInst &I) {
  const Type *Ty = I.getType();
  switch (I.getOperation()) {
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return true; // 8 and 16 bits as part of a word
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
    return Ty->getPrimitiveSizeInBits() >= 32;
  case AtomicRMWInst::Xchg:
    return Ty->isPointerTy() || Ty->getPrimitiveSizeInBits() >= 32;
  case AtomicRMWInst::FAdd:
    return !Ty->isVectorTy();
  default:
    return false;
  }
}

void checkOrdering(const AtomicRMWInst &I, const CheckContext &C) {
  bool Stronger = isStrongerThan(I.getOrdering(), AtomicOrdering::Monotonic);
  bool System = I.getSyncScopeID() == SyncScope::System;
  if (!isNative(I) || (!Stronger && !(System && C.Options.StrictAtomics)))
    return;
  std::string What = "atomicrmw " + AtomicRMWInst::getOperationName(I.getOperation()).str() +
                     (Stronger ? " " + std::string(toIRString(I.getOrdering())) : "") +
                     " becomes a relaxed atom of gpu scope";
  C.Out.add(I, {Diag::AtomicOrderingLost, FindingClass::WrongCode, What,
                "put `fence syncscope(\"device\") acq_rel` before and after a monotonic atomicrmw, "
                "or use cmpxchg, which keeps its ordering and scope",
                TargetSet::none(),
                C.Options.StrictAtomics ? Severity::Error : Severity::Warning});
}

std::optional<SyncScope::ID> scopeOf(const Instruction &I) {
  return getAtomicSyncScopeID(&I);
}

void checkScope(const Instruction &I, const CheckContext &C) {
  std::optional<SyncScope::ID> ID = scopeOf(I);
  if (!ID || *ID == SyncScope::System)
    return;
  SmallVector<StringRef, 8> Names;
  I.getContext().getSyncScopeNames(Names);
  StringRef Name = *ID < Names.size() ? Names[*ID] : "";
  if (Name == "block" || Name == "device")
    return;
  if (Name == "singlethread" && isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return;
  bool Cluster = Name == "cluster";
  C.Out.add(I, {Diag::UnknownSyncScope, FindingClass::Unsupported,
                "syncscope(\"" + Name.str() + "\")",
                "use \"block\", \"cluster\" (sm_90 and newer), \"device\", or none for the system",
                Cluster ? TargetSet::from(ClusterSm, ClusterPtx) : TargetSet::none()});
}

/// LLVM writes no loop for a memmove between two address spaces, and drops the call.
bool isDropped(const MemMoveInst &I) {
  unsigned To = I.getDestAddressSpace(), From = I.getSourceAddressSpace();
  auto IsMostlyGlobal = [](unsigned S) { return S == Generic || S == Global; };
  const auto *Length = dyn_cast<ConstantInt>(I.getLength());
  return To != From && !(IsMostlyGlobal(To) && IsMostlyGlobal(From)) &&
         !(Length && Length->getValue().ult(LoopedMoveBytes));
}

void checkMemIntrinsic(const AnyMemIntrinsic &I, const CheckContext &C) {
  if (const auto *Move = dyn_cast<MemMoveInst>(&I); Move && isDropped(*Move)) {
    C.Out.add(I, {Diag::UnknownIntrinsic, FindingClass::WrongCode,
                  "the call is dropped: memmove from " + spaceText(Move->getSourceAddressSpace()) +
                      " to " + spaceText(Move->getDestAddressSpace()),
                  "use memcpy: objects of two address spaces do not overlap; or cast both pointers "
                  "to addrspace(0)"});
    return;
  }
  checkSpace(I, {I.getRawDest(), nullptr, /*Writes=*/true}, C);
  if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I))
    checkSpace(I, {Copy->getRawSource(), nullptr, /*Writes=*/false}, C);
}

void checkCast(const AddrSpaceCastInst &I, const CheckContext &C) {
  for (unsigned S : {I.getSrcAddressSpace(), I.getDestAddressSpace()})
    if (!isKnownSpace(S))
      C.Out.add(I, {Diag::UnknownAddressSpace, FindingClass::Unsupported,
                    "no cast with " + spaceText(S), "use a pointer of the space it is in"});
}
} // namespace

void checkMemory(const Instruction &I, const CheckContext &C) {
  if (const auto *Cast = dyn_cast<AddrSpaceCastInst>(&I))
    return checkCast(*Cast, C);
  checkScope(I, C);
  if (const auto *Set = dyn_cast<AnyMemIntrinsic>(&I))
    return checkMemIntrinsic(*Set, C);
  std::optional<Access> A = accessOf(I);
  if (!A)
    return;
  checkSpace(I, *A, C);
  if (A->Atomic)
    checkAtomic(I, *A, C);
  if (const auto *R = dyn_cast<AtomicRMWInst>(&I))
    checkOrdering(*R, C);
}

} // namespace vx
