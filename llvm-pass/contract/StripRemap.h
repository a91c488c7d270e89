//===- StripRemap.h - reads of a tile, moved to its source -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_CONTRACT_STRIPREMAP_H
#define VX_CONTRACT_STRIPREMAP_H

#include "vx/Contract.h"

namespace llvm {
class Value;
}

namespace vx {

/// Everything that is done with one transfer's result.
struct TileReads {
  std::vector<llvm::Instruction *> Reads;     ///< loads and masked loads
  std::vector<llvm::Instruction *> Addresses; ///< instructions in between
  std::vector<llvm::Instruction *> Hints;     ///< assume, prefetch
  llvm::Instruction *Escape = nullptr; ///< first use that is none of these
};

/// \p ElementBytes: a read wider than that is only followed lane by lane.
TileReads readsThrough(llvm::CallBase &Transfer, uint64_t ElementBytes);

/// Where the tile really is.
struct RemapSource {
  llvm::Value *Start; ///< address of element 0
  uint64_t ElementBytes;
  llvm::ArrayRef<uint64_t> Extent;
  llvm::SmallVector<llvm::Value *, MaxRank> Strides; ///< i64, elements
  /// i64, outermost size of a ragged tile: elements past it read as zero and
  /// are not touched. nullptr: all of the extent is there.
  llvm::Value *Rows = nullptr;
};

/// Moves each read from its place in a row-major tile at Start to the same
/// element of the source.
void remapReads(const TileReads &Reads, const RemapSource &Source);

} // namespace vx

#endif // VX_CONTRACT_STRIPREMAP_H
