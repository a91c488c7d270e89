//===- Mutations.h - one fault at a time -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The proof that the detector detects: from a transformed kernel, one thing is
// removed or weakened at a time, as a bug in a rewrite would.
//
//   remove wait, barrier, commit     the call is gone
//   wait + 1                         one more group may stay in flight
//   slot off by one                  a ring's slot index names the next slot
//   fill one short, one long         a fill loop's bound is one off
//   barrier one earlier, one later   it changes places with its neighbour: a
//                                    wait, a fill loop, a group of accesses
//   participation removed            a block-wide OR is the thread's own bit
//   closed form of the other end     what one thread answers for its block is computed for the last one
//                                    instead of the first, or the other way round
//   alignment test forced true       wide copies whatever the address
#ifndef VX_TOOLS_MUTATIONS_H
#define VX_TOOLS_MUTATIONS_H

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace vx::simt {

struct Mutation {
  std::string Kind, Where;
  std::function<void()> Apply;
  llvm::Instruction *At = nullptr; ///< what it is done to
};

/// All mutations of \p Kernel, in the order of its instructions: the same list
/// for equal functions. Apply at most one of a list.
std::vector<Mutation> mutationsOf(llvm::Function &Kernel);

} // namespace vx::simt

#endif // VX_TOOLS_MUTATIONS_H
