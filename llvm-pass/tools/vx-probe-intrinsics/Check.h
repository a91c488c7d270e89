//===- Check.h - asks LLVM and ptxas whether the table is right -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PROBE_CHECK_H
#define VX_PROBE_CHECK_H

#include "Runner.h"
#include "verify/IntrinsicTable.h"

namespace vx::probe {

/// A form and a PTX version, as TargetSet counts them.
using TargetIndex = std::pair<unsigned, unsigned>;
/// Which probes are asked on which target.
using Questions = std::map<TargetIndex, std::vector<unsigned>>;

struct CheckOptions {
  std::string TableFile;   ///< instead of the table in this program
  std::string Ptxas;       ///< also assemble, and judge by the overlay too
  std::string Only;        ///< only intrinsics with one of these prefixes, "a,b"
  std::string RefusedFile; ///< write here what ptxas refused, and why
  bool Deciding = false;
  bool Everywhere = false;
  unsigned Sample = 0; ///< 0: all
  unsigned Seed = 1;
  unsigned Jobs = 1;
};

/// The comparison that the options ask for; prints each difference and returns their number.
unsigned checkTable(const std::string &Self, const std::string &SpecFile,
                    const CheckOptions &Options);

/// Those of \p Indices that vx-verify-device has an error for, with its code; errors that
/// speak of wrong results are left out.
std::map<unsigned, std::string> refusedByVerifier(llvm::ArrayRef<NamedProbe> Probes,
                                                  llvm::ArrayRef<unsigned> Indices,
                                                  TargetIndex T);

/// All pairs of a probe and a target of the ten main forms, at its oldest and the newest PTX.
Questions allQuestions(size_t Probes);
/// All pairs of a probe and a target.
Questions everyQuestion(size_t Probes);
/// \p Count of allQuestions at random.
Questions someQuestions(size_t Probes, unsigned Count, unsigned Seed);
/// For each probe the targets that tell its class from every other one, and for each class
/// one probe on every target: no row can have another class than its own, and no class
/// another set, without an answer that differs.
Questions decidingQuestions(const IntrinsicTable &Table, llvm::ArrayRef<NamedProbe> Probes);

} // namespace vx::probe

#endif // VX_PROBE_CHECK_H
