//===- Placement.cpp - the whole job, phase by phase ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// contract -> scratch clones -> infer (A to B) -> plan -> rewrite -> verify -> commit. Everything up to
// commit works on clones, so that one error anywhere leaves the module as it was. An error ends plan and
// rewrite; verification takes place all the same (FinalVerify.cpp). A dry run leaves out the commit alone.
#include "vx/Placement.h"
#include "FinalVerify.h"
#include "Remarks.h"
#include "Requests.h"
#include "vx/BlockUniformity.h"
#include "vx/DeviceVerifier.h"
#include "vx/InferTransfers.h"
#include "vx/LocalAnalyses.h"
#include "vx/Materialize.h"
#include "vx/Plan.h"
#include "vx/ScratchKernel.h"
#include "vx/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
/// How far the job goes.
enum class Goal { Infer, Materialise, All };

/// One kernel on its way through the phases.
struct Job {
  const KernelRequests *Requests = nullptr; ///< of the original
  std::unique_ptr<ScratchKernel> Scratch;
  bool Usable = false;                      ///< no phase broke off inside the clone
  KernelRequests Working;                   ///< of the clone, all of carrier B
  std::vector<Function *> InferredCallees;
  KernelPlan Plan;
};

class PlacementRun {
public:
  PlacementRun(Module &M, const PlacementOptions &Options, Goal For)
      : M(M), Options(Options), For(For), Janitor(M) {}

  PlacementResult run() {
    if (hasRequests(M))
      place();
    return finish();
  }

  PlacementResult print(raw_ostream &OS, bool Plans) {
    if (hasRequests(M)) {
      prepare();
      if (Plans)
        plan();
    }
    Result.Remarks.clear(); // printing is the answer
    if (!Sink.hasErrors())
      for (Job &J : Jobs)
        if (!J.Working.Tiles.empty())
          Plans ? J.Plan.print(OS) : printTilesOf(OS, J);
    return finish();
  }

private:
  Module &M;
  const PlacementOptions &Options;
  Goal For;
  ModuleJanitor Janitor;
  DiagnosticSink Sink;
  LocalAnalyses Analyses;
  ModuleRequests Requests;
  std::optional<Target> Stated;
  Target PlanFor; ///< the stated target, or one in its place
  std::vector<Job> Jobs;
  PlacementResult Result;

  void place() {
    if (Options.Strip)
      return strip();
    prepare();
    if (For != Goal::Infer) {
      plan();
      if (!Sink.hasErrors())
        rewrite();
    }
    if (For == Goal::All)
      verify();
    if (!Sink.hasErrors() && !Options.DryRun)
      commit();
  }

  PlacementResult finish() {
    Jobs.clear(); // erases clones that were not committed
    Janitor.removeUnusedAdditions(/*Committed=*/Result.Changed);
    Result.Findings = Sink.take();
    if (Result.failed())
      Result.Remarks.clear(); // nothing was done that they could describe
    return std::move(Result);
  }

  /// Contract, target, clones, carrier A to B. A fault does not end it: those of later phases are named in
  /// the same run.
  void prepare() {
    Requests = parseModule(M, Options, Sink);
    if (Requests.AnyRequested)
      Stated = requireTarget(M, Options, Sink);
    PlanFor = Stated ? *Stated : roomiestTarget();
    Jobs.reserve(Requests.Kernels.size());
    for (const KernelRequests &Kernel : Requests.Kernels)
      if (prepareKernel(Kernel))
        infer(Jobs.back());
  }

  /// Stands in for a target that is not stated, so that it refuses nothing itself.
  static Target roomiestTarget() {
    Target T;
    T.Sm = max_element(knownTargets(), [](const SmInfo &A, const SmInfo &B) {
      return A.MaxSharedOptin < B.MaxSharedOptin;
    });
    T.Ptx = knownPtxVersions().back();
    return T;
  }

