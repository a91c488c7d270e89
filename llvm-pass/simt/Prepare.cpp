//===- Prepare.cpp - one kernel, freed of what only a GPU means -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Keeps the kernel and what it reaches, then removes what would make the host
// compiler do something else than the kernel's text says: fast-math flags (both
// sides of a comparison must round alike), alias and dereferenceable facts (a
// load must not move over a barrier or above its own check), GPU target
// attributes and calling conventions.
#include "Lowering.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace vx::simt {

static void readPublishedDynamicShared(LoweringContext &C) {
  StringRef Attr =
      C.Kernel.getFnAttribute("vx.dynamic-smem").getValueAsString();
  uint64_t Bytes = 0;
  if (!Attr.empty() && !Attr.getAsInteger(10, Bytes)) {
    C.Info.PublishedDynamicShared = Bytes;
    return;
  }
  auto *GV = C.M.getNamedGlobal(("__vx_dynamic_smem_" + C.Kernel.getName()).str());
  if (GV && GV->hasInitializer())
    if (auto *CI = dyn_cast<ConstantInt>(GV->getInitializer()))
      C.Info.PublishedDynamicShared = CI->getZExtValue();
}

/// Everything but the kernel becomes internal, so that GlobalDCE leaves what
/// the kernel reaches. Bodies of transfer callees are never looked at.
static void isolate(LoweringContext &C) {
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                         "llvm.global_dtors"})
    if (GlobalVariable *GV = C.M.getNamedGlobal(Name))
      GV->eraseFromParent();
  for (Function &F : C.M) {
    if (F.hasFnAttribute("vx.transfer"))
      F.deleteBody();
    F.setComdat(nullptr);
    if (!F.isDeclaration())
      F.setLinkage(&F == &C.Kernel ? GlobalValue::ExternalLinkage
                                   : GlobalValue::InternalLinkage);
  }
  for (GlobalVariable &GV : C.M.globals()) {
    GV.setComdat(nullptr);
    if (!GV.isDeclaration())
      GV.setLinkage(GlobalValue::InternalLinkage);
  }
  for (GlobalAlias &A : C.M.aliases())
    A.setLinkage(GlobalValue::InternalLinkage);
  ModuleAnalysisManager MAM;
  PassBuilder().registerModuleAnalyses(MAM);
  GlobalDCEPass().run(C.M, MAM);
}

/// Attributes that describe the machine or license code motion.
static void stripFunction(Function &F) {
  F.setCallingConv(CallingConv::C);
  AttributeMask Params;
  for (Attribute::AttrKind K :
       {Attribute::NoAlias, Attribute::ReadOnly, Attribute::ReadNone,
        Attribute::WriteOnly, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull, Attribute::NonNull, Attribute::Captures,
        Attribute::Initializes})
    Params.addAttribute(K);
  for (llvm::Argument &A : F.args())
    F.removeParamAttrs(A.getArgNo(), Params);
  F.removeRetAttrs(Params);
  AttributeMask Fn;
  for (Attribute::AttrKind K :
       {Attribute::Memory, Attribute::NoSync, Attribute::WillReturn,
        Attribute::MustProgress, Attribute::Speculatable, Attribute::NoFree,
        Attribute::OptimizeForSize, Attribute::OptimizeNone, Attribute::NoInline})
    Fn.addAttribute(K);
  for (StringRef S : {"target-cpu", "target-features", "tune-cpu", "no-trapping-math",
                      "unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math",
                      "no-signed-zeros-fp-math", "denormal-fp-math", "denormal-fp-math-f32",
                      "frame-pointer"})
    Fn.addAttribute(S);
  F.removeFnAttrs(Fn);
  F.addFnAttr(Attribute::NoUnwind);
}

static void stripCall(CallBase &CB) {
  CB.setCallingConv(CallingConv::C);
  if (isa<IntrinsicInst>(CB))
    return;
  LLVMContext &Ctx = CB.getContext();
  AttributeMask Params;
  for (Attribute::AttrKind K : {Attribute::NoAlias, Attribute::ReadOnly,
                                Attribute::ReadNone, Attribute::WriteOnly,
                                Attribute::Dereferenceable, Attribute::NonNull})
    Params.addAttribute(K);
  AttributeList AL = CB.getAttributes();
  for (unsigned I = 0; I < CB.arg_size(); ++I)
    AL = AL.removeParamAttributes(Ctx, I, Params);
  CB.setAttributes(AL.removeFnAttributes(Ctx).removeRetAttributes(Ctx, Params));
}

/// Metadata is dropped wholesale; what the run-time wants to know of it is kept
/// under "vx.invariant".
static void stripInstruction(Instruction &I) {
  if (I.hasMetadata(LLVMContext::MD_invariant_load))
    I.setMetadata("vx.invariant", MDNode::get(I.getContext(), {}));
  unsigned Kept[] = {LLVMContext::MD_dbg,
                     I.getContext().getMDKindID("vx.invariant")};
  I.dropUnknownNonDebugMetadata(Kept);
  if (isa<FPMathOperator>(I))
    I.setFastMathFlags(FastMathFlags());
  if (auto *CB = dyn_cast<CallBase>(&I))
    stripCall(*CB);
}

/// Local memory lives in the host's stack: an alloca of another address space
/// becomes one of the default space, cast.
static void normaliseAllocas(Function &F) {
  SmallVector<AllocaInst *> Allocas;
  for (Instruction &I : instructions(F))
    if (auto *A = dyn_cast<AllocaInst>(&I); A && A->getAddressSpace() != 0)
      Allocas.push_back(A);
  for (AllocaInst *A : Allocas) {
    auto *New = new AllocaInst(A->getAllocatedType(), 0, A->getArraySize(),
                               A->getAlign(), A->getName(), A->getIterator());
    auto *Cast = new AddrSpaceCastInst(New, A->getType(), "", A->getIterator());
    A->replaceAllUsesWith(Cast);
    A->eraseFromParent();
  }
}

/// Masked vector accesses become branches around scalar ones, and scalars leave
/// allocas: run with a neutral target, whatever the host could do.
static void runPreparationPasses(Module &M) {
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(ScalarizeMaskedMemIntrinPass());
  for (Function &F : M)
    if (!F.isDeclaration())
      FPM.run(F, FAM);
}

/// What a finding may name: accesses and calls, and where a value can matter.
static bool isSite(const Instruction &I) {
  return I.mayReadOrWriteMemory() || I.isIntDivRem() || I.isTerminator() ||
         isa<CallBase, InsertValueInst, ExtractElementInst, InsertElementInst>(I);
}

/// Writes every site's text while the input is still as it was: afterwards the
/// numbers of unnamed values change, and printing one by one is quadratic.
static void recordSites(LoweringContext &C) {
  C.Info.Sites.emplace_back();
  for (Function &F : C.M)
    for (Instruction &I : instructions(F))
      if (isSite(I))
        C.recordSite(I);
}

void prepareModule(LoweringContext &C) {
  readPublishedDynamicShared(C);
  isolate(C);
  for (Function &F : C.M) {
    for (Instruction &I : instructions(F))
      stripInstruction(I);
    if (!F.isIntrinsic())
      stripFunction(F);
    normaliseAllocas(F);
    if (!F.isDeclaration())
      removeUnreachableBlocks(F);
  }
  runPreparationPasses(C.M);
  recordSites(C);
}

} // namespace vx::simt
