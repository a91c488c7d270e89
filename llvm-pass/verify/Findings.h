//===- Findings.h - what the checks found, for which targets -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A check does not decide what is an error: it states a fact and the targets on which
// that fact is no fault. One place turns facts into diagnostics:
//
//   stated target                  errors where it is in the fact's faulty set
//   none stated                    errors that hold on every target; the others shrink the
//                                  set of targets that would do, told in a remark (VX409),
//                                  or errors too when that set is empty (VX408)
//
// Equal facts of one function (same code, same text) become one finding with a count.
#ifndef VX_VERIFY_FINDINGS_H
#define VX_VERIFY_FINDINGS_H

#include "Reachability.h"
#include "TargetSet.h"
#include "vx/DeviceVerifier.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include <map>
#include <memory>
#include <tuple>

namespace llvm {
class GlobalValue;
}

namespace vx {

enum class FindingClass { Unsupported, WrongCode, Unresolved, Resource, Unchecked, Unproven };

/// A fact as a check states it.
struct Fact {
  Diag Code;
  FindingClass Class;
  std::string Detail;
  std::string Remedy;
  TargetSet Ok = TargetSet::none(); ///< where it is no fault
  Severity Level = Severity::Error;
  TargetSet Where = TargetSet::all(); ///< targets that the text speaks of
};

class Findings {
public:
  Findings(const DeviceVerifierOptions &Options, TargetSet Stated)
      : Options(Options), Stated(Stated) {}

  /// Facts that follow hold for \p Targets; \p Reach names kernels and chains.
  void judge(const TargetSet &Targets, const Reachability &Reach) {
    Judged = Targets;
    this->Reach = &Reach;
  }
  /// \p Ok holds every judged target: a fact that is no fault there need not be put in words.
  bool isFine(const TargetSet &Ok) const { return Ok.contains(Judged); }
  void add(const llvm::Instruction &I, Fact F);
  void add(const llvm::GlobalValue &G, Fact F);
  /// Of the module as a whole.
  void add(Fact F);
  /// A finding of another check, taken as it is.
  void take(Diagnostic D, FindingClass Class);

  bool isStated() const { return !Stated.empty(); }
  /// Turns what was found into diagnostics, sorted. \p WithRemark: say which targets
  /// fit when none is stated.
  void report(DiagnosticSink &Sink, bool WithRemark);

private:
  struct Entry {
    Diagnostic D;
    TargetSet Bad;                   ///< judged targets on which it is a fault
    TargetSet Ok = TargetSet::all(); ///< what the check said, judged or not
    unsigned Count = 0;
    const llvm::Instruction *First = nullptr;
    unsigned Order = 0;
  };
  using Key = std::tuple<unsigned, std::string, std::string>;
  Entry &entry(const Fact &F, const llvm::Function *In, llvm::StringRef Where);
  void place(Entry &E, const llvm::Function *In);
  void finish(Entry &E, DiagnosticSink &Sink, bool Conditional);
  void reportUnstated(std::vector<Entry *> &Sorted, DiagnosticSink &Sink, bool WithRemark);

  const DeviceVerifierOptions &Options;
  TargetSet Stated, Judged;
  const Reachability *Reach = nullptr;
  std::unique_ptr<llvm::ModuleSlotTracker> Slots;
  llvm::MapVector<Key, Entry, std::map<Key, unsigned>> Entries;
};

} // namespace vx

#endif // VX_VERIFY_FINDINGS_H
