//===- TileLayout.h - strides, indices and footprint of a tile -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The arithmetic of carrier A without any IR. The accesses of one tile are sums
//
//   offset = sum of constants * symbol  +  sum of coefficient * symbol * v,  lo <= v <= hi
//
// where a symbol is a value that is fixed while the tile is resident (a row pitch, say;
// symbol 0 is the number 1). A layout finds one stride for each dimension of the extent such
// that every offset is a sum of index * stride with indices inside the extent:
//
//   extent 16x64, element 4; 4096 * j + 4 * d, j < 16, d < 64
//     -> strides 4096, 4; index (j, d); footprint 16x64
//
// Which of several layouts is taken does not matter for the values that loads read: the copy
// and the loads use the same one.
#ifndef VX_ANALYSIS_TILELAYOUT_H
#define VX_ANALYSIS_TILELAYOUT_H

#include "vx/Contract.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>

namespace vx {

/// Stride of one dimension: Bytes * symbol.
struct LayoutStride {
  int64_t Bytes = 0;
  unsigned Symbol = 0;
  bool operator==(const LayoutStride &) const = default;
};

/// Bytes * symbol * v for some v in [Lo, Hi].
struct LayoutTerm {
  int64_t Bytes = 0;
  unsigned Symbol = 0;
  int64_t Lo = 0, Hi = 0;
  /// Terms of one group are made of the same thread id or counter: they don't reach their
  /// ends independently. 0: of no group.
  unsigned Group = 0;
};

/// One load: what it adds to the common pointer, and how many bytes it reads.
struct LayoutAccess {
  llvm::SmallVector<LayoutTerm, 4> Terms;
  std::map<unsigned, int64_t> Offsets; ///< symbol -> bytes; missing: 0
  int64_t Width = 0;
  bool Certain = true; ///< no lane hangs on a mask that is computed
};

struct LayoutRequest {
  llvm::SmallVector<uint64_t, MaxRank> Extent;
  uint64_t Element = 0;
  /// Known strides; empty: searched for.
  llvm::SmallVector<LayoutStride, MaxRank> Stride;
  std::vector<LayoutAccess> Accesses;
  /// Take the first strides that fit: these accesses are a part of those that a layout is
  /// wanted for, and may lack the ones that show what the strides are.
  bool Partial = false;
};

/// Constant + sum of Coefficient[i] * v of the access's i-th term.
struct LayoutIndex {
  int64_t Constant = 0;
  llvm::SmallVector<int64_t, 4> Coefficient;
};

struct TileLayout {
  llvm::SmallVector<LayoutStride, MaxRank> Stride;
  /// Storage rectangle, row-major. The extent, but for a partly read run of
  /// contiguous dimensions: that becomes one row (16x16 -> 1x256).
  llvm::SmallVector<uint64_t, MaxRank> Storage;
  /// What is read of it, from element 0.
  llvm::SmallVector<uint64_t, MaxRank> Footprint;
  /// Element 0, relative to the common pointer: symbol -> bytes.
  std::map<unsigned, int64_t> Origin;
  struct Access {
    llvm::SmallVector<LayoutIndex, MaxRank> Index; ///< elements
    LayoutIndex Byte; ///< inside the element, for loads narrower than it
  };
  std::vector<Access> Accesses;
  /// One access reads the first element of the footprint and one the last: whatever the
  /// strides, nothing is copied from before or behind what is read.
  bool CornersRead = false;
  /// The same by accesses of which no lane may be off.
  bool CornersCertain = false;
  /// Digits may point against a walk or into a vector: where the rectangle starts is a guess.
  bool Rounded = false;
  /// Fits only if lanes that a mask may switch off are in the tile, which nothing shows. With
  /// a wider walk the strides may be known; else it is no layout.
  bool Doubtful = false;
};

/// Why there is no layout; of several attempts the one that came closest.
struct LayoutFailure {
  enum Reason {
    Exceeds,     ///< dimension Dim needs Needed elements, Limit are there
    WiderThanElement, ///< Needed bytes of an element of Limit bytes
    Indivisible, ///< an offset is no multiple of any stride of its symbol
    Correlated,  ///< terms of one group walk a dimension in opposite directions
    NoStride,    ///< a symbol of term or differing offset is no stride
    Guessed,     ///< only with strides that nothing shows to be the tile's
    Searched,    ///< too many candidates, none fitted
  };
  Reason Why = Searched;
  unsigned Dim = 0, Access = 0, Symbol = 0;
  int64_t Needed = 0, Limit = 0;
};

/// The layout of \p Request, or std::nullopt and \p Failure (of a doubtful one, too).
std::optional<TileLayout> findLayout(const LayoutRequest &Request,
                                     LayoutFailure &Failure);

/// The same with strides that are given, whatever \p Request says of them. \p CornersOnly:
/// none without TileLayout::CornersCertain.
std::optional<TileLayout>
layoutWithStrides(const LayoutRequest &Request,
                  llvm::ArrayRef<LayoutStride> Stride, LayoutFailure &Failure,
                  bool CornersOnly = false);

/// One step of \p Step goes past all that the strides reach within the extent.
bool stepClearsTile(const TileLayout &Layout, llvm::ArrayRef<uint64_t> Extent,
                    const LayoutStride &Step);

/// One step of \p Step leaves the tile: it goes at least one extent far in some
/// dimension, or moves along a dimension that is read completely anyway (a
/// sliding window). A loop with such a step moves the tile's base.
bool stepLeavesTile(const TileLayout &Layout, llvm::ArrayRef<uint64_t> Extent,
                    const LayoutStride &Step);

} // namespace vx

#endif // VX_ANALYSIS_TILELAYOUT_H
