//===- StridedLoops.h - loops that go by the block's size ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The threads of a block share the work on a tile in a loop whose step is not known before the launch. Its trip
// count takes a division, so LLVM's unroller leaves it alone, and each round waits for its own load:
//
//   for (i = tid; i < n; i += ntid)        rounds = (n - tid + ntid - 1) / ntid   (once, outside all loops)
//     s += x[i]                       =>   rounds % 4 times:  s += x[i]; i += ntid
//                                          while (i < n)      4 loads, then 4 additions in the same order
//
// This part finds such loops and asks LLVM's unroller for them by mark; the division is hoisted by LICM.
#ifndef VX_STRIDEDLOOPS_H
#define VX_STRIDEDLOOPS_H

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace vx {

/// Rounds that come together. A load from shared memory takes about 30 cycles, a round of a loop around one
/// of them about 10 instructions; more rounds would lengthen the rest that goes one by one.
constexpr uint64_t DefaultRounds = 4;

/// Innermost loops that load, write no shared memory nor anything else that threads synchronise by, and have a step that is no constant.
/// Reads only.
std::vector<llvm::Loop *> findStridedLoops(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

/// Asks for \p Rounds rounds of each loop at a time.
void markStridedLoops(const std::vector<llvm::Loop *> &Loops, uint64_t Rounds);

/// Takes back marks that the unroller did not honour: passes after it would warn.
void dropStridedMarks(llvm::LoopInfo &LI);

} // namespace vx

#endif // VX_STRIDEDLOOPS_H
