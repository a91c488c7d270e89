//===- RingPlan.cpp - may these tiles be fetched ahead, and how ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Every reason against a ring is reported, each at the instruction that forbids it:
//
//   1. shape      stages in range, loop in simplified form, sites once an iteration
//                 at most, no result kept into the next iteration        VX306 VX308
//   2. run-ahead  trip condition, guards and operands from pure loop state    VX304 VX305
//   3. window     nothing in the loop that an early copy must not pass   VX303 VX307
//   4. places     where the step goes, which exits drain, what the block must vote on
#include "vx/BlockUniformity.h"
#include "vx/CopyWindow.h"
#include "vx/Ring.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {

constexpr StringLiteral Sequenced = "or ask for a sequenced crossing";

std::string tileName(const CallBase &Site) {
  StringRef Name = Site.getFnAttr("vx.name").getValueAsString();
  if (!Name.empty())
    return Name.str();
  const Function *Callee = Site.getCalledFunction();
  return Callee ? Callee->getName().str() : std::string();
}

class RingPlanner {
public:
  RingPlanner(const RingRequest &Request, const RingContext &C, DiagnosticSink &Sink)
      : Request(Request), L(*Request.L), C(C), Sink(Sink) {}

  std::optional<RingPlan> plan();

private:
  Diagnostic &report(Diag Code, const Instruction &At, const CallBase *Site,
                     const Twine &Detail, const Twine &Remedy);
  bool checkStages();
  bool checkShape();
  void checkCarried(CallBase &Site);
  void checkRunAhead();
  void checkGuardedDivisions();
  void checkWindow();
  bool isRunByAllThreads(BasicBlock &BB);
  void checkStore(Instruction &I);
  void checkOwnWait(const CallBase &Wait);
  bool anyVaries(ArrayRef<Value *> Conditions) const;
  Instruction *findPoint() const;
  void place();
  void explain();

  const RingRequest &Request;
  Loop &L;
  const RingContext &C;
  DiagnosticSink &Sink;
  RingPlan Plan;
  unsigned OwnCommits = 0;
  SmallVector<TileSource, 4> Sources; ///< of the sites, from the first store on
  std::optional<PostDominatorTree> PDT; ///< from the first store on
};

Diagnostic &RingPlanner::report(Diag Code, const Instruction &At,
                                const CallBase *Site, const Twine &Detail,
                                const Twine &Remedy) {
  Diagnostic &D = Sink.report(Code, At, Detail, Remedy);
  D.Tile = tileName(Site ? *Site : *Request.Sites.front().Call);
  return D;
}

bool RingPlanner::checkStages() {
  unsigned Before = Sink.errorCount();
  bool AtOnce = any_of(Request.Sites, [](const RingSite &S) { return S.Stages == 1; });
  for (const RingSite &S : Request.Sites) {
    if (S.Stages < 1 || S.Stages > MaxRingStages)
      report(Diag::StreamedStages, *S.Call, S.Call,
             "stages is " + Twine(S.Stages) + ", a ring has 1 to " +
                 Twine(MaxRingStages),
             "choose a number in that range");
    else if (AtOnce && S.Stages != 1)
      report(Diag::StreamedStages, *S.Call, S.Call,
             "stages is " + Twine(S.Stages) +
                 " beside a tile of the same loop that has 1",
             "give all tiles of the loop one stage, or none");
  }
  return Sink.errorCount() == Before;
}

/// Reports a result, or an address into it, that a header phi keeps.
void RingPlanner::checkCarried(CallBase &Site) {
  SmallSetVector<Instruction *, 16> Work;
  Work.insert(&Site);
  for (unsigned I = 0; I != Work.size(); ++I)
    for (User *U : Work[I]->users()) {
      auto *UI = dyn_cast<Instruction>(U);
      if (!UI)
        continue;
      if (isa<PHINode>(UI) && UI->getParent() == L.getHeader()) {
        report(Diag::StreamedUnsupported, *UI, &Site,
               "the tile of one iteration is still used in the next, where its slot is "
               "refilled",
               "read what is needed before the iteration ends, " + Sequenced);
        return;
      }
      if (isa<PHINode, GetElementPtrInst, CastInst, SelectInst, ExtractValueInst,
              InsertValueInst, FreezeInst>(UI))
        Work.insert(UI);
    }
}

