//===- CodegenPass.cpp - private arrays to registers, as a pass ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodegenPass.h"
#include "vx/InterleaveChains.h"
#include "vx/PrivateArrays.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral PassName = "vx-codegen";

Error badParameter(StringRef Word) {
  return createStringError(inconvertibleErrorCode(),
                           "unknown parameter '" + Word +
                               "'; known: array-bytes=N, instructions=N, chains=N");
}

struct CodegenOptions {
  UnrollBudget Budget;
  uint64_t ChainsTogether = DefaultChainsTogether;
};

Expected<CodegenOptions> parseOptions(StringRef Params) {
  CodegenOptions Options;
  while (!Params.empty()) {
    StringRef Word;
    std::tie(Word, Params) = Params.split(';');
    auto [Key, Value] = Word.split('=');
    uint64_t *Field = StringSwitch<uint64_t *>(Key)
                          .Case("array-bytes", &Options.Budget.ArrayBytes)
                          .Case("instructions", &Options.Budget.Instructions)
                          .Case("chains", &Options.ChainsTogether)
                          .Default(nullptr);
    if (!Field || Value.getAsInteger(10, *Field))
      return badParameter(Word);
  }
  return Options;
}

void remark(OptimizationRemarkEmitter &ORE, const PrivateArray &Array) {
  using NV = DiagnosticInfoOptimizationBase::Argument;
  const AllocaInst *A = Array.Alloca;
  if (Array.StaysBecause.empty())
    ORE.emit([&] {
      return OptimizationRemark(PassName.data(), "PrivateArrayInRegisters", A)
             << "private array of " << NV("Bytes", Array.Bytes)
             << " bytes: its loops are unrolled";
    });
  else
    ORE.emit([&] {
      return OptimizationRemarkMissed(PassName.data(), "PrivateArrayInMemory", A)
             << "private array of " << NV("Bytes", Array.Bytes)
             << " bytes stays in local memory: "
             << NV("Reason", Array.StaysBecause);
    });
}

class CodegenPass : public PassInfoMixin<CodegenPass> {
public:
  explicit CodegenPass(CodegenOptions Options) : Options(Options) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    UnrollPlan Plan = planUnrolling(F, AM.getResult<LoopAnalysis>(F),
                                    AM.getResult<ScalarEvolutionAnalysis>(F),
                                    Options.Budget);
    auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
    for (const PrivateArray &Array : Plan.Arrays)
      remark(ORE, Array);
    bool Changed = applyUnrolling(Plan);
    if (!Plan.Loops.empty())
      unroll(F, AM);
    Changed |= interleaveChains(F, Options.ChainsTogether) != 0;
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  CodegenOptions Options;

  /// LLVM's own passes do what the marks ask for; the chains can only be seen afterwards.
  static void unroll(Function &F, FunctionAnalysisManager &AM) {
    FunctionPassManager FPM;
    FPM.addPass(InstCombinePass()); // array allocations that SROA takes
    FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    LoopPassManager LPM;
    LPM.addPass(IndVarSimplifyPass());
    LPM.addPass(LoopFullUnrollPass());
    FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(InstCombinePass());
    AM.invalidate(F, PreservedAnalyses::none());
    AM.invalidate(F, FPM.run(F, AM));
  }
};
} // namespace

void registerCodegenPass(PassBuilder &PB) {
  auto Parse = [](StringRef Name) -> std::optional<CodegenPass> {
    if (!PassBuilder::checkParametrizedPassName(Name, PassName))
      return std::nullopt;
    Expected<CodegenOptions> Options =
        PassBuilder::parsePassParameters(parseOptions, Name, PassName);
    if (Options)
      return CodegenPass(*Options);
    errs() << PassName << ": " << toString(Options.takeError()) << '\n';
    return std::nullopt;
  };
  PB.registerPipelineParsingCallback(
      [Parse, &PB](StringRef Name, ModulePassManager &MPM,
              ArrayRef<PassBuilder::PipelineElement>) {
        std::optional<CodegenPass> Pass = Parse(Name);
        if (!Pass)
          return false;
        // libdevice's functions are calls until they are inlined, and a call may do anything. What they ask
        // of the target (__nvvm_reflect) is folded by NVPTX's own pass, where the host has it.
        if (Error E = PB.parsePassPipeline(MPM, "nvvm-reflect"))
          consumeError(std::move(E));
        MPM.addPass(AlwaysInlinerPass());
        MPM.addPass(createModuleToFunctionPassAdaptor(std::move(*Pass)));
        return true;
      });
}

} // namespace vx
