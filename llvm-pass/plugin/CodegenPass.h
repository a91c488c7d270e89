//===- CodegenPass.h - private arrays to registers, as a pass ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLUGIN_CODEGENPASS_H
#define VX_PLUGIN_CODEGENPASS_H

namespace llvm {
class PassBuilder;
}

namespace vx {

/// vx-codegen: asks LLVM to unroll the loops that keep private arrays out of registers. Takes
/// `array-bytes=` and `instructions=`, the budget of vx/PrivateArrays.h.
void registerCodegenPass(llvm::PassBuilder &PB);

} // namespace vx

#endif // VX_PLUGIN_CODEGENPASS_H
