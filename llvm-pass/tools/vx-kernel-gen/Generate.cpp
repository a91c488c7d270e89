//===- Generate.cpp - a seed to a module -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelGen.h"
#include "vx/Contract.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace vx::gen {

/// NVPTX's own cost model, as opt has it for this triple.
static TargetMachine *nvptxMachine() {
  static std::unique_ptr<TargetMachine> TM = [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    Triple T("nvptx64-nvidia-cuda");
    std::string Error;
    const Target *Found = TargetRegistry::lookupTarget(T, Error);
    return std::unique_ptr<TargetMachine>(
        Found ? Found->createTargetMachine(T, "sm_80", "+ptx78", TargetOptions(),
                                           std::nullopt)
              : nullptr);
  }();
  return TM.get();
}

template <typename Fn> static void withAnalyses(TargetMachine *TM, Fn F) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(TM);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  F(PB, MAM, FAM);
}

void optimise(Module &M, unsigned Level) {
  const OptimizationLevel Levels[] = {OptimizationLevel::O0, OptimizationLevel::O1,
                                      OptimizationLevel::O2, OptimizationLevel::O3};
  withAnalyses(nvptxMachine(), [&](PassBuilder &PB, ModuleAnalysisManager &MAM,
                                   FunctionAnalysisManager &) {
    PB.buildPerModuleDefaultPipeline(Levels[Level]).run(M, MAM);
  });
}

static void promote(Module &M) {
  withAnalyses(nullptr, [&](PassBuilder &, ModuleAnalysisManager &,
                            FunctionAnalysisManager &FAM) {
    for (Function &F : M)
      if (!F.isDeclaration())
        PromotePass().run(F, FAM);
  });
}

std::vector<StringRef> GeneratedKernel::kernels() const {
  return std::vector<StringRef>(std::begin(KernelNames),
                                std::begin(KernelNames) + (Shape.TwoKernels ? 2 : 1));
}

static GeneratedKernel choose(uint64_t Seed) {
  Random R(Seed);
  GeneratedKernel G;
  G.Shape = chooseShape(R);
  G.Launches = chooseLaunches(G.Shape, R);
  return G;
}

std::set<std::string> featuresOf(uint64_t Seed) { return choose(Seed).features(); }

GeneratedKernel generate(LLVMContext &Ctx, uint64_t Seed) {
  GeneratedKernel G = choose(Seed);
  G.M = writeKernel(Ctx, G.Shape);
  Style Look = G.Shape.Look;
  if (Look == Style::Plain)
    promote(*G.M);
  if (Look >= Style::O1) {
    // Carrier B is kept through LLVM's passes; carrier A's manifest tells.
    DiagnosticSink Sink;
    if (G.Shape.Carrier != Form::A)
      protectTransfers(*G.M, Sink);
    optimise(*G.M, unsigned(Look) - unsigned(Style::O1) + 1);
  }
  return G;
}

} // namespace vx::gen
