//===- PlacementPasses.h - placement as LLVM passes ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLUGIN_PLACEMENTPASSES_H
#define VX_PLUGIN_PLACEMENTPASSES_H

namespace llvm {
class PassBuilder;
}

namespace vx {

/// vx-placement, vx-infer-transfers, vx-materialize-transfers, vx-protect-transfers,
/// print<vx-tiles>, print<vx-plan>; all take the parameters of vx/Options.h.
void registerPlacementPasses(llvm::PassBuilder &PB);

} // namespace vx

#endif // VX_PLUGIN_PLACEMENTPASSES_H
