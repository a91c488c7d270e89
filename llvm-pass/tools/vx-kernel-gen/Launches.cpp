//===- Launches.cpp - launches that a generated kernel is right for -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sources end with the last row that a transfer may read, so that a byte too many
// is out of bounds.
#include "KernelGen.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace vx::gen {

/// Of a grid stride; the last one is a part, or none.
constexpr uint64_t MaxRounds = 3;

/// Elements of a source that holds \p Rows rows of the outermost dimension.
static uint64_t sourceElements(const TileShape &T, uint64_t Rows) {
  uint64_t Span = 1;
  for (size_t D = 1; D < T.Extent.size(); ++D)
    Span += (T.Extent[D] - 1) * T.Stride[D];
  return Rows ? (Rows - 1) * T.Stride[0] + Span : 0;
}

static std::string joined(const std::vector<uint64_t> &V) {
  return join(map_range(V, [](uint64_t N) { return std::to_string(N); }), "x");
}

/// "5x3x2" -> 30.
static uint64_t product(StringRef Shape) {
  uint64_t All = 1;
  for (StringRef Part : split(Shape, "x")) {
    uint64_t N = 1;
    Part.getAsInteger(10, N);
    All *= N;
  }
  return All;
}

/// One more than the last tile that the loop reads, from 0.
static uint64_t tilesRead(const KernelShape &S, uint64_t Steps, uint64_t Blocks) {
  uint64_t Most = S.Loop == Trip::NoLoop     ? 1
                  : S.Loop == Trip::Constant ? S.ConstantTrip
                  : S.Loop == Trip::PerBlock ? Steps + Blocks - 1
                                             : Steps;
  // A carried result is fetched before it is known whether an iteration reads it.
  return Most + (S.LowerBound ? 1 : 0) + (S.Results == Merge::Carried ? 1 : 0);
}

static std::string sourceWord(const KernelShape &S, const TileShape &T, uint64_t Rows,
                              uint64_t Seed, Random &R) {
  std::string Fill = "rand:" + std::to_string(Seed);
  // Asserted alignment holds; else the base is as the element alone demands.
  std::string Skew;
  if (!T.Align && R.chance(30))
    Skew = ":skew=" + std::to_string(elementBytes(T) * (1 + R.below(3)));
  if (S.Carrier != Form::B)
    return T.Element + ":" + std::to_string(sourceElements(T, Rows)) + ":" + Fill + Skew;
  std::vector<uint64_t> Shape = T.Extent;
  Shape[0] = Rows;
  return "memref:" + T.Element + ":" + joined(Shape) + ":" + Fill + Skew +
         ":strides=" + joined(T.Stride);
}

/// The kernel's parameters, in writeKernel's order.
static GeneratedLaunch launchOf(const KernelShape &S, Random &R, uint64_t Steps) {
  GeneratedLaunch L;
  L.Steps = Steps;
  if (S.Flat)
    L.Block = R.pick<std::string>({"1", "8", "32", "33", "48", "64", "24", "40", "96"});
  else
    L.Block = R.pick<std::string>({"1", "8", "32", "33", "48", "64", "5x3x2", "16x4", "7x1x5", "96"});
  if (!S.Block.empty())
    L.Block = S.Block;
  L.Grid = R.pick<std::string>({"1", "1", "2", "3", "2x2"});
  if (S.Flat && L.Grid == "2x2")
    L.Grid = "4";
  uint64_t Blocks = product(L.Grid), Outputs = product(L.Block) * Blocks;
  uint64_t Extent = S.Tiles[0].Extent[0];
  uint64_t Rows = Steps * Extent;
  if (Steps && Extent > 1)
    Rows -= R.below(Extent);
  uint64_t Tiles = tilesRead(S, Steps, Blocks);
  uint64_t Seed = R.below(1000);
  for (const TileShape &T : S.Tiles) {
    uint64_t Need = Tiles * T.Extent[0];
    if (S.Ragged)
      Need = Rows + (S.LowerBound ? T.Extent[0] : 0);
    L.Args.push_back(sourceWord(S, T, Need, Seed++, R));
  }
  uint64_t Rounds = S.Outer == Guard::GridStride ? MaxRounds : 1;
  uint64_t Limit = S.Outer == Guard::None ? Outputs : R.below(Rounds * Outputs + 1);
  // Each step stores behind the last one's.
  uint64_t Results = Outputs * (Rounds + (S.StoreInLoop ? 1 + Tiles : 0));
  L.Args.push_back("f64:" + std::to_string(Results) + ":poison");
  L.Args.push_back("i64:" + std::to_string(S.Ragged ? Rows : Steps));
  L.Args.push_back("i64:" + std::to_string(Limit));
  L.Args.push_back("i32:" + std::to_string(R.below(4)));
  return L;
}

std::vector<GeneratedLaunch> chooseLaunches(const KernelShape &S, Random &R) {
  uint64_t N = 2;
  for (const TileShape &T : S.Tiles)
    N = std::max<uint64_t>(N, T.Streamed ? T.Stages : 1);
  // Two different trip counts, any two.
  uint64_t First = R.pick({N - 1, N, N + 1, 2 * N, uint64_t(0), uint64_t(1)}), Second;
  do
    Second = R.pick({uint64_t(0), uint64_t(1), N - 2, N - 1, N, N + 1, 2 * N, 2 * N + 1});
  while (Second == First);
  std::vector<GeneratedLaunch> All;
  All.push_back(launchOf(S, R, First));
  All.push_back(launchOf(S, R, Second));
  return All;
}

} // namespace vx::gen
