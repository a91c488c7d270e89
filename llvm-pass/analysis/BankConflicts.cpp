//===- BankConflicts.cpp - how shared memory serves a warp ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/BankConflicts.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <set>
#include <utility>

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned WarpSize = 32;
/// CUDA programming guide, "Compute capability 5.x" and later: 32 banks, successive words in successive banks.
constexpr int64_t Banks = 32, WordBytes = 4;

/// Threads that are served together: so many as read the banks' width at once.
unsigned threadsTogether(unsigned Width) {
  unsigned Words = std::max<unsigned>(1, bit_ceil(Width) / WordBytes);
  return std::max(1u, WarpSize / Words);
}

int64_t addressOf(const WarpAccess &Access, unsigned Lane) {
  unsigned X = Access.Threads[0] ? Access.Threads[0] : WarpSize;
  unsigned Y = Access.Threads[1] ? Access.Threads[1] : WarpSize;
  return Access.Stride[0] * (Lane % X) + Access.Stride[1] * (Lane / X % Y) +
         Access.Stride[2] * (Lane / X / Y);
}
} // namespace

unsigned bankConflictDegree(const WarpAccess &Access) {
  unsigned Together = threadsTogether(Access.Width);
  unsigned Worst = 1;
  for (unsigned First = 0; First < WarpSize; First += Together) {
    std::set<int64_t> Words;
    for (unsigned Lane = First; Lane != First + Together; ++Lane) {
      int64_t Begin = addressOf(Access, Lane), End = Begin + Access.Width - 1;
      for (int64_t Word = divideFloorSigned(Begin, WordBytes);
           Word <= divideFloorSigned(End, WordBytes); ++Word)
        Words.insert(Word);
    }
    std::array<unsigned, Banks> Passes = {};
    for (int64_t Word : Words)
      ++Passes[uint64_t(Word) % Banks];
    Worst = std::max(Worst, *std::max_element(Passes.begin(), Passes.end()));
  }
  return Worst;
}

} // namespace vx
