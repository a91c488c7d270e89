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
// The run-ahead state is a clone of the loop's own control slice (header phis, what the
// site's operands, the site's guard and the loop's exit condition need): any pure function
// of the loop's state will do, ScalarEvolution is not needed. All sync points are written as
// single-program code; participation makes it right for divergent loops later, and an
// ahead condition that varies by thread goes through an "any" marker (SyncPoints.h).
#ifndef VX_RING_H
#define VX_RING_H

#include "vx/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <vector>

namespace llvm {
class AAResults;
class CallBase;
class Loop;
class raw_ostream;
class Value;
} // namespace llvm

namespace vx {

class BlockUniformity;

/// The streamed sites of one loop, with the depth of their rings.
struct RingRequest {
  llvm::Loop *L = nullptr;
  std::vector<llvm::CallBase *> Sites; ///< in program order, one per tile
  unsigned Stages = 2;                 ///< 1 to 8; 1 issues and waits at once
};

/// What will be done; checked before the first mutation.
struct RingPlan {
  RingRequest Request;
  llvm::Instruction *Point = nullptr;  ///< step goes before this, once an iteration
  llvm::SmallVector<llvm::Instruction *, 16> Ahead; ///< slice to clone, in order
  llvm::SmallVector<llvm::Instruction *, 4> Drains; ///< wait 0 goes before these
  bool AheadConditionVaries = false;   ///< needs a block-wide OR
  unsigned WaitPending = 0;            ///< immediate of the steady-state wait
  std::string Why;                     ///< reason for any extra wait or barrier
  void print(llvm::raw_ostream &OS) const;
};

/// Plans the ring or reports VX303 to VX308 at the instruction that forbids it. Reads only.
std::optional<RingPlan> planRing(const RingRequest &Request,
                                 const BlockUniformity &Uniformity,
                                 llvm::AAResults &AA, DiagnosticSink &Sink);

/// Emits the asynchronous copy of site \p Index with \p Operands (the site's arguments,
/// of the iteration that is fetched) into \p Slot (i32, 0 <= Slot < Stages) at \p B.
/// It inserts exactly one "issue" marker call.
using EmitIssue = llvm::function_ref<void(
    llvm::IRBuilderBase &B, unsigned Index,
    llvm::ArrayRef<llvm::Value *> Operands, llvm::Value *Slot)>;

/// Builds the ring. Returns the slot (i32) that holds the current iteration's tile, valid
/// at Plan.Point and everywhere it dominates; nullptr with VX299 on failure. The sites stay
/// in place for the caller to replace.
llvm::Value *applyRing(const RingPlan &Plan, EmitIssue Issue,
                       DiagnosticSink &Sink);

} // namespace vx

#endif // VX_RING_H
