//===- VerifierOptionsTest.cpp - parameters of vx-verify-device===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/DeviceVerifier.h"
#include <gtest/gtest.h>

using namespace vx;

namespace {
std::string errorOf(llvm::StringRef Params) {
  llvm::Expected<DeviceVerifierOptions> O = parseDeviceVerifierOptions(Params);
  return O ? "" : llvm::toString(O.takeError());
}

TEST(VerifierOptions, All) {
  llvm::Expected<DeviceVerifierOptions> O = parseDeviceVerifierOptions(
      "sm=90a,ptx=8.0;strict-atomics,allow-inline-asm,allow-undefined,ptxas=/x/ptxas,deep,llc=/x/llc,"
      "helper-seconds=5,helper-megabytes=100");
  ASSERT_TRUE(bool(O));
  EXPECT_EQ(O->Sm, "90a");
  EXPECT_EQ(O->Ptx, "8.0");
  EXPECT_TRUE(O->StrictAtomics && O->AllowInlineAsm && O->AllowUndefined && O->Deep);
  EXPECT_EQ(O->Ptxas, "/x/ptxas");
  EXPECT_EQ(O->Llc, "/x/llc");
  EXPECT_EQ(O->HelperSeconds, 5u);
  EXPECT_EQ(O->HelperMegabytes, 100u);
}

TEST(VerifierOptions, Faults) {
  EXPECT_EQ(errorOf(""), "");
  EXPECT_NE(errorOf("bogus").find("unknown parameter 'bogus'"), std::string::npos);
  EXPECT_NE(errorOf("sm=").find("needs a value"), std::string::npos);
  EXPECT_NE(errorOf("helper-seconds=0").find("no whole number above 0"), std::string::npos);
  EXPECT_NE(errorOf("helper-megabytes=1x").find("no whole number"), std::string::npos);
  EXPECT_NE(errorOf("deep=1").find("takes no value"), std::string::npos);
  EXPECT_NE(errorOf("sm=80,sm=90").find("given twice"), std::string::npos);
  EXPECT_NE(errorOf("ptx=new").find("not a PTX version"), std::string::npos);
}
} // namespace
