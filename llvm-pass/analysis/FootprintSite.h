//===- FootprintSite.h - where a tile is filled -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_ANALYSIS_FOOTPRINTSITE_H
#define VX_ANALYSIS_FOOTPRINTSITE_H

#include "FootprintFit.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vx {

/// Finds the program points of transfers in one kernel.
class SiteFinder {
public:
  explicit SiteFinder(const InferContext &Context);

  /// The point before which the tile is filled; nullptr if \p Operands can't be
  /// computed there.
  llvm::Instruction *find(const llvm::Loop *SiteLoop,
                          llvm::ArrayRef<AccessRead> Reads,
                          llvm::ArrayRef<const llvm::SCEV *> Operands) const;
  /// For a tile that no loop moves: the last point before \p Reads that all threads come by,
  /// above their own guards; nullptr if that is the one above, or \p Operands can't be computed there.
  llvm::Instruction *findOpen(llvm::ArrayRef<AccessRead> Reads,
                              llvm::ArrayRef<const llvm::SCEV *> Operands) const;
  /// Moves the sites of \p Tiles to their open ones where participation could not treat the guards.
  void settle(std::vector<TileFootprint> &Tiles, const KernelRequests &Requests) const;

private:
  llvm::BasicBlock *outermost(llvm::ArrayRef<AccessRead> Reads, const llvm::Loop *SiteLoop) const;
  llvm::BasicBlock *outsideInTileLoops(llvm::BasicBlock *BB,
                                       const llvm::Loop *SiteLoop) const;
  llvm::Instruction *pointIn(llvm::BasicBlock *BB,
                             llvm::ArrayRef<AccessRead> Reads) const;
  bool available(llvm::ArrayRef<const llvm::SCEV *> Operands,
                 llvm::Instruction *At) const;

  const InferContext &Context;
  /// Blocks that only some threads of the block reach.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Partial;
};

} // namespace vx

#endif // VX_ANALYSIS_FOOTPRINTSITE_H
