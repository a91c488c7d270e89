//===- TransferSites.h - transfer calls and what reads their results -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TRANSFERSITES_H
#define VX_TRANSFERSITES_H

#include "vx/Contract.h"

namespace llvm {
class DominatorTree;
class Instruction;
class PostDominatorTree;
class Value;
} // namespace llvm

namespace vx {
class BlockUniformity;

/// One call of a transfer callee, taken apart. Operands are the call's own; sizes and strides count
/// elements, outermost dimension first (contract, "Carrier B").
struct TransferSite {
  llvm::CallBase *Call = nullptr;
  unsigned Tile = 0; ///< index into the kernel's tiles
  unsigned Rank = 0; ///< of the descriptor; 0 for a bare pointer
  /// Values through which the result is read: extracted pointers, GEPs, casts, phis.
  std::vector<llvm::Instruction *> Pointers;
  /// Instructions that read the tile's bytes through them.
  std::vector<llvm::Instruction *> Reads;

  bool isDescriptor() const { return Rank != 0; }
  llvm::Value *pointer() const;            ///< before the offset is applied
  llvm::Value *offset() const;             ///< elements; nullptr for a bare pointer
  llvm::Value *size(unsigned Dim) const;   ///< nullptr for a bare pointer
  llvm::Value *stride(unsigned Dim) const; ///< nullptr for a bare pointer
};

/// A use of a result that the contract does not allow.
struct IllegalUse {
  const TransferSite *Site = nullptr;
  llvm::Instruction *User = nullptr;
  std::string Why;
};

/// Two results of one tile that are live together: \p Pointer is read at \p Use although the transfer
/// \p Refill may have run since it was produced.
struct LiveConflict {
  unsigned Tile = 0;
  llvm::Instruction *Pointer = nullptr, *Use = nullptr, *Refill = nullptr;
};

/// All sites of a normalised kernel, in program (reverse post) order.
std::vector<TransferSite> collectSites(const KernelRequests &Requests);

/// Follows every result to its reads; fills Pointers and Reads and returns what is not allowed.
std::vector<IllegalUse> traceResults(std::vector<TransferSite> &Sites);

/// Results that would be overwritten before their last read, if each tile had one copy.
std::vector<LiveConflict>
findLiveConflicts(const std::vector<TransferSite> &Sites);

/// Reads of a copy that other threads may have replaced while the reading thread was not with them: it
/// had left a divergent loop, or passed a divergent branch by.
std::vector<LiveConflict>
findDivergentConflicts(const std::vector<TransferSite> &Sites,
                       const BlockUniformity &Uniformity, const llvm::DominatorTree &DT,
                       const llvm::PostDominatorTree &PDT);

} // namespace vx

#endif // VX_TRANSFERSITES_H
