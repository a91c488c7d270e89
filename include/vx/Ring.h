//===- Ring.h - streamed tiles of one loop as a ring -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A ring fetches the tiles of later iterations while the current one is used:
//
//   loop:                        ahead = state(loop entry)
//     %r = transfer(base(t))     for k in 0..N-2:  issue(k, ahead) if it will run;  commit;  step ahead
//     use(%r)              =>    loop:
//                                  wait N-2; barrier
//                                  issue(slot+N-1 mod N, ahead) if it will run;  commit;  step ahead
//                                  use(slot);  slot = slot+1 mod N
//                                exits: wait 0
//
// The run-ahead state is a clone of the loop's own control slice (RunAhead.h): any pure
// function of the loop's state will do, ScalarEvolution is not needed. All sync points are
// written as single-program code; participation makes it right for divergent loops later, and
// an ahead condition that varies by thread goes through an "any" marker (SyncPoints.h).
//
// Groups. Commits are unconditional and one an iteration, copies are predicated, so the count
// is the same on every path. At the wait of iteration t the groups younger than the one that
// holds tile t are N-1+t-(t+1) = N-2: the wait's number. A tile of fewer stages in the
// same loop has fewer younger groups, so the least N of the loop decides. Groups of other
// origin (a ring in an inner loop, the kernel's own) only add younger ones: then the same
// number waits for more than it must, never for less.
//
// One barrier an iteration is enough for N >= 2 because of the order wait, barrier, issue,
// use: the slot that is refilled held tile t-1, which every thread has left before the
// barrier.
#ifndef VX_RING_H
#define VX_RING_H

#include "vx/Diagnostics.h"
#include "vx/RunAhead.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>
#include <vector>

namespace llvm {
class AAResults;
class CallBase;
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
class raw_ostream;
class Value;
} // namespace llvm

namespace vx {

class BlockUniformity;

constexpr unsigned MaxRingStages = 8; ///< contract: 2 to 8, 1 for measuring

/// One streamed site of a loop.
struct RingSite {
  llvm::CallBase *Call = nullptr;
  unsigned Stages = 2; ///< 1 to MaxRingStages; 1 issues and waits at once
};

/// The streamed sites of one loop.
struct RingRequest {
  llvm::Loop *L = nullptr;
  std::vector<RingSite> Sites; ///< in program order, at least one
};

/// Analyses of the function, valid until the first mutation.
struct RingContext {
  const BlockUniformity &Uniformity;
  llvm::AAResults &AA;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
};

/// What will be done; checked before the first mutation. The anchors are instructions
/// and blocks that survive the rewriting of other rings and of the sites themselves.
struct RingPlan {
  std::vector<RingSite> Sites;
  RunAhead Ahead;
  llvm::Instruction *Point = nullptr;       ///< the step goes before this, once an iteration
  llvm::BasicBlock *PointBlock = nullptr;   ///< block of Point when planned
  llvm::Instruction *EntryBranch = nullptr; ///< ends the preheader
  llvm::Instruction *LatchBranch = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 4> Drains; ///< exits: wait 0 goes to their top
  std::vector<llvm::BasicBlock *> SiteBlocks;       ///< per site, when planned
  bool RunVaries = false;         ///< "does it run" differs by thread: block-wide OR
  std::vector<bool> GuardVaries;  ///< per site: its guard differs by thread
  bool BarrierBefore = false;     ///< before the first tiles: slots may still be read
  std::string WhyBefore;
  unsigned WaitPending = 0;       ///< immediate of the steady-state wait
  std::string Why;                ///< reason for any extra wait or barrier
  unsigned maxStages() const;
  void print(llvm::raw_ostream &OS) const;
};

/// Plans the ring or reports VX303 to VX308 at the instruction that forbids it. Reads only.
std::optional<RingPlan> planRing(const RingRequest &Request,
                                 const RingContext &Context,
                                 DiagnosticSink &Sink);

/// Emits the asynchronous copy of site \p Index with \p Operands (the site's arguments,
/// of the iteration that is fetched) into \p Slot (i32, 0 <= Slot < Stages) at \p B.
/// It inserts exactly one "issue" marker call.
using EmitIssue = llvm::function_ref<void(
    llvm::IRBuilderBase &B, unsigned Index,
    llvm::ArrayRef<llvm::Value *> Operands, llvm::Value *Slot)>;

/// Builds the ring; dominators and loops are invalid afterwards. Returns for each site the
/// slot (i32) that holds the current iteration's tile, valid at Plan.Point and everywhere it
/// dominates; empty with VX299 on failure. The sites stay in place for the caller to replace.
std::vector<llvm::Value *> applyRing(const RingPlan &Plan, EmitIssue Issue,
                                     DiagnosticSink &Sink);

} // namespace vx

#endif // VX_RING_H
