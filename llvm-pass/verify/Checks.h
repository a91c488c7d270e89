//===- Checks.h - the device verifier's checks -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each check reads the module and states facts; none decides what is an error
// (Findings.h). A check runs once per distinct folding of `__nvvm_reflect`.
#ifndef VX_VERIFY_CHECKS_H
#define VX_VERIFY_CHECKS_H

#include "Findings.h"
#include "IntrinsicTable.h"
#include "vx/ModuleView.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace vx {

struct CheckContext {
  const llvm::Module &M;
  const ModuleView &View;
  const DeviceVerifierOptions &Options;
  const Reachability &Reach;
  Findings &Out;
  IntrinsicVerdicts &Verdicts;
};

/// Functions, globals, aliases, names, calling conventions, constructors.
void checkSymbols(const CheckContext &C);
/// Memory of a block, constant bank, parameters, block sizes.
void checkResources(const CheckContext &C);
/// Global variables: address space, type, initial value, thread_local.
void checkGlobals(const CheckContext &C);
/// One live instruction each.
void checkIntrinsic(const llvm::CallBase &CB, const CheckContext &C);
void checkInstruction(const llvm::Instruction &I, const CheckContext &C);
void checkMemory(const llvm::Instruction &I, const CheckContext &C);
/// Helper processes: ptxas=, deep.
void runHelpers(const llvm::Module &M, const DeviceVerifierOptions &Options,
                const std::optional<Target> &Stated, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_VERIFY_CHECKS_H
