//===- BlockUniformity.h - block-level uniformity -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// LLVM's uniformity analysis as NVPTX configures it is a warp-level one: it is no
// proof for barriers. This one runs LLVM's GenericUniformity with a
// TargetTransformInfo of our own that knows which values are equal in all threads of
// a block: kernel arguments, ctaid, ntid, nctaid, constants, loads from uniform
// addresses that the kernel provably does not write, block-wide reductions.
// Divergent: tid, laneid, warpid, clocks, atomics, shuffles, votes, other loads,
// and calls that are not speculatable functions of their operands.
#ifndef VX_BLOCKUNIFORMITY_H
#define VX_BLOCKUNIFORMITY_H

#include <memory>
#include <string>

namespace llvm {
class AAResults;
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class Use;
class Value;
} // namespace llvm

namespace vx {

/// Steps from an address to its object: more than any code takes, and an end for pointers of unreachable code,
/// which may be defined by themselves.
constexpr unsigned MaxAddressSteps = 1000;

class BlockUniformity {
public:
  /// Computes for \p F, which must be a kernel or its scratch clone. \p AA
  /// proves that a load's memory is not written in the kernel.
  BlockUniformity(llvm::Function &F, const llvm::DominatorTree &DT,
                  llvm::AAResults &AA);
  ~BlockUniformity();
  BlockUniformity(BlockUniformity &&) noexcept;

  /// Same value in all threads of the block that execute the definition
  /// together (at the definition).
  bool isUniform(const llvm::Value &V) const;
  /// The same at a use: false for temporal divergence (a loop value used
  /// outside a loop that threads leave at different iterations).
  bool isUniformUse(const llvm::Use &U) const;
  /// The block ends in a branch or switch on which threads of a block part.
  bool hasDivergentTerminator(const llvm::BasicBlock &BB) const;
  /// First divergent source that \p V depends on, for messages:
  /// "depends on llvm.nvvm.read.ptx.sreg.tid.x" or "loads from memory that the
  /// kernel may write".
  std::string whyDivergent(const llvm::Value &V) const;

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace vx

#endif // VX_BLOCKUNIFORMITY_H
