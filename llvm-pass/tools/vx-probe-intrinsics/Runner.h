//===- Runner.h - asks child processes about probes -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PROBE_RUNNER_H
#define VX_PROBE_RUNNER_H

#include "Assembler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vx::probe {

/// A probe and the name under which the table keeps it.
struct NamedProbe {
  std::string Spec; ///< Probe::str()
  std::string Name; ///< "llvm.ctlz.v2i32"
};

/// All probes, enumerated in child processes: a signature that crashes LLVM costs the
/// intrinsic it belongs to, not the program.
std::vector<NamedProbe> enumerate(const std::string &Self);

class Runner {
public:
  /// Writes the specs to \p SpecFile for the children of program \p Self. What they emit is
  /// assembled by \p Ptxas unless that is empty.
  Runner(std::string Self, std::string SpecFile, llvm::ArrayRef<NamedProbe> Probes,
         const std::string &Ptxas);
  ~Runner();

  /// One verdict character a probe of \p Indices, on sm \p Sm ("sm_90a") and \p Ptx: as the
  /// child's (Child.h), and 'r' for what ptxas refuses, 'x' for what it did not judge.
  std::string ask(llvm::StringRef Sm, unsigned Ptx, llvm::ArrayRef<unsigned> Indices);
  /// What ptxas said of the last ask's 'r' and 'x'.
  const std::map<unsigned, std::string> &reasons() const { return Reasons; }

private:
  bool start();
  void stop();
  bool exchange(const std::string &Command, std::string &Answer);
  std::string askGroup(llvm::StringRef Sm, unsigned Ptx, llvm::ArrayRef<unsigned> Group);
  void assemble(llvm::StringRef Sm, llvm::ArrayRef<unsigned> Indices, std::string &Answer);

  std::string Self, SpecFile, PtxFile;
  std::unique_ptr<Assembler> Assemble;
  PtxText Text; ///< of the ask that is under way
  std::map<unsigned, std::string> Reasons;
  std::set<unsigned> Deadly; ///< crashed or hung once: not asked again, each costs seconds
  pid_t Pid = -1;
  int In = -1, Out = -1;
  unsigned Failures = 0; ///< of the child that runs; each leaks a module there
};

/// Several runners, each with its share of the probes.
class Pool {
public:
  Pool(const std::string &Self, const std::string &SpecFile,
       llvm::ArrayRef<NamedProbe> Probes, unsigned Jobs, const std::string &Ptxas = "");
  /// As Runner::ask.
  std::string ask(llvm::StringRef Sm, unsigned Ptx, llvm::ArrayRef<unsigned> Indices);
  std::map<unsigned, std::string> reasons() const;

private:
  std::vector<std::unique_ptr<Runner>> Runners;
};

} // namespace vx::probe

#endif // VX_PROBE_RUNNER_H
