//===- RunAhead.h - what a later iteration will do, computed early -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// To fetch the tile of iteration t+d in iteration t, three questions about a later
// iteration must be answered from the loop's own state: does it run, does control reach the
// site in it, and which operands does the site get. RunAhead finds the pure slice of the
// loop that answers them:
//
//   Phis   the header phis that the slice needs: the state to be stepped ahead
//   Slice  the instructions between the phis and the answers, operands first
//   Paths  for each block that matters, how control gets there within an iteration:
//
//     header -> a;  a -> b (if c), a -> j;  b -> j;  j -> latch
//       path(j)  = Same a        every way through a comes to j: no condition
//       path(b)  = In {a, c}     reached from a when c holds
//
// Inner loops are one node: they end, and where they leave must not matter. What stands in
// the way of an answer (a load, a value of an inner loop, ...) is listed, not judged. No IR is
// created here; rewrite/AheadEmitter.h does that from this result.
#ifndef VX_RUNAHEAD_H
#define VX_RUNAHEAD_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {
class BasicBlock;
class CallBase;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class Value;
} // namespace llvm

namespace vx {

/// Control goes from the end of From (or of the inner loop that follows From, when
/// Branch is null) to To.
struct AheadEdge {
  llvm::BasicBlock *From = nullptr;
  llvm::Instruction *Branch = nullptr; ///< conditional branch or switch, or null
  llvm::BasicBlock *To = nullptr;
};

/// How control reaches a block within one iteration. Both empty: the header.
struct AheadPath {
  llvm::BasicBlock *Same = nullptr;    ///< whenever this block is reached
  llvm::SmallVector<AheadEdge, 2> In;  ///< else by any of these
};

/// Why an answer cannot be computed ahead.
enum class AheadCause {
  Memory,    ///< reads memory
  InnerLoop, ///< computed by, or decided in, an inner loop
  Impure,    ///< not a pure function of its operands, or may trap
  Control,   ///< a terminator that cannot be evaluated ahead
};

struct AheadObstacle {
  llvm::Instruction *At = nullptr;
  AheadCause Cause = AheadCause::Impure;
  bool ForExit = false; ///< stands in the way of "does it run", else of a site
  const llvm::CallBase *Site = nullptr; ///< the site concerned, unless ForExit
};

class RunAhead {
public:
  RunAhead() = default;
  /// \p L in loop-simplify form without irreducible cycles; \p Sites directly in it.
  RunAhead(llvm::Loop &L, llvm::ArrayRef<llvm::CallBase *> Sites,
           const llvm::DominatorTree &DT, const llvm::LoopInfo &LI);

  // The result refers to blocks and instructions as they were. It stays valid while blocks
  // are split behind their first part, which is what applying another ring does.
  llvm::BasicBlock *header() const { return Header; }
  llvm::Instruction *latchBranch() const { return LatchBranch; }
  const AheadEdge &backEdge() const { return BackEdge; }
  llvm::ArrayRef<llvm::PHINode *> phis() const { return Phis.getArrayRef(); }
  llvm::ArrayRef<llvm::Instruction *> slice() const { return Slice.getArrayRef(); }
  llvm::ArrayRef<AheadObstacle> obstacles() const { return Obstacles; }
  /// Divisions, with their block: the divisor must be made harmless when the iteration does
  /// not execute them; a subset of slice().
  const llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> &guarded() const {
    return Guarded;
  }
  /// \p V is one of phis() or slice(); anything else asked for is loop-invariant.
  bool contains(const llvm::Value *V) const;
  /// Edges of a phi of slice(), in the order of its incoming values.
  llvm::ArrayRef<AheadEdge> phiEdges(const llvm::PHINode &Phi) const;

  /// Recipe of a block that the slice needs; nullptr if it was never asked for.
  const AheadPath *path(llvm::BasicBlock *BB) const;

  /// Conditions that decide whether control comes from \p Root to \p BB.
  llvm::SmallSetVector<llvm::Value *, 4>
  conditions(llvm::BasicBlock *BB, llvm::BasicBlock *Root) const;
  /// Conditions that decide whether the back edge is taken.
  llvm::SmallSetVector<llvm::Value *, 4> backEdgeConditions() const;

private:
  struct Builder;
  AheadEdge edge(llvm::BasicBlock *Pred, llvm::BasicBlock *To) const;

  llvm::BasicBlock *Header = nullptr, *Latch = nullptr;
  llvm::Instruction *LatchBranch = nullptr;
  AheadEdge BackEdge;
  llvm::DenseSet<const llvm::BasicBlock *> Blocks;
  /// Inner loop's blocks to the block before that loop.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> InnerEntry;
  llvm::SmallSetVector<llvm::PHINode *, 4> Phis;
  llvm::SmallSetVector<llvm::Instruction *, 16> Slice;
  llvm::MapVector<llvm::Instruction *, llvm::BasicBlock *> Guarded;
  llvm::DenseMap<const llvm::PHINode *, llvm::SmallVector<AheadEdge, 2>> PhiEdges;
  llvm::MapVector<llvm::BasicBlock *, AheadPath> Paths;
  llvm::SmallVector<AheadObstacle, 2> Obstacles;
};

/// Condition under which control takes \p E from its From, as a value of the loop;
/// nullptr: always (or a switch, see AheadEdge).
llvm::Value *edgeCondition(const AheadEdge &E);

} // namespace vx

#endif // VX_RUNAHEAD_H
