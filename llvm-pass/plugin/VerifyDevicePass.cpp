//===- VerifyDevicePass.cpp - vx-verify-device===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifyDevicePass.h"
#include "Report.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral PassName = "vx-verify-device";
} // namespace

PreservedAnalyses VerifyDevicePass::run(Module &M, ModuleAnalysisManager &MAM) {
  DiagnosticSink Sink;
  verifyDevice(M, Options, Sink);
  reportToContext(M, PassName, Sink.all(), &MAM.getResult<SaidWarnings>(M));
  return PreservedAnalyses::all();
}

void registerVerifyDevicePass(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        if (reportCutParameters(PassName, Name))
          return false;
        if (!PassBuilder::checkParametrizedPassName(Name, PassName))
          return false;
        Expected<DeviceVerifierOptions> Options =
            PassBuilder::parsePassParameters(parseDeviceVerifierOptions, Name, PassName);
        if (!Options) {
          // opt quotes the element that no callback took; say first what is wrong in it.
          reportBadParameter(PassName, Options.takeError());
          return false;
        }
        MPM.addPass(VerifyDevicePass(*Options));
        return true;
      });
}

} // namespace vx
