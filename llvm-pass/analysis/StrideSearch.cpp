//===- StrideSearch.cpp - strides that nobody stated ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From the innermost dimension outwards, each dimension is tried with the coefficients of the
// addresses, the stride that makes it contiguous, and the distances of unrolled loads; the
// first vector with which every access stays inside the extent is taken:
//
//   4096 * j + 4 * d, extent 16x64    innermost 4, then 4096 (256, contiguous, would not do)
//
// A guess may fit and be wrong: unrolled rows of 5 at a pitch of 7 are also places in rows at a
// pitch of 5, but then the rectangle around them ends behind the last load. So a rectangle
// whose corners nobody reads is taken only if loops or threads walk its strides. Lanes that a
// mask may switch off read no corner. Without that, four of them would also be places in the
// next rows of an extent 4x1 or 4x6, where nothing says that these follow without a gap:
//
//   4096 * r + {0, 4, 8, 12}, the last three off, extent 4x1      strides 4, 4 are a guess
//
// With strides that are walked they run along a row, so past its end only where rows are
// walked as contiguous ones.
#include "TileLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace vx {

namespace {

class StrideSearch {
public:
  StrideSearch(const LayoutRequest &Request, LayoutFailure &Failure)
      : Request(Request), Failure(Failure),
        Current(Request.Extent.size()),
        Certain(all_of(Request.Accesses,
                       [](const LayoutAccess &A) { return A.Certain; })) {
    collect();
    if (Request.Accesses.size() > SampleFrom)
      takeSample();
  }

  std::optional<TileLayout> run() {
    auto Layout = choose(Request.Extent.size());
    if (Layout || Run)
      return Layout ? Layout : Run;
    if (Guessed) {
      Failure = LayoutFailure();
      Failure.Why = LayoutFailure::Guessed;
    }
    return Doubtful;
  }

private:
  /// Vectors tried before giving up; a tile of a real kernel needs a handful.
  static constexpr unsigned MaxTries = 256;
  /// Distances of unrolled loads that may be strides.
  static constexpr size_t MaxDistances = 8;
  /// Distances that make an innermost stride credible.
  static constexpr size_t MinWalk = 3;

  void add(std::vector<LayoutStride> &To, LayoutStride S) {
    if (S.Bytes != 0 && !is_contained(To, S))
      To.push_back(S);
  }
  /// From this number of accesses on, strides are tried on a few of them first.
  static constexpr size_t SampleFrom = 8;
  /// Every so manieth access is in the sample, beside the outermost ones.
  static constexpr size_t SampleParts = 4;

  void collect();
  void takeSample();
  bool refusedBySample();
  std::optional<TileLayout> choose(unsigned Dim);
  std::optional<TileLayout> tryCurrent();
  bool walked(const TileLayout &Layout) const;
  bool runIsWalked(const TileLayout &Layout, unsigned Dim) const;
  bool rowsOverlap() const;
  bool cornersRead(const TileLayout &Layout) const;
  std::vector<LayoutStride> candidates(unsigned Dim) const;
  void appendDistances(std::vector<LayoutStride> &To,
                       LayoutStride LargerThan) const;

