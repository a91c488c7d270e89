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
#include "TestPasses.h"
#include "vx/BlockUniformity.h"
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

} // namespace

void registerTestPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "print<vx-uniformity>")
          return false;
        FPM.addPass(PrintUniformityPass());
        return true;
      });
}

} // namespace vx
