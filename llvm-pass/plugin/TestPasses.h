//===- TestPasses.h - passes that only tests use -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLUGIN_TESTPASSES_H
#define VX_PLUGIN_TESTPASSES_H

namespace llvm {
class PassBuilder;
}

namespace vx {

/// Registers `print<vx-uniformity>`, `print<vx-participation>` and
/// `test-vx-participation`: one phase each, on every function with a body.
void registerTestPasses(llvm::PassBuilder &PB);
/// `print<vx-ring>` and `test-vx-ring`.
void registerRingTestPasses(llvm::PassBuilder &PB);
/// Registers `print<vx-footprints>`: inference of carrier A alone.
void registerInferTestPasses(llvm::PassBuilder &PB);

} // namespace vx

#endif // VX_PLUGIN_TESTPASSES_H
