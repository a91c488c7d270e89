//===- VerifyDevicePass.h - vx-verify-device -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLUGIN_VERIFYDEVICEPASS_H
#define VX_PLUGIN_VERIFYDEVICEPASS_H

#include "vx/DeviceVerifier.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
}

namespace vx {

/// The device verifier as a module pass that never changes the module.
class VerifyDevicePass : public llvm::PassInfoMixin<VerifyDevicePass> {
public:
  explicit VerifyDevicePass(DeviceVerifierOptions Options)
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  DeviceVerifierOptions Options;
};

/// Registers `vx-verify-device` and `vx-verify-device<...>`.
void registerVerifyDevicePass(llvm::PassBuilder &PB);

} // namespace vx

#endif // VX_PLUGIN_VERIFYDEVICEPASS_H
