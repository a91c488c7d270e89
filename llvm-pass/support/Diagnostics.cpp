//===- Diagnostics.cpp - codes, findings and the sink ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {
struct CodeRow {
  Diag Code;
  StringLiteral Name, Headline;
};
constexpr CodeRow Codes[] = {
#define VX_DIAG(Number, Name, Headline) {Diag::Name, #Name, Headline},
#include "vx/Diagnostics.def"
};

const CodeRow &rowOf(Diag Code) {
  return *find_if(Codes, [&](const CodeRow &R) { return R.Code == Code; });
}

/// Bounds the printed instruction: a descriptor call can be very long.
constexpr size_t MaxInstructionText = 160;
} // namespace

std::string instructionText(const Instruction &I, ModuleSlotTracker *Slots) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Slots)
    I.print(OS, *Slots);
  else
    I.print(OS);
  StringRef Trimmed = StringRef(Text).ltrim();
  if (Trimmed.size() <= MaxInstructionText)
    return Trimmed.str();
  return (Trimmed.take_front(MaxInstructionText) + "...").str();
}

std::string codeString(Diag Code) {
  return "VX" + std::to_string(static_cast<unsigned>(Code));
}
StringRef codeName(Diag Code) { return rowOf(Code).Name; }
StringRef codeHeadline(Diag Code) { return rowOf(Code).Headline; }

std::string Diagnostic::str() const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (!File.empty())
    OS << File << ':' << Line << ':' << Column << ": ";
  OS << codeString(Code) << ": " << codeHeadline(Code);
  if (!Kernel.empty())
    OS << ": kernel '" << Kernel << "'";
  if (!Tile.empty())
    OS << (Kernel.empty() ? ": " : ", ") << "tile '" << Tile << "'";
  if (!Detail.empty())
    OS << ": " << Detail;
  if (!Instruction.empty())
    OS << " [" << Instruction << "]";
  if (!Remedy.empty())
    OS << "; " << Remedy;
  return Text;
}

void setLocation(Diagnostic &D, const DebugLoc &Loc) {
  if (!Loc)
    return;
  D.File = Loc->getFilename().str();
  D.Line = Loc.getLine();
  D.Column = Loc.getCol();
}

std::string userName(const Function &F) {
  if (F.hasFnAttribute("vx.scratch-of"))
    return F.getFnAttribute("vx.scratch-of").getValueAsString().str();
  return F.getName().str();
}

Diagnostic &DiagnosticSink::report(Diag Code, const Twine &Detail,
                                   const Twine &Remedy) {
  Diagnostic &D = Items.emplace_back();
  D.Code = Code;
  D.Detail = Detail.str();
  D.Remedy = Remedy.str();
  return D;
}

Diagnostic &DiagnosticSink::report(Diag Code, const Instruction &I,
                                   const Twine &Detail, const Twine &Remedy) {
  Diagnostic &D = report(Code, Detail, Remedy);
  if (const Function *F = I.getFunction())
    D.Kernel = userName(*F);
  setLocation(D, I.getDebugLoc());
  D.Instruction = instructionText(I);
  return D;
}

bool DiagnosticSink::hasErrors() const { return errorCount() != 0; }

unsigned DiagnosticSink::errorCount() const {
  return count_if(Items, [](const Diagnostic &D) {
    return D.Level == Severity::Error;
  });
}

void DiagnosticSink::append(std::vector<Diagnostic> More) {
  for (Diagnostic &D : More)
    Items.push_back(std::move(D));
}

} // namespace vx
