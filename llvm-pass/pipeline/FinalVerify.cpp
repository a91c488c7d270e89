//===- FinalVerify.cpp - device verification before the commit ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The last phase judges the module that the commit would make, while it can still be refused:
//
//   kernel @k, clone usable     the clone's body under the kernel's name
//   kernel @k, clone broken     the kernel as it came in
//   transfer callees            gone, with their calls: they are requests, no functions
//   device functions with sites gone, unless something that stays still calls them
//   everything else             as it is
//
// A fault of an earlier phase does not end it. Kernels whose plan failed are judged by their normalised
// clone, so that what is found in a kernel does not depend on the fate of the others.
#include "FinalVerify.h"
#include "Requests.h"
#include "vx/DeviceVerifier.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
ModuleView viewOf(Module &M, const ModuleRequests &Requests, ArrayRef<PreparedKernel> Prepared) {
  ModuleView View;
  View.setContractChecked();
  for (const Function &F : M)
    if (isTransferCallee(F))
      View.drop(F);
  for (const PreparedKernel &P : Prepared) {
    if (P.Usable)
      View.replaceBody(*P.Kernel, *P.Clone);
    else
      View.drop(*P.Clone);
  }
  // Without clones nothing is inlined either (strip).
  if (!Prepared.empty())
    for (const Function *F : inlinedDeviceFunctions(Requests))
      View.unroot(*F);
  return View;
}
} // namespace

bool wantsVerification(const Module &M, const ModuleRequests &Requests) {
  const NamedMDNode *Expected = M.getNamedMetadata(KernelsMD);
  return Requests.AnyRequested || (Expected && Expected->getNumOperands());
}

void verifyBeforeCommit(Module &M, const ModuleRequests &Requests,
                        ArrayRef<PreparedKernel> Prepared, const PlacementOptions &Options,
                        const std::optional<Target> &Stated, DiagnosticSink &Sink) {
  DeviceVerifierOptions Checks;
  Checks.AllowUndefined = Options.AllowUndefined;
  Checks.CleanupFollows = true;
  verifyDevice(M, viewOf(M, Requests, Prepared), Checks, Stated, Sink);
}

} // namespace vx
