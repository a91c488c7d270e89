//===- FootprintChecks.h - who else touches a tile's bytes -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_ANALYSIS_FOOTPRINTCHECKS_H
#define VX_ANALYSIS_FOOTPRINTCHECKS_H

#include "FootprintReport.h"
#include "WrittenObjects.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vx {

/// Checks one inferred tile against the kernel's other memory accesses.
class TileNeighbours {
public:
  /// \p Placed: every placed access of the kernel, of any tile.
  TileNeighbours(FactorTable &Factors, const TileRequest &Request,
                 const TileFit &Fit, const TileFootprint &Tile,
                 WrittenObjects &Written,
                 const llvm::SmallPtrSetImpl<const llvm::Instruction *> &Placed);

  /// VX207: writes, in callees too, to the tile's object while the tile is live, unless provably
  /// beside the tile. VX106: untagged loads from the tile's base.
  void check(FootprintReporter &Report);

private:
  /// Where \p Ptr may point relative to element 0.
  struct Distance {
    bool SameBase = false; ///< differs by in-tile parts only
    bool Bounded = false;
    int64_t Lo = 0, Hi = 0; ///< bytes, if bounded
  };
  Distance distance(llvm::Value &Ptr, llvm::Instruction &At);
  bool addTerm(const Product &P, int64_t Bytes, llvm::Instruction &At,
               const llvm::Loop *Outermost, Distance &D);
  bool mayOverlap(const Distance &D, int64_t Width) const;
  bool isLive(const llvm::Instruction &At) const;
  void checkWrite(llvm::Instruction &I, FootprintReporter &Report);
  void checkRead(llvm::Instruction &I, FootprintReporter &Report);

  FactorTable &Factors;
  const InferContext &Context;
  const TileRequest &Request;
  const TileFit &Fit;
  const TileFootprint &Tile;
  WrittenObjects &Written;
  const llvm::SmallPtrSetImpl<const llvm::Instruction *> &Placed;
  const llvm::Value *Pointer;
  Polynomial Base;             ///< of element 0, relative to Pointer
  std::optional<int64_t> Span; ///< bytes from element 0 to the end, if constant
};

} // namespace vx

#endif // VX_ANALYSIS_FOOTPRINTCHECKS_H
