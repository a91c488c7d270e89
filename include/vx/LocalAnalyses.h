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

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace vx {

struct LocalAnalyses {
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  LocalAnalyses();
};

} // namespace vx

#endif // VX_LOCALANALYSES_H
