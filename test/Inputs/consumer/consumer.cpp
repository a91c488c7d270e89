//===- consumer.cpp - uses the installed library ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Asks for placement on a module without a target and shows what comes back: the
// library returns its diagnostics and neither prints nor exits.
#include "vx/Contract.h"
#include "vx/Diagnostics.h"
#include "vx/Options.h"
#include "vx/Target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  llvm::LLVMContext Context;
  llvm::Module Module("consumer", Context);
  auto Options = vx::parsePlacementOptions("sm=7");
  if (!Options)
    return 1;
  vx::DiagnosticSink Sink;
  vx::resolveTarget(Module, *Options, Sink);
  for (const vx::Diagnostic &D : Sink.all())
    llvm::outs() << vx::codeString(D.Code) << '\n';
  return 0;
}
