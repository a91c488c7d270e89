//===- CopyLoop.h - cooperative copies of tiles ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_REWRITE_COPYLOOP_H
#define VX_REWRITE_COPYLOOP_H

#include "vx/Plan.h"

namespace vx {

enum class CopyEngine { LoadStore, CpAsync };

struct CopyOperands {
  llvm::Value *Source = nullptr;      ///< first element, generic or global
  llvm::Value *Destination = nullptr; ///< first byte of the slot, addrspace(3)
  llvm::SmallVector<llvm::Value *, MaxRank> Sizes;   ///< elements; empty for bare
  llvm::SmallVector<llvm::Value *, MaxRank> Strides; ///< elements; empty for bare
};

/// One tile of a group that is copied together.
struct CopyJob {
  const FillPlan *Fill = nullptr;
  CopyOperands Operands;
};

/// Emits the copies of \p Jobs before \p At; all threads of the block must execute them with equal operands. One
/// alignment test chooses the form of all tiles that need one.
void emitCopies(llvm::Instruction &At, llvm::ArrayRef<CopyJob> Jobs,
                CopyEngine Engine);

} // namespace vx

#endif // VX_REWRITE_COPYLOOP_H
