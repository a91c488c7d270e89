//===- Child.h - the process in which probes are compiled -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// NVPTX ends the process on what it has no code for, and crashes or hangs on some calls.
// So probes are compiled in a child that the parent starts with exec and with limits, and
// may lose at any time:
//
//   parent                           child
//   sm_90a 80 4 17 23 24   -->       one module with kernels p4, p17, p23, p24
//                                    "Cannot select ... In function: p17"
//                                    the same without p17: compiles
//                          <--       ofoo
//
// Answers: 'o' has code, 'f' refused, 'c' crashed or ran out of time, 'i' invalid signature,
// '?' not asked because of a crash before it: the child ends then and the parent asks again.
// On demand the PTX of the 'o's is written to a file before the answer (Assembler.h).
#ifndef VX_PROBE_CHILD_H
#define VX_PROBE_CHILD_H

#include "Probes.h"

namespace vx::probe {

/// Reads specs from file \p SpecFile and commands from stdin until it ends; writes PTX to
/// \p PtxFile unless that is empty.
int runChild(llvm::StringRef SpecFile, llvm::StringRef PtxFile);
/// Prints every probe of the intrinsics [\p From, \p To), one a line: index of the
/// intrinsic, spec, mangled name. Crashes on a signature LLVM cannot build.
int runEnumerate(unsigned From, unsigned To);

} // namespace vx::probe

#endif // VX_PROBE_CHILD_H
