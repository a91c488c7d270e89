//===- Process.h - child processes with limits -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PROBE_PROCESS_H
#define VX_PROBE_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <sys/types.h>

namespace vx::probe {

/// Starts \p Args with pipes at its stdin and stdout; stderr goes to stdout when \p Messages
/// is set, else nowhere. -1 when that fails.
pid_t spawn(llvm::ArrayRef<std::string> Args, int &In, int &Out, bool Messages = false);

/// Reads up to a newline; false at the end of the stream, or after too long a silence: a
/// child may hang where its own limits do not reach.
bool readLine(int Fd, std::string &Line);
bool writeAll(int Fd, llvm::StringRef Text);

/// How a program ended that was run with limits on CPU time and memory.
struct Ended {
  enum { Normally, Killed, NotStarted } How = NotStarted;
  int Status = 0;       ///< exit status, or the signal
  std::string Messages; ///< stdout and stderr
};
Ended runLimited(llvm::ArrayRef<std::string> Args);

} // namespace vx::probe

#endif // VX_PROBE_PROCESS_H
