//===- Features.cpp - names of what a kernel has -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The tables of pairs are made of these names. A pair that no kernel inside the
// contract can have is listed here with the reason; every other pair has to be
// met, and placed, by a full run.
#include "KernelGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace vx::gen {

static constexpr StringLiteral Names[] = {
    // carriers, and how the result travels
    "carrier A", "carrier B", "bare pointer", "i32 descriptors", "address spaces",
    "one callee", "result through phi", "result through select", "result through aggregate",
    "result carried", "divergent choice",
    // tiles
    "streamed", "sequenced", "deep ring", "ragged", "reads past ragged", "run-time strides",
    "rank 1", "rank 3 and up", "narrow elements", "wide elements", "asserted alignment",
    "granule", "several tiles", "uniform if",
    // reads
    "element reads", "vector reads", "constant masks", "run-time masks", "memcpy",
    "thread column",
    // control
    "early return", "guard", "grid stride", "inner guard", "causal", "trip per block", "constant trip",
    "no loop", "nested", "counting down", "lower bound", "break", "uniform return",
    "switch", "store in loop", "own barriers", "large own array",
    // modules and front ends
    "device site", "device site twice", "device reader", "two kernels", "allocas",
    "optimised", "i32 indices", "1-D indices", "reqntid",
    // launches
    "T = 0", "T = 1", "T = N - 1", "T = N", "T = N + 1", "T > N + 1", "one thread",
    "3-D block", "partial warp", "2-D grid",
    // parameters
    "one stage", "stages=", "crossing="};

ArrayRef<StringLiteral> allFeatures() { return Names; }

using Add = function_ref<void(bool, StringRef)>;

static void tileFeatures(const KernelShape &S, Add add) {
  bool A = S.Carrier == Form::A;
  for (const TileShape &T : S.Tiles) {
    add(T.Streamed, "streamed");
    add(!T.Streamed, "sequenced");
    add(T.Streamed && T.Stages > 2, "deep ring");
    add(elementBytes(T) < 4, "narrow elements");
    add(elementBytes(T) == 8, "wide elements");
    add(T.Extent.size() > 2, "rank 3 and up");
    add(T.Extent.size() == 1, "rank 1");
    add(T.UniformIf, "uniform if");
    add(T.Align, "asserted alignment");
    add(T.Granule && !A, "granule");
    add(T.How == Read::Element, "element reads");
    add(T.How == Read::Vector, "vector reads");
    add(T.How == Read::ConstantMask, "constant masks");
    add(T.How == Read::RunTimeMask, "run-time masks");
    add(T.How == Read::Copy, "memcpy");
    add(S.ThreadColumn && T.Extent.size() > 1, "thread column");
  }
}

static void controlFeatures(const KernelShape &S, Add add) {
  add(S.Outer == Guard::EarlyReturn, "early return");
  add(S.Outer == Guard::IfAround, "guard");
  add(S.Outer == Guard::GridStride, "grid stride");
  add(S.InnerGuard, "inner guard");
  add(S.Loop == Trip::Causal, "causal");
  add(S.Loop == Trip::PerBlock, "trip per block");
  add(S.Loop == Trip::NoLoop, "no loop");
  add(S.Loop == Trip::Constant, "constant trip");
  add(S.Nested, "nested");
  add(S.CountDown, "counting down");
  add(S.LowerBound, "lower bound");
  add(S.Break, "break");
  add(S.UniformReturn, "uniform return");
  add(S.Switch, "switch");
  add(S.StoreInLoop, "store in loop");
  add(S.OwnBarrier, "own barriers");
  add(S.LargeOwn, "large own array");
}

static void moduleFeatures(const KernelShape &S, Add add) {
  add(S.Carrier == Form::A, "carrier A");
  add(S.Carrier == Form::B, "carrier B");
  add(S.Carrier == Form::BarePointer, "bare pointer");
  add(S.NarrowView, "i32 descriptors");
  add(S.SpacedPointers, "address spaces");
  add(S.OneCallee, "one callee");
  add(S.Results == Merge::Phi, "result through phi");
  add(S.Results == Merge::Select, "result through select");
  add(S.Results == Merge::Aggregate, "result through aggregate");
  add(S.Results == Merge::Carried, "result carried");
  add(S.ThreadChoice, "divergent choice");
  add(S.Ragged, "ragged");
  add(S.ReadPast, "reads past ragged");
  add(S.RunTimeStride, "run-time strides");
  add(S.Tiles.size() > 1, "several tiles");
  bool Any = S.inDevice(0) || S.Tiles.size() > 1;
  add(Any && S.Site == Place::Device, "device site");
  add(Any && S.Site == Place::DeviceTwice, "device site twice");
  add(Any && S.Site == Place::Reader, "device reader");
  add(S.TwoKernels, "two kernels");
  add(S.Look == Style::Allocas, "allocas");
  add(S.Look >= Style::O1, "optimised");
  add(S.Narrow, "i32 indices");
  add(S.Flat, "1-D indices");
  add(!S.Block.empty(), "reqntid");
}

