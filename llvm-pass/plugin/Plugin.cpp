//===- Plugin.cpp - registers the plugin's passes ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodegenPass.h"
#include "PlacementPasses.h"
#include "TestPasses.h"
#include "Report.h"
#include "VerifyDevicePass.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

/// What VxPlacement.so (Entry.cpp) hands to the program that loaded it.
extern "C" void vxRegisterPlugin(PassBuilder &PB) {
  vx::registerSaidWarnings(PB);
  vx::registerPlacementPasses(PB);
  vx::registerCodegenPass(PB);
  vx::registerTestPasses(PB);
  vx::registerRingTestPasses(PB);
  vx::registerInferTestPasses(PB);
  vx::registerVerifyDevicePass(PB);
}