  bool prepareKernel(const KernelRequests &Kernel) {
    Job &J = Jobs.emplace_back();
    J.Requests = &Kernel;
    J.Scratch = std::make_unique<ScratchKernel>(*Kernel.Kernel, Analyses.FAM);
    J.Usable = J.Scratch->normalise(Sink);
    if (!J.Usable)
      return false;
    J.Working = J.Scratch->requests(Kernel);
    for (auto [Was, Is] : zip_equal(Kernel.Tiles, J.Working.Tiles))
      if (inScope(Was) && (Options.Only.empty() || Options.Only == Was.Request.Name) &&
          !J.Scratch->isRefused(Was.Request))
        reportLost(Was, Is, *Kernel.Kernel, Sink);
    release(J);
    return true;
  }

  bool inScope(const TileUse &Tile) const {
    switch (For) {
    case Goal::Infer:
      return Tile.Request.From == Carrier::PlacedLoad;
    case Goal::Materialise:
      return Tile.Request.From == Carrier::Transfer;
    case Goal::All:
      return true;
    }
    return true;
  }

  /// Leaves the other carrier's tiles alone and makes those that `only=` does not name global loads.
  void release(Job &J) {
    std::vector<TileUse> &Tiles = J.Working.Tiles;
    takeTiles(Tiles, [&](const TileUse &Tile) { return !inScope(Tile); });
    if (Options.Only.empty())
      return;
    std::vector<TileUse> Released = takeTiles(Tiles, [&](const TileUse &Tile) {
      return Tile.Request.Name != Options.Only;
    });
    if (Sink.hasErrors() || Released.empty())
      return;
    SmallVector<const TileUse *, 8> ToStrip;
    for (TileUse &Tile : Released)
      if (resolveTransferExtent(Tile, &Sink))
        ToStrip.push_back(&Tile);
    if (stripTiles(ToStrip, Sink))
      J.Scratch->simplifyLoops(); // what was known of the clone is no longer
  }

  InferContext inferContext(Function &F, const BlockUniformity &Uniformity) {
    FunctionAnalysisManager &FAM = Analyses.FAM;
    return {F,
            FAM.getResult<DominatorTreeAnalysis>(F),
            FAM.getResult<PostDominatorTreeAnalysis>(F),
            FAM.getResult<LoopAnalysis>(F),
            FAM.getResult<ScalarEvolutionAnalysis>(F),
            FAM.getResult<AAManager>(F),
            Uniformity};
  }

  void infer(Job &J) {
    bool Any = any_of(J.Working.Tiles, [](const TileUse &Tile) {
      return Tile.Request.From == Carrier::PlacedLoad;
    });
    if (!Any)
      return;
    Function &F = J.Scratch->clone();
    BlockUniformity Uniformity(
        F, Analyses.FAM.getResult<DominatorTreeAnalysis>(F),
        Analyses.FAM.getResult<AAManager>(F));
    InferContext Context = inferContext(F, Uniformity);
    unsigned Before = Sink.errorCount();
    std::vector<TileFootprint> Tiles = inferFootprints(J.Working, Context, Sink);
    if (Sink.errorCount() != Before)
      return;
    adopt(J, emitInferredTransfers(Tiles, Context, Sink));
    J.Scratch->simplifyLoops();
  }

  /// Inferred calls take the place of the placed loads among the clone's requests.
  void adopt(Job &J, const std::vector<CallBase *> &Calls) {
    erase_if(J.Working.Tiles, [](const TileUse &Tile) {
      return Tile.Request.From == Carrier::PlacedLoad;
    });
    MapVector<Function *, std::vector<CallBase *>> ByCallee;
    for (CallBase *Call : Calls)
      ByCallee[Call->getCalledFunction()].push_back(Call);
    for (auto &[Callee, CallsOfTile] : ByCallee) {
      J.InferredCallees.push_back(Callee);
      if (auto Request = parseTransferCallee(*Callee, Sink))
        J.Working.Tiles.push_back(TileUse{*Request, {}, CallsOfTile, {}});
    }
  }

  void plan() {
    for (Job &J : Jobs) {
      if (J.Working.Tiles.empty())
        continue;
      Function &Clone = J.Scratch->clone();
      J.Plan = planKernel(Clone, J.Working, PlanFor, Options, Analyses.FAM, Sink);
      // A plan holds instructions, no analysis: a thousand kernels' loops and SCEVs need not wait for the rewrite.
      Analyses.FAM.clear(Clone, Clone.getName());
    }
    if (Sink.hasErrors() || !Options.Remarks)
      return;
    for (Job &J : Jobs) // the plan's values are gone after the rewrite
      if (!J.Working.Tiles.empty())
        append_range(Result.Remarks, describePlan(J.Plan, Options.DryRun));
  }

