//===- CodegenPass.h - vx-codegen as a pass ---===//
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

/// vx-codegen, with the parameters of vx/Codegen.h.
void registerCodegenPass(llvm::PassBuilder &PB);

} // namespace vx

#endif // VX_PLUGIN_CODEGENPASS_H
