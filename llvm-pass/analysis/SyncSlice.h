//===- SyncSlice.h - what a whole block must execute for its sync points -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The slice of the sync points, closed under
//
//   (a) data: operands that must be equal in all threads, uniform branch conditions,
//       and the moves into phis that these need;
//   (b) control: the branches that decide whether a slice instruction runs.
//
// A branch of the slice is either uniform, or a guard: threads part there, and the
// sync points lie on one side. This file finds facts; what cannot be treated is a verdict
// of the plan (plan/ParticipationCheck.cpp).
//===----------------------------------------------------------------------===//
#ifndef VX_ANALYSIS_SYNCSLICE_H
#define VX_ANALYSIS_SYNCSLICE_H

#include "vx/BlockUniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace vx {

using BlockSet = llvm::SetVector<llvm::BasicBlock *>;

/// A divergent terminator of the slice.
///
///      branch --other--> [aside] --+
///        |                         v
///        +--sync--> [region] --> rejoin
struct DivergentGuard {
  llvm::Instruction *Branch = nullptr;
  /// Immediate postdominator; nullptr: the end of the function.
  llvm::BasicBlock *Rejoin = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 2> SyncSides;  ///< lead to the slice
  llvm::SmallVector<llvm::BasicBlock *, 2> OtherSides; ///< do not
  BlockSet Region; ///< reached from the sync sides, up to the rejoin, without the asides
                   ///< of a loop's exits
  BlockSet Aside;  ///< reached from the other sides, up to the rejoin
  /// The aside is entered by others, too (cleanup code that several returns share): the
  /// rewrite makes a copy of it for this guard.
  bool SharedAside = false;
  /// For a branch inside its own region: the outermost loop that it leaves.
  llvm::Loop *Exited = nullptr;

  llvm::BasicBlock *block() const { return Branch->getParent(); }
  bool inOwnRegion() const { return Region.contains(block()); }
};

/// An operand that all threads need and that they cannot all compute.
struct SliceFault {
  llvm::Instruction *User = nullptr;
  llvm::Value *Operand = nullptr;
  bool Divergent = true; ///< else: computing it has side effects
};

/// More that all threads must execute: values, and the control that leads to blocks.
struct SliceExtras {
  llvm::SetVector<llvm::Instruction *> Values;
  BlockSet Blocks;
};

class SyncSlice {
public:
  /// \p Given: sync points of the plan; the function's own block barriers and all
  /// markers are added if there is one.
  SyncSlice(llvm::Function &F, llvm::ArrayRef<llvm::Instruction *> Given,
            const llvm::DominatorTree &DT, const llvm::PostDominatorTree &PDT,
            const llvm::LoopInfo &LI, const BlockUniformity &BU);
  /// Adds \p Extras, unless that would change the guards; false if it would.
  bool extend(const SliceExtras &Extras);

  const llvm::SetVector<llvm::Instruction *> &seeds() const { return Seeds; }
  const llvm::SetVector<llvm::Instruction *> &slice() const { return Slice; }
  /// In reverse post order of their blocks.
  llvm::ArrayRef<DivergentGuard> guards() const { return Guards; }
  llvm::ArrayRef<SliceFault> faults() const { return Faults; }
  /// Blocks whose terminators decide whether \p BB runs.
  llvm::ArrayRef<llvm::BasicBlock *> controllers(llvm::BasicBlock *BB) const;

private:
  void collectSeeds(llvm::ArrayRef<llvm::Instruction *> Given);
  void computeControl();
  void close();
  void add(llvm::Instruction *I);
  void addControl(llvm::BasicBlock *BB);
  void addOperands(llvm::Instruction &I);
  void addOperand(llvm::Use &U);
  void addValue(llvm::Instruction &User, llvm::Instruction *Def);
  void buildGuards();
  void buildGuard(llvm::Instruction *Branch, const BlockSet &SliceBlocks);
  BlockSet sliceBlocks() const;

  llvm::Function &F;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  const BlockUniformity &BU;
  llvm::SetVector<llvm::Instruction *> Seeds, Slice;
  llvm::SmallVector<llvm::Instruction *, 16> Work;
  llvm::SetVector<llvm::Instruction *> GuardBranches;
  llvm::SmallVector<DivergentGuard, 4> Guards;
  llvm::SmallVector<SliceFault, 2> Faults;
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *, 2>>
      Controllers;
};

/// The value that a phi of several edges merges if it is the same on all of them and
/// may take the phi's place without leaving a loop; else nullptr.
llvm::Value *mergedValue(const llvm::PHINode &Phi, const llvm::DominatorTree &DT,
                         const llvm::LoopInfo &LI);

} // namespace vx

#endif // VX_ANALYSIS_SYNCSLICE_H
