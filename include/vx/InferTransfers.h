//===- InferTransfers.h - carrier A to carrier B -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A placed load says "these bytes belong to tile T". From the loads of one tile this
// analysis infers base, strides, footprint and site through ScalarEvolution; the
// rewrite then inserts one explicit transfer and moves the loads onto its result:
//
//   loop t:                                     loop t:
//     loop j, d:                                  %r = call @vx.tile.flash.k(K + t*1024, ...)
//       %x = load K[t*16+j][d], !vx.placement =>  loop j, d:
//                                                   %x = load %r[j][d]
#ifndef VX_INFERTRANSFERS_H
#define VX_INFERTRANSFERS_H

#include "vx/Contract.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace llvm {
class AAResults;
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
class PostDominatorTree;
class raw_ostream;
} // namespace llvm

namespace vx {

class BlockUniformity;

/// One placed access of a tile, split into base and in-tile indices.
struct PlacedAccess {
  llvm::Instruction *Access = nullptr; ///< load or llvm.masked.load
  /// Index of the access's first element in each dimension, outermost first,
  /// valid at the access (SCEVs over in-tile loops, thread ids, constants).
  llvm::SmallVector<const llvm::SCEV *, MaxRank> Index;
  /// Bytes from the start of that element; 0 but for loads narrower than it.
  const llvm::SCEV *Byte = nullptr;
  /// Bytes between the access's address and the first byte that it reads: leading
  /// lanes that a constant mask switches off.
  int64_t Lead = 0;
};

/// What is proven about one tile of carrier A in one kernel.
struct TileFootprint {
  const TileUse *Tile = nullptr;
  const llvm::SCEV *Base = nullptr;     ///< address of element 0 at the site
  /// Bytes between neighbours in each dimension; may be symbolic.
  llvm::SmallVector<const llvm::SCEV *, MaxRank> StrideBytes;
  /// The same in elements of ElementBytes; 1 in a dimension of one element.
  llvm::SmallVector<const llvm::SCEV *, MaxRank> Stride;
  /// Proven elements in each dimension, at most the extent.
  llvm::SmallVector<uint64_t, MaxRank> Extent;
  /// Storage in each dimension, row-major. The requested extent, but that a partly
  /// read run of contiguous dimensions is one row (1x256 for 16x16).
  llvm::SmallVector<uint64_t, MaxRank> Storage;
  /// Bytes per element of the transfer: the tile's, or a divisor of it where the
  /// strides are no multiple of the tile's.
  uint64_t ElementBytes = 0;
  /// Known alignment of every source row's start, if it is not ElementBytes.
  std::optional<uint64_t> Align;
  llvm::Loop *SiteLoop = nullptr;       ///< innermost loop that moves the base
  llvm::Instruction *Site = nullptr;    ///< the transfer goes before this
  /// It may go before this as well, above the thread's own guards around Site.
  llvm::Instruction *OpenSite = nullptr;
  std::vector<PlacedAccess> Accesses;
};

/// Analyses of the (normalised) function that inference reads.
struct InferContext {
  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::PostDominatorTree &PDT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::AAResults &AA;
  const BlockUniformity &Uniformity;
};

/// Infers all A tiles of one kernel; reports VX104 to VX107, VX201 to VX204, VX207 and
/// VX217 for what cannot be proven, each naming load, loop and reason. Reads only.
std::vector<TileFootprint> inferFootprints(const KernelRequests &Requests,
                                           const InferContext &Context,
                                           DiagnosticSink &Sink);

/// One line for the tile, one for each access; for tests and `print<vx-tiles>`.
void printFootprint(llvm::raw_ostream &OS, const TileFootprint &Tile);

/// Inserts the transfer call of each footprint and rewrites its loads. Returns
/// the new calls (carrier B form, descriptor convention; the callee's
/// attributes repeat the tag's). Nothing else of the contract is touched.
std::vector<llvm::CallBase *>
emitInferredTransfers(std::vector<TileFootprint> &Tiles,
                      const InferContext &Context, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_INFERTRANSFERS_H
