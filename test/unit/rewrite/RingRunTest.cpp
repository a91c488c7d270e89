//===- RingRunTest.cpp - loops with rings compute what they did without ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each shape is run as written and with rings of several depths, over trip counts, lower bounds
// and steps, on a model of asynchronous copies at its most adverse: a copy poisons its slot
// when it is issued and arrives only when a wait demands it. Compared are what every use
// reads, in order, and which tiles are fetched: each once, and no other.
#include "RingShapes.h"
#include "vx/BlockUniformity.h"
#include "vx/Ring.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

constexpr unsigned TileBytes = 16, SourceTiles = 64, MaxSites = 3;
constexpr int Poison = 0xA5;

/// What one run does to the outside, and the copies that it has in flight.
struct Machine {
  struct Copy {
    const char *From;
    char *To;
  };
  alignas(16) char Source[SourceTiles * TileBytes];
  char Slots[MaxSites][MaxRingStages][TileBytes];
  std::deque<std::array<char, TileBytes>> Values;
  std::vector<Copy> Open;
  std::deque<std::vector<Copy>> Groups;
  std::vector<std::string> Uses;
  std::vector<int64_t> Fetched;
  bool OutOfBounds = false;

  void reset() {
    for (unsigned I = 0; I != sizeof(Source); ++I)
      Source[I] = static_cast<char>(I * 7 + I / TileBytes);
    memset(Slots, Poison, sizeof(Slots));
    Values.clear();
    Open.clear();
    Groups.clear();
    Uses.clear();
    Fetched.clear();
    OutOfBounds = false;
  }
  bool fetch(const char *From) {
    int64_t Offset = From - Source;
    Fetched.push_back(Offset);
    bool Inside = Offset >= 0 && Offset + TileBytes <= int64_t(sizeof(Source));
    OutOfBounds |= !Inside;
    return Inside;
  }
  void wait(size_t Pending) {
    for (; Groups.size() > Pending; Groups.pop_front())
      for (Copy &C : Groups.front())
        memcpy(C.To, C.From, TileBytes);
  }
};
Machine M;

char *transfer(const char *From) {
  M.Values.emplace_back();
  if (M.fetch(From))
    memcpy(M.Values.back().data(), From, TileBytes);
  return M.Values.back().data();
}
void use(const char *Tile, int64_t Tag) {
  M.Uses.push_back(std::string(Tile, TileBytes) + std::to_string(Tag));
}
void issue(const char *From, int32_t Slot, int32_t Site) {
  char *To = M.Slots[Site][Slot];
  memset(To, Poison, TileBytes);
  if (M.fetch(From))
    M.Open.push_back({From, To});
}
char *slot(int32_t Slot, int32_t Site) { return M.Slots[Site][Slot]; }
void commit() { M.Groups.push_back(std::exchange(M.Open, {})); }
void waitGroup(int32_t Pending) { M.wait(Pending); }
void barrier(int32_t) {}
bool any(bool Condition) { return Condition; }

class Program {
public:
  /// \p Stages 0: as written. \p Kernel: arguments are block-uniform. \p Mixed: tile b has
  /// one stage more, tile c two.
  Program(const RingShape &Shape, unsigned Stages, bool Kernel, bool Mixed = false)
      : Mixed(Mixed) {
    auto Context = std::make_unique<LLVMContext>();
    SMDiagnostic Err;
    auto Mod = parseAssemblyString(std::string(RingPrelude) + Shape.Body, Err, *Context);
    if (!Mod) {
      ADD_FAILURE() << Shape.Name << ": " << Err.getMessage().str();
      return;
    }
    Function &F = *Mod->getFunction("f");
    if (Kernel)
      F.setCallingConv(CallingConv::PTX_Kernel);
    if (Stages)
      buildRings(F, Stages);
    F.setCallingConv(CallingConv::C);
    EXPECT_FALSE(verifyModule(*Mod, &errs())) << Shape.Name;
    redirect(*Mod);
    compile(std::move(Mod), std::move(Context));
  }

