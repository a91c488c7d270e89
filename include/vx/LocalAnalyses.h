//===- LocalAnalyses.h - analysis managers of our own -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The library works on any llvm::Module, with or without a host pass pipeline, so it brings its
// own managers. They are built once a run: registering every analysis costs about a millisecond.
#ifndef VX_LOCALANALYSES_H
#define VX_LOCALANALYSES_H

#include "vx/BlockUniformity.h"
#include "vx/Participation.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace vx {

struct LocalAnalyses {
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  LocalAnalyses();
};

/// LLVM's default alias analyses of a function as it is now, without a manager: the manager's keep trees
/// of the function as it was.
class FreshAliases {
public:
  FreshAliases(llvm::Function &F, llvm::DominatorTree &DT);
  llvm::AAResults &get() { return Aliases; }

private:
  llvm::TargetLibraryInfoImpl Impl;
  llvm::TargetLibraryInfo TLI;
  llvm::AssumptionCache AC;
  llvm::BasicAAResult Basic;
  llvm::ScopedNoAliasAAResult Scoped;
  llvm::TypeBasedAAResult TypeBased;
  llvm::AAResults Aliases;
};

/// All that participation asks of a function, as it is now.
class FreshFlow {
public:
  explicit FreshFlow(llvm::Function &F)
      : DT(F), PDT(F), LI(DT), Aliases(F, DT), BU(F, DT, Aliases.get()) {}
  FlowAnalyses get() const { return {DT, PDT, LI, BU}; }

private:
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  llvm::LoopInfo LI;
  FreshAliases Aliases;
  BlockUniformity BU;
};

} // namespace vx

#endif // VX_LOCALANALYSES_H
