//===- Plugin.cpp - the pass plugin's entry point ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestPasses.h"
#include "VerifyDevicePass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

/// Weak, so that a program that links the plugin statically may have several.
extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "VxPlacement", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            vx::registerTestPasses(PB);
            vx::registerVerifyDevicePass(PB);
          }};
}
