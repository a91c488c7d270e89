//===- Generate.h - finds the set of targets of every probe -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PROBE_GENERATE_H
#define VX_PROBE_GENERATE_H

#include "Runner.h"
#include "verify/TargetSet.h"

namespace vx::probe {

/// The sets on which the probes have code, in their order. Invalid probes are dropped
/// from \p Probes. Progress goes to stderr.
std::vector<TargetSet> findSets(const std::string &Self, const std::string &SpecFile,
                                std::vector<NamedProbe> &Probes, unsigned Jobs);

/// Writes the table (IntrinsicTable.h describes it).
void writeTable(const std::string &File, const std::vector<NamedProbe> &Probes,
                const std::vector<TargetSet> &Sets);

/// What follows the types in a probe's spec, as the table writes it.
std::string variantOf(const NamedProbe &P);

} // namespace vx::probe

#endif // VX_PROBE_GENERATE_H
