//===- Shape.cpp - what a seed decides -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelGen.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace vx::gen {

/// Small tiles: thousands of kernels run under many policies.
constexpr uint64_t MaxTileBytes = 1024, MaxTileElements = 144;

static unsigned bytesOf(StringRef Element) {
  if (Element == "i8")
    return 1;
  if (Element == "f64" || Element == "i64")
    return 8;
  return Element == "f32" || Element == "i32" ? 4 : 2;
}

static TileShape chooseTile(Random &R, Form Carrier) {
  TileShape T;
  T.Element = R.pick<std::string>({"f32", "f32", "f32", "f64", "f16", "i8", "i16", "i32", "i64", "bf16"});
  unsigned Rank = R.pick({1u, 2u, 2u, 2u, 3u, 4u});
  T.Extent.push_back(R.pick<uint64_t>({1, 2, 3, 4, 8, 16}));
  uint64_t Bytes = bytesOf(T.Element) * T.Extent[0];
  for (unsigned D = 1; D < Rank; ++D) {
    uint64_t N = R.pick<uint64_t>({1, 2, 3, 4, 5, 8, 16, 33});
    if (Bytes * N > MaxTileBytes ||
        Bytes * N > MaxTileElements * bytesOf(T.Element))
      N = 2;
    T.Extent.push_back(N);
    Bytes *= N;
  }
  bool Padded = R.chance(30);
  T.Stride.assign(Rank, 1);
  for (unsigned D = Rank; D-- > 1;)
    T.Stride[D - 1] = T.Stride[D] * T.Extent[D] + (Padded ? R.below(4) : 0);
  T.Streamed = R.chance(55);
  T.Stages = R.pick({2u, 2u, 2u, 3u, 4u, 5u});
  // Assert an alignment where the rows have it, most of all where a copy needs it.
  uint64_t RowBytes = T.Stride[0] * bytesOf(T.Element);
  for (unsigned A : {16u, 8u, 4u})
    if (RowBytes % A == 0 && R.chance(bytesOf(T.Element) < 4 ? 70 : 25)) {
      T.Align = A;
      break;
    }
  // Inner rows must be aligned as well: only whole-row tiles assert it here.
  if (Rank > 2 && T.Align > bytesOf(T.Element))
    T.Align = 0;
  T.UniformIf = R.chance(15);
  (void)Carrier;
  return T;
}

KernelShape chooseShape(Random &R) {
  KernelShape S;
  S.Carrier = R.pick({Form::B, Form::B, Form::B, Form::BarePointer, Form::A, Form::A});
  S.Outer = R.pick({Guard::None, Guard::None, Guard::EarlyReturn, Guard::IfAround,
                    Guard::GridStride});
  S.Loop = R.pick({Trip::Uniform, Trip::Uniform, Trip::Uniform, Trip::Constant,
                   Trip::Causal, Trip::PerBlock, Trip::NoLoop});
  S.Look = R.chance(50) ? Style::Plain
                        : R.pick({Style::Allocas, Style::O1, Style::O2, Style::O3});
  unsigned Tiles = R.pick({1u, 1u, 2u, 2u, 3u});
  for (unsigned I = 0; I < Tiles; ++I)
    S.Tiles.push_back(chooseTile(R, S.Carrier));
  S.ConstantTrip = R.below(8);
  S.Ragged = S.Carrier == Form::B && S.Loop == Trip::Uniform && R.chance(35);
  S.Narrow = R.chance(35);
  bool Together = S.Outer == Guard::None && S.Loop != Trip::Causal;
  S.OwnBarrier = Together && R.chance(30);
  S.StoreInLoop = R.chance(15);
  S.Nested = S.Loop != Trip::NoLoop && R.chance(20);
  // Counting down from a thread's own count, threads would differ in operands.
  S.CountDown = !S.Ragged && S.Loop != Trip::Causal && R.chance(15);
  S.RunTimeStride = S.Carrier == Form::B && R.chance(25);
  S.InnerRunTime = S.RunTimeStride && R.chance(30);
  S.OneCallee = S.Carrier != Form::A && Tiles > 1 && R.chance(15);
  S.ThreadColumn = R.chance(25);
  S.LowerBound = S.Loop != Trip::NoLoop && R.chance(15);
  // A ragged tile's rows are counted in one unit for all tiles.
  if (S.Ragged)
    for (TileShape &T : S.Tiles)
      T.Extent[0] = S.Tiles[0].Extent[0];
  if (S.OneCallee)
    for (TileShape &T : S.Tiles)
      T = S.Tiles[0];
  return S;
}

