//===- InterleaveChains.h - independent accumulation chains side by side ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A dot product that is unrolled beside others comes out one after the other: a chain of dependent additions, then
// the next. Each link waits for the one before (4 cycles on every sm since 7.0), and with a warp or two on each scheduler
// nothing fills the gap; ptxas keeps such an order over a block of a thousand instructions. So the chains are
// interleaved:
//
//   a0 += x0*y0; a0 += x1*y1; ...              a0 += x0*y0;  a1 += x0*z0;
//   a1 += x0*z0; a1 += x1*z1; ...       =>     a0 += x1*y1;  a1 += x1*z1;  ...
//
// Every chain keeps its own order of operations, so results are the same to the bit. Only pure instructions and
// loads move, and none over an instruction that writes memory or synchronises.
#ifndef VX_INTERLEAVECHAINS_H
#define VX_INTERLEAVECHAINS_H

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace vx {

/// Accumulators that are in flight together: twice the latency of an addition in cycles, and few enough that
/// their operands stay in registers.
constexpr unsigned DefaultChainsTogether = 8;

/// Interleaves the independent accumulation chains of every block, at most \p Together at once; fewer than two
/// leaves all as it is. Returns the number of chains that were moved.
unsigned interleaveChains(llvm::Function &F,
                          unsigned Together = DefaultChainsTogether);

} // namespace vx

#endif // VX_INTERLEAVECHAINS_H
