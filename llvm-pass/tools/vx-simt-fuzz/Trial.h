//===- Trial.h - one generated kernel, judged -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// generate -> vx-placement -> compare input and output under several policies,
// launches and seeds, and again after default<O3>. In process, nothing is
// printed; the driver runs trials in a child, so that a crash is a result too.
#ifndef VX_TOOLS_TRIAL_H
#define VX_TOOLS_TRIAL_H

#include <cstdint>
#include <set>
#include <string>

namespace vx::gen {

enum class Verdict {
  Same,        ///< placed, and the same bits everywhere
  Deserved,    ///< refused with a code that the kernel's shape asks for
  Inside,      ///< refused although the contract has it: counted, at most 10 %
  Unexplained, ///< a finding, other bits, a wrong code, a changed module
  Generator,   ///< the generated kernel itself is at fault
  Crash,       ///< set by the driver
};

struct Outcome {
  Verdict What = Verdict::Same;
  std::string Kind;   ///< of a refusal: code and message without names and numbers
  std::string Detail; ///< one line
  std::set<std::string> Features;
};

struct TrialOptions {
  std::string SaveFolder; ///< where modules of unexplained trials go, "" = nowhere
  /// A kind of vx-simt-mutate's mutations: each placed kernel gets one of them, as
  /// if the rewrite had that fault. "" = none.
  std::string Plant;
};

Outcome runTrial(uint64_t Seed, const TrialOptions &Options);

} // namespace vx::gen

#endif // VX_TOOLS_TRIAL_H
