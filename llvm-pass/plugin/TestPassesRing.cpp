//===- TestPassesRing.cpp - rings alone, for tests ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//   print<vx-ring>            plans the ring of every loop with transfers, on stderr
//   test-vx-ring              builds it too
//
// Both take stages=N for all tiles, else each callee's "vx.stages". Every transfer call in a
// loop counts as streamed. A fetched tile becomes
//   call void @vx.sync.issue.<callee>(<operands>, i32 slot)
// and a site `call ptr @vx.test.slot.<callee>(i32 slot)`, so that a test sees which slot is
// filled and which is used, and a program can be run with these two defined.
#include "Report.h"
#include "TestPasses.h"
#include "vx/BlockUniformity.h"
#include "vx/Ring.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {

/// Adds the slot to the end of \p Operands and calls \p Prefix + the site's callee.
CallInst *callWithSlot(IRBuilderBase &B, const CallBase &Site, StringRef Prefix,
                       Type *Result, ArrayRef<Value *> Operands, Value *Slot) {
  SmallVector<Value *, 8> Args(Operands);
  Args.push_back(Slot);
  SmallVector<Type *, 8> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  Module *M = B.GetInsertBlock()->getModule();
  FunctionCallee F = M->getOrInsertFunction(
      (Prefix + Site.getCalledFunction()->getName()).str(),
      FunctionType::get(Result, Types, false));
  return B.CreateCall(F, Args);
}

class TestRingPass : public PassInfoMixin<TestRingPass> {
public:
  TestRingPass(std::optional<unsigned> Stages, bool PrintOnly)
      : Stages(Stages), PrintOnly(PrintOnly) {}
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    DiagnosticSink Sink;
    std::vector<RingPlan> Plans = plan(F, AM, Sink);
    if (PrintOnly && !Plans.empty())
      errs() << "rings of '" << F.getName() << "'\n";
    for (const RingPlan &Plan : Plans) {
      if (PrintOnly)
        Plan.print(errs());
      else if (!Sink.hasErrors())
        apply(Plan, Sink);
    }
    reportToContext(*F.getParent(), "test-vx-ring", Sink.all());
    return PrintOnly ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  std::vector<RingPlan> plan(Function &F, FunctionAnalysisManager &AM,
                             DiagnosticSink &Sink) {
    auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = AM.getResult<LoopAnalysis>(F);
    auto &AA = AM.getResult<AAManager>(F);
    auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
    BlockUniformity Uniformity(F, DT, AA);
    MapVector<Loop *, RingRequest> Requests;
    for (Instruction &I : instructions(F)) {
      auto *CB = dyn_cast<CallBase>(&I);
      Loop *L = LI.getLoopFor(I.getParent());
      if (!CB || !L || !CB->getFnAttr("vx.transfer").isValid())
        continue;
      Requests[L].L = L;
      Requests[L].Sites.push_back({CB, Stages.value_or(stagesOf(*CB))});
    }
    RingContext Context{Uniformity, AA, DT, LI, SE};
    std::vector<RingPlan> Plans;
    for (auto &[L, Request] : Requests)
      if (std::optional<RingPlan> Plan = planRing(Request, Context, Sink))
        Plans.push_back(std::move(*Plan));
    return Plans;
  }

  static unsigned stagesOf(const CallBase &CB) {
    unsigned N = 2;
    CB.getFnAttr("vx.stages").getValueAsString().getAsInteger(10, N);
    return N;
  }

  static void apply(const RingPlan &Plan, DiagnosticSink &Sink) {
    auto Issue = [&](IRBuilderBase &B, unsigned Index, ArrayRef<Value *> Operands,
                     Value *Slot) {
      CallInst *Call = callWithSlot(B, *Plan.Sites[Index].Call, "vx.sync.issue.",
                                    B.getVoidTy(), Operands, Slot);
      Call->getCalledFunction()->addFnAttr(SyncAttr, "issue");
      Call->getCalledFunction()->setConvergent();
      Call->setConvergent();
    };
    std::vector<Value *> Slots = applyRing(Plan, Issue, Sink);
    for (auto [Site, Slot] : zip(Plan.Sites, Slots)) {
      IRBuilder<> B(Site.Call);
      Site.Call->replaceAllUsesWith(callWithSlot(B, *Site.Call, "vx.test.slot.",
                                                 Site.Call->getType(), {}, Slot));
      Site.Call->eraseFromParent();
    }
  }

  std::optional<unsigned> Stages;
  bool PrintOnly;
};

/// "" or "stages=N" between the angle brackets of \p Name after \p Pass.
bool parse(StringRef Name, StringRef Pass, std::optional<unsigned> &Stages) {
  if (!Name.consume_front(Pass))
    return false;
  if (Name.empty())
    return true;
  unsigned N;
  if (!Name.consume_front("<stages=") || !Name.consume_back(">") ||
      Name.getAsInteger(10, N))
    return false;
  Stages = N;
  return true;
}

} // namespace

void registerRingTestPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        std::optional<unsigned> Stages;
        bool Print = parse(Name, "print<vx-ring>", Stages);
        if (!Print && !parse(Name, "test-vx-ring", Stages))
          return false;
        FPM.addPass(TestRingPass(Stages, Print));
        return true;
      });
}

} // namespace vx
