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
#include "llvm/ADT/SetVector.h"

namespace vx {

/// Moves the tiles for which \p Leave holds out of \p Tiles and returns them.
std::vector<TileUse> takeTiles(std::vector<TileUse> &Tiles,
                               llvm::function_ref<bool(const TileUse &)> Leave);

/// Reports a tile of \p Kernel of which clean-up left nothing: VX104 where \p Was has placed loads and \p Is
/// has none, VX110 for a callee that the manifest lists. What it does not list may be dead code.
void reportLost(const TileUse &Was, const TileUse &Is, llvm::Function &Kernel, DiagnosticSink &Sink);

/// Device functions whose sites are inlined into the kernels of \p Done, and those on the way to them.
llvm::SetVector<llvm::Function *> inlinedDeviceFunctions(const ModuleRequests &Done);

/// Erases those where nothing uses them any more.
void eraseInlinedDeviceFunctions(const ModuleRequests &Done);

/// Adds (kernel, callee) to the manifest.
void addToManifest(llvm::Function &Kernel, llvm::Function &Callee);

} // namespace vx

#endif // VX_PIPELINE_REQUESTS_H
