//===- Resources.cpp - memory and block sizes against the target===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Limits that ptxas or the driver applies and that LLVM does not know:
//
//   static shared memory   49,152 bytes an entry, alignment padding counted
//   constant memory        65,536 bytes a module
//   parameters             4,352 bytes an entry below PTX 8.1, 32,764 from it on
//   block                  1024 threads, 1024 x 1024 x 64
//   local memory           512 KiB a thread
#include "Checks.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned Shared = 3, ConstantSpace = 4;
constexpr uint64_t MaxConstant = 65536, MaxLocal = 512 * 1024;
constexpr uint64_t OldMaxParameters = 4352, MaxParameters = 32764;
constexpr unsigned ParametersSm = 75, ParametersPtx = 81;
constexpr unsigned ClusterSm = 90, ClusterPtx = 78;
constexpr uint64_t MaxThreads = 1024, MaxBlock[] = {1024, 1024, 64};

std::string bytes(uint64_t N) { return std::to_string(N) + " bytes"; }

Fact overLimit(Diag Code, std::string What, uint64_t Measured, uint64_t Limit,
               std::string Remedy) {
  return {Code, FindingClass::Resource,
          What + ": " + bytes(Measured) + ", limit " + bytes(Limit), Remedy};
}

void collect(const Constant &K, SmallSetVector<const GlobalVariable *, 8> &Out,
             SmallPtrSetImpl<const Constant *> &Seen,
             SmallSetVector<const Function *, 16> &Functions, const ModuleView &View) {
  if (isa<ConstantData>(K) || !Seen.insert(&K).second)
    return;
  if (const auto *F = dyn_cast<Function>(&K)) {
    Functions.insert(&View.bodyOf(*F));
    return;
  }
  if (const auto *G = dyn_cast<GlobalVariable>(&K)) {
    if (G->getAddressSpace() == Shared)
      Out.insert(G);
    if (G->hasInitializer())
      collect(*G->getInitializer(), Out, Seen, Functions, View);
    return;
  }
  for (const Value *Op : K.operands())
    if (const auto *OpK = dyn_cast<Constant>(Op))
      collect(*OpK, Out, Seen, Functions, View);
}

/// Shared variables that \p Kernel and what it calls mention in live code.
SmallSetVector<const GlobalVariable *, 8> sharedOf(const Function &Kernel,
                                                   const CheckContext &C) {
  SmallSetVector<const GlobalVariable *, 8> Out;
  SmallPtrSet<const Constant *, 32> Seen;
  SmallSetVector<const Function *, 16> Work;
  Work.insert(&Kernel);
  for (size_t Head = 0; Head != Work.size(); ++Head)
    for (const BasicBlock &BB : *Work[Head])
      if (C.Reach.isLive(BB))
        for (const Instruction &I : BB)
          for (const Value *Op : I.operands())
            if (const auto *K = dyn_cast<Constant>(Op))
              collect(*K, Out, Seen, Work, C.View);
  return Out;
}

/// Bytes of \p Globals as they are laid out: in module order, each at its alignment.
uint64_t laidOut(const CheckContext &C, function_ref<bool(const GlobalVariable &)> Take) {
  const DataLayout &DL = C.M.getDataLayout();
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : C.M.globals())
    if (Take(G)) {
      Bytes = alignTo(Bytes, DL.getValueOrABITypeAlignment(G.getAlign(), G.getValueType()));
      Bytes += DL.getTypeAllocSize(G.getValueType()).getFixedValue();
    }
  return Bytes;
}

void checkShared(const Function &K, const CheckContext &C) {
  auto Used = sharedOf(K, C);
  uint64_t Static = laidOut(C, [&](const GlobalVariable &G) { return Used.contains(&G); });
  if (Static > Target::MaxStaticShared)
    C.Out.add(K, overLimit(Diag::StaticSharedSize, "static shared memory of the block", Static,
                           Target::MaxStaticShared,
                           "make it dynamic shared memory, or smaller"));
  uint64_t Dynamic = 0;
  if (K.getFnAttribute("vx.dynamic-smem").getValueAsString().getAsInteger(10, Dynamic))
    return;
  TargetSet Fits;
  for (const SmInfo &Sm : knownTargets())
    if (Static + Dynamic <= Sm.MaxSharedOptin)
      Fits |= TargetSet::ofSm(Sm.Number);
  for (const SmInfo &Sm : knownTargets())
    if (Static + Dynamic > Sm.MaxSharedOptin) {
      Fact F = overLimit(Diag::StaticSharedSize, "static and dynamic shared memory of the block",
                         Static + Dynamic, Sm.MaxSharedOptin, "use fewer stages or smaller tiles");
      F.Ok = Fits;
      F.Where = TargetSet::ofSm(Sm.Number);
      C.Out.add(K, F);
    }
}

