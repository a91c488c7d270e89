//===- ContractInternal.h - between the parts of the contract phase -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_CONTRACT_CONTRACTINTERNAL_H
#define VX_CONTRACT_CONTRACTINTERNAL_H

#include "vx/Contract.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace vx {

/// NVPTX address spaces that the contract speaks of.
constexpr unsigned GenericSpace = 0, GlobalSpace = 1, SharedSpace = 3;

/// A direct call of an instruction's function, or a tagged access, as found in
/// one function. Bodies of transfer callees are never looked at.
struct FunctionSites {
  std::vector<llvm::LoadInst *> Loads;       ///< tagged, placeable
  std::vector<llvm::CallBase *> MaskedLoads; ///< tagged llvm.masked.load
  std::vector<llvm::CallBase *> Transfers;   ///< calls of transfer callees
  llvm::SetVector<llvm::Function *> Calls;   ///< defined functions called
  /// Tags on what cannot be a placed load, which is reported: they are not lost.
  llvm::SmallPtrSet<const llvm::MDNode *, 1> Unplaceable;
  bool hasSites() const {
    return !Loads.empty() || !MaskedLoads.empty() || !Transfers.empty();
  }
};

/// Sites of every defined function, in module order.
using SiteMap = llvm::MapVector<llvm::Function *, FunctionSites>;

/// Walks the module once. Reports tags on what cannot be a placed load (VX107),
/// calls of transfer callees in a form that is no plain call (VX109), calls of
/// MLIR's C interface functions and callees whose address is taken (VX112).
SiteMap collectSites(llvm::Module &M, DiagnosticSink &Sink);

/// \p Kernel and the defined functions it reaches through direct calls.
llvm::SetVector<llvm::Function *> reachedFrom(llvm::Function &Kernel,
                                              const SiteMap &Sites);

/// Functions that have sites of their own or call, over any number of defined
/// functions, one that has; module order.
llvm::SetVector<llvm::Function *> leadingToSites(const SiteMap &Sites);

/// First use of \p F from which it may be called by anybody: not a direct call,
/// not in a body that is dropped, not in llvm.used. nullptr: there is none.
const llvm::Use *addressTakingUse(const llvm::Function &F);

/// One well-formed line of `!vx.tiles`.
struct ManifestEntry {
  llvm::Function *Kernel = nullptr;
  const llvm::MDNode *Tag = nullptr; ///< carrier A
  llvm::Function *Callee = nullptr;  ///< carrier B
};

/// Reads `!vx.tiles`; reports VX103, and VX110 for a callee that is gone.
std::vector<ManifestEntry> readManifest(llvm::Module &M, DiagnosticSink &Sink);

/// The tag of \p I as a node, or nullptr.
const llvm::MDNode *placementTag(const llvm::Instruction &I);

/// Every transfer callee, MLIR's C interface functions included, module order.
std::vector<llvm::Function *> transferCallees(llvm::Module &M);

/// Drops what stands between the braces of transfer callees.
bool dropTransferBodies(llvm::Module &M);
/// Erases MLIR's C interface functions that nothing but transfer bodies calls.
bool eraseCInterfaces(llvm::Module &M);

} // namespace vx

#endif // VX_CONTRACT_CONTRACTINTERNAL_H
