//===- FootprintReport.h - refusals of carrier A -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_ANALYSIS_FOOTPRINTREPORT_H
#define VX_ANALYSIS_FOOTPRINTREPORT_H

#include "FootprintFit.h"

namespace vx {

/// "16x64".
std::string extentString(llvm::ArrayRef<uint64_t> Extent);
/// "%x" or the printed constant.
std::string valueString(const llvm::Value &V);
/// "the loop at %header (file.c:12)".
std::string loopString(const llvm::Loop &L);

/// Turns failures of one tile into findings.
class FootprintReporter {
public:
  FootprintReporter(FactorTable &Factors, const TileRequest &Request,
                    llvm::ArrayRef<AccessRead> Reads, DiagnosticSink &Sink)
      : Factors(Factors), Request(Request), Reads(Reads), Sink(Sink) {}

  /// \p ThreadsAlone: without the thread-dependent parts there is a layout.
  /// \p Walk: the loop that was to be in-tile, if that is what failed.
  void fitFailed(const FitFailure &Failure, bool ThreadsAlone,
                 const llvm::Loop *Walk);
  void pointersDiffer(unsigned Access);
  /// Every load fits alone, but they have no base in common.
  void basesDiffer(unsigned Access);
  void pointerDiverges(unsigned Access);
  Diagnostic &report(Diag Code, const llvm::Instruction &At,
                     const llvm::Twine &Detail, const llvm::Twine &Remedy);

private:
  struct ThreadTerm {
    const llvm::Value *Leaf = nullptr; ///< what varies by thread; nullptr: no term does
    unsigned Factor = 0;
    int64_t Bytes = 0; ///< that the factor counts; 0: others do, too
    int64_t Reach = 0; ///< bytes
  };
  ThreadTerm furthestTerm(const AccessRead &Read) const;
  void threadsMove(const FitFailure &Failure);
  void unbounded(const FitFailure &Failure);
  void arithmetic(const FitFailure &Failure, const llvm::Loop *Walk);
  std::string firstLoad() const;

  FactorTable &Factors;
  const TileRequest &Request;
  llvm::ArrayRef<AccessRead> Reads;
  DiagnosticSink &Sink;
};

} // namespace vx

#endif // VX_ANALYSIS_FOOTPRINTREPORT_H
