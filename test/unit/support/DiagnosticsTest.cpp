//===- DiagnosticsTest.cpp - codes, messages and the sink ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Diagnostics.h"
#include <gtest/gtest.h>
#include <set>

using namespace llvm;
using namespace vx;

namespace {

constexpr unsigned AllNumbers[] = {
#define VX_DIAG(Number, Name, Headline) Number,
#include "vx/Diagnostics.def"
};

TEST(Diagnostics, NumbersAreUniqueAndAscending) {
  std::set<unsigned> Seen;
  unsigned Last = 0;
  for (unsigned N : AllNumbers) {
    EXPECT_TRUE(Seen.insert(N).second) << "VX" << N << " is used twice";
    EXPECT_GT(N, Last);
    Last = N;
  }
}

TEST(Diagnostics, MessageNamesCodeObjectReasonAndRemedyInOneLine) {
  DiagnosticSink Sink;
  Diagnostic &D = Sink.report(Diag::OverCapacity, "needs 50000 bytes, limit 49152",
                              "use smaller tiles");
  D.Kernel = "flash";
  D.Tile = "k";
  D.File = "flash.vx";
  D.Line = 7;
  D.Column = 3;
  EXPECT_EQ(D.str(), "flash.vx:7:3: VX208: shared memory exceeds the target's "
                     "limit: kernel 'flash', tile 'k': needs 50000 bytes, limit "
                     "49152; use smaller tiles");
}

TEST(Diagnostics, WarningsAreNoErrors) {
  DiagnosticSink Sink;
  Sink.report(Diag::TagLost, "").Level = Severity::Warning;
  EXPECT_FALSE(Sink.hasErrors());
  Sink.report(Diag::TagLost, "");
  EXPECT_EQ(Sink.errorCount(), 1u);
  EXPECT_EQ(Sink.take().size(), 2u);
}

} // namespace
