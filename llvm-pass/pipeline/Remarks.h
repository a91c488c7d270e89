//===- Remarks.h - what was done, for readers and cost models ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The schema is documented in docs/remarks.md; RemarkSchema is raised when a name or the meaning of an
// argument changes.
#ifndef VX_PIPELINE_REMARKS_H
#define VX_PIPELINE_REMARKS_H

#include "vx/Placement.h"
#include "vx/Plan.h"

namespace vx {

constexpr unsigned RemarkSchema = 1;

/// One remark a site, ring and kernel, from a plan that was followed (passed) or is only a plan
/// (\p DryRun: analysis).
std::vector<Remark> describePlan(const KernelPlan &Plan, bool DryRun);

} // namespace vx

#endif // VX_PIPELINE_REMARKS_H
