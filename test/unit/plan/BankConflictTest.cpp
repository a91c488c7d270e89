//===- BankConflictTest.cpp - the calculator, against cases known by hand ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/BankConflicts.h"
#include "gtest/gtest.h"

using namespace vx;

namespace {
unsigned along(int64_t StrideX, unsigned Width) {
  WarpAccess Access;
  Access.Stride = {StrideX, 0, 0};
  Access.Width = Width;
  return bankConflictDegree(Access);
}

TEST(BankConflicts, RowsAndColumns) {
  EXPECT_EQ(along(0, 4), 1u);    // one word for all: broadcast
  EXPECT_EQ(along(4, 4), 1u);    // neighbours
  EXPECT_EQ(along(8, 4), 2u);    // every other word
  EXPECT_EQ(along(128, 4), 32u); // a column of 32 floats
  EXPECT_EQ(along(132, 4), 1u);  // the same, padded by one
  EXPECT_EQ(along(144, 4), 4u);  // padded by 16 bytes
  EXPECT_EQ(along(12, 4), 1u);   // odd number of words
  EXPECT_EQ(along(-128, 4), 32u);
}

TEST(BankConflicts, WideAccessesGoInParts) {
  EXPECT_EQ(along(8, 8), 1u);
  EXPECT_EQ(along(16, 16), 1u);
  EXPECT_EQ(along(128, 8), 16u);
  EXPECT_EQ(along(128, 16), 8u);
  EXPECT_EQ(along(144, 16), 1u); // 8 threads, 4 words each, all banks once
  EXPECT_EQ(along(136, 8), 1u);
}

TEST(BankConflicts, NarrowAccessesShareWords) {
  EXPECT_EQ(along(1, 1), 1u);
  EXPECT_EQ(along(2, 2), 1u);
  EXPECT_EQ(along(64, 2), 16u);
  EXPECT_EQ(along(128, 1), 32u);
}

TEST(BankConflicts, BlocksOfSeveralDimensions) {
  WarpAccess Access;
  Access.Stride = {4, 128, 0};
  Access.Threads = {8, 4}; // 4 rows of 8 threads: each row in the banks of the first
  EXPECT_EQ(bankConflictDegree(Access), 4u);
  Access.Stride = {4, 160, 0}; // rows 8 words apart
  EXPECT_EQ(bankConflictDegree(Access), 1u);
  Access.Threads = {32, 4}; // a warp is one row
  Access.Stride = {4, 128, 0};
  EXPECT_EQ(bankConflictDegree(Access), 1u);
  Access.Threads = {4, 4};
  Access.Stride = {0, 4, 128};
  EXPECT_EQ(bankConflictDegree(Access), 2u);
}

/// Thread t has rows 4 * (t / 16) of A and columns 4 * (t % 16) of B: like a block of 16 threads a row.
unsigned inProduct(int64_t ColumnStep, int64_t RowStep, unsigned Width) {
  WarpAccess Access;
  Access.Stride = {ColumnStep, RowStep, 0};
  Access.Threads = {16, 16};
  Access.Width = Width;
  return bankConflictDegree(Access);
}

TEST(BankConflicts, MatrixProducts) {
  constexpr int64_t Pad = 16;
  for (int64_t Depth : {16, 32}) {
    int64_t FloatRow = Depth * 4, HalfRow = Depth * 2;
    EXPECT_EQ(inProduct(0, 4 * FloatRow, 4), 2u);          // SGEMM, A, as written
    EXPECT_EQ(inProduct(0, 4 * FloatRow, 16), 1u);         // as emitted: 8 threads read the same
    EXPECT_EQ(inProduct(0, 4 * (FloatRow + Pad), 4), 1u);  // padding helps what is not emitted
    EXPECT_EQ(inProduct(0, 4 * HalfRow, 2), 2u);           // HGEMM, A
    EXPECT_EQ(inProduct(0, 4 * HalfRow, 16), 1u);
  }
  EXPECT_EQ(inProduct(16, 0, 4), 2u); // SGEMM, B
  EXPECT_EQ(inProduct(16, 0, 16), 1u);
  EXPECT_EQ(inProduct(8, 0, 2), 1u); // HGEMM, B
  EXPECT_EQ(inProduct(8, 0, 8), 1u);
}
} // namespace
