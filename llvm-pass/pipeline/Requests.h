//===- Requests.h - requests that have been satisfied ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PIPELINE_REQUESTS_H
#define VX_PIPELINE_REQUESTS_H

#include "vx/Contract.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vx {

/// Moves the tiles for which \p Leave holds out of \p All and returns them; kernels without tiles vanish.
ModuleRequests splitRequests(ModuleRequests &All,
                             llvm::function_ref<bool(const TileUse &)> Leave);

/// After all kernels are committed: drops the manifest entries of \p Done, erases its transfer callees with
/// their wrappers, and device functions whose sites were inlined. Running the pipeline again changes
/// nothing (P8).
void removeSatisfied(llvm::Module &M, const ModuleRequests &Done);

/// Adds (kernel, callee) to the manifest.
void addToManifest(llvm::Function &Kernel, llvm::Function &Callee);

} // namespace vx

#endif // VX_PIPELINE_REQUESTS_H
