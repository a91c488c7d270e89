//===- DeviceVerifier.h - can the target take this module, and get it right? -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Read-only checks of a whole nvptx64 module against its target (VX4xx):
//
//   verifyDevice   what llc would abort on, what ptxas or the driver would refuse,
//                  and what both would take and compute wrongly
//   verifyShape    proof on code with asynchronous copies: shared addresses, barriers
//                  outside divergent control, waits and barriers between a copy, the
//                  reads of what it brought, and the next copy into the same bytes
//
// Every finding is a Diagnostic with arguments "class" (unsupported, wrong-code,
// unresolved, resource, unchecked, unproven), "chain" (calls from the kernel),
// "needed" and "stated" (targets). Findings come sorted; the module never changes.
// A module that is not for nvptx64 yields none.
#ifndef VX_DEVICEVERIFIER_H
#define VX_DEVICEVERIFIER_H

#include "vx/Diagnostics.h"
#include "vx/ModuleView.h"
#include "vx/Target.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace vx {

/// Parameters of `vx-verify-device`.
struct DeviceVerifierOptions {
  std::string Sm;              ///< "90", "sm_90a"; "" = the module's, if any
  std::string Ptx;             ///< "80", "8.0"; "" = the module's, if any
  bool StrictAtomics = false;  ///< a weakened atomic ordering is an error
  bool AllowInlineAsm = false; ///< do not warn of unchecked inline assembly
  bool AllowUndefined = false; ///< libdevice is linked later
  /// A pass pipeline follows: what no kernel and nothing that the module must keep reaches
  /// is a warning, because global DCE will remove it. Set by vx-placement.
  bool CleanupFollows = false;
  std::string Ptxas;           ///< assemble a copy with this ptxas, in a helper
  bool Deep = false;           ///< compile a copy with llc, in a helper
  std::string Llc;             ///< llc for Deep and Ptxas; "" = that of this LLVM
  unsigned HelperSeconds = 60;     ///< until a helper is ended
  unsigned HelperMegabytes = 8192; ///< of memory for a helper
};

/// Parses "sm=90,ptx=80,strict-atomics,allow-inline-asm,allow-undefined,
/// ptxas=PATH,deep,llc=PATH,helper-seconds=N,helper-megabytes=N" (also ';'-separated). An unknown or repeated word, or
/// an empty value, is an error that quotes it.
llvm::Expected<DeviceVerifierOptions>
parseDeviceVerifierOptions(llvm::StringRef Params);

/// All checks; every finding in one run. Runs verifyShape on the kernels.
void verifyDevice(llvm::Module &M, const DeviceVerifierOptions &Options,
                  DiagnosticSink &Sink);

/// The same for the module that \p View shows and \p Stated (none: as verifyDevice does without a
/// target). What the contract's reading of the module checks is left to it: how the target is
/// stated, expected kernels. Neither Ptxas nor Deep: there is no such module to hand on yet.
void verifyDevice(llvm::Module &M, const ModuleView &View, const DeviceVerifierOptions &Options,
                  const std::optional<Target> &Stated, DiagnosticSink &Sink);

/// The shape proof of one kernel (VX45x).
void verifyShape(llvm::Function &F, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_DEVICEVERIFIER_H
