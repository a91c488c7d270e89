//===- StripRetype.h - shared results as generic ones -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_CONTRACT_STRIPRETYPE_H
#define VX_CONTRACT_STRIPRETYPE_H

#include "vx/Contract.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Instruction;
class Type;
class Use;
} // namespace llvm

namespace vx {

/// Everything whose type says "shared memory" because a transfer's result does.
class SharedResults {
public:
  /// Follows the results of \p Transfers that are typed as address space 3.
  explicit SharedResults(llvm::ArrayRef<llvm::CallBase *> Transfers);

  /// A use that cannot be given another address space, nullptr if all can.
  const llvm::Use *obstacle() const { return Obstacle; }
  /// The transfer that \p obstacle comes from.
  const llvm::CallBase *obstacleOf() const { return From; }

  /// Makes all of it generic, the calls' own types too: the calls are invalid
  /// from here on and have to be replaced.
  void makeGeneric();

private:
  void follow(llvm::CallBase &Transfer);
  void checkMerges();

  /// Typed as shared, with the transfer that each was first reached from.
  llvm::MapVector<llvm::Instruction *, llvm::CallBase *> Values;
  llvm::SetVector<llvm::Instruction *> Readers; ///< intrinsics that take one
  llvm::SetVector<llvm::Instruction *> Casts;   ///< from shared to generic
  const llvm::Use *Obstacle = nullptr;
  const llvm::CallBase *From = nullptr;
};

/// \p T with every pointer in address space 3 made generic.
llvm::Type *genericType(llvm::Type *T);

} // namespace vx

#endif // VX_CONTRACT_STRIPRETYPE_H
