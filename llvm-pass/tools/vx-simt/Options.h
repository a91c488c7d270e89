//===- Options.h - the command line of vx-simt -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TOOLS_SIMT_OPTIONS_H
#define VX_TOOLS_SIMT_OPTIONS_H

#include "vx/simt/Arguments.h"

namespace vx::simt {

enum class Command { Help, Run, Compare };

struct ToolOptions {
  Command What = Command::Help;
  std::vector<std::string> Files;
  std::string Kernel;
  std::vector<std::string> Args;
  CompileOptions Compile;
  LaunchConfig Launch;
  bool Sweep = false;  ///< all policies, not only the chosen one
  unsigned Seeds = 2;  ///< seeds of each random policy in a sweep
  double Tolerance = 0;
  uint64_t Print = 8;  ///< elements of each buffer
  bool Quiet = false;
};

llvm::Expected<ToolOptions> parseOptions(llvm::ArrayRef<const char *> Words);
llvm::StringRef usageText();

} // namespace vx::simt

#endif // VX_TOOLS_SIMT_OPTIONS_H
