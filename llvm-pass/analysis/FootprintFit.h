//===- FootprintFit.h - which loops walk inside a tile -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_ANALYSIS_FOOTPRINTFIT_H
#define VX_ANALYSIS_FOOTPRINTFIT_H

#include "FootprintTerms.h"
#include "TileLayout.h"

namespace vx {

/// One placed access as read from the IR.
struct AccessRead {
  llvm::Instruction *Access = nullptr;
  llvm::Value *Pointer = nullptr;
  int64_t Width = 0; ///< bytes read, without lanes that are off
  int64_t Lead = 0;  ///< bytes of leading lanes that are off
  uint64_t Align = 1;
  bool Certain = true; ///< no lane hangs on a mask that is computed
  AddressForm Form;  ///< address of the first byte read
};

/// A layout of a tile whose base moves with SiteLoop and the loops around it.
struct TileFit {
  const llvm::Loop *SiteLoop = nullptr;
  TileLayout Layout;
  std::vector<Product> Symbols;              ///< of the layout, [0] is 1
  std::vector<std::vector<Product>> Varying; ///< of each access's terms
  /// Several parts of a thread's index have one coefficient, or a guard bounds a part together
  /// with others: what they reach is an upper bound.
  bool SplitIndex = false;
  /// Why the layout is doubtful, if it is.
  std::optional<LayoutFailure> Doubt;
  /// Exact minus formal address of the first access (FactorTable::splitWrapped).
  Polynomial Wrap;
};

/// Why a tile has no layout with a given site loop.
struct FitFailure {
  enum Reason {
    Layout,       ///< see Arithmetic
    Unbounded,    ///< the range of Part is not known
    PointerMoves, ///< the pointer itself changes in a loop that must be in-tile
  };
  Reason Why = Layout;
  LayoutFailure Arithmetic;
  unsigned Access = 0;
  Product Part;
  std::vector<Product> Symbols;
};

/// Fits the accesses of one tile.
class TileFitter {
public:
  TileFitter(FactorTable &Factors, const TileRequest &Request,
             llvm::ArrayRef<AccessRead> Reads, bool Partial = false);

  /// Loops strictly inside \p SiteLoop (nullptr: all loops) and thread ids are
  /// in-tile. \p IgnoreThreads leaves the thread-dependent parts out, to find out
  /// whether they are what does not fit.
  std::optional<TileFit> fit(const llvm::Loop *SiteLoop, FitFailure &Failure,
                             bool IgnoreThreads = false);
  /// The site loop's step stays inside the extent: it is no mover of the base but
  /// a walk in the tile that could not be proven. What loops inside it walk is no part of
  /// its step.
  bool stepStaysInside(const TileFit &Fit) const;

  /// Whether \p Fit may be that of another shape, because not all that seems to be read is.
  bool mayReadLess(const TileFit &Fit) const;

  /// Bytes of the tile's extent, saturated.
  static int64_t extentBytes(const TileRequest &Request);

private:
  unsigned group(const Product &P, unsigned Access, const TileFit &Fit) const;
  unsigned symbol(const Product &P, std::vector<Product> &Symbols) const;
  const llvm::Loop *outermostInTile(const AccessRead &Read,
                                    const llvm::Loop *SiteLoop) const;
  bool readTerms(unsigned Access, const llvm::Loop *SiteLoop, TileFit &Fit,
                 LayoutAccess &Out, FitFailure &Failure, bool IgnoreThreads);

  FactorTable &Factors;
  const TileRequest &Request;
  llvm::ArrayRef<AccessRead> Reads;
  bool Partial; ///< LayoutRequest::Partial
};

} // namespace vx

#endif // VX_ANALYSIS_FOOTPRINTFIT_H
