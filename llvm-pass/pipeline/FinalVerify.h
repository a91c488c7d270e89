//===- FinalVerify.h - device verification before the commit ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PIPELINE_FINALVERIFY_H
#define VX_PIPELINE_FINALVERIFY_H

#include "vx/Contract.h"
#include "vx/Target.h"

namespace vx {

/// A kernel and the clone that stands in for it, as far as the phases brought it.
struct PreparedKernel {
  llvm::Function *Kernel, *Clone;
  bool Usable; ///< false: a phase broke off in the clone, and what it left is not looked at
};

/// True when the module asks for placement or expects kernels; only then is it verified.
bool wantsVerification(const llvm::Module &M, const ModuleRequests &Requests);

/// Verifies \p M as the commit of \p Prepared will make it. \p Stated: the target, if a valid one is
/// stated.
void verifyBeforeCommit(llvm::Module &M, const ModuleRequests &Requests,
                        llvm::ArrayRef<PreparedKernel> Prepared, const PlacementOptions &Options,
                        const std::optional<Target> &Stated, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_PIPELINE_FINALVERIFY_H