static void launchFeatures(const KernelShape &S, const GeneratedLaunch &L, Add add) {
  uint64_t N = 2;
  for (const TileShape &T : S.Tiles)
    N = std::max<uint64_t>(N, T.Streamed ? T.Stages : 1);
  bool Asked = S.Loop != Trip::NoLoop && S.Loop != Trip::Constant;
  add(Asked && L.Steps == 0, "T = 0");
  add(Asked && L.Steps == 1, "T = 1");
  add(Asked && L.Steps == N - 1, "T = N - 1");
  add(Asked && L.Steps == N, "T = N");
  add(Asked && L.Steps == N + 1, "T = N + 1");
  add(Asked && L.Steps > N + 1, "T > N + 1");
  StringRef Block = L.Block;
  add(Block == "1", "one thread");
  add(Block.count('x') == 2, "3-D block");
  static const StringRef Partial[] = {"8", "24", "33", "40", "48", "7x1x5", "5x3x2"};
  add(is_contained(Partial, Block), "partial warp");
  add(StringRef(L.Grid).contains('x'), "2-D grid");
}

std::set<std::string> GeneratedKernel::features() const {
  std::set<std::string> F;
  auto add = [&](bool Has, StringRef Name) {
    if (Has)
      F.insert(Name.str());
  };
  moduleFeatures(Shape, add);
  tileFeatures(Shape, add);
  controlFeatures(Shape, add);
  for (const GeneratedLaunch &L : Launches)
    launchFeatures(Shape, L, add);
  return F;
}

namespace {
/// Any feature of one group with any of the other.
struct Exclusion {
  std::vector<StringRef> A, B;
  StringRef Why;
};
} // namespace

static const std::vector<Exclusion> &exclusions() {
  static const std::vector<StringRef> RunTimeTrips = {"T = 0", "T = 1",     "T = N - 1",
                                                      "T = N", "T = N + 1", "T > N + 1"};
  static const std::vector<StringRef> Results = {
      "result through phi", "result through select", "result through aggregate",
      "result carried"};
  static const std::vector<Exclusion> All = {
      {{"carrier A"}, {"carrier B", "bare pointer"}, "a generated kernel has one carrier"},
      {{"carrier B"}, {"bare pointer"}, "a generated kernel has one convention"},
      {{"carrier A"},
       {"one callee", "result through phi", "result through select",
        "result through aggregate", "result carried", "divergent choice", "memcpy", "granule"},
       "carrier A has loads, no calls and results"},
      {{"carrier A", "bare pointer"},
       {"i32 descriptors", "ragged", "reads past ragged", "run-time strides"},
       "sizes and strides are operands of descriptor calls only"},
      {Results, Results, "one thing becomes of the first tile's result"},
      {{"divergent choice"},
       {"result through phi", "result through aggregate", "result carried"},
       "the choice is a select's"},
      {{"one callee"},
       {"result through select", "result through aggregate", "result carried", "divergent choice"},
       "copies of one tile that are live at once are refused (contract, carrier B)"},
      {{"early return"}, {"guard", "grid stride"}, "one outer guard"},
      {{"guard"}, {"grid stride"}, "one outer guard"},
      {{"causal", "trip per block", "constant trip", "no loop"},
       {"causal", "trip per block", "constant trip", "no loop"},
       "the tile loop has one trip count"},
      {{"no loop"},
       {"nested", "counting down", "lower bound", "break", "result carried"},
       "these speak of the tile loop"},
      {{"no loop", "constant trip"}, RunTimeTrips, "the launch does not choose the trip count"},
      {{"causal"},
       {"counting down"},
       "threads would pass different operands at one site (contract, sites)"},
      {{"device site", "device site twice", "device reader"},
       {"device site", "device site twice", "device reader"},
       "device functions have one form in a kernel"},
      {{"allocas"}, {"optimised"}, "optimised code has no allocas left"},
      {{"inner guard"}, {"own barriers", "large own array"},
       "threads that it leaves out would meet the others at barriers of a later round"},
      {{"1-D indices"}, {"3-D block", "2-D grid"}, "launches have the indices' dimensions"},
      {{"one thread"}, {"reqntid"}, "the stated blocks have more threads"},
      {{"one stage"}, {"stages="}, "one parameter has one value"}};
  return All;
}

StringRef whyImpossible(StringRef A, StringRef B) {
  for (const Exclusion &E : exclusions()) {
    bool Forth = is_contained(E.A, A) && is_contained(E.B, B);
    bool Back = is_contained(E.A, B) && is_contained(E.B, A);
    if (A != B && (Forth || Back))
      return E.Why;
  }
  return "";
}

} // namespace vx::gen
