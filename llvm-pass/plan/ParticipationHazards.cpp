//===- ParticipationHazards.cpp - what may not run under a guard ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Participation keeps threads in a flow that the input let them leave. Code under a
// guard is refused if it can tell:
//
//   warp collectives        whose lanes are elsewhere than in the input      VX214
//   traps, exits            end a thread that others wait for                VX215
//   loops that wait         on memory that a waiting thread was to write     VX215
//   inline asm barriers     cannot be joined by the other threads            VX218
//   named, partial barriers and calls that may hold one: the same            VX219
//===----------------------------------------------------------------------===//
#include "ParticipationFacts.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {

constexpr StringLiteral Uniform =
    "make the guard's condition uniform in the block, or move the code out of it";

class HazardChecker {
public:
  HazardChecker(const ParticipationFacts &Facts, DiagnosticSink &Sink)
      : Facts(Facts), Sink(Sink) {
    for (const DivergentGuard &G : Facts.Slice.guards()) {
      Guarded.insert(G.Region.begin(), G.Region.end());
      Guarded.insert(G.Aside.begin(), G.Aside.end());
    }
  }

  void run() {
    for (BasicBlock &BB : Facts.F) // program order
      if (Guarded.contains(&BB))
        checkBlock(BB);
    for (Loop *L : Facts.LI.getLoopsInPreorder())
      if (Guarded.contains(L->getHeader()))
        checkLoop(*L);
    checkEnds();
  }

private:
  void checkBlock(BasicBlock &BB) {
    for (Instruction &I : BB) {
      if (isa<UnreachableInst>(I) && !EndsThread) {
        Sink.report(Diag::ParticipationTrap, I,
                    "control ends here for some threads", Uniform);
      } else if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (!Facts.Slice.seeds().contains(&I))
          checkCall(*Call);
      }
    }
    EndsThread = false;
  }

  void checkCall(CallBase &Call) {
    switch (Call.getIntrinsicID()) {
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::nvvm_exit:
      EndsThread = true; // the unreachable behind it is no second finding
      Sink.report(Diag::ParticipationTrap, Call,
                  "threads that take this path end while others wait for them",
                  Uniform);
      return;
    default:
      break;
    }
    if (Call.isInlineAsm())
      checkAsm(Call);
    else if (isWarpCollective(Call))
      Sink.report(Diag::ParticipationCollective, Call,
                  "its lanes are threads that the guard separates", Uniform);
    else if (isPartialBarrier(Call))
      Sink.report(Diag::NamedBarrier, Call,
                  "threads outside the guard cannot join it", Uniform);
    else
      checkConvergent(Call);
  }

  /// Whether \p F, or what it calls, has code that works on several threads together. MLIR marks the
  /// calls of its barriers convergent, but not the functions that they stand in.
  bool holdsConvergent(const Function &F) {
    auto [It, New] = Convergent.try_emplace(&F, false);
    if (!New)
      return It->second;
    SetVector<const Function *> Reached;
    Reached.insert(&F);
    for (unsigned N = 0; N < Reached.size() && !It->second; ++N)
      for (const Instruction &I : instructions(Reached[N])) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || Call->hasFnAttr(Attribute::NoSync))
          continue;
        It->second |= Call->isConvergent() || isAsmBarrier(*Call);
        if (const Function *Callee = Call->getCalledFunction())
          Reached.insert(Callee);
      }
    return It->second;
  }

  void checkConvergent(CallBase &Call) {
    const Function *Callee = Call.getCalledFunction();
    if (Call.hasFnAttr(Attribute::NoSync) ||
        (!Call.isConvergent() && !(Callee && holdsConvergent(*Callee))))
      return;
    if (Callee && Callee->isIntrinsic())
      Sink.report(Diag::ParticipationCollective, Call,
                  "it works on the threads of a warp together", Uniform);
    else
      Sink.report(Diag::NamedBarrier, Call,
                  Twine("the call of ") +
                      (Callee ? "'" + Callee->getName() + "'"
                              : Twine("a function pointer")) +
                      (Call.isConvergent() ? " is convergent: it may hold a barrier"
                                           : " may run a barrier or another convergent operation"),
                  "inline the function before placement, or mark it nosync if it "
                  "holds none");
  }

  void checkAsm(CallBase &Call) {
    if (Call.isConvergent() || isAsmBarrier(Call))
      Sink.report(Diag::NonConvergentBarrier, Call,
                  "threads outside the guard cannot join it",
                  "use the barrier intrinsic");
  }

  /// True for what another thread may change while the loop looks at it.
  bool readsSharedState(Instruction &I) const {
    if (I.isAtomic() || I.isVolatile())
      return true;
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && !Facts.Slice.seeds().contains(&I) &&
           !Call->doesNotAccessMemory();
  }

  /// Does a condition under which \p L ends depend on memory that may change?
  void checkLoop(Loop &L) {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    SetVector<Instruction *> Work;
    auto Add = [&](Value *V) {
      if (auto *I = dyn_cast<Instruction>(V); I && L.contains(I))
        Work.insert(I);
    };
    for (BasicBlock *BB : Exiting)
      Add(BB->getTerminator());
    for (unsigned I = 0; I < Work.size(); ++I) {
      if (readsSharedState(*Work[I])) {
        Sink.report(Diag::ParticipationTrap, *Work[I],
                    "the loop at " + blockName(L.getHeader()) +
                        " waits for this value, and threads that wait for the "
                        "loop may be the ones to change it",
                    Uniform);
        return;
      }
      for (Value *Op : Work[I]->operands())
        Add(Op);
    }
  }

  /// Every guarded block must lead to the end of the function.
  void checkEnds() {
    BlockSet Ends;
    for (BasicBlock &BB : Facts.F)
      if (succ_empty(&BB))
        Ends.insert(&BB);
    for (unsigned I = 0; I < Ends.size(); ++I)
      for (BasicBlock *Pred : predecessors(Ends[I]))
        Ends.insert(Pred);
    for (BasicBlock &BB : Facts.F)
      if (Guarded.contains(&BB) && !Ends.contains(&BB)) {
        Sink.report(Diag::ParticipationTrap, *BB.getTerminator(),
                    "control never leaves the cycle at " + blockName(&BB),
                    Uniform);
        return;
      }
  }

  const ParticipationFacts &Facts;
  DiagnosticSink &Sink;
  SmallPtrSet<BasicBlock *, 16> Guarded;
  DenseMap<const Function *, bool> Convergent;
  bool EndsThread = false;
};

} // namespace

void checkHazards(const ParticipationFacts &Facts, DiagnosticSink &Sink) {
  HazardChecker(Facts, Sink).run();
}

} // namespace vx
