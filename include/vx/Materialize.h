//===- Materialize.h - transfers become shared memory ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Carrier B to shared memory, on a scratch clone, by the plan:
//
//   %r = call ptr @k(ptr %p)            call barrier
//   %x = load float, ptr %r       =>    call @vx.sync.fill.0(ptr %p)     -> cooperative loop
//                                       call barrier
//                                       %x = load float, ptr addrspacecast(@__vx_tile_flash_k)
#ifndef VX_MATERIALIZE_H
#define VX_MATERIALIZE_H

#include "vx/Plan.h"
#include "vx/ScratchKernel.h"

namespace vx {

/// Alignment of tiles in bytes: the widest accesses, ld.shared.v4.b32 and cp.async 16.
constexpr uint64_t StorageAlign = 16;

/// Storage of one kernel's tiles.
struct TileStorage {
  /// Start of each tile's slot 0, ptr addrspace(3) constants, by tile index.
  std::vector<llvm::Constant *> Base;
};

/// Where a host that has only the PTX finds a kernel's dynamic size (contract, "Launch contract").
std::string publishedSizeName(llvm::StringRef KernelName);

/// Creates the shared globals of \p Plan, and for dynamic storage the published size
/// `__vx_dynamic_smem_<kernel>` (contract, "Launch contract").
TileStorage createStorage(const KernelPlan &Plan, llvm::Module &M,
                          llvm::StringRef KernelName);

/// Follows \p Plan on \p Kernel's clone: sync points, rings, participation, expansion, address spaces. False with
/// a finding where it cannot; the clone is then garbage.
bool materialise(ScratchKernel &Kernel, KernelPlan &Plan,
                 DiagnosticSink &Sink);

/// Replaces every fill, issue and any marker of \p F by code: cooperative copies, cp.async, reducing
/// barriers.
void expandSyncPoints(llvm::Function &F, const KernelPlan &Plan,
                      const TileStorage &Storage);

} // namespace vx

#endif // VX_MATERIALIZE_H
