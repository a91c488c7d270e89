//===- Codegen.h - what makes a placed kernel fast ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// `vx-codegen`, between placement and default<O3>: private arrays into registers (PrivateArrays.h), independent
// accumulation chains side by side (InterleaveChains.h), several rounds together of a loop that goes by the block's
// size (StridedLoops.h). LLVM does none of it for NVPTX, and each decides more about the speed of a kernel with a few
// warps than the placement itself.
#ifndef VX_CODEGEN_H
#define VX_CODEGEN_H

#include "vx/InterleaveChains.h"
#include "vx/Placement.h"
#include "vx/PrivateArrays.h"
#include "vx/StridedLoops.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace vx {

struct CodegenOptions {
  UnrollBudget Budget;
  uint64_t ChainsTogether = DefaultChainsTogether;
  uint64_t Rounds = DefaultRounds;
};

/// Parses "array-bytes=N;instructions=N;chains=N;rounds=N" (also ','-separated); another word is an error that quotes it.
llvm::Expected<CodegenOptions> parseCodegenOptions(llvm::StringRef Params);

/// Improves every function of \p M. Always-inline functions (libdevice's) are inlined first; run NVPTX's nvvm-reflect
/// before it where libdevice is linked, or its calls stay in the way. Returns remarks `PrivateArrayInRegisters`,
/// `PrivateArrayInMemory` and `LoopRoundsTogether`; \p Changed tells whether the module was modified.
std::vector<Remark> runCodegen(llvm::Module &M, const CodegenOptions &Options,
                               bool &Changed);

} // namespace vx

#endif // VX_CODEGEN_H
