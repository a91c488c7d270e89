//===- TargetSetTest.cpp - sets of targets as text and as sets===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "verify/IntrinsicTable.h"
#include "verify/TargetSet.h"
#include "llvm/Config/llvm-config.h"
#include <gtest/gtest.h>

using namespace vx;

namespace {
TEST(TargetSet, TextRoundTrip) {
  for (const TargetSet &S :
       {TargetSet::all(), TargetSet::none(), TargetSet::ofSm(90), TargetSet::from(80, 70),
        TargetSet::from(90, 84), TargetSet::all().without(TargetSet::ofSm(89)),
        TargetSet::from(75, 64).without(TargetSet::from(75, 80)),
        TargetSet::from(75, 63).without(TargetSet::from(80, 75)) | TargetSet::from(100, 88)}) {
    std::optional<TargetSet> Back = TargetSet::parse(S.str());
    ASSERT_TRUE(Back) << S.str();
    EXPECT_TRUE(*Back == S) << S.str() << " came back as " << Back->str();
  }
}

TEST(TargetSet, Text) {
  EXPECT_EQ(TargetSet::none().str(), "no target");
  EXPECT_EQ(TargetSet::all().str(), "sm_75 to sm_121f");
  EXPECT_EQ(TargetSet::ofSm(90).str(), "sm_90 to sm_90a");
  EXPECT_EQ((TargetSet::ofSm(90) & TargetSet::from(75, 84)).str(), "sm_90 to sm_90a (PTX 8.4+)");
}

TEST(TargetSet, RefusesOtherText) {
  for (const char *Text : {"", "sm_33", "sm_90 (PTX x)", "sm_90 to", "sm_90 to sm_1"})
    EXPECT_FALSE(TargetSet::parse(Text)) << Text;
}

TEST(TargetSet, NeverHoldsWhatDoesNotExist) {
  // sm_100 begins with PTX 8.6.
  EXPECT_TRUE(TargetSet::ofSm(100).without(TargetSet::from(75, 86)).empty());
}

TEST(IntrinsicTable, KnowsItsLlvm) {
  EXPECT_EQ(IntrinsicTable::get().llvmVersion(), LLVM_VERSION_STRING);
}

TEST(IntrinsicTable, Variants) {
  const IntrinsicTable &T = IntrinsicTable::get();
  const IntrinsicTable::Entry *Sin = T.find("llvm.sin.f32");
  ASSERT_NE(Sin, nullptr);
  EXPECT_TRUE(T.targetsOf(*Sin, "").empty());
  EXPECT_FALSE(T.targetsOf(*Sin, "!afn").empty());
  EXPECT_EQ(T.find("llvm.no.such"), nullptr);
  EXPECT_EQ(T.find("sin.f32"), nullptr);
}
} // namespace
