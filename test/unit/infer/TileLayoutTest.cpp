//===- TileLayoutTest.cpp - strides, indices and footprints as arithmetic ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analysis/TileLayout.h"
#include <gtest/gtest.h>

using namespace vx;

namespace {

using Dims = llvm::SmallVector<uint64_t, MaxRank>;

struct Case {
  const char *Name;
  Dims Extent;
  uint64_t Element;
  std::vector<LayoutStride> Known; ///< empty: searched
  std::vector<LayoutAccess> Accesses;
  std::vector<LayoutStride> Stride; ///< expected; empty: refused
  Dims Footprint;
  Dims Storage = {}; ///< expected; empty: the extent
};

std::ostream &operator<<(std::ostream &OS, const Case &C) { return OS << C.Name; }

LayoutAccess access(std::vector<LayoutTerm> Terms, int64_t Width = 4,
                    int64_t Offset = 0) {
  LayoutAccess A;
  A.Terms.assign(Terms.begin(), Terms.end());
  if (Offset)
    A.Offsets[0] = Offset;
  A.Width = Width;
  return A;
}

LayoutAccess symbolic(unsigned Symbol, int64_t Offset,
                      std::vector<LayoutTerm> Terms) {
  LayoutAccess A = access(Terms);
  A.Offsets[Symbol] = Offset;
  return A;
}

std::vector<LayoutAccess> unrolled(unsigned Count, int64_t Step,
                                   std::vector<LayoutTerm> Terms) {
  std::vector<LayoutAccess> All;
  for (unsigned I = 0; I < Count; ++I)
    All.push_back(access(Terms, 4, I * Step));
  return All;
}

std::vector<LayoutAccess> unrolledAt(std::vector<int64_t> Offsets) {
  std::vector<LayoutAccess> Result;
  for (int64_t Bytes : Offsets)
    Result.push_back(access({}, 4, Bytes));
  return Result;
}

LayoutRequest requestOf(const Case &C) {
  LayoutRequest R;
  R.Extent = C.Extent;
  R.Element = C.Element;
  R.Stride.assign(C.Known.begin(), C.Known.end());
  R.Accesses = C.Accesses;
  return R;
}

/// Addresses of an access by enumeration of its terms: symbols are given odd values, so that
/// an address built from the wrong symbol differs.
struct Walk {
  const LayoutAccess &Access;
  std::vector<int64_t> Values;

