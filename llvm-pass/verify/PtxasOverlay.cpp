//===- PtxasOverlay.cpp - calls that LLVM has code for and ptxas refuses===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Kept by hand, and checked: `vx-probe-intrinsics --check --ptxas=` finds what is missing
// here and what is here without need. A rule speaks of calls by a glob over the name and
// the immediates, and says on which targets ptxas takes them:
//
//   nvvm.vote.*                 sm_75 (PTX 6.3)        without .sync gone from PTX 6.4 on
//   nvvm.applypriority.* *      no target              ... but for "* 128"
#include "IntrinsicTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>
#include <vector>

using namespace llvm;

namespace vx {

namespace {
struct Rule {
  StringLiteral Calls;   ///< glob over "<name without llvm.> <immediates>"
  StringLiteral But;     ///< calls of these that are fine; "" for none
  StringLiteral Targets; ///< where ptxas takes the rest
  StringLiteral Reason;
  StringLiteral Section; ///< of the PTX ISA manual
};

constexpr StringLiteral Nowhere = "no target", Sm80 = "sm_80 to sm_121f";

constexpr Rule Rules[] = {
    {"va_copy.p4", "", Nowhere, "constant memory is not written to", "st"},
    {"va_copy.p7", "", "sm_90 to sm_121f", "shared memory of a cluster needs sm_90", "st"},
    {"experimental.constrained.{maximum,minimum}.{,v?}{f16,f32}*", "", Sm80,
     "min.NaN and max.NaN need sm_80", "min, max"},
    {"nvvm.cp.async.bulk.*", "", "sm_90 to sm_121f (PTX 8.0+)", "bulk copies need sm_90, PTX 8.0",
     "cp.async.bulk, cp.reduce.async.bulk.tensor"},
    {"nvvm.vote.{all,any,ballot,uni}", "", "sm_75 (PTX 6.3)",
     "vote without .sync is gone from PTX 6.4 on", "vote (deprecated)"},
    {"nvvm.wmma.*.mma.*.f{16,32}.f{16,32}.satfinite", "", "sm_75 (PTX 6.3 to 6.4)",
     "wmma on floating point has no .satfinite from PTX 6.5 on", "wmma.mma"},
    {"nvvm.f{,f}2bf16*", "", Sm80, "conversions to bf16 need sm_80", "cvt"},
    {"nvvm.f2f16.*.relu", "", Sm80, "cvt.relu needs sm_80", "cvt"},
    {"nvvm.ff2f16x2.*", "", Sm80, "conversions to f16x2 need sm_80", "cvt"},
    {"nvvm.mma.m16n8k8.row.col.{bf16,tf32}", "", Sm80, "mma on bf16 and tf32 needs sm_80", "mma"},
    {"nvvm.mma.m16n8k32.*.f16.e?m?.e?m?.f16", "", "sm_89 to sm_121f (PTX 8.7+)",
     "fp8 mma with f16 accumulators needs PTX 8.7", "mma"},
    {"nvvm.tcgen05.mma.*.block_scale* *", "", "sm_100a to sm_121f (PTX 8.8+)",
     ".block16 and .block32, which is the default, need PTX 8.8", "tcgen05.mma"},
    {"nvvm.fma.rn.{ftz,sat,ftz.relu,ftz.sat}.bf16", "", Nowhere,
     "fma on bf16 has no .ftz and no .sat", "fma (half precision)"},
    {"nvvm.lg2.approx.d", "", Nowhere, "lg2 has no .f64", "lg2"},
    {"nvvm.ldu.global.i.v?i1.*", "", Nowhere, "ldu has no predicates", "ldu"},
    {"nvvm.atomic.add.gen.f.*.{f16,bf16}.*", "", Nowhere,
     "atom.add on 16-bit floating point needs .noftz, which is not written; use atomicrmw fadd",
     "atom"},
    {"nvvm.applypriority.* *", "* 128", Nowhere, "applypriority takes 128 bytes", "applypriority"},
    {"nvvm.tensormap.replace.{box.dim,element.stride,global.dim,global.stride}.* *", "* [0-4]",
     Nowhere, "the ordinal of a tensor map's dimension is 0 to 4", "tensormap.replace"},
    {"nvvm.sust.p.*{i8,i16}.trap", "", Nowhere, "sust.p has components of 32 bits", "sust"},
    {"nvvm.tex.{1d,2d}.array.grad.*", "", Nowhere,
     "tex.grad on arrays needs the unified mode; use llvm.nvvm.tex.unified", "tex"},
    {"nvvm.tex.3d.level.*", "", Nowhere,
     "tex.level.3d needs the unified mode; use llvm.nvvm.tex.unified", "tex"},
    {"nvvm.tex.3d.grad.*", "", "sm_75 to sm_89",
     "tex.grad.3d needs the unified mode from sm_90 on; use llvm.nvvm.tex.unified", "tex"},
    {"nvvm.tex.cube.{v4*,array.v4*}", "", Nowhere,
     "tex.cube needs the unified mode; use llvm.nvvm.tex.unified", "tex"},
};

/// A rule ready for use.
struct Compiled {
  GlobPattern Calls;
  std::optional<GlobPattern> But;
  TargetSet Ok;
  const Rule &Of;
};

constexpr size_t MaxAlternatives = 64;

std::optional<GlobPattern> glob(StringRef Text) {
  Expected<GlobPattern> G = GlobPattern::create(Text, MaxAlternatives);
  if (!G) {
    consumeError(G.takeError());
    return std::nullopt;
  }
  return std::move(*G);
}

const std::vector<Compiled> &compiledRules() {
  static const std::vector<Compiled> All = [] {
    std::vector<Compiled> L;
    for (const Rule &R : Rules) {
      std::optional<GlobPattern> Calls = glob(R.Calls);
      std::optional<TargetSet> Ok = TargetSet::parse(R.Targets);
      if (Calls && Ok)
        L.push_back({std::move(*Calls), R.But.empty() ? std::nullopt : glob(R.But), *Ok, R});
    }
    return L;
  }();
  return All;
}
} // namespace

size_t ptxasRuleCount() { return std::size(Rules); }
size_t usablePtxasRuleCount() { return compiledRules().size(); }

void applyPtxasOverlay(StringRef Name, StringRef Variant, IntrinsicVerdict &V) {
  Name.consume_front("llvm.");
  std::string Call = Variant.empty() ? Name.str() : (Name + " " + Variant).str();
  for (const Compiled &R : compiledRules()) {
    if (!R.Calls.match(Call) || (R.But && R.But->match(Call)))
      continue;
    if (!R.Ok.contains(V.Ok))
      V.Reason = ("ptxas: " + R.Of.Reason + " (PTX ISA, " + R.Of.Section + ")").str();
    V.Ok &= R.Ok;
  }
}

} // namespace vx