std::set<std::string> KernelShape::features() const {
  std::set<std::string> F;
  auto add = [&](bool Has, const Twine &Name) {
    if (Has)
      F.insert(Name.str());
  };
  add(Carrier == Form::A, "carrier A");
  add(Carrier == Form::B, "carrier B");
  add(Carrier == Form::BarePointer, "bare pointer");
  add(Outer == Guard::EarlyReturn, "early return");
  add(Outer == Guard::IfAround, "guard");
  add(Outer == Guard::GridStride, "grid stride");
  add(Loop == Trip::Causal, "causal");
  add(Loop == Trip::PerBlock, "trip per block");
  add(Loop == Trip::NoLoop, "no loop");
  add(Loop == Trip::Constant, "constant trip");
  add(Look == Style::Allocas, "allocas");
  add(Look >= Style::O1, "optimised");
  add(Ragged, "ragged");
  add(Narrow, "i32 indices");
  add(OwnBarrier, "own barriers");
  add(StoreInLoop, "store in loop");
  add(Nested, "nested");
  add(CountDown, "counting down");
  add(RunTimeStride, "run-time strides");
  add(OneCallee, "one callee");
  add(ThreadColumn, "thread column");
  add(LowerBound, "lower bound");
  add(Tiles.size() > 1, "several tiles");
  for (const TileShape &T : Tiles) {
    add(T.Streamed, "streamed");
    add(!T.Streamed, "sequenced");
    add(T.Streamed && T.Stages > 2, "deep ring");
    add(bytesOf(T.Element) < 4, "narrow elements");
    add(bytesOf(T.Element) == 8, "wide elements");
    add(T.Extent.size() > 2, "rank 3 and up");
    add(T.Extent.size() == 1, "rank 1");
    add(T.UniformIf, "uniform if");
  }
  return F;
}

/// Elements of a source that holds \p Steps tiles.
static uint64_t sourceElements(const TileShape &T, uint64_t Rows) {
  uint64_t Span = 1;
  for (size_t D = 1; D < T.Extent.size(); ++D)
    Span += (T.Extent[D] - 1) * T.Stride[D];
  return Rows ? (Rows - 1) * T.Stride[0] + Span : 0;
}

static std::string join(const std::vector<uint64_t> &V) {
  std::string S;
  for (uint64_t N : V)
    S += (S.empty() ? "" : "x") + std::to_string(N);
  return S;
}

/// The kernel's parameters, in writeKernel's order.
static GeneratedLaunch launchOf(const KernelShape &S, Random &R, uint64_t Steps) {
  GeneratedLaunch L;
  L.Block = R.pick<std::string>({"1", "8", "32", "33", "48", "64", "5x3x2", "16x4", "7x1x5", "96"});
  L.Grid = R.pick<std::string>({"1", "1", "2", "3", "2x2"});
  // The last steps: per block one more each, and the lower bound on top.
  uint64_t Blocks = L.Grid == "2x2" ? 4 : L.Grid[0] - '0';
  uint64_t Most = S.Loop == Trip::NoLoop     ? 1
                  : S.Loop == Trip::Constant ? S.ConstantTrip
                  : S.Loop == Trip::PerBlock ? Steps + Blocks - 1
                                             : Steps;
  uint64_t Threads = 1;
  for (StringRef Part : llvm::split(L.Block, "x")) {
    uint64_t N = 1;
    Part.getAsInteger(10, N);
    Threads *= N;
  }
  uint64_t First = S.LowerBound ? 1 : 0;
  uint64_t Seed = R.below(1000);
  uint64_t Rows = 0; // of the ragged run
  if (S.Ragged) {
    uint64_t E = S.Tiles[0].Extent[0];
    Rows = Steps * E - (Steps && E > 1 ? R.below(E) : 0);
  }
  for (const TileShape &T : S.Tiles) {
    uint64_t Need = S.Ragged ? Rows + First * T.Extent[0] : (Most + First) * T.Extent[0];
    std::string Fill = "rand:" + std::to_string(Seed++);
    // Asserted alignment holds; else the base is as the element alone demands.
    unsigned Size = bytesOf(T.Element);
    std::string Skew = !T.Align && R.chance(30) ? ":skew=" + std::to_string(Size * (1 + R.below(3))) : "";
    if (S.Carrier == Form::B) {
      std::vector<uint64_t> Shape = T.Extent;
      Shape[0] = std::max<uint64_t>(Need, 0);
      L.Args.push_back("memref:" + T.Element + ":" + join(Shape) + ":" + Fill +
                       Skew + ":strides=" + join(T.Stride));
    } else {
      L.Args.push_back(T.Element + ":" + std::to_string(sourceElements(T, Need)) + ":" + Fill + Skew);
    }
  }
  uint64_t Outputs = Threads * Blocks;
  uint64_t Limit = S.Outer == Guard::None ? Outputs : R.below(Outputs + 1);
  L.Args.push_back("f64:" + std::to_string(Outputs * (S.StoreInLoop ? 1 + Most + 1 : 1)) + ":poison");
  L.Args.push_back("i64:" + std::to_string(S.Ragged ? Rows : Steps));
  L.Args.push_back("i64:" + std::to_string(Limit));
  L.Args.push_back("i32:" + std::to_string(R.below(4)));
  return L;
}

std::vector<GeneratedLaunch> chooseLaunches(const KernelShape &S, Random &R) {
  unsigned N = 2;
  for (const TileShape &T : S.Tiles)
    N = std::max(N, T.Streamed ? T.Stages : 1u);
  std::vector<GeneratedLaunch> All;
  All.push_back(launchOf(S, R, R.pick<uint64_t>({N - 1u, N, N + 1u})));
  All.push_back(launchOf(S, R, R.pick<uint64_t>({0, 1, N - 2u, 2u * N, 2u * N + 1})));
  return All;
}

} // namespace vx::gen
