//===- AheadEmitter.h - emits a loop's run-ahead slice -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Evaluates the answers of RunAhead for one iteration, given that iteration's header phis,
// as straight-line code at one place. The iteration may lie past the loop's last one, so
// the clones must not be able to trap or to make poison decide anything:
//   - wrap, exact, inbounds flags and range-like metadata go;
//   - conditions are frozen and combined by select, so that a false "it runs" wins;
//   - a divisor becomes 1 unless the iteration runs and executes the division.
#ifndef VX_REWRITE_AHEADEMITTER_H
#define VX_REWRITE_AHEADEMITTER_H

#include "vx/RunAhead.h"
#include "llvm/IR/IRBuilder.h"

namespace vx {

class AheadEmitter {
public:
  using State = llvm::MapVector<llvm::PHINode *, llvm::Value *>;

  /// \p Phis: the header phis of the iteration; \p Runs (i1): whether it runs at all.
  AheadEmitter(const RunAhead &A, llvm::IRBuilderBase &B, const State &Phis,
               llvm::Value *Runs)
      : A(A), B(B), Phis(Phis), Runs(Runs) {}

  /// \p V as it will be in that iteration.
  llvm::Value *value(llvm::Value *V);
  /// i1: control that reaches \p Root goes on to \p BB.
  llvm::Value *reaches(llvm::BasicBlock *BB, llvm::BasicBlock *Root);
  /// i1: the iteration runs and takes the back edge.
  llvm::Value *continues();
  /// The header phis of the iteration after.
  State next();

  llvm::Value *both(llvm::Value *X, llvm::Value *Y);   ///< X && Y
  llvm::Value *either(llvm::Value *X, llvm::Value *Y); ///< X || Y

private:
  llvm::Value *taken(const AheadEdge &E, llvm::BasicBlock *Root);
  llvm::Value *choice(const AheadEdge &E);
  llvm::Value *phi(llvm::PHINode &Phi);
  llvm::Value *clone(llvm::Instruction &I);
  llvm::Value *frozen(llvm::Value *Condition);

  const RunAhead &A;
  llvm::IRBuilderBase &B;
  const State &Phis;
  llvm::Value *Runs;
  llvm::DenseMap<llvm::Value *, llvm::Value *> Values, Frozen;
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, llvm::Value *>
      Reached;
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Value *>, llvm::Value *> Ands;
};

} // namespace vx

#endif // VX_REWRITE_AHEADEMITTER_H