bool RingPlanner::checkShape() {
  unsigned Before = Sink.errorCount();
  const Instruction &First = *Request.Sites.front().Call;
  LoopBlocksRPO RPO(&L);
  RPO.perform(&C.LI);
  if (!L.isLoopSimplifyForm() || containsIrreducibleCFG<BasicBlock *>(RPO, C.LI)) {
    report(Diag::StreamedUnsupported, First, nullptr,
           "the loop has no single entry and back edge, or its body has a cycle that is no "
           "loop",
           "write it as nested loops, " + Sequenced);
    return false;
  }
  for (const RingSite &S : Request.Sites) {
    if (C.LI.getLoopFor(S.Call->getParent()) != &L)
      report(Diag::StreamedUnsupported, *S.Call, S.Call,
             "the transfer is not directly in the loop that moves the tile",
             "move it out of the inner loop, " + Sequenced);
    else
      checkCarried(*S.Call);
  }
  return Sink.errorCount() == Before;
}

StringRef causeText(const AheadObstacle &O) {
  switch (O.Cause) {
  case AheadCause::Memory:
    return "it reads memory";
  case AheadCause::InnerLoop:
    return "an inner loop computes or decides it";
  case AheadCause::Impure:
    return "it is not a pure function of the loop's state";
  case AheadCause::Control:
    return "its control flow cannot be evaluated ahead";
  }
  return "";
}

void RingPlanner::checkRunAhead() {
  SmallVector<CallBase *, 4> Calls;
  for (const RingSite &S : Request.Sites)
    Calls.push_back(S.Call);
  Plan.Ahead = RunAhead(L, Calls, C.DT, C.LI);
  for (const AheadObstacle &O : Plan.Ahead.obstacles()) {
    if (O.ForExit)
      report(Diag::StreamedExit, *O.At, nullptr,
             "whether a later iteration runs depends on this instruction, and " +
                 causeText(O),
             "make the exit a function of the loop's counters, " + Sequenced);
    else
      report(Diag::StreamedRunAhead, *O.At, O.Site,
             "the operands or the guard of a later transfer depend on this instruction, "
             "and " + causeText(O),
             "compute them from the loop's counters, or load them before the loop, " +
                 Sequenced);
  }
}

bool RingPlanner::anyVaries(ArrayRef<Value *> Conditions) const {
  return any_of(Conditions, [&](Value *V) { return !C.Uniformity.isUniform(*V); });
}

/// A division that the iteration does not execute gets another divisor. Were that decided
/// by thread, the threads' operands would differ.
void RingPlanner::checkGuardedDivisions() {
  for (auto [I, BB] : Plan.Ahead.guarded()) {
    BasicBlock *Header = Plan.Ahead.header();
    if (Plan.RunVaries ||
        anyVaries(Plan.Ahead.conditions(BB, Header).getArrayRef()))
      report(Diag::StreamedRunAhead, *I, nullptr,
             "whether this division is executed varies by thread, and its divisor may be "
             "zero where it is not",
             "divide by a constant, or divide before the loop, " + Sequenced);
  }
}

StringRef effectText(WindowEffectKind Kind) {
  switch (Kind) {
  case WindowEffectKind::Store:
    return "a store into the tile's source";
  case WindowEffectKind::Atomic:
    return "an atomic access";
  case WindowEffectKind::Fence:
    return "a fence";
  case WindowEffectKind::Volatile:
    return "a volatile access";
  case WindowEffectKind::OpaqueCall:
    return "a call that may write or order memory";
  case WindowEffectKind::Asm:
    return "inline assembly that clobbers memory";
  case WindowEffectKind::OwnWait:
    return "the kernel's own wait";
  case WindowEffectKind::OwnBarrier:
    return "the kernel's own mbarrier or bulk copy";
  }
  return "";
}

