//===- Report.h - diagnostics of the library to the compiler's user -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLUGIN_REPORT_H
#define VX_PLUGIN_REPORT_H

#include "vx/Diagnostics.h"
#include "vx/Placement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Analysis.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace vx {

/// Warnings that a pass of this pipeline has printed. vx-placement verifies what it made, and
/// vx-verify-device at the pipeline's end judges much of that again. No change of the module
/// makes a line unsaid.
class SaidWarnings : public llvm::AnalysisInfoMixin<SaidWarnings> {
public:
  struct Result {
    llvm::StringSet<> Keys;
    bool invalidate(llvm::Module &, const llvm::PreservedAnalyses &,
                    llvm::ModuleAnalysisManager::Invalidator &) {
      return false;
    }
  };
  Result run(llvm::Module &, llvm::ModuleAnalysisManager &) { return {}; }

private:
  friend llvm::AnalysisInfoMixin<SaidWarnings>;
  static llvm::AnalysisKey Key;
};
void registerSaidWarnings(llvm::PassBuilder &PB);

/// Hands \p Found to the context of \p M, once: every finding as a machine-readable
/// remark of pass \p PassName (-pass-remarks-output), warnings and remarks as text,
/// and all errors in one error diagnostic, because `opt` ends at the first. Files that
/// LLVM would remove on an interrupt, the tool's output among them, are removed then.
/// The text of what an earlier pass said to \p Said is left out.
void reportToContext(llvm::Module &M, llvm::StringRef PassName,
                     llvm::ArrayRef<Diagnostic> Found,
                     SaidWarnings::Result *Said = nullptr);

/// Prints VX120 for the parameters of pass \p PassName. The pipeline parser has no other way to
/// say why it took no callback's pass; `opt` then ends with its own error.
void reportBadParameter(llvm::StringRef PassName, llvm::Error Why);

/// Whether \p Element is pass \p Name with parameters that the pipeline parser cut at a ','; says so.
bool reportCutParameters(llvm::StringRef PassName, llvm::StringRef Element);

/// Somebody listens to the remarks of \p PassName, by LLVM's own measure (OptimizationRemarkEmitter).
bool remarksWanted(const llvm::LLVMContext &Context, llvm::StringRef PassName);

/// Hands \p Remarks to LLVM's remark machinery: passed, missed or analysis, with named arguments.
void emitRemarks(llvm::Module &M, llvm::StringRef PassName,
                 llvm::ArrayRef<Remark> Remarks);

} // namespace vx

#endif // VX_PLUGIN_REPORT_H