  void run(int64_t Lb, int64_t Ub, int64_t Step, int64_t X) {
    M.reset();
    if (Entry)
      Entry(M.Source, Lb, Ub, Step, X);
  }

private:
  void buildRings(Function &F, unsigned Stages) {
    PassBuilder PB;
    FunctionAnalysisManager FAM;
    FAM.registerPass([&] { return PB.buildDefaultAAPipeline(); });
    ModuleAnalysisManager MAM;
    PB.registerModuleAnalyses(MAM);
    PB.registerFunctionAnalyses(FAM);
    FAM.registerPass([&] { return ModuleAnalysisManagerFunctionProxy(MAM); });
    MAM.registerPass([&] { return FunctionAnalysisManagerModuleProxy(FAM); });
    FunctionPassManager Simplify;
    cantFail(PB.parsePassPipeline(Simplify, "loop-simplify,lcssa"));
    Simplify.run(F, FAM);

    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &AA = FAM.getResult<AAManager>(F);
    BlockUniformity Uniformity(F, DT, AA);
    RingContext C{Uniformity, AA, DT, LI, FAM.getResult<ScalarEvolutionAnalysis>(F)};
    MapVector<Loop *, RingRequest> Requests;
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && CB->hasFnAttr("vx.transfer")) {
        Loop *L = LI.getLoopFor(CB->getParent());
        Requests[L].L = L;
        unsigned Deeper = Mixed ? siteNumber(*CB) : 0;
        Requests[L].Sites.push_back({CB, Stages + Deeper});
      }
    DiagnosticSink Sink;
    std::vector<RingPlan> Plans;
    for (auto &[L, Request] : Requests)
      if (auto Plan = planRing(Request, C, Sink))
        Plans.push_back(std::move(*Plan));
    for (const Diagnostic &D : Sink.all())
      if (D.Level == Severity::Error)
        ADD_FAILURE() << D.str();
    for (const RingPlan &Plan : Plans)
      apply(Plan, Sink);
  }

  static unsigned siteNumber(const CallBase &Site) {
    return Site.getCalledFunction()->getName().back() - 'a';
  }

  void apply(const RingPlan &Plan, DiagnosticSink &Sink) {
    auto Number = [](IRBuilderBase &B, const CallBase &Site) {
      return B.getInt32(siteNumber(Site));
    };
    auto Issue = [&](IRBuilderBase &B, unsigned Index, ArrayRef<Value *> Ops,
                     Value *Slot) {
      FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
          "issue", B.getVoidTy(), B.getPtrTy(), B.getInt32Ty(), B.getInt32Ty());
      B.CreateCall(Callee, {Ops[0], Slot, Number(B, *Plan.Sites[Index].Call)});
    };
    std::vector<Value *> Slots = applyRing(Plan, Issue, Sink);
    ASSERT_EQ(Slots.size(), Plan.Sites.size());
    for (auto [Site, Slot] : zip(Plan.Sites, Slots)) {
      IRBuilder<> B(Site.Call);
      FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
          "slot", B.getPtrTy(), B.getInt32Ty(), B.getInt32Ty());
      Site.Call->replaceAllUsesWith(B.CreateCall(Callee, {Slot, Number(B, *Site.Call)}));
      Site.Call->eraseFromParent();
    }
  }

  /// Intrinsics become calls of the model: the host has no such instructions.
  static void redirect(Module &Mod) {
    for (auto [From, To] : {std::pair("llvm.nvvm.cp.async.commit.group", "commit"),
                            std::pair("llvm.nvvm.cp.async.wait.group", "wait_group"),
                            std::pair("llvm.nvvm.barrier.cta.sync.aligned.all", "barrier"),
                            std::pair("vx.sync.any", "any")})
      if (Function *F = Mod.getFunction(From)) {
        FunctionCallee Model = Mod.getOrInsertFunction(To, F->getFunctionType());
        for (User *U : make_early_inc_range(F->users())) {
          auto *Call = cast<CallInst>(U);
          Call->setCalledFunction(Model);
          Call->setMetadata("vx.ours", nullptr);
        }
        F->eraseFromParent();
      }
  }

  void compile(std::unique_ptr<Module> Mod, std::unique_ptr<LLVMContext> Context) {
    Jit = cantFail(orc::LLJITBuilder().create());
    orc::SymbolMap Model;
    auto Define = [&](StringRef Name, auto *Fn) {
      Model[Jit->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Fn),
                                           JITSymbolFlags::Exported};
    };
    for (const char *Name : {"tile_a", "tile_b", "tile_c"})
      Define(Name, transfer);
    Define("use", use);
    Define("issue", issue);
    Define("slot", slot);
    Define("commit", commit);
    Define("wait_group", waitGroup);
    Define("barrier", barrier);
    Define("any", any);
    cantFail(Jit->getMainJITDylib().define(orc::absoluteSymbols(std::move(Model))));
    Mod->setDataLayout(Jit->getDataLayout());
    cantFail(Jit->addIRModule(orc::ThreadSafeModule(std::move(Mod), std::move(Context))));
    Entry = cantFail(Jit->lookup("f")).toPtr<decltype(Entry)>();
  }

  bool Mixed;
  std::unique_ptr<orc::LLJIT> Jit;
  void (*Entry)(char *, int64_t, int64_t, int64_t, int64_t) = nullptr;
};

