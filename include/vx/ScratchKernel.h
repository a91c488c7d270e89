//===- ScratchKernel.h - a kernel's private copy to work on -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_SCRATCHKERNEL_H
#define VX_SCRATCHKERNEL_H

#include "vx/Contract.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/PassManager.h"

namespace vx {

/// Clone of one kernel inside its module. Nothing but the clone is changed until commit(); the
/// destructor erases a clone that was not committed.
class ScratchKernel {
public:
  ScratchKernel(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM);
  ~ScratchKernel();
  ScratchKernel(const ScratchKernel &) = delete;
  ScratchKernel &operator=(const ScratchKernel &) = delete;

  llvm::Function &original() const { return *Original; }
  llvm::Function &clone() const { return *Clone; }

  /// Inlines device functions that hold sites or take results of transfers, promotes allocas,
  /// splits aggregates, brings loops into LoopSimplify and LCSSA form. Reports VX217 for placed
  /// loads of the kernel's own arrays, which it may promote away. Reports VX210 for a call that
  /// cannot be inlined and returns false.
  bool normalise(DiagnosticSink &Sink);

  /// The requests of the original kernel, found again in the normalised clone: inlining
  /// multiplies loads and calls, clean-up removes dead ones.
  KernelRequests requests(const KernelRequests &OfOriginal) const;

  /// The tile was refused for what its loads read (VX217).
  bool isRefused(const TileRequest &Tile) const { return Refused.contains(Tile.Tag); }

  /// Loops into LoopSimplify and LCSSA form again, after a rewrite step.
  void simplifyLoops();
  /// Simplifies after the rewrite and infers address spaces (flat = 0), which leaves tile reads in
  /// addrspace(3).
  void finish();

  /// Moves the clone's body into the original.
  void commit();

private:
  void eraseClone();
  void run(llvm::FunctionPassManager FPM);
  void promoteAllocas(llvm::FunctionPassManager &FPM);
  void refusePrivateReads(DiagnosticSink &Sink);

  llvm::Function *Original, *Clone;
  llvm::FunctionAnalysisManager &FAM;
  llvm::SmallPtrSet<const llvm::MDNode *, 4> Refused;
};

/// Remembers which globals a module has, so that those added since can be removed when nothing
/// uses them: a refused module stays byte-identical.
class ModuleJanitor {
public:
  explicit ModuleJanitor(llvm::Module &M);
  /// \p Committed: visible definitions are part of the result (the published size of dynamic shared memory
  /// has no use inside the module).
  void removeUnusedAdditions(bool Committed);

private:
  llvm::Module &M;
  llvm::SmallPtrSet<const llvm::GlobalValue *, 32> Before;
};

/// Splits phis, selects and freezes of aggregate type into those of their fields, so that merged
/// descriptors become merged pointers. Returns true on change.
bool scalariseAggregates(llvm::Function &F);

/// Arms that only lead to `unreachable` go, and switches of two arms become branches. True if
/// \p F changed.
bool foldImpossibleArms(llvm::Function &F);

} // namespace vx

#endif // VX_SCRATCHKERNEL_H
