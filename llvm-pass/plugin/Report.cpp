//===- Report.cpp - diagnostics of the library to the compiler's user===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {
/// The function a remark hangs on: the kernel, else any definition.
const Function *anchor(const Module &M, const Diagnostic &D) {
  if (const Function *F = M.getFunction(D.Kernel); F && !F->isDeclaration())
    return F;
  for (const Function &F : M)
    if (!F.isDeclaration())
      return &F;
  return nullptr;
}

StringRef levelName(Severity Level) {
  switch (Level) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  }
  return "";
}

template <typename RemarkT>
void emitRemark(const Module &M, StringRef PassName, const Function &F,
                const Diagnostic &D) {
  using NV = DiagnosticInfoOptimizationBase::Argument;
  RemarkT R(PassName.data(), codeName(D.Code), DiagnosticLocation(F.getSubprogram()),
            &F.getEntryBlock());
  R << NV("code", codeString(D.Code)) << ": " << NV("severity", levelName(D.Level))
    << ": " << NV("kernel", D.Kernel) << ": " << NV("tile", D.Tile) << ": "
    << NV("file", D.File) << ":" << NV("line", D.Line) << ":" << NV("column", D.Column)
    << ": " << NV("detail", D.Detail) << " [" << NV("instruction", D.Instruction)
    << "]; " << NV("remedy", D.Remedy);
  for (const auto &[Name, Value] : D.Args)
    R << "; " << NV(Name, Value);
  M.getContext().diagnose(R);
}
} // namespace

AnalysisKey SaidWarnings::Key;

void registerSaidWarnings(PassBuilder &PB) {
  PB.registerAnalysisRegistrationCallback([](ModuleAnalysisManager &MAM) {
    MAM.registerPass([] { return SaidWarnings(); });
  });
}

/// What a warning says, without where in the function it is and how many more there are: passes in
/// between change that.
static std::string keyOf(const Diagnostic &D) {
  return codeString(D.Code) + '\0' + D.Kernel + '\0' + D.Tile + '\0' +
         StringRef(D.Detail).split(" (and ").first.str();
}

void reportToContext(Module &M, StringRef PassName, ArrayRef<Diagnostic> Found,
                     SaidWarnings::Result *Said) {
  std::string Errors;
  StringSet<> New; // of one pass, all are said
  for (const Diagnostic &D : Found) {
    if (const Function *F = anchor(M, D)) {
      if (D.Level == Severity::Remark)
        emitRemark<OptimizationRemarkAnalysis>(M, PassName, *F, D);
      else
        emitRemark<OptimizationRemarkMissed>(M, PassName, *F, D);
    }
    std::string Text = D.str();
    std::string Key = keyOf(D);
    if (D.Level == Severity::Error)
      Errors += (Errors.empty() ? "" : "\nerror: ") + Text;
    else if (New.insert(Key); !Said || !Said->Keys.contains(Key))
      M.getContext().diagnose(DiagnosticInfoGeneric(
          Text, D.Level == Severity::Warning ? DS_Warning : DS_Remark));
  }
  if (Said)
    for (const auto &Key : New)
      Said->Keys.insert(Key.getKey());
  if (Errors.empty())
    return;
  sys::RunInterruptHandlers();
  M.getContext().diagnose(DiagnosticInfoGeneric(Errors, DS_Error));
}

namespace {
template <typename RemarkT>
void emitOne(const Function &F, StringRef PassName, const Remark &R) {
  RemarkT Out(PassName.data(), R.Name, DiagnosticLocation(F.getSubprogram()),
              &F.getEntryBlock());
  for (const auto &[Key, Value] : R.Args) {
    if (Key.empty())
      Out << Value;
    else
      Out << DiagnosticInfoOptimizationBase::Argument(Key, Value);
  }
  F.getContext().diagnose(Out);
}
} // namespace

void reportBadParameter(StringRef PassName, Error Why) {
  Diagnostic D;
  D.Code = Diag::BadParameter;
  D.Detail = (PassName + ": " + toString(std::move(Why))).str();
  D.Remedy = "separate parameters by ';'";
  errs() << "error: " << D.str() << '\n';
}

bool reportCutParameters(StringRef PassName, StringRef Element) {
  if (!Element.consume_front(PassName) || !Element.starts_with("<") || Element.ends_with(">"))
    return false;
  reportBadParameter(PassName, createStringError("'" + Element + "' has no '>'"));
  return true;
}

bool remarksWanted(const LLVMContext &Context, StringRef PassName) {
  return Context.getLLVMRemarkStreamer() ||
         Context.getDiagHandlerPtr()->isAnyRemarkEnabled(PassName);
}

void emitRemarks(Module &M, StringRef PassName, ArrayRef<Remark> Remarks) {
  for (const Remark &R : Remarks) {
    const Function *F = M.getFunction(R.Function);
    if (!F || F->isDeclaration())
      continue;
    switch (R.Level) {
    case Remark::Kind::Passed:
      emitOne<OptimizationRemark>(*F, PassName, R);
      break;
    case Remark::Kind::Missed:
      emitOne<OptimizationRemarkMissed>(*F, PassName, R);
      break;
    case Remark::Kind::Analysis:
      emitOne<OptimizationRemarkAnalysis>(*F, PassName, R);
      break;
    }
  }
}

} // namespace vx
