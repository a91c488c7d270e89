//===- TileLayout.cpp - strides, indices and footprint of a tile ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// (1) A *frame* is the extent with one stride a dimension and one more dimension for the
//     bytes of an element. Neighbouring dimensions without a gap may be one dimension, so
//     that a single loop over a contiguous tile, or a vector load, has an index in it.
// (2) Each coefficient is written in the mixed radix of the strides of its symbol, largest
//     first: 68 with strides 64 and 4 is (1, 1), a diagonal.
// (3) Each access has a least address. The differences of these addresses to the least of
//     all are digits in the same radix: row and column that an access starts at.
// (4) What each dimension needs is the range of its digits; it must be within the extent.
// Strides that nobody stated are searched for (StrideSearch.cpp).
//===----------------------------------------------------------------------===//
#include "TileLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace vx {

namespace {

/// How a coefficient that is no multiple of a stride is split: 60 with strides 64 and 4 is
/// (0, 15) or (1, -1), which is right depends on the walk.
enum class Rounding { Down, Nearest };

int64_t satAdd(int64_t A, int64_t B) {
  int64_t Sum;
  if (!AddOverflow(A, B, Sum))
    return Sum;
  return A < 0 ? INT64_MIN / 2 : INT64_MAX / 2;
}

/// Addresses are modulo 2^64, and so are their parts.
int64_t wrapAdd(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
int64_t wrapMul(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

int64_t quotient(int64_t Value, int64_t Stride, Rounding Round) {
  int64_t Q = Value / Stride;
  int64_t Rest = Value - Q * Stride;
  if (Round == Rounding::Nearest && 2 * std::abs(Rest) > std::abs(Stride))
    Q += (Rest < 0) == (Stride < 0) ? 1 : -1;
  return Q;
}

/// One dimension of a frame: request dimensions First..Last; Last == rank where
/// the bytes of an element belong to it.
struct FrameDim {
  LayoutStride Stride;
  int64_t Extent;
  unsigned First, Last;
};

using Digits = SmallVector<int64_t, MaxRank + 1>;

class Attempt {
public:
  Attempt(const LayoutRequest &Request, ArrayRef<LayoutStride> Stride,
          bool Collapse, Rounding Round, LayoutFailure &Failure)
      : Request(Request), Stride(Stride), Round(Round), Failure(Failure) {
    buildFrame(Collapse);
  }

  std::optional<TileLayout> run();

private:
  struct Row {
    SmallVector<Digits, 4> TermDigits; ///< of each term
    Digits Least;                      ///< of the terms alone
    Digits Start, Span;
    std::map<unsigned, int64_t> Anchor; ///< least offset per symbol
    bool Skewed = false; ///< one counter walks up in one dimension and down in another
  };

  void buildFrame(bool Collapse);
  bool split(int64_t Bytes, unsigned Symbol, Digits &Out, Rounding How) const;
  bool fail(LayoutFailure::Reason Why, unsigned Access, unsigned Symbol = 0);
  bool readTerms();
  bool readOffsets();
  bool checkRanges();
  bool cornersRead(bool Certain) const;
  bool startUnsure() const;
  TileLayout layout() const;
  void fillDim(TileLayout &Out, unsigned D) const;

  const LayoutRequest &Request;
  ArrayRef<LayoutStride> Stride;
  Rounding Round;
  LayoutFailure &Failure;
  SmallVector<FrameDim, MaxRank + 1> Frame;
  SmallVector<unsigned, MaxRank + 1> BySize; ///< Frame, largest stride first
  std::vector<Row> Rows;
  std::map<unsigned, int64_t> Reference;
  Digits Low, High; ///< over all accesses, inclusive low, exclusive high
};

void Attempt::buildFrame(bool Collapse) {
  unsigned Rank = Request.Extent.size();
  for (unsigned D = 0; D < Rank; ++D)
    Frame.push_back({Stride[D], int64_t(Request.Extent[D]), D, D});
  Frame.push_back({{1, 0}, int64_t(Request.Element), Rank, Rank});
  for (unsigned D = Rank; D-- > 0;) {
    FrameDim &Outer = Frame[D], &Inner = Frame[D + 1];
    bool Bytes = Inner.Last == Rank && Inner.First == Rank;
    if (!(Collapse || Bytes) || Outer.Stride.Symbol != Inner.Stride.Symbol ||
        Outer.Stride.Bytes != Inner.Stride.Bytes * Inner.Extent)
      continue;
    Outer = {Inner.Stride, Outer.Extent * Inner.Extent, Outer.First, Inner.Last};
    Frame.erase(Frame.begin() + D + 1);
  }
  BySize = to_vector<MaxRank + 1>(seq<unsigned>(0, Frame.size()));
  sort(BySize, [&](unsigned A, unsigned B) {
    return std::pair(-std::abs(Frame[A].Stride.Bytes), A) <
           std::pair(-std::abs(Frame[B].Stride.Bytes), B);
  });
}

/// Writes \p Bytes * symbol as digits. False if a rest stays.
bool Attempt::split(int64_t Bytes, unsigned Symbol, Digits &Out,
                    Rounding How) const {
  Out.assign(Frame.size(), 0);
  for (unsigned D : BySize) {
    if (Frame[D].Stride.Symbol != Symbol || Bytes == 0)
      continue;
    Out[D] = quotient(Bytes, Frame[D].Stride.Bytes, How);
    Bytes -= Out[D] * Frame[D].Stride.Bytes;
  }
  return Bytes == 0;
}

bool Attempt::fail(LayoutFailure::Reason Why, unsigned Access,
                   unsigned Symbol) {
  bool Known = any_of(
      Frame, [&](const FrameDim &D) { return D.Stride.Symbol == Symbol; });
  // A range that is too large says more than a stride that was a wrong guess.
  if (Failure.Why == LayoutFailure::Searched)
    Failure = {Known ? Why : LayoutFailure::NoStride, 0, Access, Symbol, 0, 0};
  return false;
}

bool Attempt::readTerms() {
  Rows.reserve(Request.Accesses.size());
  for (auto [A, Access] : enumerate(Request.Accesses)) {
    Row &R = Rows.emplace_back();
    R.Least.assign(Frame.size(), 0);
    R.Span.assign(Frame.size(), 0);
    std::map<std::pair<unsigned, unsigned>, bool> Upwards; // group, dimension
    std::map<unsigned, bool> Direction;                    // of a group
    for (const LayoutTerm &T : Access.Terms) {
      if (!T.Group)
        Direction.erase(0);
      Digits &Ds = R.TermDigits.emplace_back();
      if (!split(T.Bytes, T.Symbol, Ds, Round))
        return fail(LayoutFailure::Indivisible, A, T.Symbol);
      for (unsigned D = 0; D < Frame.size(); ++D) {
        int64_t AtLo, AtHi;
        if (MulOverflow(Ds[D], T.Lo, AtLo) || MulOverflow(Ds[D], T.Hi, AtHi))
          return fail(LayoutFailure::Indivisible, A, T.Symbol);
        if (AtLo != AtHi)
          R.Skewed |= Direction.try_emplace(T.Group, AtLo < AtHi).first->second !=
                      (AtLo < AtHi);
        // The least address would be one that no thread reads.
        if (T.Group && AtLo != AtHi &&
            Upwards.try_emplace({T.Group, D}, AtLo < AtHi).first->second !=
                (AtLo < AtHi))
          return fail(LayoutFailure::Correlated, A, T.Symbol);
        R.Least[D] = satAdd(R.Least[D], std::min(AtLo, AtHi));
        R.Span[D] = satAdd(R.Span[D], std::abs(AtHi - AtLo));
      }
    }
  }
  return true;
}

/// Step (3). The reference is the least anchor of each symbol.
bool Attempt::readOffsets() {
  for (auto [R, Access] : zip(Rows, Request.Accesses)) {
    R.Anchor = Access.Offsets;
    for (unsigned D = 0; D < Frame.size(); ++D)
      R.Anchor[Frame[D].Stride.Symbol] =
          wrapAdd(R.Anchor[Frame[D].Stride.Symbol],
                  wrapMul(R.Least[D], Frame[D].Stride.Bytes));
  }
  for (const Row &R : Rows)
    for (auto [Symbol, Bytes] : R.Anchor)
      Reference.try_emplace(Symbol, Bytes);
  for (auto &[Symbol, Bytes] : Reference)
    for (Row &R : Rows)
      Bytes = std::min(Bytes, R.Anchor.try_emplace(Symbol, 0).first->second);
  for (auto [A, R] : enumerate(Rows)) {
    R.Start.assign(Frame.size(), 0);
    for (auto [Symbol, Bytes] : R.Anchor) {
      Digits Ds;
      if (!split(wrapAdd(Bytes, -Reference[Symbol]), Symbol, Ds, Round))
        return fail(LayoutFailure::Indivisible, A, Symbol);
      for (unsigned D = 0; D < Frame.size(); ++D)
        R.Start[D] += Ds[D];
    }
  }
  return true;
}

/// Step (4).
bool Attempt::checkRanges() {
  unsigned Rank = Request.Extent.size();
  Low.assign(Frame.size(), INT64_MAX);
  High.assign(Frame.size(), INT64_MIN);
  SmallVector<unsigned, MaxRank + 1> Farthest(Frame.size(), 0);
  for (auto [A, R, Access] : enumerate(Rows, Request.Accesses))
    for (unsigned D = 0; D < Frame.size(); ++D) {
      int64_t Width = Frame[D].Last == Rank ? Access.Width : 1;
      int64_t End = satAdd(satAdd(R.Start[D], R.Span[D]), Width);
      Low[D] = std::min(Low[D], R.Start[D]);
      if (End > High[D])
        Farthest[D] = A;
      High[D] = std::max(High[D], End);
      int64_t Needed = High[D] - Low[D];
      if (Needed <= Frame[D].Extent)
        continue;
      bool Bytes = Frame[D].First == Rank;
      if (Bytes && Access.Width <= Frame[D].Extent)
        return fail(LayoutFailure::Indivisible, A);
      int64_t Unit = Frame[D].Last == Rank && !Bytes ? Request.Element : 1;
      bool Closer = Failure.Why != LayoutFailure::Exceeds ||
                    (!Bytes && Needed / Unit - Frame[D].Extent / Unit <
                                   Failure.Needed - Failure.Limit);
      if (Closer)
        Failure = {Bytes ? LayoutFailure::WiderThanElement
                         : LayoutFailure::Exceeds,
                   Frame[D].First, Farthest[D], 0,
                   int64_t(divideCeil(uint64_t(Needed), uint64_t(Unit))),
                   Frame[D].Extent / Unit};
      return false;
    }
  return true;
}

/// The bytes inside an element don't count: whole elements are copied.
bool Attempt::cornersRead(bool Certain) const {
  unsigned Rank = Request.Extent.size();
  auto ReadBy = [&](auto Reaches) {
    return any_of(zip(Rows, Request.Accesses), [&](const auto &RowAndAccess) {
      const auto &[R, Access] = RowAndAccess;
      if (R.Skewed || (Certain && !Access.Certain))
        return false;
      for (unsigned D = 0; D < Frame.size(); ++D)
        if (Frame[D].First < Rank &&
            !Reaches(R, D, Frame[D].Last == Rank ? Access.Width : 1))
          return false;
      return true;
    });
  };
  return ReadBy([&](const Row &R, unsigned D, int64_t) {
           return R.Start[D] == Low[D];
         }) &&
         ReadBy([&](const Row &R, unsigned D, int64_t Width) {
           return R.Start[D] + R.Span[D] + Width == High[D];
         });
}

/// Single elements have one place in a row; a vector may as well go on in the next one.
bool Attempt::startUnsure() const {
  return any_of(Rows, [](const Row &R) { return R.Skewed; }) ||
         any_of(Request.Accesses, [&](const LayoutAccess &A) {
           return A.Width > int64_t(Request.Element);
         });
}

/// Writes frame dimension \p D to the request's dimensions that it stands for.
void Attempt::fillDim(TileLayout &Out, unsigned D) const {
  const FrameDim &F = Frame[D];
  unsigned Rank = Request.Extent.size();
  bool HasBytes = F.Last == Rank;
  int64_t Unit = HasBytes ? Request.Element : 1;
  unsigned Last = HasBytes ? Rank - 1 : F.Last;
  uint64_t Elements = divideCeil(uint64_t(High[D] - Low[D]), uint64_t(Unit));
  uint64_t Inner = 1;
  for (unsigned I = F.First + 1; I <= Last; ++I)
    Inner *= Request.Extent[I];
  bool WholeRows = Elements % Inner == 0;
  for (unsigned I = F.First; I <= Last; ++I) {
    bool Outermost = I == F.First;
    if (F.First == Last || WholeRows) {
      Out.Storage[I] = Request.Extent[I];
      Out.Footprint[I] = Outermost ? Elements / Inner : Request.Extent[I];
    } else {
      Out.Storage[I] = I == Last ? Inner * Request.Extent[F.First] : 1;
      Out.Footprint[I] = I == Last ? Elements : 1;
    }
  }
  for (auto [Access, R] : zip(Out.Accesses, Rows)) {
    LayoutIndex &Index = Access.Index[Last];
    int64_t Start = R.Start[D] - Low[D] - R.Least[D];
    int64_t Rest = HasBytes ? Start % Unit : 0;
    Index.Constant = (Start - Rest) / Unit;
    Access.Byte.Constant += Rest;
    for (auto [I, Ds] : enumerate(R.TermDigits)) {
      bool Whole = Ds[D] % Unit == 0;
      Index.Coefficient[I] = Whole ? Ds[D] / Unit : 0;
      Access.Byte.Coefficient[I] += Whole ? 0 : Ds[D];
    }
  }
}

TileLayout Attempt::layout() const {
  unsigned Rank = Request.Extent.size();
  TileLayout Out;
  Out.CornersRead = cornersRead(/*Certain=*/false);
  Out.CornersCertain = cornersRead(/*Certain=*/true);
  Out.Rounded = Round == Rounding::Nearest && startUnsure();
  Out.Stride.assign(Stride.begin(), Stride.end());
  Out.Storage.assign(Rank, 1);
  Out.Footprint.assign(Rank, 1);
  Out.Origin = Reference;
  for (unsigned D = 0; D < Frame.size(); ++D)
    Out.Origin[Frame[D].Stride.Symbol] =
        wrapAdd(Out.Origin[Frame[D].Stride.Symbol],
                wrapMul(Low[D], Frame[D].Stride.Bytes));
  for (const Row &R : Rows) {
    TileLayout::Access &A = Out.Accesses.emplace_back();
    LayoutIndex Zero;
    Zero.Coefficient.assign(R.TermDigits.size(), 0);
    A.Index.assign(Rank, Zero);
    A.Byte = Zero;
  }
  for (unsigned D = 0; D < Frame.size(); ++D) {
    if (Frame[D].First < Rank) {
      fillDim(Out, D);
      continue;
    }
    for (auto [Access, R] : zip(Out.Accesses, Rows)) {
      Access.Byte.Constant += R.Start[D] - Low[D] - R.Least[D];
      for (auto [I, Ds] : enumerate(R.TermDigits))
        Access.Byte.Coefficient[I] += Ds[D];
    }
  }
  return Out;
}

std::optional<TileLayout> Attempt::run() {
  if (!readTerms() || !readOffsets() || !checkRanges())
    return std::nullopt;
  return layout();
}

} // namespace

std::optional<TileLayout> layoutWithStrides(const LayoutRequest &Request,
                                     ArrayRef<LayoutStride> Stride,
                                     LayoutFailure &Failure,
                                     bool CornersOnly) {
  if (any_of(Stride, [](const LayoutStride &S) { return S.Bytes == 0; }))
    return std::nullopt;
  // A rectangle with corners that nobody reads may start before all that is read if digits
  // were rounded: vectors that go on in the next row, {0, 4} with rows of 6, as (1, -2).
  std::optional<TileLayout> Rounded;
  for (bool Collapse : {false, true})
    for (Rounding Round : {Rounding::Down, Rounding::Nearest}) {
      auto Layout = Attempt(Request, Stride, Collapse, Round, Failure).run();
      if (!Layout || (CornersOnly && !Layout->CornersCertain))
        continue;
      if (Layout->CornersRead || (!Rounded && !Layout->Rounded))
        return Layout;
      if (!Rounded)
        Rounded = std::move(Layout);
    }
  return Rounded;
}

bool stepClearsTile(const TileLayout &Layout, ArrayRef<uint64_t> Extent,
                    const LayoutStride &Step) {
  int64_t Reach = 0;
  for (auto [Stride, N] : zip_equal(Layout.Stride, Extent))
    if (Stride.Symbol == Step.Symbol)
      Reach = satAdd(Reach, int64_t(N - 1) * std::abs(Stride.Bytes));
  return std::abs(Step.Bytes) > Reach;
}

bool stepLeavesTile(const TileLayout &Layout, ArrayRef<uint64_t> Extent,
                    const LayoutStride &Step) {
  SmallVector<unsigned, MaxRank> BySize;
  for (unsigned D = 0; D < Extent.size(); ++D)
    if (Layout.Stride[D].Symbol == Step.Symbol)
      BySize.push_back(D);
  sort(BySize, [&](unsigned A, unsigned B) {
    return std::pair(-std::abs(Layout.Stride[A].Bytes), A) <
           std::pair(-std::abs(Layout.Stride[B].Bytes), B);
  });
  int64_t Rest = std::abs(Step.Bytes);
  for (unsigned D : BySize) {
    int64_t Stride = std::abs(Layout.Stride[D].Bytes);
    uint64_t Steps = Rest / Stride;
    Rest %= Stride;
    if (Steps >= Extent[D] ||
        (Steps > 0 && Layout.Footprint[D] >= Extent[D]))
      return true;
  }
  // A rest is no walk along the dimensions of the tile.
  return Rest != 0 || BySize.empty();
}

} // namespace vx
