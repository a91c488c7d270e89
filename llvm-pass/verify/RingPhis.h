//===- RingPhis.h - phis that take few values -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The index of a ring's slot goes round: 0, 1, 2, 0, ... However LLVM writes it (select,
// xor, a byte offset, a counter of an unrolled or peeled loop), it is a phi whose incoming
// values follow from constants and from phis of the same kind, and which takes few values:
//
//   %slot = phi [0, %entry], [%next, %latch]          { }
//   %c = icmp eq %slot, 1                             {0}         from the constant
//   %next = select %c, 0, (add %slot, 1)              {0, 1}      0 -> 1, 1 -> 0: closed
//
// The sets of all candidates grow together from nothing; one that grows too large, or needs
// what is no constant, is dropped, and with it what depends on it.
#ifndef VX_VERIFY_RINGPHIS_H
#define VX_VERIFY_RINGPHIS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace vx {

/// Values of tracked phis on the path that led here.
using RingValues = llvm::SmallDenseMap<const llvm::PHINode *, llvm::Constant *, 4>;
using Evaluator =
    llvm::function_ref<llvm::Constant *(const llvm::Value &, const RingValues &)>;

/// Those among the phis that addresses in shared memory of \p F depend on, and flags that end a loop.
llvm::SetVector<const llvm::PHINode *> findRingPhis(llvm::Function &F, Evaluator Evaluate);

} // namespace vx

#endif // VX_VERIFY_RINGPHIS_H
