//===- CodegenPass.cpp - private arrays to registers, as a pass ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodegenPass.h"
#include "vx/PrivateArrays.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral PassName = "vx-codegen";

Error badParameter(StringRef Word) {
  return createStringError(inconvertibleErrorCode(),
                           "unknown parameter '" + Word +
                               "'; known: array-bytes=N, instructions=N");
}

Expected<UnrollBudget> parseBudget(StringRef Params) {
  UnrollBudget Budget;
  while (!Params.empty()) {
    StringRef Word;
    std::tie(Word, Params) = Params.split(';');
    auto [Key, Value] = Word.split('=');
    uint64_t *Field = StringSwitch<uint64_t *>(Key)
                          .Case("array-bytes", &Budget.ArrayBytes)
                          .Case("instructions", &Budget.Instructions)
                          .Default(nullptr);
    if (!Field || Value.getAsInteger(10, *Field))
      return badParameter(Word);
  }
  return Budget;
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
  explicit CodegenPass(UnrollBudget Budget) : Budget(Budget) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    UnrollPlan Plan = planUnrolling(F, AM.getResult<LoopAnalysis>(F),
                                    AM.getResult<ScalarEvolutionAnalysis>(F),
                                    Budget);
    auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
    for (const PrivateArray &Array : Plan.Arrays)
      remark(ORE, Array);
    return applyUnrolling(Plan) ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  UnrollBudget Budget;
};
} // namespace

void registerCodegenPass(PassBuilder &PB) {
  auto Parse = [](StringRef Name) -> std::optional<CodegenPass> {
    if (!PassBuilder::checkParametrizedPassName(Name, PassName))
      return std::nullopt;
    Expected<UnrollBudget> Budget =
        PassBuilder::parsePassParameters(parseBudget, Name, PassName);
    if (Budget)
      return CodegenPass(*Budget);
    errs() << PassName << ": " << toString(Budget.takeError()) << '\n';
    return std::nullopt;
  };
  PB.registerPipelineParsingCallback(
      [Parse](StringRef Name, FunctionPassManager &FPM,
              ArrayRef<PassBuilder::PipelineElement>) {
        std::optional<CodegenPass> Pass = Parse(Name);
        if (Pass)
          FPM.addPass(std::move(*Pass));
        return Pass.has_value();
      });
  PB.registerPipelineParsingCallback(
      [Parse](StringRef Name, ModulePassManager &MPM,
              ArrayRef<PassBuilder::PipelineElement>) {
        std::optional<CodegenPass> Pass = Parse(Name);
        if (Pass)
          MPM.addPass(createModuleToFunctionPassAdaptor(std::move(*Pass)));
        return Pass.has_value();
      });
}

} // namespace vx
