//===- PlanKernel.cpp - the plan of one kernel, step by step -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 1. sites and what reads their results; uses that the contract forbids       VX111
// 2. tiles: extent, crossing, stages                                          VX118 VX306
// 3. block-uniform operands                                                   VX205
// 4. one live copy a tile                                                     VX206
// 5. fills, participation, rings, barriers, storage                           VX2xx VX3xx
#include "PlanParts.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

Diagnostic &reportAt(PlanContext &Context, Diag Code, const TileRequest &Tile,
                     const Instruction &At, const Twine &Detail,
                     const Twine &Remedy) {
  Diagnostic &D = Context.Sink.report(Code, At, Detail, Remedy);
  D.Tile = Tile.Name;
  return D;
}

namespace {
constexpr unsigned GenericSpace = 0, GlobalSpace = 1;

void reportIllegalUses(const std::vector<IllegalUse> &Uses,
                       const KernelPlan &Plan, PlanContext &Context) {
  for (const IllegalUse &Use : Uses)
    reportAt(Context, Diag::TransferEscapes,
             Plan.Tiles[Use.Site->Tile].Request, *Use.User, Use.Why,
             "read the result through loads only, and merge it only with "
             "results of other transfers");
}

/// What the source provably is, if that is not global memory (contract, "Words"): it would be read at a
/// meaningless address.
std::string otherThanGlobal(const TransferSite &Site) {
  const Value *Object = getUnderlyingObject(Site.pointer(), MaxAddressSteps);
  if (isa<AllocaInst>(Object))
    return "a local variable";
  if (auto *A = dyn_cast<Argument>(Object); A && A->hasByValAttr())
    return "a parameter passed by value";
  if (!Object->getType()->isPointerTy())
    return "";
  unsigned Space = Object->getType()->getPointerAddressSpace();
  return Space == GenericSpace || Space == GlobalSpace
             ? ""
             : "in address space " + utostr(Space);
}

void checkSources(const KernelPlan &Plan, PlanContext &Context) {
  for (const TransferSite &Site : Plan.Sites)
    if (std::string What = otherThanGlobal(Site); !What.empty())
      reportAt(Context, Diag::UnsupportedSource, Plan.Tiles[Site.Tile].Request,
               *Site.Call, "its source is " + What,
               "transfer from global memory, or read the source as it is");
}

/// All threads copy together, so base, sizes and strides must be the same in all of them.
void checkUniformOperands(const KernelPlan &Plan, PlanContext &Context) {
  for (const TransferSite &Site : Plan.Sites)
    for (Use &Operand : Site.Call->args())
      if (!Context.Uniformity.isUniformUse(Operand) &&
          otherThanGlobal(Site).empty())
        reportAt(Context, Diag::DivergentOperand,
                 Plan.Tiles[Site.Tile].Request, *Site.Call,
                 "operand " + Twine(Operand.getOperandNo()) + " " +
                     Context.Uniformity.whyDivergent(*Operand),
                 "pass values that are equal in all threads of a block");
}

void checkLiveCopies(const KernelPlan &Plan, PlanContext &Context) {
  std::vector<LiveConflict> Conflicts = findLiveConflicts(Plan.Sites);
  if (Conflicts.empty())
    Conflicts = findDivergentConflicts(Plan.Sites, Context.Uniformity, Context.DT, Context.PDT);
  for (const LiveConflict &C : Conflicts) {
    std::string Text;
    raw_string_ostream(Text) << *C.Refill;
    reportAt(Context, Diag::LiveAtOnce, Plan.Tiles[C.Tile].Request, *C.Use,
             "reads a copy that was fetched before the tile was fetched again "
             "by '" + StringRef(Text).ltrim().take_front(80) + "'",
             "finish reading a tile before its next transfer, or use a second "
             "callee for the copy that stays");
  }
}

/// A barrier in inline assembly is not one whose participants we can see, nor one LLVM keeps in place.
void checkInlineBarriers(PlanContext &Context) {
  for (Instruction &I : instructions(Context.F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (CB && isAsmBarrier(*CB))
      Context.Sink.report(
          Diag::NonConvergentBarrier, I,
          CB->isConvergent() ? "its participation is not visible"
                             : "LLVM may duplicate it: it is not convergent",
          "use llvm.nvvm.barrier.cta.sync.aligned.all instead");
  }
}

/// Numbers 1 to 15 are the kernel's; ours is barrier 0, which a partial barrier must not share.
void checkPartialBarriers(PlanContext &Context) {
  for (Instruction &I : instructions(Context.F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || !isPartialBarrier(*CB))
      continue;
    auto *Id = dyn_cast<ConstantInt>(CB->getArgOperand(0));
    if (!Id || Id->isZero())
      Context.Sink.report(Diag::NamedBarrier, I,
                          Id ? "a partial barrier uses number 0"
                             : "the barrier's number is not a constant",
                          "use a constant number from 1 to 15: placement "
                          "synchronises the block on barrier 0");
  }
}

/// Whether a call may end the calling thread where the kernel's control flow does not show it.
class HiddenEnds {
public:
  bool in(const CallBase &Call) {
    if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
      return StringRef(Asm->getAsmString()).contains("exit");
    const Function *Callee = Call.getCalledFunction();
    return Callee && !Callee->isDeclaration() && inside(*Callee);
  }

private:
  DenseMap<const Function *, bool> Known;

  bool inside(const Function &F) {
    auto [It, New] = Known.try_emplace(&F, false); // a recursion adds nothing
    if (!New)
      return It->second;
    bool Ends = any_of(instructions(F), [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && (Call->getIntrinsicID() == Intrinsic::nvvm_exit || in(*Call));
    });
    return Known[&F] = Ends;
  }
};

/// Threads that end inside a callee leave the others alone at the barriers of a fill.
void checkHiddenEnds(PlanContext &Context) {
  HiddenEnds Ends;
  for (Instruction &I : instructions(Context.F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Ends.in(*Call))
      Context.Sink.report(Diag::ParticipationTrap, *Call,
                          "threads may end in it while others wait for them",
                          "return to the kernel and leave it by a branch");
  }
}

void planAll(const KernelRequests &Requests, KernelPlan &Plan,
             PlanContext &Context) {
  planTiles(Requests, Plan, Context);
  Plan.Sites = collectSites(Requests);
  reportIllegalUses(traceResults(Plan.Sites), Plan, Context);
  checkSources(Plan, Context);
  checkUniformOperands(Plan, Context);
  checkLiveCopies(Plan, Context);
  checkInlineBarriers(Context);
  checkPartialBarriers(Context);
  checkHiddenEnds(Context);
  if (Context.Sink.hasErrors())
    return planStorage(Plan, Context); // one copy each is too much already: name it in the same run
  planFills(Plan, Context);
  SmallVector<Instruction *, 16> SyncPoints;
  for (const TransferSite &Site : Plan.Sites)
    SyncPoints.push_back(Site.Call);
  FlowAnalyses Flow{Context.DT, Context.PDT, Context.LI, Context.Uniformity};
  Plan.Participation =
      planParticipation(Context.F, SyncPoints, Flow, Context.Sink,
                        Context.Options.Participation);
  planRings(Plan, Context);
  planSlots(Plan, Context);
  planSharing(Plan, Context);
  planPadding(Plan, Context);
  planGroups(Plan, Context);
  planStorage(Plan, Context);
  if (!Context.Options.Remarks)
    return;
  SmallVector<uint64_t, 8> FillBytes;
  for (const FillPlan &Fill : Plan.Fills)
    FillBytes.push_back(Fill.bytes());
  Plan.Bytes = measureTraffic(Plan.Sites, FillBytes, Context.LI, Context.SE);
}
} // namespace

KernelPlan planKernel(Function &Kernel, const KernelRequests &Requests,
                      const Target &For, const PlacementOptions &Options,
                      FunctionAnalysisManager &FAM, DiagnosticSink &Sink) {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Kernel);
  auto &AA = FAM.getResult<AAManager>(Kernel);
  DiagnosticSink Mine;
  PlanContext Context{Kernel,
                      DT,
                      FAM.getResult<PostDominatorTreeAnalysis>(Kernel),
                      FAM.getResult<LoopAnalysis>(Kernel),
                      FAM.getResult<ScalarEvolutionAnalysis>(Kernel),
                      AA,
                      BlockUniformity(Kernel, DT, AA),
                      Options,
                      Mine};
  KernelPlan Plan;
  Plan.Kernel = &Kernel;
  Plan.For = For;
  planAll(Requests, Plan, Context);
  if (!Mine.hasErrors())
    verifyPlan(Plan, Mine);
  Sink.append(Mine.take());
  return Plan;
}

} // namespace vx