  const LayoutRequest &Request;
  LayoutFailure &Failure;
  SmallVector<LayoutStride, MaxRank> Current;
  std::vector<LayoutStride> Coefficients, Distances;
  LayoutRequest Sample;
  SmallVector<unsigned, 8> Sampled; ///< which accesses are in it
  unsigned Tries = 0;
  bool Certain;         ///< all accesses are
  bool Guessed = false; ///< a layout was refused as a guess
  std::optional<TileLayout> Doubtful;
  std::optional<TileLayout> Run; ///< of such strides, but as one run of what is read
};

/// Unrolled loops have hundreds of loads, and most guesses of strides fail on the first or the
/// last of them.
void StrideSearch::takeSample() {
  auto Offset = [&](unsigned A) {
    auto It = Request.Accesses[A].Offsets.find(0);
    return It == Request.Accesses[A].Offsets.end() ? 0 : It->second;
  };
  auto Less = [&](unsigned A, unsigned B) { return Offset(A) < Offset(B); };
  auto All = to_vector(seq<unsigned>(0, Request.Accesses.size()));
  Sampled = {0, 1, *min_element(All, Less), *max_element(All, Less)};
  for (unsigned A = 0; A < All.size(); A += All.size() / SampleParts)
    Sampled.push_back(A);
  sort(Sampled);
  Sampled.erase(unique(Sampled), Sampled.end());
  Sample.Extent = Request.Extent;
  Sample.Element = Request.Element;
  for (unsigned A : Sampled)
    Sample.Accesses.push_back(Request.Accesses[A]);
}

bool StrideSearch::refusedBySample() {
  if (Sampled.empty())
    return false;
  LayoutFailure Found = Failure;
  if (layoutWithStrides(Sample, Current, Found))
    return false;
  if (Found.Why != Failure.Why || Found.Needed != Failure.Needed) {
    Failure = Found;
    Failure.Access = Sampled[Found.Access];
  }
  return true;
}

void StrideSearch::collect() {
  auto BySize = [](const LayoutStride &A, const LayoutStride &B) {
    return std::pair(A.Bytes, A.Symbol) < std::pair(B.Bytes, B.Symbol);
  };
  for (const LayoutAccess &A : Request.Accesses)
    for (const LayoutTerm &T : A.Terms)
      if (T.Lo != T.Hi)
        add(Coefficients, {std::abs(T.Bytes), T.Symbol});
  sort(Coefficients, BySize);
  const auto &First = Request.Accesses.front().Offsets;
  for (const LayoutAccess &A : Request.Accesses)
    for (auto [Symbol, Bytes] : A.Offsets) {
      auto It = First.find(Symbol);
      add(Distances,
          {std::abs(Bytes - (It == First.end() ? 0 : It->second)), Symbol});
    }
  sort(Distances, BySize);
}

std::vector<LayoutStride> StrideSearch::candidates(unsigned Dim) const {
  unsigned Rank = Request.Extent.size();
  LayoutStride Element{int64_t(Request.Element), 0};
  if (Dim + 1 == Rank) {
    std::vector<LayoutStride> Inner = {Element};
    for (const LayoutStride &S : Coefficients)
      if (S.Symbol != 0 || S.Bytes > Element.Bytes)
        Inner.push_back(S);
    // Two loads far apart are no walk.
    if (Distances.size() >= MinWalk)
      appendDistances(Inner, Element);
    return Inner;
  }
  LayoutStride Inner = Current[Dim + 1];
  LayoutStride Contiguous{
      int64_t(uint64_t(Inner.Bytes) * Request.Extent[Dim + 1]), Inner.Symbol};
  // A dimension of one element has no stride of its own.
  if (Request.Extent[Dim] == 1)
    return {Contiguous};
  std::vector<LayoutStride> Outer;
  auto Larger = [&](const LayoutStride &S) {
    return S.Symbol != Inner.Symbol || S.Bytes > Inner.Bytes;
  };
  copy_if(Coefficients, std::back_inserter(Outer), Larger);
  if (!is_contained(Outer, Contiguous))
    Outer.push_back(Contiguous);
  appendDistances(Outer, Inner);
  return Outer;
}

void StrideSearch::appendDistances(std::vector<LayoutStride> &To,
                                   LayoutStride LargerThan) const {
  size_t Taken = 0;
  for (const LayoutStride &S : Distances)
    if ((S.Symbol != LargerThan.Symbol || S.Bytes > LargerThan.Bytes) &&
        !is_contained(To, S) && Taken++ < MaxDistances)
      To.push_back(S);
}

/// Dimension \p Dim of the footprint goes on in the next ones outwards (TileLayout::Storage):
/// these are walked, too.
bool StrideSearch::runIsWalked(const TileLayout &Layout, unsigned Dim) const {
  uint64_t Reach = Request.Extent[Dim];
  for (unsigned D = Dim; D-- > 0 && Reach < Layout.Footprint[Dim];) {
    if (Request.Extent[D] > 1 && !is_contained(Coefficients, Current[D]))
      return false;
    Reach *= Request.Extent[D];
  }
  return true;
}

/// Lanes that may be off count where they divide a row and the whole extent is read.
bool StrideSearch::cornersRead(const TileLayout &Layout) const {
  int64_t Row = int64_t(Request.Extent.back() * Request.Element);
  auto InRow = [&](const LayoutAccess &A) {
    return A.Certain || Row % A.Width == 0;
  };
  return Layout.CornersCertain ||
         (Layout.CornersRead && Layout.Footprint == Request.Extent &&
          all_of(Request.Accesses, InRow));
}

/// A row starts before the one that is inside of it ends.
bool StrideSearch::rowsOverlap() const {
  for (unsigned D = 0; D + 1 < Current.size(); ++D) {
    LayoutStride Outer = Current[D], Inner = Current[D + 1];
    if (Outer.Symbol == Inner.Symbol &&
        uint64_t(Outer.Bytes) / uint64_t(Inner.Bytes) < Request.Extent[D + 1])
      return true;
  }
  return false;
}

/// Every stride that the footprint uses is one that a loop or the threads walk, or is that of
/// neighbouring elements.
bool StrideSearch::walked(const TileLayout &Layout) const {
  unsigned Rank = Request.Extent.size();
  // The steps of vectors in a row are no rows: {0, 16} is not the pitch of rows of 6 floats.
  if (!Certain && rowsOverlap())
    return false;
  for (unsigned D = 0; D < Rank; ++D) {
    LayoutStride S = Current[D];
    bool Neighbours =
        D + 1 == Rank && S == LayoutStride{int64_t(Request.Element), 0};
    if (Layout.Footprint[D] > 1 && !Neighbours && !is_contained(Coefficients, S))
      return false;
    if (!Certain && !runIsWalked(Layout, D))
      return false;
  }
  return true;
}

std::optional<TileLayout> StrideSearch::tryCurrent() {
  if (++Tries > MaxTries || refusedBySample())
    return std::nullopt;
  auto Layout = layoutWithStrides(Request, Current, Failure);
  if (!Layout || Request.Partial || cornersRead(*Layout) ||
      (walked(*Layout) && (Layout->CornersRead || !Layout->Rounded)))
    return Layout;
  // Lanes past a row's end are better named by how far they reach.
  Guessed |= Certain || Failure.Why != LayoutFailure::Exceeds;
  if (!Certain && !Doubtful && Layout->CornersRead) {
    Doubtful = Layout;
    Doubtful->Doubtful = true;
  }
  if (!Run)
    Run = layoutWithStrides(Request, Current, Failure, /*CornersOnly=*/true);
  return std::nullopt;
}

std::optional<TileLayout> StrideSearch::choose(unsigned Dim) {
  if (Dim == 0)
    return tryCurrent();
  for (const LayoutStride &S : candidates(Dim - 1)) {
    Current[Dim - 1] = S;
    if (auto Layout = choose(Dim - 1))
      return Layout;
    if (Tries > MaxTries)
      return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<TileLayout> findLayout(const LayoutRequest &Request,
                                     LayoutFailure &Failure) {
  if (!Request.Stride.empty())
    return layoutWithStrides(Request, Request.Stride, Failure);
  return StrideSearch(Request, Failure).run();
}

} // namespace vx