void RingPlanner::checkOwnWait(const CallBase &Wait) {
  uint64_t Pending = 0;
  if (Wait.arg_size() == 1)
    if (const auto *N = dyn_cast<ConstantInt>(Wait.getArgOperand(0)))
      Pending = N->getZExtValue();
  if (Pending > OwnCommits)
    return;
  report(Diag::StreamedOwnAsync, Wait, nullptr,
         "this wait leaves " + Twine(Pending) + " groups pending; with " +
             Twine(OwnCommits) + " groups of the kernel's own an iteration it must leave " +
             Twine(OwnCommits + 1) + " or the ring's copies are waited for at once",
         "wait outside the loop, " + Sequenced);
}

/// No thread-dependent branch lets threads pass \p BB by.
bool RingPlanner::isRunByAllThreads(BasicBlock &BB) {
  Function &F = *BB.getParent();
  if (!PDT)
    PDT.emplace(F);
  return none_of(F, [&](BasicBlock &From) {
    return C.Uniformity.hasDivergentTerminator(From) && !PDT->dominates(&BB, &From) &&
           isPotentiallyReachable(&From, &BB, nullptr, &C.DT, &C.LI);
  });
}

void RingPlanner::checkStore(Instruction &I) {
  if (Sources.empty())
    for (const RingSite &S : Request.Sites)
      Sources.push_back(tileSource(*S.Call, C.SE));
  bool ByAllThreads = isRunByAllThreads(*I.getParent());
  for (auto [Source, Site] : zip_equal(Sources, Request.Sites)) {
    // After the point, tile t has arrived; before it, it may still be in flight.
    int64_t First = C.DT.dominates(Plan.Point, &I) ? 1 : 0;
    int64_t End = First + static_cast<int64_t>(Site.Stages) - 1;
    for (int64_t Ahead = First; Ahead < End; ++Ahead) {
      if (!provablyWrites(I, Source, &L, Ahead, ByAllThreads, C.AA, C.SE))
        continue;
      report(Diag::StreamedHazard, I, Site.Call,
             effectText(WindowEffectKind::Store) + " of " + Twine(Ahead) +
                 " iterations later, whose copy may be in flight since " +
                 Twine(Site.Stages - 1) + " iterations before",
             "let the loop write elsewhere, " + Sequenced);
      return;
    }
  }
}

void RingPlanner::checkWindow() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *II = dyn_cast<IntrinsicInst>(&I))
        OwnCommits += II->getIntrinsicID() == Intrinsic::nvvm_cp_async_commit_group;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      std::optional<WindowEffectKind> Kind = windowEffect(I);
      if (Kind == WindowEffectKind::OwnWait)
        checkOwnWait(cast<CallBase>(I));
      else if (Kind == WindowEffectKind::OwnBarrier)
        report(Diag::StreamedOwnAsync, I, nullptr,
               effectText(*Kind) + " is in the loop of a ring",
               "move it out of the loop, " + Sequenced);
      else if (Kind)
        report(Diag::StreamedHazard, I, nullptr,
               effectText(*Kind) + " is in the loop whose tiles are fetched ahead",
               "move it out of the loop, " + Sequenced);
      else if (isa<StoreInst, AnyMemIntrinsic>(I))
        checkStore(I);
    }
}

/// The last point that every iteration passes and that dominates all sites.
Instruction *RingPlanner::findPoint() const {
  BasicBlock *BB = L.getLoopLatch();
  for (const RingSite &S : Request.Sites)
    BB = C.DT.findNearestCommonDominator(BB, S.Call->getParent());
  for (Loop *In = C.LI.getLoopFor(BB); In != &L; In = C.LI.getLoopFor(BB))
    BB = In->getLoopPreheader();
  Instruction *Point = BB->getTerminator();
  for (const RingSite &S : Request.Sites)
    if (S.Call->getParent() == BB && S.Call->comesBefore(Point))
      Point = S.Call;
  return Point;
}

