//===- ShapeReport.h - findings of the shape proof -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_VERIFY_SHAPEREPORT_H
#define VX_VERIFY_SHAPEREPORT_H

#include "vx/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instruction.h"
#include <set>
#include <utility>

namespace vx {

/// Findings of the proof, each once.
class ShapeReport {
public:
  ShapeReport(DiagnosticSink &Sink, bool Placed) : Sink(Sink), Placed(Placed) {}

  void report(Diag Code, const llvm::Instruction &I, const llvm::Twine &Detail, const llvm::Twine &Remedy) {
    report(Code, I, Detail, Remedy, Placed);
  }
  void report(Diag Code, const llvm::Instruction &I, const llvm::Twine &Detail, const llvm::Twine &Remedy,
              bool Placed) {
    if (!Seen.insert({Code, &I}).second)
      return;
    Diagnostic &D = Sink.report(Code, I, Detail, Remedy);
    D.Level = Placed ? Severity::Error : Severity::Warning;
    D.Args.emplace_back("class", Placed ? "wrong-code" : "unproven");
  }
  void unproven(const llvm::Instruction &I, const llvm::Twine &Detail) {
    if (!Seen.insert({Diag::ShapeUnproven, &I}).second)
      return;
    Diagnostic &D = Sink.report(Diag::ShapeUnproven, I, Detail, "check the order by hand");
    D.Level = Severity::Warning;
    D.Args.emplace_back("class", "unproven");
  }

private:
  DiagnosticSink &Sink;
  bool Placed;
  std::set<std::pair<Diag, const llvm::Instruction *>> Seen;
};

} // namespace vx

#endif // VX_VERIFY_SHAPEREPORT_H
