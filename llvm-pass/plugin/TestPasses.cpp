//===- TestPasses.cpp - passes that only tests use ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each phase can run and print alone:
//
//   print<vx-uniformity>      block-uniformity of every instruction, on stderr
//   print<vx-participation>   the plan of participation, on stderr
//   test-vx-participation     the rewrite
//
// The latter two take the function's "vx.sync" markers as its sync points.
#include "TestPasses.h"
#include "vx/BlockUniformity.h"
#include "vx/LocalAnalyses.h"
#include "vx/Participation.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {

struct PrintUniformityPass : PassInfoMixin<PrintUniformityPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    BlockUniformity BU(F, AM.getResult<DominatorTreeAnalysis>(F),
                       AM.getResult<AAManager>(F));
    errs() << "block uniformity of '" << F.getName() << "'\n";
    for (BasicBlock &BB : F) {
      BB.printAsOperand(errs(), false);
      errs() << ":\n";
      for (Instruction &I : BB)
        print(I, BU);
    }
    return PreservedAnalyses::all();
  }

private:
  static void print(const Instruction &I, const BlockUniformity &BU) {
    bool Divergent = I.isTerminator()
                         ? BU.hasDivergentTerminator(*I.getParent())
                         : !BU.isUniform(I);
    errs() << (Divergent ? "  DIVERGENT " : "  uniform   ") << I;
    if (Divergent && !I.isTerminator())
      errs() << " ; " << BU.whyDivergent(I);
    for (const Use &U : I.operands())
      if (BU.isUniform(*U.get()) && !BU.isUniformUse(U)) {
        errs() << " ; temporal use of ";
        U->printAsOperand(errs(), false);
      }
    errs() << '\n';
  }
};

/// The fills and issues of \p F.
SmallVector<Instruction *, 8> markersOf(Function &F) {
  SmallVector<Instruction *, 8> Markers;
  for (Instruction &I : instructions(F)) {
    SyncKind Kind = syncKind(I);
    if (Kind == SyncKind::Fill || Kind == SyncKind::Issue)
      Markers.push_back(&I);
  }
  return Markers;
}

void print(const DiagnosticSink &Sink) {
  for (const Diagnostic &D : Sink.all())
    errs() << D.str() << '\n';
}

struct PrintParticipationPass : PassInfoMixin<PrintParticipationPass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    DiagnosticSink Sink;
    FreshFlow Flow(F);
    ParticipationPlan Plan = planParticipation(F, markersOf(F), Flow.get(), Sink);
    errs() << "participation of '" << F.getName() << "': ";
    Plan.print(errs());
    print(Sink);
    return PreservedAnalyses::all();
  }
};

struct TestParticipationPass : PassInfoMixin<TestParticipationPass> {
  ParticipationPolicy Policy;
  explicit TestParticipationPass(ParticipationPolicy Policy) : Policy(Policy) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    DiagnosticSink Sink;
    DiagnosticSink Planning; // what it finds, applying reports again
    ParticipationPlan Plan = planParticipation(F, markersOf(F), FreshFlow(F).get(), Planning, Policy);
    markUnvoted(Plan);
    if (Plan.needed())
      applyParticipation(F, markersOf(F), Sink);
    print(Sink);
    if (Sink.hasErrors())
      F.getContext().emitError(Twine(Sink.errorCount()) + " errors");
    return PreservedAnalyses::none();
  }
};

} // namespace

void registerTestPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "print<vx-uniformity>")
          FPM.addPass(PrintUniformityPass());
        else if (Name == "print<vx-participation>")
          FPM.addPass(PrintParticipationPass());
        else if (Name == "test-vx-participation")
          FPM.addPass(TestParticipationPass(ParticipationPolicy::Auto));
        else if (Name == "test-vx-participation<vote>")
          FPM.addPass(TestParticipationPass(ParticipationPolicy::Vote));
        else
          return false;
        return true;
      });
}

} // namespace vx
