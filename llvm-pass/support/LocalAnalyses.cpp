//===- LocalAnalyses.cpp - analysis managers of our own -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/LocalAnalyses.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace vx {

LocalAnalyses::LocalAnalyses() {
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
}

FreshAliases::FreshAliases(Function &F, DominatorTree &DT)
    : Impl(F.getParent()->getTargetTriple()), TLI(Impl), AC(F),
      Basic(F.getDataLayout(), F, TLI, AC, &DT),
      TypeBased(/*UsingTypeSanitizer=*/false), Aliases(TLI) {
  Aliases.addAAResult(Basic);
  Aliases.addAAResult(Scoped);
  Aliases.addAAResult(TypeBased);
}

} // namespace vx
