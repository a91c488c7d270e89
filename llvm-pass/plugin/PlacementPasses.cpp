//===- PlacementPasses.cpp - placement as LLVM passes ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlacementPasses.h"
#include "Report.h"
#include "vx/Contract.h"
#include "vx/Placement.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace vx {

namespace {
using Work = PlacementResult (*)(Module &, const PlacementOptions &);

PlacementResult printTilesPass(Module &M, const PlacementOptions &Options) {
  return printTiles(M, Options, errs());
}
PlacementResult printPlanPass(Module &M, const PlacementOptions &Options) {
  return printPlan(M, Options, errs());
}
PlacementResult protectPass(Module &M, const PlacementOptions &) {
  DiagnosticSink Sink;
  PlacementResult Result;
  Result.Changed = protectTransfers(M, Sink);
  Result.Findings = Sink.take();
  return Result;
}

struct PassRow {
  StringLiteral Name;
  Work Run;
};
constexpr PassRow Passes[] = {
    {"vx-placement", runPlacement},
    {"vx-infer-transfers", runInferTransfers},
    {"vx-materialize-transfers", runMaterializeTransfers},
    {"vx-protect-transfers", protectPass},
    {"print<vx-tiles>", printTilesPass},
    {"print<vx-plan>", printPlanPass},
};

/// One pass object for every row: they differ in name and function only.
class PlacementPass : public PassInfoMixin<PlacementPass> {
public:
  PlacementPass(const PassRow &Row, PlacementOptions Options)
      : Row(&Row), Options(std::move(Options)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    Options.Remarks = remarksWanted(M.getContext(), Row->Name);
    PlacementResult Result = Row->Run(M, Options);
    reportToContext(M, Row->Name, Result.Findings, &MAM.getResult<SaidWarnings>(M));
    emitRemarks(M, Row->Name, Result.Remarks);
    return Result.Changed ? PreservedAnalyses::none()
                          : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  const PassRow *Row;
  PlacementOptions Options;
};

/// The parameters of \p Element if it is pass \p Name: "name", "name<a=b>", "print<x>", "print<x;a=b>".
/// std::nullopt: another pass.
std::optional<StringRef> parametersOf(StringRef Element, StringRef Name) {
  bool Nested = Name.consume_back(">");
  if (!Element.consume_front(Name))
    return std::nullopt;
  if (Nested) {
    if (!Element.consume_back(">"))
      return std::nullopt;
    return Element.empty() || Element.consume_front(";")
               ? std::optional<StringRef>(Element)
               : std::nullopt;
  }
  if (Element.empty())
    return Element;
  if (Element.consume_front("<") && Element.consume_back(">"))
    return Element;
  return std::nullopt;
}

bool parsePass(StringRef Element, ModulePassManager &MPM) {
  for (const PassRow &Row : Passes) {
    if (reportCutParameters(Row.Name, Element))
      return false;
    std::optional<StringRef> Parameters = parametersOf(Element, Row.Name);
    if (!Parameters)
      continue;
    Expected<PlacementOptions> Options = parsePlacementOptions(*Parameters);
    if (!Options) {
      // opt quotes the element that no callback took; say first what is wrong in it.
      reportBadParameter(Row.Name, Options.takeError());
      return false;
    }
    MPM.addPass(PlacementPass(Row, std::move(*Options)));
    return true;
  }
  return false;
}
} // namespace

void registerPlacementPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(Name, MPM);
      });
}

} // namespace vx
