//===- PadReads.h - loads from tiles with padded rows ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_REWRITE_PADREADS_H
#define VX_REWRITE_PADREADS_H

#include "vx/Plan.h"

namespace vx {

/// Moves each load of a padded tile by what lies behind the rows in front of it; the first step of the rewrite, as
/// the plan names values of the kernel as it was planned.
void padReads(KernelPlan &Plan);

} // namespace vx

#endif // VX_REWRITE_PADREADS_H