void RingPlanner::place() {
  Plan.Sites = Request.Sites;
  Plan.Point = findPoint();
  Plan.PointBlock = Plan.Point->getParent();
  Plan.EntryBranch = L.getLoopPreheader()->getTerminator();
  Plan.LatchBranch = L.getLoopLatch()->getTerminator();
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    Plan.Drains.push_back(Exit);
    Plan.BarrierBefore |= isPotentiallyReachable(Exit, L.getLoopPreheader(), nullptr,
                                                 &C.DT, &C.LI);
  }
  Plan.WhyBefore = Plan.BarrierBefore ? "the loop may run again" : "the loop runs once";
  const RunAhead &A = Plan.Ahead;
  Plan.RunVaries =
      anyVaries(A.backEdgeConditions().getArrayRef()) ||
      anyVaries(A.conditions(Plan.PointBlock, A.header()).getArrayRef());
  unsigned Least = MaxRingStages;
  for (const RingSite &S : Request.Sites) {
    BasicBlock *BB = S.Call->getParent();
    Plan.SiteBlocks.push_back(BB);
    Plan.GuardVaries.push_back(anyVaries(A.conditions(BB, Plan.PointBlock).getArrayRef()));
    Least = std::min(Least, S.Stages);
  }
  Plan.WaitPending = Least >= 2 ? Least - 2 : 0;
}

void RingPlanner::explain() {
  raw_string_ostream OS(Plan.Why);
  ListSeparator LS("; ");
  if (Plan.maxStages() == 1)
    OS << LS << "one stage: issued and waited for at once, nothing overlaps";
  if (Plan.RunVaries && Plan.maxStages() > 1)
    OS << LS << "whether the next tile is needed varies by thread: one block-wide OR";
  unsigned Guards = count(Plan.GuardVaries, true);
  if (Guards)
    OS << LS << Guards << " transfers under a guard that varies by thread: a block-wide "
       << "OR each";
  if (OwnCommits)
    OS << LS << OwnCommits
       << " groups of the kernel's own an iteration: the wait completes them too";
}

std::optional<RingPlan> RingPlanner::plan() {
  unsigned Before = Sink.errorCount();
  if (!checkStages() || !checkShape())
    return std::nullopt;
  checkRunAhead();
  place();
  checkGuardedDivisions();
  checkWindow();
  if (Sink.errorCount() != Before)
    return std::nullopt;
  explain();
  if (Plan.maxStages() == 1)
    report(Diag::StreamedOneStage, *Plan.Point, nullptr,
           "one stage keeps no copy in flight while a tile is used", "for measuring only")
        .Level = Severity::Remark;
  return std::move(Plan);
}

} // namespace

unsigned RingPlan::maxStages() const {
  unsigned Most = 0;
  for (const RingSite &S : Sites)
    Most = std::max(Most, S.Stages);
  return Most;
}

void RingPlan::print(raw_ostream &OS) const {
  OS << "  ring in loop ";
  Ahead.header()->printAsOperand(OS, false);
  OS << ":\n";
  if (maxStages() > 1)
    OS << "    barrier before: " << (BarrierBefore ? "yes" : "no") << ", " << WhyBefore
       << '\n';
  for (auto [Index, S] : enumerate(Sites))
    OS << "    '" << tileName(*S.Call) << "', stages " << S.Stages
       << (GuardVaries[Index] ? ", guard varies by thread" : "") << '\n';
  OS << "    step in ";
  PointBlock->printAsOperand(OS, false);
  if (maxStages() == 1)
    OS << ": barrier, issue, commit, wait 0, barrier\n    ahead:";
  else
    OS << ": wait " << WaitPending << (RunVaries ? ", vote" : ", barrier")
       << ", issue, commit\n    ahead:";
  for (const PHINode *Phi : Ahead.phis()) {
    OS << ' ';
    Phi->printAsOperand(OS, false);
  }
  OS << " and " << Ahead.slice().size() << " instructions"
     << (RunVaries ? ", run condition varies by thread" : "") << '\n';
  OS << "    drains in:";
  for (const BasicBlock *BB : Drains) {
    OS << ' ';
    BB->printAsOperand(OS, false);
  }
  OS << '\n';
  if (!Why.empty())
    OS << "    because " << Why << '\n';
}

std::optional<RingPlan> planRing(const RingRequest &Request, const RingContext &Context,
                                 DiagnosticSink &Sink) {
  if (!Request.L || Request.Sites.empty())
    return std::nullopt;
  return RingPlanner(Request, Context, Sink).plan();
}

} // namespace vx