struct Result {
  std::vector<std::string> Uses;
  std::vector<int64_t> Fetched;
};

Result finish() {
  EXPECT_TRUE(M.Open.empty()) << "a copy was issued and never committed";
  EXPECT_TRUE(M.Groups.empty()) << "a group is in flight after the kernel";
  EXPECT_FALSE(M.OutOfBounds) << "a tile outside the source was fetched";
  llvm::sort(M.Fetched);
  return {M.Uses, M.Fetched};
}

class RingRun : public testing::TestWithParam<RingShape> {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  }

  static void compare(Program &Plain, Program &Ringed, unsigned Stages) {
    const RingShape &Shape = GetParam();
    const int64_t Trips[] = {0, 1, int64_t(Stages) - 2, int64_t(Stages) - 1, Stages,
                             Stages + 1, 2 * Stages};
    for (int64_t T : Trips)
      for (int64_t Lb : {0, 5})
        for (int64_t Step : {1, 3})
          for (int64_t X : {0, 2, 7}) {
            int64_t Ub = Lb + (T > 0 ? (T - 1) * Step + 1 : 0);
            if (T < 0 || (T == 0 && Shape.NeedsTrip) || Ub + 4 > SourceTiles)
              continue;
            SCOPED_TRACE((Twine(Shape.Name) + " N=" + Twine(Stages) + " T=" + Twine(T) +
                          " lb=" + Twine(Lb) + " step=" + Twine(Step) + " x=" + Twine(X))
                             .str());
            Plain.run(Lb, Ub, Step, X);
            Result Want = {M.Uses, M.Fetched};
            llvm::sort(Want.Fetched);
            Ringed.run(Lb, Ub, Step, X);
            Result Got = finish();
            EXPECT_EQ(Want.Uses, Got.Uses);
            EXPECT_EQ(Want.Fetched, Got.Fetched);
          }
  }
};

TEST_P(RingRun, SameUsesAndSameTiles) {
  Program Plain(GetParam(), 0, true);
  for (unsigned Stages = 1; Stages <= MaxRingStages; ++Stages) {
    Program Ringed(GetParam(), Stages, true);
    compare(Plain, Ringed, Stages);
  }
}

/// The same where nothing is known to be uniform, so that the block votes.
TEST_P(RingRun, SameWithVotes) {
  if (StringRef(GetParam().Name).starts_with("division"))
    GTEST_SKIP() << "refused: whether the division runs varies by thread";
  Program Plain(GetParam(), 0, false);
  for (unsigned Stages : {2u, 3u}) {
    Program Ringed(GetParam(), Stages, false);
    compare(Plain, Ringed, Stages);
  }
}

/// Tiles of different depth in one loop share the wait, the barrier and the commit.
TEST_P(RingRun, SameWithMixedDepths) {
  Program Plain(GetParam(), 0, true);
  for (unsigned Stages = 2; Stages + MaxSites - 1 <= MaxRingStages; ++Stages) {
    Program Ringed(GetParam(), Stages, true, /*Mixed=*/true);
    compare(Plain, Ringed, Stages);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RingRun, testing::ValuesIn(RingShapes),
                         [](const auto &Info) { return std::string(Info.param.Name); });

} // namespace