  explicit Walk(const LayoutAccess &A) : Access(A) {
    for (const LayoutTerm &T : A.Terms)
      Values.push_back(T.Lo);
  }
  bool next() {
    for (unsigned I = 0; I < Values.size(); ++I) {
      if (Values[I]++ < Access.Terms[I].Hi)
        return true;
      Values[I] = Access.Terms[I].Lo;
    }
    return false;
  }
};

int64_t symbolValue(unsigned Symbol) { return Symbol == 0 ? 1 : 100003 * Symbol; }

int64_t sourceAddress(const Walk &W) {
  int64_t Sum = 0;
  for (auto [Symbol, Bytes] : W.Access.Offsets)
    Sum += Bytes * symbolValue(Symbol);
  for (unsigned I = 0; I < W.Values.size(); ++I)
    Sum += W.Access.Terms[I].Bytes * symbolValue(W.Access.Terms[I].Symbol) *
           W.Values[I];
  return Sum;
}

int64_t valueOf(const LayoutIndex &I, const Walk &W) {
  int64_t Sum = I.Constant;
  for (unsigned T = 0; T < W.Values.size(); ++T)
    Sum += I.Coefficient[T] * W.Values[T];
  return Sum;
}

/// The promise of a layout: origin + index * stride is the address, and what is read there
/// is inside the footprint's copy.
void checkLayout(const LayoutRequest &R, const TileLayout &L) {
  int64_t Origin = 0, StorageBytes = R.Element;
  for (auto [Symbol, Bytes] : L.Origin)
    Origin += Bytes * symbolValue(Symbol);
  for (uint64_t S : L.Storage)
    StorageBytes *= S;
  unsigned Rank = R.Extent.size();
  for (unsigned A = 0; A < R.Accesses.size(); ++A) {
    Walk W(R.Accesses[A]);
    do {
      int64_t Address = Origin + valueOf(L.Accesses[A].Byte, W), Place = 0;
      for (unsigned D = 0; D < Rank; ++D) {
        int64_t Index = valueOf(L.Accesses[A].Index[D], W);
        Address += Index * L.Stride[D].Bytes * symbolValue(L.Stride[D].Symbol);
        Place = Place * L.Storage[D] + Index;
        ASSERT_GE(Index, 0);
      }
      ASSERT_EQ(Address, sourceAddress(W)) << "access " << A;
      Place = Place * R.Element + valueOf(L.Accesses[A].Byte, W);
      ASSERT_GE(Place, 0);
      ASSERT_LE(Place + R.Accesses[A].Width, StorageBytes);
    } while (W.next());
  }
}

class TileLayoutTest : public testing::TestWithParam<Case> {};

TEST_P(TileLayoutTest, Finds) {
  const Case &C = GetParam();
  LayoutRequest R = requestOf(C);
  LayoutFailure Failure;
  auto L = findLayout(R, Failure);
  ASSERT_EQ(L.has_value(), !C.Stride.empty()) << "reason " << Failure.Why;
  if (!L)
    return;
  EXPECT_EQ(std::vector<LayoutStride>(L->Stride.begin(), L->Stride.end()), C.Stride);
  EXPECT_EQ(L->Footprint, C.Footprint);
  EXPECT_EQ(L->Storage, C.Storage.empty() ? C.Extent : C.Storage);
  checkLayout(R, *L);
}

// Terms are {bytes, symbol, lo, hi}.
const Case Cases[] = {
    {"rank1", {64}, 4, {}, {access({{4, 0, 0, 63}})}, {{4, 0}}, {64}},
    {"rank2_contiguous", {16, 64}, 4, {}, {access({{256, 0, 0, 15}, {4, 0, 0, 63}})},
     {{256, 0}, {4, 0}}, {16, 64}},
    {"rank2_pitch", {16, 64}, 4, {}, {access({{4096, 0, 0, 15}, {4, 0, 0, 63}})},
     {{4096, 0}, {4, 0}}, {16, 64}},
    {"rank3", {4, 8, 16}, 2, {},
     {access({{4096, 0, 0, 3}, {64, 0, 0, 7}, {2, 0, 0, 15}}, 2)},
     {{4096, 0}, {64, 0}, {2, 0}}, {4, 8, 16}},
    {"rank5", {2, 3, 2, 3, 4}, 8, {},
     {access({{8192, 0, 0, 1}, {2048, 0, 0, 2}, {512, 0, 0, 1}, {64, 0, 0, 2}, {8, 0, 0, 3}}, 8)},
     {{8192, 0}, {2048, 0}, {512, 0}, {64, 0}, {8, 0}}, {2, 3, 2, 3, 4}},
    {"runtime_pitch", {16, 64}, 4, {}, {access({{4, 1, 0, 15}, {4, 0, 0, 63}})},
     {{4, 1}, {4, 0}}, {16, 64}},
    {"runtime_planes", {2, 4, 8}, 4, {},
     {access({{4, 2, 0, 1}, {4, 1, 0, 3}, {4, 0, 0, 7}})},
     {{4, 2}, {4, 1}, {4, 0}}, {2, 4, 8}},
    {"inner_stride_2", {8, 16}, 4, {}, {access({{512, 0, 0, 7}, {8, 0, 0, 15}})},
     {{512, 0}, {8, 0}}, {8, 16}},
    {"transposed", {16, 16}, 4, {{4, 0}, {256, 0}},
     {access({{4, 0, 0, 15}, {256, 0, 0, 15}})}, {{4, 0}, {256, 0}}, {16, 16}},
    {"stated_stride", {16, 16}, 4, {{256, 0}, {4, 0}},
     {access({{512, 0, 0, 7}, {4, 0, 0, 15}})}, {{256, 0}, {4, 0}}, {15, 16}},
    {"one_loop_over_contiguous", {16, 16}, 4, {}, {access({{4, 0, 0, 255}})},
     {{64, 0}, {4, 0}}, {16, 16}},
    {"part_of_contiguous", {16, 16}, 4, {}, {access({{4, 0, 0, 99}})},
     {{64, 0}, {4, 0}}, {1, 100}, {1, 256}},
    {"whole_rows_of_contiguous", {16, 16}, 4, {}, {access({{4, 0, 0, 127}})},
     {{64, 0}, {4, 0}}, {8, 16}},
    {"vector_load", {16, 16}, 4, {}, {access({{64, 0, 0, 15}, {16, 0, 0, 3}}, 16)},
     {{64, 0}, {4, 0}}, {16, 16}},
    {"vector_over_rows", {4, 2}, 2, {}, {access({}, 16)}, {{4, 0}, {2, 0}}, {4, 2}},
    {"byte_of_element", {8}, 4, {}, {access({{4, 0, 0, 7}}, 1, 3)}, {{4, 0}}, {8}},
    {"count_down", {16}, 4, {}, {access({{-4, 0, 0, 15}}, 4, 60)}, {{4, 0}}, {16}},
    {"mirror_and_plain", {16}, 4, {},
     {access({{-4, 0, 0, 15}}, 4, 60), access({{4, 0, 0, 15}})}, {{4, 0}}, {16}},
    {"diagonal", {16, 16}, 4, {{64, 0}, {4, 0}}, {access({{68, 0, 0, 15}})},
     {{64, 0}, {4, 0}}, {16, 16}},
    {"antidiagonal", {16, 16}, 4, {{256, 0}, {4, 0}}, {access({{252, 0, 0, 15}})},
     {{256, 0}, {4, 0}}, {16, 16}},
    {"unrolled_row", {16, 16}, 4, {}, unrolled(16, 4, {{64, 0, 0, 15}}),
     {{64, 0}, {4, 0}}, {16, 16}},
    {"unrolled_inner_stride_2", {8}, 4, {}, unrolled(8, 8, {}), {{8, 0}}, {8}},
    {"unrolled_rows_of_pitch", {4, 16}, 4, {}, unrolled(4, 256, {{4, 0, 0, 15}}),
     {{256, 0}, {4, 0}}, {4, 16}},
    {"unrolled_by_two", {16, 16}, 4, {},
     {access({{128, 0, 0, 7}, {4, 0, 0, 15}}),
      access({{128, 0, 0, 7}, {4, 0, 0, 15}}, 4, 64)},
     {{64, 0}, {4, 0}}, {16, 16}},
    {"unrolled_runtime_pitch", {2, 8}, 4, {},
     {symbolic(1, 0, {{4, 0, 0, 7}}), symbolic(1, 4, {{4, 0, 0, 7}})},
     {{4, 1}, {4, 0}}, {2, 8}},
    {"common_symbol_is_base", {8}, 4, {},
     {symbolic(1, 12, {{4, 0, 0, 7}}), symbolic(1, 12, {{4, 0, 0, 3}})},
     {{4, 0}}, {8}},
    {"less_than_extent", {16, 64}, 4, {}, {access({{256, 0, 0, 6}, {4, 0, 0, 9}})},
     {{256, 0}, {4, 0}}, {7, 10}},
    {"window_in_row", {64}, 4, {}, {access({{4, 0, 8, 23}})}, {{4, 0}}, {16}},
    {"shifted_second_load", {2, 16}, 4, {{256, 0}, {4, 0}},
     {access({{4, 0, 0, 7}}, 4, 32), access({{4, 0, 0, 7}}, 4, 256)},
     {{256, 0}, {4, 0}}, {2, 16}},
    {"extent_of_one", {1, 8}, 4, {}, {access({{4, 0, 0, 7}})}, {{32, 0}, {4, 0}}, {1, 8}},

    {"row_and_column_of_one_id", {4, 8}, 4, {{32, 0}, {4, 0}},
     {access({{-32, 0, 0, 3, 1}, {4, 0, 0, 7, 1}})}, {{32, 0}, {4, 0}}, {4, 8}},

    // Each of these differs from one above in one number.
    {"refuse_row_too_long", {16, 64}, 4, {{4096, 0}, {4, 0}},
     {access({{4096, 0, 0, 15}, {4, 0, 0, 64}})}, {}, {}},
    {"refuse_row_too_many", {16, 64}, 4, {},
     {access({{4096, 0, 0, 16}, {4, 0, 0, 63}})}, {}, {}},
    {"refuse_past_contiguous", {16, 16}, 4, {}, {access({{4, 0, 0, 256}})}, {}, {}},
    {"refuse_vector_past_end", {16}, 4, {}, {access({{16, 0, 0, 3}}, 20)}, {}, {}},
    {"refuse_foreign_symbol", {8}, 4, {},
     {symbolic(1, 12, {{4, 0, 0, 7}}), symbolic(1, 16, {{4, 0, 0, 3}})}, {}, {}},
    {"refuse_wide_load_of_strided", {8}, 4, {{8, 0}}, {access({{8, 0, 0, 7}}, 8)}, {}, {}},
    // 4 * x - 12 * (x / 3) as two terms: that the least is 0 can't be seen.
    {"refuse_correlated", {64}, 4, {{4, 0}},
     {access({{4, 0, 0, 31, 1}, {-12, 0, 0, 10, 1}})}, {}, {}},
    {"refuse_two_places", {16}, 4, {}, unrolled(2, 4096, {}), {}, {}},
    {"refuse_zero_stride", {8}, 4, {{0, 0}}, {access({{4, 0, 0, 7}})}, {}, {}},
    // Rows of 2 at a pitch of 3 are no rows at a pitch of 2, although all places fit.
    {"unrolled_rows_not_contiguous", {2, 2, 2}, 4, {}, unrolledAt({0, 4, 12, 16}),
     {{12, 0}, {8, 0}, {4, 0}}, {2, 1, 2}},
    {"unrolled_rows_contiguous", {2, 2, 2}, 4, {}, unrolled(8, 4, {}),
     {{16, 0}, {8, 0}, {4, 0}}, {2, 2, 2}},
    // Nothing past the last element: one run.
    {"unrolled_part_of_contiguous", {2, 2}, 4, {}, unrolledAt({0, 4, 8}),
     {{8, 0}, {4, 0}}, {1, 3}, {1, 4}},
    // Walked strides are the tile's even where the corners are not read.
    {"cross", {3, 3}, 4, {},
     {access({{4, 0, 0, 2}}, 4, 40), access({{40, 0, 0, 2}}, 4, 4)},
     {{40, 0}, {4, 0}}, {3, 3}},
    {"refuse_guessed_pitch", {2, 2}, 4, {}, unrolledAt({0, 4, 400}), {}, {}},
    {"stated_pitch", {2, 2}, 4, {{400, 0}, {4, 0}}, unrolledAt({0, 4, 400}),
     {{400, 0}, {4, 0}}, {2, 2}},
    {"refuse_two_runtime_terms", {8}, 4, {},
     {access({{4, 1, 0, 7}, {4, 2, 0, 7}})}, {}, {}},
};

INSTANTIATE_TEST_SUITE_P(All, TileLayoutTest, testing::ValuesIn(Cases),
                         [](const auto &Info) { return Info.param.Name; });

/// Lanes that may be off show no strides: four of them in rows of one are a guess.
TEST(TileLayoutLanes, MayBeOff) {
  LayoutFailure Failure;
  Case InRow = {"", {4, 4}, 4, {}, {access({{136, 0, 0, 3}}, 16)}, {}, {}};
  Case PastRow = {"", {4, 1}, 4, {}, {access({}, 16)}, {}, {}};
  for (bool Certain : {true, false}) {
    for (Case *C : {&InRow, &PastRow})
      C->Accesses.front().Certain = Certain;
    auto In = findLayout(requestOf(InRow), Failure);
    ASSERT_TRUE(In);
    EXPECT_FALSE(In->Doubtful);
    auto Past = findLayout(requestOf(PastRow), Failure);
    ASSERT_TRUE(Past);
    EXPECT_EQ(Past->Doubtful, !Certain);
  }
}

/// 16 bytes in rows of 24 are no step of (1, -2): the rectangle would start before the reads.
TEST(TileLayoutCorners, NotBeforeWhatIsRead) {
  for (bool Stated : {false, true}) {
    Case C = {"", {4, 6}, 4, {}, {access({{24, 0, 0, 2}, {16, 0, 0, 1}}, 16)}, {}, {}};
    if (Stated)
      C.Known = {{24, 0}, {4, 0}};
    LayoutFailure Failure;
    auto L = findLayout(requestOf(C), Failure);
    ASSERT_TRUE(L);
    EXPECT_EQ(L->Origin.at(0), 0);
    EXPECT_TRUE(L->CornersRead);
  }
}

TEST(TileLayoutFailure, NamesDimensionAndNumbers) {
  Case C = {"", {16, 64}, 4, {}, {access({{4096, 0, 0, 16}, {4, 0, 0, 63}})}, {}, {}};
  LayoutFailure Failure;
  EXPECT_FALSE(findLayout(requestOf(C), Failure));
  EXPECT_EQ(Failure.Why, LayoutFailure::Exceeds);
  EXPECT_EQ(Failure.Dim, 0u);
  EXPECT_EQ(Failure.Needed, 17);
  EXPECT_EQ(Failure.Limit, 16);
}

TEST(TileLayoutFailure, TellsWideLoadFromTooManyElements) {
  Case C = {"", {8}, 4, {{8, 0}}, {access({{8, 0, 0, 7}}, 8)}, {}, {}};
  LayoutFailure Failure;
  EXPECT_FALSE(findLayout(requestOf(C), Failure));
  EXPECT_EQ(Failure.Why, LayoutFailure::WiderThanElement);
  EXPECT_EQ(Failure.Needed, 8);
  EXPECT_EQ(Failure.Limit, 4);
}

TEST(TileLayoutFailure, HugeTermsDoNotOverflow) {
  Case C = {"", {16, 64}, 8, {},
            {access({{INT64_MAX, 0, 0, INT64_MAX}, {INT64_MIN + 1, 0, -5, 5}})}, {}, {}};
  LayoutFailure Failure;
  EXPECT_FALSE(findLayout(requestOf(C), Failure));
}

/// Step of a loop -> does it move the tile's base?
TEST(StepLeavesTile, TellsBaseFromWalk) {
  Case C = {"", {16, 64}, 4, {}, {access({{4096, 0, 0, 3}, {4, 0, 0, 63}})}, {}, {}};
  LayoutFailure Failure;
  auto L = findLayout(requestOf(C), Failure);
  ASSERT_TRUE(L);
  EXPECT_TRUE(stepLeavesTile(*L, C.Extent, {16 * 4096, 0}));  // the next 16 rows
  EXPECT_TRUE(stepLeavesTile(*L, C.Extent, {256, 0}));        // the next 64 columns
  EXPECT_TRUE(stepLeavesTile(*L, C.Extent, {4, 0}));          // a window over full rows
  EXPECT_TRUE(stepLeavesTile(*L, C.Extent, {4, 1}));          // a foreign symbol
  EXPECT_TRUE(stepLeavesTile(*L, C.Extent, {-16 * 4096, 0})); // backwards
  EXPECT_FALSE(stepLeavesTile(*L, C.Extent, {4096, 0}));      // the next of 4 read rows
}

/// Where lanes may be off, only a step past the whole extent moves the base for certain.
TEST(StepClearsTile, CountsTheWholeExtent) {
  Case C = {"", {16, 64}, 4, {}, {access({{4096, 0, 0, 3}, {4, 0, 0, 63}})}, {}, {}};
  LayoutFailure Failure;
  auto L = findLayout(requestOf(C), Failure);
  ASSERT_TRUE(L);
  EXPECT_TRUE(stepClearsTile(*L, C.Extent, {16 * 4096, 0}));
  EXPECT_TRUE(stepClearsTile(*L, C.Extent, {-16 * 4096, 0}));
  EXPECT_FALSE(stepClearsTile(*L, C.Extent, {15 * 4096, 0}));
  EXPECT_FALSE(stepClearsTile(*L, C.Extent, {256, 0}));
}

} // namespace
