//===- TestPassesInfer.cpp - carrier A's analysis alone ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//   print<vx-footprints>      what is inferred of every placed tile, on stderr
#include "Report.h"
#include "TestPasses.h"
#include "vx/BlockUniformity.h"
#include "vx/InferTransfers.h"
#include "vx/LocalAnalyses.h"
#include "vx/ScratchKernel.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {

constexpr StringLiteral PrintName = "print<vx-footprints>";

class PrintFootprintsPass : public PassInfoMixin<PrintFootprintsPass> {
public:
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    DiagnosticSink Sink;
    ModuleJanitor Janitor(M);
    ModuleRequests Requests = parseModule(M, PlacementOptions(), Sink);
    if (!Sink.hasErrors())
      for (const KernelRequests &Kernel : Requests.Kernels)
        print(Kernel, Sink);
    Janitor.removeUnusedAdditions(/*Committed=*/false);
    reportToContext(M, PrintName, Sink.all());
    return PreservedAnalyses::all();
  }

private:
  static void print(const KernelRequests &Kernel, DiagnosticSink &Sink) {
    LocalAnalyses Analyses;
    FunctionAnalysisManager &FAM = Analyses.FAM;
    ScratchKernel Scratch(*Kernel.Kernel, FAM);
    if (!Scratch.normalise(Sink))
      return;
    Function &F = Scratch.clone();
    BlockUniformity Uniformity(F, FAM.getResult<DominatorTreeAnalysis>(F),
                               FAM.getResult<AAManager>(F));
    InferContext Context{F,
                         FAM.getResult<DominatorTreeAnalysis>(F),
                         FAM.getResult<PostDominatorTreeAnalysis>(F),
                         FAM.getResult<LoopAnalysis>(F),
                         FAM.getResult<ScalarEvolutionAnalysis>(F),
                         FAM.getResult<AAManager>(F),
                         Uniformity};
    KernelRequests Working = Scratch.requests(Kernel);
    errs() << "footprints of kernel '" << userName(F) << "'\n";
    for (const TileFootprint &Tile : inferFootprints(Working, Context, Sink))
      printFootprint(errs(), Tile);
  }
};

} // namespace

void registerInferTestPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != PrintName)
          return false;
        MPM.addPass(PrintFootprintsPass());
        return true;
      });
}

} // namespace vx
