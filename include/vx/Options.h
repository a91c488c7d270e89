//===- Options.h - what a caller may ask of placement -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_OPTIONS_H
#define VX_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace vx {

/// How a tile's bytes cross from global to shared memory.
enum class Crossing { Sequenced, Streamed };

/// How a block learns whether one of its threads takes part in what a thread-dependent guard holds: by a vote, or by
/// computing what its first or last thread says where that decides.
enum class ParticipationPolicy { Auto, Vote };

/// Parameters of `vx-placement`, each over the tile's attribute, over the
/// default (contract, "Pipelines and files"). Values are copied once from the
/// pass parameters; the core never reads a cl::opt.
struct PlacementOptions {
  std::string Sm;                       ///< "90", "sm_90" or "sm_90a"; "" = module's
  std::string Ptx;                      ///< "78", "7.8" or "ptx78"; "" = module's
  std::optional<unsigned> Stages;       ///< ring depth for all streamed tiles
  std::optional<Crossing> ForceCrossing;///< crossing of all tiles
  bool Strip = false;                   ///< drop every request, keep global loads
  std::string Only;                     ///< place this tile alone, "" = all
  bool DryRun = false;                  ///< all diagnostics, the module stays as it is
  std::optional<unsigned> Pad;          ///< bytes behind each row of a tile; nullopt: as its reads need it
  ParticipationPolicy Participation = ParticipationPolicy::Auto;
  bool AllowUndefined = false;          ///< of functions: libdevice is linked later
  /// Describe what is done, and measure traffic for it, which needs trip counts. No parameter: a pass
  /// sets it where nobody listens to remarks.
  bool Remarks = true;
};

/// Parses "sm=90,stages=3,..." (also ';'-separated, as in a pass name's angle
/// brackets). An unknown or repeated word, or a bad value, is an error that
/// quotes it and lists the known ones.
llvm::Expected<PlacementOptions> parsePlacementOptions(llvm::StringRef Params);

/// Stage counts that `stages=` takes. One stage (issue and wait at once) exists
/// for measuring and can be asked for by parameter only.
constexpr unsigned MinStagesParam = 1, MaxStagesParam = 8;

/// Bytes that `pad=` takes: whole words of shared memory, up to one pass of all banks.
constexpr unsigned PadUnit = 4, MaxPadParam = 128;

/// One line a parameter, for --help texts and error messages.
llvm::StringRef placementOptionsHelp();

} // namespace vx

#endif // VX_OPTIONS_H
