//===- Report.h - what a run of generated kernels comes to -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Verdicts, kinds of refusals with an example each, and the table of pairs of
// features. A run of FullRun kernels fails when a pair that the contract allows was
// never placed, or when too many kernels inside the contract are refused.
#ifndef VX_TOOLS_REPORT_H
#define VX_TOOLS_REPORT_H

#include "Trial.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <vector>

namespace vx::gen {

/// From this many kernels on, gaps in the tables are faults.
constexpr uint64_t FullRun = 20000;
/// Of kernels inside the contract.
constexpr unsigned MaxRefusedPercent = 10;

class Report {
public:
  void add(const Outcome &O, uint64_t Seed);
  uint64_t count(Verdict V) const;
  uint64_t total() const { return Total; }
  void printKinds() const;
  void printPairs() const;
  void printSummary() const;
  /// 0, or 1 if anything is unexplained, or a full run has gaps.
  int status() const;

private:
  struct Pair {
    uint64_t Placed = 0, Refused = 0;
  };
  struct Kind {
    uint64_t Count = 0;
    std::string Example;
  };
  Pair pair(llvm::StringRef A, llvm::StringRef B) const;
  /// Pairs that are never placed although \p Possible, or placed although not.
  std::vector<std::string> wrongPairs(bool Possible) const;
  bool tooManyRefused() const;

  uint64_t Total = 0;
  std::map<Verdict, uint64_t> ByVerdict;
  std::map<std::pair<Verdict, std::string>, Kind> Kinds;
  std::map<std::pair<std::string, std::string>, Pair> Pairs;
};

llvm::StringRef verdictName(Verdict V);

} // namespace vx::gen

#endif // VX_TOOLS_REPORT_H
