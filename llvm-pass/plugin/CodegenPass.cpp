//===- CodegenPass.cpp - vx-codegen as a pass ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodegenPass.h"
#include "Report.h"
#include "vx/Codegen.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral PassName = "vx-codegen";

class CodegenPass : public PassInfoMixin<CodegenPass> {
public:
  explicit CodegenPass(CodegenOptions Options) : Options(Options) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    bool Changed = false;
    emitRemarks(M, PassName, runCodegen(M, Options, Changed));
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  CodegenOptions Options;
};

bool parse(PassBuilder &PB, StringRef Name, ModulePassManager &MPM) {
  if (reportCutParameters(PassName, Name))
    return false;
  if (!PassBuilder::checkParametrizedPassName(Name, PassName))
    return false;
  Expected<CodegenOptions> Options =
      PassBuilder::parsePassParameters(parseCodegenOptions, Name, PassName);
  if (!Options) {
    // opt quotes the element that no callback took; say first what is wrong in it.
    reportBadParameter(PassName, Options.takeError());
    return false;
  }
  // What libdevice asks of the target (__nvvm_reflect) is folded by NVPTX's own pass, where the host has it.
  if (Error E = PB.parsePassPipeline(MPM, "nvvm-reflect"))
    consumeError(std::move(E));
  MPM.addPass(CodegenPass(*Options));
  return true;
}
} // namespace

void registerCodegenPass(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [&PB](StringRef Name, ModulePassManager &MPM,
            ArrayRef<PassBuilder::PipelineElement>) {
        return parse(PB, Name, MPM);
      });
}

} // namespace vx
