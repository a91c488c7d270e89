//===- ArgumentsTest.cpp - words to buffers -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/simt/Arguments.h"
#include "gtest/gtest.h"

using namespace vx::simt;
using llvm::toString;

static ArgumentSet parse(std::vector<std::string> Words) {
  auto Set = parseArguments(Words);
  if (!Set) {
    ADD_FAILURE() << toString(Set.takeError());
    return {};
  }
  return std::move(*Set);
}

static std::string errorOf(std::vector<std::string> Words) {
  auto Set = parseArguments(Words);
  return Set ? "" : toString(Set.takeError());
}

TEST(Arguments, ScalarsThatTheTypeDoesNotHold) {
  EXPECT_EQ(errorOf({"i8:255"}), "");
  EXPECT_EQ(errorOf({"i8:-128"}), "");
  EXPECT_NE(errorOf({"i8:256"}).find("'256' is not a value of type i8"), std::string::npos);
  EXPECT_NE(errorOf({"i8:-129"}), "");
  EXPECT_NE(errorOf({"i32:99999999999"}), "");
}

TEST(Arguments, Scalars) {
  ArgumentSet S = parse({"i16:-2", "f32:1.5", "i64:0xffffffffffffffff"});
  EXPECT_EQ(S.Arguments[0].Scalar, (std::vector<uint8_t>{0xfe, 0xff}));
  EXPECT_EQ(S.Arguments[1].Scalar, (std::vector<uint8_t>{0, 0, 0xc0, 0x3f}));
  EXPECT_EQ(S.Arguments[2].Scalar, std::vector<uint8_t>(8, 0xff));
}

TEST(Arguments, MemrefExpands) {
  ArgumentSet S = parse({"memref:f32:3x5:zero:strides=8x1:offset=2"});
  ASSERT_EQ(S.Arguments.size(), 3u + 2 * 2);
  EXPECT_EQ(S.Buffers[0].Bytes.size(), 4u * (2 + 2 * 8 + 5));
  EXPECT_EQ(S.Arguments[2].Scalar[0], 2);
  EXPECT_EQ(S.Arguments[4].Scalar[0], 5);
  EXPECT_EQ(S.Arguments[5].Scalar[0], 8);
}

TEST(Arguments, RandomIsReproducibleAndSeeded) {
  ArgumentSet A = parse({"f32:16:rand:3", "f32:16:rand:3", "f32:16:rand:4"});
  EXPECT_EQ(A.Buffers[0].Bytes, A.Buffers[1].Bytes);
  EXPECT_NE(A.Buffers[0].Bytes, A.Buffers[2].Bytes);
}

TEST(Arguments, ErrorsQuoteTheWord) {
  EXPECT_NE(errorOf({"f32:4:random"}).find("'random' is not one of"), std::string::npos);
  EXPECT_NE(errorOf({"f32:4:zero:foo=1"}).find("'foo=1' is not one of"), std::string::npos);
  EXPECT_NE(errorOf({"same:0"}).find("earlier buffer"), std::string::npos);
  EXPECT_NE(errorOf({"memref:f32:4x:zero"}).find("not a shape"), std::string::npos);
  EXPECT_NE(errorOf({"i32:x"}).find("'x' is not a value"), std::string::npos);
}

TEST(Arguments, DifferenceIgnoresNaNPayloads) {
  ArgumentSet A = parse({"f16:4:zero"}), B = A;
  A.Buffers[0].Bytes[1] = A.Buffers[0].Bytes[0] = 0x7e; // two NaNs
  B.Buffers[0].Bytes[1] = 0x7f;
  EXPECT_FALSE(firstDifference(A.Buffers, B.Buffers, A.Views));
  B.Buffers[0].Bytes[7] = 0x3c; // 1.0
  auto D = firstDifference(A.Buffers, B.Buffers, A.Views);
  ASSERT_TRUE(D);
  EXPECT_EQ(D->Index, 3u);
  EXPECT_EQ(D->B, "1");
  EXPECT_EQ(D->Count, 1u);
  EXPECT_FALSE(firstDifference(A.Buffers, B.Buffers, A.Views, 1.0));
}

TEST(Arguments, Dim3) {
  EXPECT_EQ(parseDim3("2x3x4")->count(), 24u);
  EXPECT_EQ(parseDim3("7")->count(), 7u);
  EXPECT_TRUE(llvm::errorToBool(parseDim3("2x0").takeError()));
  EXPECT_TRUE(llvm::errorToBool(parseDim3("1x1x1x1").takeError()));
}