void checkParameters(const Function &K, const CheckContext &C) {
  const DataLayout &DL = C.M.getDataLayout();
  uint64_t Bytes = 0;
  for (const Argument &A : K.args()) {
    Type *Ty = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    Align At = A.hasByValAttr() ? A.getParamAlign().valueOrOne() : DL.getABITypeAlign(Ty);
    Bytes = alignTo(Bytes, At) + DL.getTypeAllocSize(Ty).getFixedValue();
  }
  if (Bytes <= OldMaxParameters)
    return;
  bool Never = Bytes > MaxParameters;
  Fact F = overLimit(Diag::ParameterSize, "parameters of the kernel", Bytes,
                     Never ? MaxParameters : OldMaxParameters, "pass a pointer to them");
  if (!Never)
    F.Ok = TargetSet::from(ParametersSm, ParametersPtx);
  C.Out.add(K, F);
}

/// "128,2,1" of an attribute.
SmallVector<uint64_t, 3> sizesOf(const Function &F, StringRef Attr) {
  SmallVector<uint64_t, 3> Sizes;
  SmallVector<StringRef, 3> Words;
  F.getFnAttribute(Attr).getValueAsString().split(Words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef W : Words)
    if (W.trim().getAsInteger(10, Sizes.emplace_back()))
      return {};
  return Sizes;
}

void checkBlock(const Function &K, const CheckContext &C) {
  for (StringRef Attr : {"nvvm.maxntid", "nvvm.reqntid"}) {
    SmallVector<uint64_t, 3> Sizes = sizesOf(K, Attr);
    uint64_t Threads = 1;
    bool TooLong = false;
    for (size_t D = 0; D < Sizes.size() && D < std::size(MaxBlock); ++D) {
      Threads *= std::max<uint64_t>(Sizes[D], 1);
      TooLong |= Sizes[D] > MaxBlock[D];
    }
    if (Threads <= MaxThreads && !TooLong)
      continue;
    C.Out.add(K, {Diag::BlockSize, FindingClass::Resource,
                  Attr.str() + "=" + K.getFnAttribute(Attr).getValueAsString().str() + ": " +
                      std::to_string(Threads) + " threads, limit 1024 (1024 x 1024 x 64)",
                  "use smaller blocks"});
  }
}

void checkCluster(const Function &K, const CheckContext &C) {
  for (StringRef Attr : {"nvvm.cluster_dim", "nvvm.maxclusterrank", "nvvm.blocksareclusters"})
    if (K.hasFnAttribute(Attr))
      C.Out.add(K, {Diag::ClusterIgnored, FindingClass::WrongCode, "attribute " + Attr.str(),
                    "remove it, or state a target with clusters",
                    TargetSet::from(ClusterSm, ClusterPtx)});
}

void checkLocal(const Function &F, const CheckContext &C) {
  const DataLayout &DL = C.M.getDataLayout();
  uint64_t Bytes = 0;
  const AllocaInst *Largest = nullptr;
  uint64_t LargestBytes = 0;
  for (const Instruction &I : F.getEntryBlock()) {
    const auto *A = dyn_cast<AllocaInst>(&I);
    if (!A || !A->isStaticAlloca())
      continue;
    std::optional<TypeSize> Size = A->getAllocationSize(DL);
    if (!Size || Size->isScalable())
      continue;
    Bytes += Size->getFixedValue();
    if (Size->getFixedValue() >= LargestBytes) {
      LargestBytes = Size->getFixedValue();
      Largest = A;
    }
  }
  if (Bytes > MaxLocal)
    C.Out.add(*Largest, overLimit(Diag::LocalMemorySize, "stack of the function", Bytes, MaxLocal,
                                  "put the array into global memory"));
}
} // namespace

void checkResources(const CheckContext &C) {
  for (const auto &[F, N] : C.Reach.functions()) {
    if (F->isDeclaration())
      continue;
    checkLocal(*F, C);
    if (!C.Reach.isKernel(*F))
      continue;
    checkShared(*F, C);
    checkParameters(*F, C);
    checkBlock(*F, C);
    checkCluster(*F, C);
  }
  uint64_t Constants = laidOut(
      C, [](const GlobalVariable &G) { return G.getAddressSpace() == ConstantSpace; });
  if (Constants > MaxConstant)
    C.Out.add(overLimit(Diag::ConstantSize, "constant memory of the module", Constants,
                        MaxConstant, "put the tables into global memory"));
}

} // namespace vx
