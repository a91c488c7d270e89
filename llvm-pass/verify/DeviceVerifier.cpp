//===- DeviceVerifier.cpp - the device verifier's driver and options===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 1. resolve the target; none stated means: judge for all, report what fits
// 2. for each folding of `__nvvm_reflect` that matters, find what is live and from where,
//    and run every check on it
// 3. shape proof of the kernels; helper processes where asked for
// 4. report, sorted
#include "Checks.h"
#include "vx/Contract.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
void checkAll(const CheckContext &C) {
  checkSymbols(C);
  checkGlobals(C);
  checkResources(C);
  for (const auto &[F, N] : C.Reach.functions())
    for (const BasicBlock &BB : *F) {
      if (!C.Reach.isLive(BB))
        continue;
      for (const Instruction &I : BB) {
        checkInstruction(I, C);
        checkMemory(I, C);
        if (const auto *CB = dyn_cast<CallBase>(&I))
          checkIntrinsic(*CB, C);
      }
    }
}

/// One folding of `__nvvm_reflect` per sm, or a single one where nothing asks.
void judgeTargets(const Module &M, const ModuleView &View,
                  const DeviceVerifierOptions &Options,
                  const std::optional<Target> &Stated, Findings &Out) {
  IntrinsicVerdicts Verdicts;
  auto Judge = [&](const TargetSet &Targets, unsigned Sm) {
    Reachability Reach(M, View, Sm);
    Out.judge(Targets, Reach);
    checkAll({M, View, Options, Reach, Out, Verdicts});
  };
  if (Stated)
    return Judge(TargetSet::of(*Stated), Stated->Sm->Number);
  if (!Reachability::dependsOnSm(M))
    return Judge(TargetSet::all(), knownTargets().front().Number);
  for (const SmInfo &Sm : knownTargets())
    Judge(TargetSet::ofSm(Sm.Number), Sm.Number);
}

void judgeShapes(Module &M, const ModuleView &View, Findings &Out) {
  for (Function *Kernel : kernelsOf(M)) {
    if (!View.holds(*Kernel))
      continue;
    DiagnosticSink Shape;
    verifyShape(View.bodyOf(*Kernel), Shape);
    for (Diagnostic &D : Shape.take())
      Out.take(std::move(D), FindingClass::Unproven);
  }
}
} // namespace

void verifyDevice(Module &M, const ModuleView &View, const DeviceVerifierOptions &Options,
                  const std::optional<Target> &Stated, DiagnosticSink &Sink) {
  if (M.getTargetTriple().getArch() != Triple::nvptx64)
    return;
  Findings Out(Options, Stated ? TargetSet::of(*Stated) : TargetSet::none());
  judgeTargets(M, View, Options, Stated, Out);
  judgeShapes(M, View, Out);
  Out.report(Sink, /*WithRemark=*/true);
}

void verifyDevice(Module &M, const DeviceVerifierOptions &Options, DiagnosticSink &Sink) {
  if (M.getTargetTriple().getArch() != Triple::nvptx64)
    return;
  PlacementOptions TargetOptions;
  TargetOptions.Sm = Options.Sm;
  TargetOptions.Ptx = Options.Ptx;
  DiagnosticSink Early;
  std::optional<Target> Stated = resolveTarget(M, TargetOptions, Early);
  // A wrong statement does not hide the other faults: they are judged as if none stood.
  bool BadTarget = Early.hasErrors();
  Sink.append(Early.take());
  Findings Out(Options, Stated ? TargetSet::of(*Stated) : TargetSet::none());
  const ModuleView AsItIs;
  judgeTargets(M, AsItIs, Options, Stated, Out);
  judgeShapes(M, AsItIs, Out);
  DiagnosticSink Helped;
  runHelpers(M, Options, Stated, Helped);
  for (Diagnostic &D : Helped.take())
    Out.take(std::move(D), FindingClass::Unchecked);
  DiagnosticSink Expected;
  checkExpectedKernels(M, Expected);
  for (Diagnostic &D : Expected.take())
    Out.take(std::move(D), FindingClass::Unresolved);
  Out.report(Sink, /*WithRemark=*/!BadTarget);
}

} // namespace vx
