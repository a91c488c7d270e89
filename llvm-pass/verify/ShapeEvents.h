//===- ShapeEvents.h - instructions that order asynchronous copies -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_VERIFY_SHAPEEVENTS_H
#define VX_VERIFY_SHAPEEVENTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace vx {

/// Metadata on storage that placement made (ShapeStorage.h).
constexpr llvm::StringLiteral StorageMD = "vx.storage";
/// How that storage is named. LLVM's GlobalOpt replaces a variable of one element by a scalar,
/// "__vx_tile_k_t.0", without the metadata.
constexpr llvm::StringLiteral StoragePrefix = "__vx_tile_";

/// \p I as a non-bulk cp.async: operand 0 is the shared destination.
const llvm::CallBase *asAsyncCopy(const llvm::Instruction &I);
bool isCommit(const llvm::Instruction &I);
/// Groups that a wait leaves pending; -1 for wait.all, which takes copies that no group
/// holds yet too.
std::optional<int64_t> pendingAfterWait(const llvm::Instruction &I);
/// All threads of the block meet here.
bool isBlockBarrier(const llvm::Instruction &I);
/// Completion through mbarriers or bulk copies, which this proof does not follow.
bool isOtherAsync(const llvm::Instruction &I);

/// The pointer into shared memory through which \p I accesses memory, if any.
const llvm::Value *sharedOperand(const llvm::Instruction &I);
/// Bytes from the address of \p I to the first one that it accesses: the leading lanes that
/// the constant mask of a masked load switches off. They may lie before a slot.
uint64_t maskedLead(const llvm::Instruction &I);

} // namespace vx

#endif // VX_VERIFY_SHAPEEVENTS_H
