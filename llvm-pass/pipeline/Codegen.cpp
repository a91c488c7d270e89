//===- Codegen.cpp - what makes a placed kernel fast ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Codegen.h"
#include "vx/LocalAnalyses.h"
#include "vx/ParameterWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace vx {

namespace {
/// LLVM's own passes do what the marks ask for; the chains can only be seen afterwards.
void unroll(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(InstCombinePass()); // array allocations that SROA takes
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  LoopPassManager LPM;
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(LoopFullUnrollPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM)));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  FAM.invalidate(F, PreservedAnalyses::none());
  FAM.invalidate(F, FPM.run(F, FAM));
}

/// What the loops look like to the unroller: rotated, in simplified form.
void unrollMarked(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  FPM.addPass(LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  FAM.invalidate(F, FPM.run(F, FAM));
}

Remark describeRounds(const Function &F, const Loop &L, uint64_t Rounds) {
  Remark R;
  R.Level = Remark::Kind::Passed;
  R.Name = "LoopRoundsTogether";
  R.Function = F.getName().str();
  DebugLoc Loc = L.getStartLoc();
  R.Args = {{"", "loop at line "},
            {"Line", std::to_string(Loc ? Loc.getLine() : 0)},
            {"", " goes by a step that is not known: "},
            {"Rounds", std::to_string(Rounds)},
            {"", " rounds together"}};
  return R;
}

bool batchStrided(Function &F, uint64_t Rounds, FunctionAnalysisManager &FAM,
                  std::vector<Remark> &Remarks) {
  if (Rounds < 2)
    return false;
  std::vector<Loop *> Loops = findStridedLoops(
      FAM.getResult<LoopAnalysis>(F), FAM.getResult<ScalarEvolutionAnalysis>(F));
  if (Loops.empty())
    return false;
  for (const Loop *L : Loops)
    Remarks.push_back(describeRounds(F, *L, Rounds));
  markStridedLoops(Loops, Rounds);
  unrollMarked(F, FAM);
  dropStridedMarks(FAM.getResult<LoopAnalysis>(F));
  return true;
}

Remark describeArray(const Function &F, const PrivateArray &Array) {
  bool InRegisters = Array.StaysBecause.empty();
  Remark R;
  R.Level = InRegisters ? Remark::Kind::Passed : Remark::Kind::Missed;
  R.Name = InRegisters ? "PrivateArrayInRegisters" : "PrivateArrayInMemory";
  R.Function = F.getName().str();
  R.Args = {{"", "private array of "},
            {"Bytes", std::to_string(Array.Bytes)},
            {"", InRegisters ? " bytes: its loops are unrolled"
                             : " bytes stays in local memory: "}};
  if (!InRegisters)
    R.Args.push_back({"Reason", Array.StaysBecause});
  return R;
}

bool improve(Function &F, const CodegenOptions &Options,
             FunctionAnalysisManager &FAM, std::vector<Remark> &Remarks) {
  UnrollPlan Plan =
      planUnrolling(F, FAM.getResult<LoopAnalysis>(F),
                    FAM.getResult<ScalarEvolutionAnalysis>(F), Options.Budget);
  for (const PrivateArray &Array : Plan.Arrays)
    Remarks.push_back(describeArray(F, Array));
  bool Changed = applyUnrolling(Plan);
  if (!Plan.Loops.empty()) {
    unroll(F, FAM);
    Changed = true;
  }
  Changed |= batchStrided(F, Options.Rounds, FAM, Remarks);
  return interleaveChains(F, Options.ChainsTogether) != 0 || Changed;
}
} // namespace

Expected<CodegenOptions> parseCodegenOptions(StringRef Params) {
  CodegenOptions Options;
  struct {
    ParameterWord Word;
    uint64_t &Field;
  } const Rows[] = {{{"array-bytes", true}, Options.Budget.ArrayBytes},
                    {{"instructions", true}, Options.Budget.Instructions},
                    {{"chains", true}, Options.ChainsTogether},
                    {{"rounds", true}, Options.Rounds}};
  auto Known = map_to_vector(Rows, [](const auto &Row) { return Row.Word; });
  auto Set = [&](size_t Row, StringRef Value) -> Error {
    if (!Value.getAsInteger(10, Rows[Row].Field))
      return Error::success();
    return badParameter("'", Rows[Row].Word.Name, "=", Value, "' is no whole number");
  };
  if (Error E = readParameterWords(Params, Known, Set))
    return std::move(E);
  return Options;
}

std::vector<Remark> runCodegen(Module &M, const CodegenOptions &Options,
                               bool &Changed) {
  std::vector<Remark> Remarks;
  LocalAnalyses Analyses;
  // libdevice's functions are calls until they are inlined, and a call may do anything.
  Changed = !AlwaysInlinerPass().run(M, Analyses.MAM).areAllPreserved();
  if (Changed)
    Analyses.MAM.invalidate(M, PreservedAnalyses::none());
  for (Function &F : M)
    if (!F.isDeclaration())
      Changed |= improve(F, Options, Analyses.FAM, Remarks);
  return Remarks;
}

} // namespace vx