  void rewrite() {
    for (Job &J : Jobs) {
      if (J.Working.Tiles.empty())
        continue;
      materialise(*J.Scratch, J.Plan, Sink);
      J.Usable = !Sink.hasErrors();
      if (!J.Usable)
        return;
      if (For != Goal::All)
        verifyShape(J.Scratch->clone(), Sink);
    }
  }

  void verify() {
    if (!wantsVerification(M, Requests))
      return;
    if (!Requests.AnyRequested || Options.Strip) // else it was required
      Stated = resolveTarget(M, Options, Sink);
    std::vector<PreparedKernel> Prepared;
    for (Job &J : Jobs)
      Prepared.push_back({&J.Scratch->original(), &J.Scratch->clone(), J.Usable});
    verifyBeforeCommit(M, Requests, Prepared, Options, Stated, Sink);
  }

  void commit() {
    for (Job &J : Jobs)
      J.Scratch->commit();
    eraseInlinedDeviceFunctions(Requests);
    switch (For) {
    case Goal::Infer:
      eraseRequests(M, Carrier::PlacedLoad);
      for (Job &J : Jobs)
        for (Function *Callee : J.InferredCallees)
          addToManifest(J.Scratch->original(), *Callee);
      break;
    case Goal::Materialise:
      eraseRequests(M, Carrier::Transfer);
      break;
    case Goal::All:
      eraseRequests(M);
      break;
    }
    Result.Changed = true;
  }

  void strip() {
    Requests = parseModule(M, Options, Sink);
    bool Readable = !Sink.hasErrors();
    if (For == Goal::All)
      verify();
    if (!Readable)
      return;
    bool CheckOnly = Options.DryRun || Sink.hasErrors();
    bool Stripped = stripRequests(M, Requests, Sink, CheckOnly);
    Result.Changed = Stripped && !CheckOnly;
  }

  void printTilesOf(raw_ostream &OS, const Job &J) {
    OS << "tiles of kernel '" << J.Requests->Kernel->getName() << "'\n";
    for (const TileUse &Tile : J.Working.Tiles) {
      OS << "  '" << Tile.Request.Name << "' ";
      ListSeparator Times("x");
      for (uint64_t E : Tile.Request.Extent)
        OS << Times << E;
      OS << " of " << Tile.Request.ElementBytes << " bytes, "
         << (Tile.Request.Cross == Crossing::Streamed ? "streamed" : "sequenced")
         << ", " << Tile.Transfers.size() << " site"
         << (Tile.Transfers.size() == 1 ? "" : "s") << "\n";
      for (const CallBase *Call : Tile.Transfers)
        OS << "    " << *Call << "\n";
    }
  }
};
} // namespace

bool PlacementResult::failed() const {
  return any_of(Findings, [](const Diagnostic &D) {
    return D.Level == Severity::Error;
  });
}

PlacementResult runPlacement(Module &M, const PlacementOptions &Options) {
  return PlacementRun(M, Options, Goal::All).run();
}
PlacementResult runInferTransfers(Module &M, const PlacementOptions &Options) {
  return PlacementRun(M, Options, Goal::Infer).run();
}
PlacementResult runMaterializeTransfers(Module &M,
                                        const PlacementOptions &Options) {
  return PlacementRun(M, Options, Goal::Materialise).run();
}
PlacementResult printTiles(Module &M, const PlacementOptions &Options,
                           raw_ostream &OS) {
  return PlacementRun(M, Options, Goal::All).print(OS, /*Plans=*/false);
}
PlacementResult printPlan(Module &M, const PlacementOptions &Options,
                          raw_ostream &OS) {
  PlacementOptions Whole = Options;
  Whole.Remarks = true; // the plan's own words are part of what is printed
  return PlacementRun(M, Whole, Goal::All).print(OS, /*Plans=*/true);
}

} // namespace vx
