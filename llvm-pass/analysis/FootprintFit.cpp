//===- FootprintFit.cpp - which loops walk inside a tile ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// With a site loop chosen, every product of an address is either fixed while the tile is
// resident or walks in it:
//
//   K + 1024*t + 64*j + 4*d, site loop t, extent 16x16
//     fixed: K + 1024*t (symbol t)      walks: 64*j, 4*d (j, d < 16)
//
// The walks go to the layout, which says whether they stay inside the extent.
#include "FootprintFit.h"
#include <set>
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace vx {

TileFitter::TileFitter(FactorTable &Factors, const TileRequest &Request,
                       ArrayRef<AccessRead> Reads, bool Partial)
    : Factors(Factors), Request(Request), Reads(Reads), Partial(Partial) {}

int64_t TileFitter::extentBytes(const TileRequest &Request) {
  int64_t Bytes = Request.ElementBytes;
  for (uint64_t E : Request.Extent)
    if (MulOverflow(Bytes, int64_t(E), Bytes))
      return INT64_MAX / 2;
  return Bytes;
}

unsigned TileFitter::symbol(const Product &P,
                            std::vector<Product> &Symbols) const {
  auto It = find(Symbols, P);
  if (It == Symbols.end())
    It = Symbols.insert(It, P);
  return It - Symbols.begin();
}

const Loop *TileFitter::outermostInTile(const AccessRead &Read,
                                        const Loop *SiteLoop) const {
  const Loop *L =
      Factors.context().LI.getLoopFor(Read.Access->getParent());
  if (L == SiteLoop)
    return nullptr;
  while (L && L->getParentLoop() != SiteLoop)
    L = L->getParentLoop();
  return L;
}

/// The group of an earlier term with a value in common, or a new one.
unsigned TileFitter::group(const Product &P, unsigned Access,
                           const TileFit &Fit) const {
  auto Leaves = [&](const Product &Of) {
    SmallPtrSet<const void *, 4> Found;
    for (unsigned Factor : Of)
      SCEVExprContains(Factors.scev(Factor), [&](const SCEV *S) {
        if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
          Found.insert(Rec->getLoop());
        else if (isa<SCEVUnknown>(S))
          Found.insert(S);
        return false;
      });
    return Found;
  };
  auto Mine = Leaves(P);
  const std::vector<Product> &Earlier = Fit.Varying[Access];
  for (auto [I, Other] : enumerate(Earlier))
    if (any_of(Leaves(Other), [&](const void *L) { return Mine.contains(L); }))
      return I + 1;
  return Earlier.size() + 1;
}

bool TileFitter::readTerms(unsigned Access, const Loop *SiteLoop, TileFit &Fit,
                           LayoutAccess &Out, FitFailure &Failure,
                           bool IgnoreThreads) {
  const AccessRead &Read = Reads[Access];
  const Loop *Outermost = outermostInTile(Read, SiteLoop);
  ScalarEvolution &SE = Factors.context().SE;
  const SCEV *Pointer = SE.getSCEV(const_cast<Value *>(Read.Form.Pointer));
  Failure.Access = Access;
  if (Outermost && !SE.isLoopInvariant(Pointer, Outermost)) {
    Failure.Why = FitFailure::PointerMoves;
    return false;
  }
  Out.Width = Read.Width;
  Out.Certain = Read.Certain;
  const SplitAddress &Split = Factors.split(
      Read.Form.Offset, *Read.Access, Outermost, extentBytes(Request));
  if (Access == 0)
    Fit.Wrap = Split.Wrap;
  std::set<std::pair<int64_t, unsigned>> Coefficients; // of threads' parts
  for (const auto &[P, Bytes] : Split.Formal) {
    Product Fixed, Varying;
    bool Threads = false;
    for (unsigned Factor : P) {
      Threads |= Factors.isDivergent(Factor);
      (Factors.walks(Factor, Outermost) ? Varying : Fixed).push_back(Factor);
    }
    unsigned Symbol = symbol(Fixed, Fit.Symbols);
    if (Varying.empty()) {
      Out.Offsets[Symbol] = Bytes;
      continue;
    }
    if (Threads && IgnoreThreads)
      continue;
    auto R = Factors.rangeAt(Varying, *Read.Access, extentBytes(Request));
    if (!R) {
      Failure.Why = FitFailure::Unbounded;
      Failure.Part = Varying;
      return false;
    }
    if (Threads && R->Lo != R->Hi)
      Fit.SplitIndex |= !Coefficients.insert({Bytes, Symbol}).second ||
                        Factors.boundTogether(Varying, *Read.Access, extentBytes(Request));
    Out.Terms.push_back(
        {Bytes, Symbol, R->Lo, R->Hi, group(Varying, Access, Fit)});
    Fit.Varying[Access].push_back(Varying);
  }
  return true;
}

std::optional<TileFit> TileFitter::fit(const Loop *SiteLoop,
                                       FitFailure &Failure,
                                       bool IgnoreThreads) {
  TileFit Fit;
  Fit.SiteLoop = SiteLoop;
  Fit.Symbols.push_back({});
  Fit.Varying.resize(Reads.size());
  LayoutRequest Layout;
  Layout.Partial = Partial;
  Layout.Extent = Request.Extent;
  Layout.Element = Request.ElementBytes;
  for (uint64_t S : Request.Stride)
    Layout.Stride.push_back({int64_t(S * Request.ElementBytes), 0});
  for (unsigned A = 0; A < Reads.size(); ++A)
    if (!readTerms(A, SiteLoop, Fit, Layout.Accesses.emplace_back(), Failure,
                   IgnoreThreads))
      return std::nullopt;
  LayoutFailure Arithmetic;
  auto Found = findLayout(Layout, Arithmetic);
  if (!Found) {
    Failure.Why = FitFailure::Layout;
    Failure.Arithmetic = Arithmetic;
    Failure.Access = Arithmetic.Access;
    Failure.Symbols = Fit.Symbols;
    return std::nullopt;
  }
  if (Found->Doubtful)
    Fit.Doubt = Arithmetic;
  Fit.Layout = std::move(*Found);
  return Fit;
}

/// Lanes that may be off, and the parts of an index that a guard bounds as a whole, make a
/// layout fit that is none of the tile's. Lanes that divide a row are taken as inside it where
/// the whole extent is read.
bool TileFitter::mayReadLess(const TileFit &Fit) const {
  int64_t Row = int64_t(Request.Extent.back() * Request.ElementBytes);
  bool Whole = Fit.Layout.Footprint == Request.Extent;
  return Fit.SplitIndex || any_of(Reads, [&](const AccessRead &R) {
           return !R.Certain && !(Whole && Row % R.Width == 0);
         });
}

bool TileFitter::stepStaysInside(const TileFit &Fit) const {
  // Then a step inside the extent is no proof that the base moves.
  bool Strict = mayReadLess(Fit);
  auto Leaves = [&](int64_t Bytes, unsigned Symbol) {
    LayoutStride Step{Bytes, Symbol};
    return Strict ? stepClearsTile(Fit.Layout, Request.Extent, Step)
                  : stepLeavesTile(Fit.Layout, Request.Extent, Step);
  };
  bool Steps = false;
  for (const AccessRead &Read : Reads) {
    const Loop *Inner = outermostInTile(Read, Fit.SiteLoop);
    Polynomial Offset =
        Factors.splitWrapped(Read.Form.Offset, *Read.Access, Fit.SiteLoop,
                             extentBytes(Request),
                             FactorTable::FixedPart::Formal);
    for (const auto &[P, Bytes] : Offset) {
      // The walks of inner loops are in the tile already.
      if (Inner && any_of(P, [&](unsigned Factor) {
            return Factors.variesIn(Factor, *Inner);
          }))
        continue;
      Product Others;
      std::optional<int64_t> Step;
      bool Threads = false, Opaque = false;
      for (unsigned Factor : P) {
        Threads |= Factors.isDivergent(Factor);
        if (!Factors.variesIn(Factor, *Fit.SiteLoop)) {
          Others.push_back(Factor);
          continue;
        }
        Opaque |= Step.has_value();
        Step = Factors.stepIn(Factor, *Fit.SiteLoop);
        Opaque |= !Step;
      }
      if (Threads || (!Step && !Opaque))
        continue;
      auto Symbol = find(Fit.Symbols, Others);
      if (Opaque || Symbol == Fit.Symbols.end() ||
          Leaves(int64_t(uint64_t(Bytes) * uint64_t(*Step)),
                 unsigned(Symbol - Fit.Symbols.begin())))
        return false;
      Steps = true;
    }
  }
  return Steps;
}

} // namespace vx
