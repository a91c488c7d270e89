//===- PtxasOverlayTest.cpp - each rule with a call it refuses and a twin===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// That the rules are right is asked of ptxas itself (ctest intrinsic-ptxas); here is that
// each of them does something, and not too much.
#include "verify/IntrinsicTable.h"
#include <gtest/gtest.h>
#include <set>

using namespace vx;
using llvm::StringRef;

namespace {
struct Call {
  StringRef Name, Immediates;
};
struct Example {
  Call Refused;
  StringRef Targets; ///< where ptxas takes it
  StringRef Reason;  ///< part of it
  Call Twin;         ///< nothing is said of it
};

constexpr StringRef Nowhere = "no target", Sm80 = "sm_80 to sm_121f";

const Example Examples[] = {
    {{"llvm.va_copy.p4", ""}, Nowhere, "not written", {"llvm.va_copy.p0", ""}},
    {{"llvm.va_copy.p7", ""}, "sm_90 to sm_121f", "cluster", {"llvm.va_copy.p3", ""}},
    {{"llvm.experimental.constrained.maximum.v2f16", ""}, Sm80, "max.NaN",
     {"llvm.experimental.constrained.maximum.f64", ""}},
    {{"llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.2d", "0"},
     "sm_90 (PTX 8.0+), sm_90a to sm_121f", "PTX 8.0", {"llvm.nvvm.cp.async.wait.all", ""}},
    {{"llvm.nvvm.vote.ballot", ""}, "sm_75 (PTX 6.3)", ".sync", {"llvm.nvvm.vote.ballot.sync", ""}},
    {{"llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32.satfinite", ""}, "sm_75 (PTX 6.3 to 6.4)",
     ".satfinite", {"llvm.nvvm.wmma.m16n16k16.mma.row.col.s8.satfinite", ""}},
    {{"llvm.nvvm.ff2bf16x2.rn", ""}, Sm80, "bf16", {"llvm.nvvm.f2h.rn", ""}},
    {{"llvm.nvvm.f2f16.rn.relu", ""}, Sm80, "relu", {"llvm.nvvm.f2f16.rn", ""}},
    {{"llvm.nvvm.ff2f16x2.rz", ""}, Sm80, "f16x2", {"llvm.nvvm.f2f16.rz", ""}},
    {{"llvm.nvvm.mma.m16n8k8.row.col.tf32", ""}, Sm80, "tf32",
     {"llvm.nvvm.mma.m16n8k8.row.col.f32.f32", ""}},
    {{"llvm.nvvm.mma.m16n8k32.row.col.f16.e4m3.e5m2.f16", ""},
     "sm_89 to sm_100a (PTX 8.7+), sm_100f", "f16 accumulators",
     {"llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32", ""}},
    {{"llvm.nvvm.tcgen05.mma.sp.shared.mxf4.block_scale", "1,0"}, "sm_100a (PTX 8.8+)", "PTX 8.8",
     {"llvm.nvvm.tcgen05.mma.sp.shared", "1,0,0"}},
    {{"llvm.nvvm.fma.rn.ftz.relu.bf16", ""}, Nowhere, "no .ftz", {"llvm.nvvm.fma.rn.relu.bf16", ""}},
    {{"llvm.nvvm.lg2.approx.d", ""}, Nowhere, "f64", {"llvm.nvvm.lg2.approx.f", ""}},
    {{"llvm.nvvm.ldu.global.i.v4i1.p0", ""}, Nowhere, "predicates",
     {"llvm.nvvm.ldu.global.i.v4i8.p0", ""}},
    {{"llvm.nvvm.atomic.add.gen.f.cta.bf16.p0", ""}, Nowhere, "atomicrmw fadd",
     {"llvm.nvvm.atomic.add.gen.f.cta.f32.p0", ""}},
    {{"llvm.nvvm.applypriority.L2.evict.normal", "32"}, Nowhere, "128 bytes",
     {"llvm.nvvm.applypriority.L2.evict.normal", "128"}},
    {{"llvm.nvvm.tensormap.replace.box.dim.p3", "5"}, Nowhere, "0 to 4",
     {"llvm.nvvm.tensormap.replace.box.dim.p3", "4"}},
    {{"llvm.nvvm.sust.p.2d.array.v4i16.trap", ""}, Nowhere, "32 bits",
     {"llvm.nvvm.sust.p.2d.array.v4i32.trap", ""}},
    {{"llvm.nvvm.tex.2d.array.grad.v4f32.f32", ""}, Nowhere, "unified",
     {"llvm.nvvm.tex.unified.2d.array.grad.v4f32.f32", ""}},
    {{"llvm.nvvm.tex.3d.level.v4s32.f32", ""}, Nowhere, "unified", {"llvm.nvvm.tex.3d.v4s32.f32", ""}},
    {{"llvm.nvvm.tex.3d.grad.v4s32.f32", ""}, "sm_75 to sm_89", "unified",
     {"llvm.nvvm.tex.unified.3d.grad.v4s32.f32", ""}},
    {{"llvm.nvvm.tex.cube.array.v4f32.f32", ""}, Nowhere, "unified",
     {"llvm.nvvm.tex.cube.level.v4f32.f32", ""}},
};

IntrinsicVerdict judge(const Call &C) {
  IntrinsicVerdict V;
  V.Ok = TargetSet::all();
  applyPtxasOverlay(C.Name, C.Immediates, V);
  return V;
}

TEST(PtxasOverlay, EveryRuleCanBeRead) { EXPECT_EQ(usablePtxasRuleCount(), ptxasRuleCount()); }

TEST(PtxasOverlay, EachRuleHasItsExample) {
  std::set<std::string> Reasons;
  for (const Example &E : Examples) {
    IntrinsicVerdict V = judge(E.Refused);
    EXPECT_TRUE(StringRef(V.Ok.str()).starts_with(E.Targets)) << E.Refused.Name.str() << ": " << V.Ok.str();
    EXPECT_TRUE(StringRef(V.Reason).contains(E.Reason)) << E.Refused.Name.str() << ": " << V.Reason;
    EXPECT_TRUE(StringRef(V.Reason).contains("(PTX ISA, ")) << V.Reason;
    Reasons.insert(V.Reason);
  }
  EXPECT_EQ(Reasons.size(), ptxasRuleCount()) << "a rule without an example, or two with one reason";
}

TEST(PtxasOverlay, TwinsAreFine) {
  for (const Example &E : Examples) {
    IntrinsicVerdict V = judge(E.Twin);
    EXPECT_EQ(V.Ok, TargetSet::all()) << E.Twin.Name.str() << ": " << V.Reason;
    EXPECT_EQ(V.Reason, "");
  }
}
} // namespace
