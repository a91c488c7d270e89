//===- KnownBranches.h - branches that go one way -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// LLVM unrolls a loop over a tile by more elements than the tile has where it does not see the size:
// in a device function, or behind a select. Its guard is then decided once the kernel is put together,
// but the dead loop stays until the clean-up, and reads past the end of a slot, in the next one:
//
//   %n = smin(%left, 1)
//   br (icmp sgt %n, 0), %some, %none                    1 <= %n <= 1
//   some: br (icmp ult %n, 4), %rest, %by.four     =>    %by.four is never reached
//
// A branch is known where the branch before it implies it, or where its condition compares a
// constant with a value whose range, after the comparisons that dominate it, leaves one answer.
#ifndef VX_VERIFY_KNOWNBRANCHES_H
#define VX_VERIFY_KNOWNBRANCHES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomConditionCache.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace vx {

class KnownBranches {
public:
  explicit KnownBranches(llvm::Function &F);

  /// The condition of \p Branch, where it is the same on every path.
  std::optional<bool> condition(const llvm::BranchInst &Branch);

private:
  std::optional<bool> find(const llvm::BranchInst &Branch);

  const llvm::DataLayout &DL;
  llvm::DominatorTree DT;
  llvm::AssumptionCache AC;
  llvm::DomConditionCache Tests;
  llvm::DenseMap<const llvm::BranchInst *, std::optional<bool>> Found;
};

} // namespace vx

#endif // VX_VERIFY_KNOWNBRANCHES_H
