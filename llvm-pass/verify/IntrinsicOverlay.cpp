//===- IntrinsicOverlay.cpp - what the table of intrinsics does not say===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Kept by hand, in the order of judgement:
//
//   1. rules by prefix: intrinsics that a probe cannot call (they take metadata or tokens),
//      or whose calls mean nothing alone
//   2. the generated table, for the call's name, immediates and flags; vector widths and
//      integer widths that were not probed go by their neighbours
//   3. what ptxas refuses though LLVM has a pattern for it (PtxasOverlay.cpp)
#include "IntrinsicTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace vx {

namespace {
struct Rule {
  StringLiteral Prefix;
  bool Fine;
  StringLiteral Remedy;
};
constexpr Rule Rules[] = {
    {"llvm.dbg.", true, ""},
    {"llvm.lifetime.", true, ""},
    {"llvm.invariant.", true, ""},
    {"llvm.experimental.noalias.scope.decl", true, ""},
    {"llvm.pseudoprobe", true, ""},
    {"llvm.nvvm.texsurf.handle", true, ""},
    {"llvm.nvvm.reflect", true, ""},
    {"llvm.experimental.convergence.", true, ""},
    {"llvm.va_start", true, ""},
    {"llvm.masked.gather.", true, ""}, // LLVM makes branches and loads of them, for any type
    {"llvm.masked.scatter.", true, ""},
    {"llvm.coro.", false, "lower coroutines first (the coro passes)"},
    {"llvm.gc.", false, "there is no garbage collection on the device"},
    {"llvm.experimental.gc.", false, "there is no garbage collection on the device"},
    {"llvm.eh.", false, "compile without exceptions"},
    {"llvm.seh.", false, "compile without exceptions"},
    {"llvm.matrix.", false, "run lower-matrix-intrinsics first"},
    {"llvm.objc.", false, "there is no Objective-C on the device"},
    {"llvm.localescape", false, "compile without exceptions"},
    {"llvm.localrecover", false, "compile without exceptions"},
    {"llvm.init.trampoline", false, "pass the context as an argument"},
    {"llvm.adjust.trampoline", false, "pass the context as an argument"},
    {"llvm.read_register", false, "use the llvm.nvvm.read.ptx.sreg intrinsics"},
    {"llvm.write_register", false, "use the llvm.nvvm.read.ptx.sreg intrinsics"},
};

/// Functions of libdevice by the intrinsic that has no code; "f" is appended for float.
struct Libdevice {
  StringLiteral Intrinsic, Function;
};
constexpr Libdevice DeviceMath[] = {
    {"llvm.exp.", "__nv_exp"},     {"llvm.exp10.", "__nv_exp10"}, {"llvm.exp2.", "__nv_exp2"},
    {"llvm.log.", "__nv_log"},     {"llvm.log10.", "__nv_log10"}, {"llvm.log2.", "__nv_log2"},
    {"llvm.pow.", "__nv_pow"},     {"llvm.powi.", "__nv_powi"},   {"llvm.sin.", "__nv_sin"},
    {"llvm.cos.", "__nv_cos"},     {"llvm.tan.", "__nv_tan"},     {"llvm.asin.", "__nv_asin"},
    {"llvm.acos.", "__nv_acos"},   {"llvm.atan.", "__nv_atan"},   {"llvm.atan2.", "__nv_atan2"},
    {"llvm.sinh.", "__nv_sinh"},   {"llvm.cosh.", "__nv_cosh"},   {"llvm.tanh.", "__nv_tanh"},
    {"llvm.lround.", "__nv_llround"}, {"llvm.llround.", "__nv_llround"},
    {"llvm.modf.", "__nv_modf"},   {"llvm.sincos.", "__nv_sincos"}, {"llvm.frexp.", "__nv_frexp"},
    {"llvm.ldexp.", "__nv_ldexp"},
};

std::string libdeviceRemedy(StringRef Name) {
  for (const Libdevice &L : DeviceMath)
    if (Name.starts_with(L.Intrinsic)) {
      bool Float = Name.contains("f32") || Name.contains("f16");
      return "link libdevice and call " + L.Function.str() + (Float ? "f" : "");
    }
  return "";
}

/// Probed widths on both sides of "v3f32" or "i24"; "" where the part is no such type.
SmallVector<std::string, 2> neighboursOf(StringRef Part) {
  unsigned Width = 0, Bits = 0;
  StringRef Elt = Part;
  if (Elt.consume_front("v") && !Elt.consumeInteger(10, Width)) {
    SmallVector<std::string, 2> List;
    for (std::string &E : neighboursOf(Elt))
      List.push_back((Width <= 2 ? "v2" : "v4") + E);
    return List;
  }
  Elt = Part;
  if (Elt.consume_front("i") && !Elt.getAsInteger(10, Bits)) {
    for (unsigned Probed : {1u, 8u, 16u, 32u, 64u, 128u})
      if (Bits <= Probed)
        return {"i" + std::to_string(Probed)};
    return {};
  }
  Elt = Part;
  if (Elt.consume_front("p") && !Elt.getAsInteger(10, Bits))
    return {"p0"};
  return {Part.str()};
}

/// The entry of the name, or of the one with the nearest probed types.
const IntrinsicTable::Entry *nearest(StringRef Name) {
  const IntrinsicTable &Table = IntrinsicTable::get();
  if (const auto *E = Table.find(Name))
    return E;
  if (Name.starts_with("llvm.nvvm."))
    return nullptr;
  std::string Near;
  for (StringRef Part : split(Name, '.')) {
    SmallVector<std::string, 2> Types = neighboursOf(Part);
    if (Types.empty())
      return nullptr;
    Near += (Near.empty() ? "" : ".") + Types[0];
  }
  return Table.find(Near);
}
} // namespace

IntrinsicVerdict judgeIntrinsic(const CallBase &CB) {
  StringRef Name = CB.getCalledFunction()->getName();
  IntrinsicVerdict V;
  for (const Rule &R : Rules)
    if (Name.starts_with(R.Prefix))
      return {true, R.Fine ? TargetSet::all() : TargetSet::none(), "", R.Remedy.str()};
  const IntrinsicTable::Entry *E = nearest(Name);
  if (!E)
    return V;
  const IntrinsicTable &Table = IntrinsicTable::get();
  std::string Variant = variantOf(CB);
  V.Known = true;
  V.Ok = Table.targetsOf(*E, Variant);
  applyPtxasOverlay(Name, Variant, V);
  if (!V.Ok.empty())
    return V;
  V.Remedy = libdeviceRemedy(Name);
  if (!StringRef(Variant).contains('!') && !Table.targetsOf(*E, Variant + "!afn").empty())
    V.Remedy = "allow its approximate form with the fast-math flag afn" +
               (V.Remedy.empty() ? "" : ", or " + V.Remedy);
  return V;
}

const IntrinsicVerdict &IntrinsicVerdicts::of(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  auto [It, New] = Callees.try_emplace(F);
  Callee &Known = It->second;
  if (New)
    Known.HasImmediates = any_of(
        F->args(), [](const Argument &A) { return A.hasAttribute(Attribute::ImmArg); });
  const auto *Op = dyn_cast<FPMathOperator>(&CB);
  bool Varies = Known.HasImmediates || (Op && Op->hasApproxFunc());
  auto [Verdict, Unknown] = Known.ByVariant.try_emplace(Varies ? variantOf(CB) : std::string());
  if (Unknown)
    Verdict->second = judgeIntrinsic(CB);
  return Verdict->second;
}

} // namespace vx
