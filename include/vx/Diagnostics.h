//===- Diagnostics.h - codes, findings and the sink ------------*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Every refusal of the project goes through one funnel: a Diagnostic with a
// stable code, the kernel and tile it speaks of, the measured value and the
// limit inside the message, and the remedy. The library only collects them;
// the plugin prints (contract, "Pipelines and files").
//===----------------------------------------------------------------------===//
#ifndef VX_DIAGNOSTICS_H
#define VX_DIAGNOSTICS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class DebugLoc;
class Function;
class Instruction;
class ModuleSlotTracker;
class raw_ostream;
} // namespace llvm

namespace vx {

/// Stable diagnostic codes; the enumerator's value is the printed number.
enum class Diag : unsigned {
#define VX_DIAG(Number, Name, Headline) Name = Number,
#include "vx/Diagnostics.def"
};

/// "VX203".
std::string codeString(Diag Code);
/// The enumerator's spelling, "FootprintExceedsExtent"; used as remark name.
llvm::StringRef codeName(Diag Code);
/// The fixed text that opens every message of this code.
llvm::StringRef codeHeadline(Diag Code);

/// A remark informs (it is never a refusal).
enum class Severity { Error, Warning, Remark };

/// One finding. Strings are copies, so a Diagnostic outlives the module.
struct Diagnostic {
  Diag Code;
  Severity Level = Severity::Error;
  std::string Kernel; ///< IR name of the kernel, empty if none
  std::string Tile;   ///< the tile's name, empty if none
  std::string File;   ///< source file, empty without debug info
  unsigned Line = 0, Column = 0;
  std::string Detail; ///< what, with measured value and limit
  std::string Remedy; ///< what to do about it
  std::string Instruction; ///< printed IR of the offending instruction, or ""
  /// Extra named values for machine readers (remark arguments), in order.
  std::vector<std::pair<std::string, std::string>> Args;

  /// "file:line:col: " or "", then "VX203: <headline>: kernel 'k', tile 't':
  /// <detail>; <remedy>". One line, no trailing newline.
  std::string str() const;
};

/// Collects findings in the order of discovery.
class DiagnosticSink {
public:
  /// Adds a finding and returns it for refinement by the caller.
  Diagnostic &report(Diag Code, const llvm::Twine &Detail,
                     const llvm::Twine &Remedy = "");
  /// The same at \p I: source line (through inlinedAt to the innermost scope),
  /// the enclosing function as kernel, and the printed instruction.
  Diagnostic &report(Diag Code, const llvm::Instruction &I,
                     const llvm::Twine &Detail, const llvm::Twine &Remedy = "");

  bool hasErrors() const;
  unsigned errorCount() const;
  const std::vector<Diagnostic> &all() const { return Items; }
  std::vector<Diagnostic> take() { return std::move(Items); }
  void append(std::vector<Diagnostic> More);

private:
  std::vector<Diagnostic> Items;
};

/// The text of \p I, cut to a bearable length. Whoever prints many of one module gives the numbers of
/// what has no name, which are counted anew each time otherwise.
std::string instructionText(const llvm::Instruction &I, llvm::ModuleSlotTracker *Slots = nullptr);

/// Fills File, Line and Column of \p D from \p Loc, if it has one.
void setLocation(Diagnostic &D, const llvm::DebugLoc &Loc);

/// The name a user knows \p F by: scratch clones carry the kernel's own name
/// in the function attribute "vx.scratch-of".
std::string userName(const llvm::Function &F);

} // namespace vx

#endif // VX_DIAGNOSTICS_H
