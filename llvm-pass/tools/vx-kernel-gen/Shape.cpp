//===- Shape.cpp - what a seed decides -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Draws are independent where the contract allows it, so that every pair of
// features comes up; what excludes what is said where it is decided, and again, by
// name, in Features.cpp.
#include "KernelGen.h"

using namespace llvm;

namespace vx::gen {

/// Small tiles: thousands of kernels run under many policies.
constexpr uint64_t MaxTileBytes = 1024, MaxTileElements = 144;

unsigned elementBytes(const TileShape &T) {
  StringRef Element = T.Element;
  if (Element == "i8")
    return 1;
  if (Element == "f64" || Element == "i64")
    return 8;
  return Element == "f32" || Element == "i32" ? 4 : 2;
}

bool KernelShape::inDevice(unsigned K) const {
  // A result that the next iteration reads has its site in the kernel's loop.
  return Site != Place::Kernel && (K != 0 || Results != Merge::Carried || Site == Place::Reader);
}

static void chooseExtent(TileShape &T, Random &R) {
  unsigned Rank = R.pick({1u, 1u, 2u, 2u, 2u, 3u, 4u, 5u});
  unsigned Size = elementBytes(T);
  T.Extent.push_back(R.pick<uint64_t>({1, 2, 3, 4, 8, 16}));
  uint64_t Elements = T.Extent[0];
  for (unsigned D = 1; D < Rank; ++D) {
    uint64_t N = R.pick<uint64_t>({1, 2, 3, 4, 5, 8, 16, 33});
    if (Elements * N * Size > MaxTileBytes || Elements * N > MaxTileElements)
      N = 2;
    T.Extent.push_back(N);
    Elements *= N;
  }
  bool Padded = R.chance(30);
  T.Stride.assign(Rank, 1);
  for (unsigned D = Rank; D-- > 1;)
    T.Stride[D - 1] = T.Stride[D] * T.Extent[D] + (Padded ? R.below(4) : 0);
}

/// Asserts an alignment where all rows have it, most of all where a copy needs it.
static void chooseAlign(TileShape &T, Random &R) {
  unsigned Size = elementBytes(T);
  for (unsigned A : {16u, 8u, 4u}) {
    // Rows of all dimensions, and the next tile an extent of rows further.
    bool Holds = T.Extent[0] * T.Stride[0] * Size % A == 0;
    for (size_t D = 0; D + 1 < T.Stride.size(); ++D)
      Holds &= T.Stride[D] * Size % A == 0;
    if (Holds && R.chance(Size < 4 ? 80 : 25)) {
      T.Align = A;
      return;
    }
  }
}

static void chooseRead(TileShape &T, Form Carrier, Random &R) {
  T.How = R.pick({Read::Element, Read::Element, Read::Element, Read::Vector,
                  Read::Vector, Read::ConstantMask, Read::RunTimeMask, Read::Copy});
  // A memcpy is no placed load.
  if (T.How == Read::Copy && Carrier == Form::A)
    T.How = Read::Vector;
  T.Width = R.pick({2u, 4u, 4u});
  T.Mask = unsigned(1 + R.below((1u << T.Width) - 1));
  // Whole vectors need rows of whole vectors. So do placed loads with a run-time mask, else
  // the lanes past the row are not proven to stay inside: a refusal, now and then.
  bool Whole = T.How == Read::Vector || T.How == Read::ConstantMask ||
               (T.How == Read::RunTimeMask && Carrier == Form::A && R.chance(85));
  if (Whole && T.Extent.back() % T.Width != 0)
    T.Extent.back() = T.Width;
}

static TileShape chooseTile(Random &R, Form Carrier) {
  TileShape T;
  T.Element = R.pick<std::string>({"f32", "f32", "f32", "f64", "f16", "i8", "i16", "i32",
                                   "i64", "bf16"});
  chooseExtent(T, R);
  chooseRead(T, Carrier, R);
  for (size_t D = T.Extent.size(); D-- > 1;)
    T.Stride[D - 1] = std::max(T.Stride[D - 1], T.Stride[D] * T.Extent[D]);
  T.Streamed = R.chance(55);
  T.Stages = R.pick({2u, 2u, 2u, 3u, 4u, 5u});
  chooseAlign(T, R);
  T.Granule = R.chance(10) ? 256 : 0;
  T.UniformIf = R.chance(15);
  return T;
}

static void chooseControl(KernelShape &S, Random &R) {
  S.Outer = R.pick({Guard::None, Guard::None, Guard::EarlyReturn, Guard::IfAround,
                    Guard::GridStride});
  S.Loop = R.pick({Trip::Uniform, Trip::Uniform, Trip::Uniform, Trip::Constant,
                   Trip::Causal, Trip::PerBlock, Trip::NoLoop});
  S.ConstantTrip = R.below(8);
  bool Looped = S.Loop != Trip::NoLoop;
  S.Nested = Looped && R.chance(20);
  // Counting down from a thread's own count, threads would differ in operands.
  S.CountDown = Looped && S.Loop != Trip::Causal && R.chance(15);
  S.LowerBound = Looped && R.chance(15);
  S.Break = Looped && R.chance(12);
  S.UniformReturn = R.chance(10);
  S.Switch = R.chance(20);
  S.StoreInLoop = R.chance(15);
  // Threads that leave the tile loop early and start another one meet the others at
  // barriers of another iteration: that is no order which a kernel may count on.
  bool Restarts = S.Loop == Trip::Causal && (S.Nested || S.Outer == Guard::GridStride);
  S.OwnBarrier = !Restarts && R.chance(20);
  S.LargeOwn = S.OwnBarrier && R.chance(35);
}

static void chooseCarrier(KernelShape &S, Random &R) {
  bool Calls = S.Carrier != Form::A;
  S.Ragged = S.Carrier == Form::B && R.chance(35);
  S.RowLoop = S.Ragged && S.Loop == Trip::Uniform && !S.CountDown && R.chance(60);
  S.ReadPast = S.Ragged && R.chance(25);
  S.RunTimeStride = S.Carrier == Form::B && R.chance(25);
  S.InnerRunTime = S.RunTimeStride && R.chance(30);
  S.OneCallee = Calls && S.Tiles.size() > 1 && R.chance(15);
  S.NarrowView = S.Carrier == Form::B && R.chance(15);
  S.SpacedPointers = R.chance(15);
  if (Calls && R.chance(35))
    S.Results = R.pick({Merge::Phi, Merge::Select, Merge::Aggregate, Merge::Carried});
  if (S.Results == Merge::Carried && S.Loop == Trip::NoLoop)
    S.Results = Merge::Phi;
  // One trip carries nothing: LLVM would leave one copy at a time.
  if (S.OneCallee && S.Results == Merge::Carried)
    S.ConstantTrip = std::max<uint64_t>(S.ConstantTrip, 2);
  S.ThreadChoice = S.Results == Merge::Select && R.chance(50);
  if (R.chance(25))
    S.Site = R.pick({Place::Device, Place::DeviceTwice, Place::Reader});
  S.NoInline = S.Site != Place::Kernel && R.chance(30);
}

KernelShape chooseShape(Random &R) {
  KernelShape S;
  S.Carrier = R.pick({Form::B, Form::B, Form::B, Form::BarePointer, Form::A, Form::A});
  S.Look = R.chance(50) ? Style::Plain
                        : R.pick({Style::Allocas, Style::O1, Style::O2, Style::O3});
  unsigned Tiles = R.pick({1u, 1u, 2u, 2u, 3u});
  for (unsigned I = 0; I < Tiles; ++I)
    S.Tiles.push_back(chooseTile(R, S.Carrier));
  chooseControl(S, R);
  chooseCarrier(S, R);
  S.Narrow = R.chance(35);
  S.ThreadColumn = R.chance(25);
  S.TwoKernels = R.chance(10);
  if (R.chance(20))
    S.Block = R.pick<std::string>({"32", "33", "64", "5x3x2", "16x4"});
  S.Flat = R.chance(40);
  if (S.Flat && StringRef(S.Block).contains('x'))
    S.Block = "64";
  // Threads that it leaves out would meet the others at barriers of a later round.
  S.InnerGuard = !S.OwnBarrier && R.chance(15);
  if (S.Results == Merge::Carried)
    S.Tiles[0].UniformIf = false;
  // A ragged tile's rows are counted in one unit for all tiles.
  if (S.Ragged)
    for (TileShape &T : S.Tiles) {
      bool OneRow = T.Extent.size() == 1 && T.How != Read::Element && T.How != Read::RunTimeMask;
      if (OneRow)
        T.How = Read::RunTimeMask;
      T.Extent[0] = S.Tiles[0].Extent[0];
      T.Align = T.Extent[0] * T.Stride[0] * elementBytes(T) % std::max(T.Align, 1u) ? 0 : T.Align;
    }
  if (S.OneCallee)
    for (TileShape &T : S.Tiles)
      T = S.Tiles[0];
  return S;
}

} // namespace vx::gen
