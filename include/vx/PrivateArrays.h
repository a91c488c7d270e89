//===- PrivateArrays.h - private arrays in registers ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A per-thread array (scores, an accumulator, a row of Q) lives in registers only if every index into it
// is a constant. NVPTX's cost model, unlike AMDGPU's, does not raise the unroll threshold for loops that
// index such an array, so LLVM leaves it in the local depot, which on a flash kernel costs up to ten times.
//
//   for d in 0..64:  acc[d] *= c      =>   acc.0 *= c, acc.1 *= c, ...      (registers)
//
// This part finds those loops, decides which to unroll within a budget, and asks LLVM for it with
// !llvm.loop.unroll.full; LoopFullUnroll and SROA of any default<O1..3> do the work.
#ifndef VX_PRIVATEARRAYS_H
#define VX_PRIVATEARRAYS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace vx {

/// One static array of a thread, and the loops that walk it.
struct PrivateArray {
  llvm::AllocaInst *Alloca = nullptr;
  uint64_t Bytes = 0;
  llvm::SmallVector<llvm::Loop *, 4> Drivers; ///< loops that move an index
  std::string StaysBecause;                   ///< why it cannot be promoted, or ""
};

/// Bytes of private arrays that a thread may keep in registers, of 255 32-bit ones; the rest is for addresses,
/// operands in flight and loop state.
constexpr uint64_t DefaultRegisterArrayBytes = 768;
/// IR instructions that one unrolled nest may have, counted before simplification: about three in four go
/// away. Beyond it the code overruns the instruction cache and runs slower than with the array in local memory.
constexpr uint64_t DefaultUnrolledInstructions = 24576;

struct UnrollBudget {
  uint64_t ArrayBytes = DefaultRegisterArrayBytes;
  uint64_t Instructions = DefaultUnrolledInstructions;
};

/// Loops to unroll fully, and what happens to each array.
struct UnrollPlan {
  std::vector<llvm::Loop *> Loops;
  std::vector<PrivateArray> Arrays; ///< StaysBecause filled for those left in memory
};

/// Facts about the arrays of \p F; reads only.
std::vector<PrivateArray> findPrivateArrays(llvm::Function &F,
                                            llvm::LoopInfo &LI,
                                            llvm::ScalarEvolution &SE);

/// Smallest array first, so that most arrays fit, until the budget is used up. Reads only.
UnrollPlan planUnrolling(llvm::Function &F, llvm::LoopInfo &LI,
                         llvm::ScalarEvolution &SE, const UnrollBudget &Budget);

/// Marks the plan's loops with !llvm.loop.unroll.full. Returns true on change.
bool applyUnrolling(const UnrollPlan &Plan);

} // namespace vx

#endif // VX_PRIVATEARRAYS_H
