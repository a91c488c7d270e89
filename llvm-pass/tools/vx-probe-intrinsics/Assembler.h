//===- Assembler.h - asks ptxas about kernels that LLVM emitted -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// LLVM emits PTX that ptxas refuses. A start of ptxas costs as much as twenty kernels, so
// many are assembled as one file, and the lines it complains of tell whose fault it was:
//
//   p4, p17, p23        -->  ptxas x.ptx, line 31; error : Feature 'x' requires ... sm_90
//   line 31 is in p17        p17 is refused; the others once more, without it
//   p4, p23             -->  status 0: both are taken
//
// Where no line tells (a crash, a time-out), the file is halved. ptxas crashes on some
// kernels: of these it did not judge.
#ifndef VX_PROBE_ASSEMBLER_H
#define VX_PROBE_ASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace vx::probe {

/// The kernels of modules that LLVM emitted for one target, by their probe's number.
struct PtxText {
  std::string Header; ///< version, target, address size
  std::map<unsigned, std::string> Kernels;

  /// Adds the kernels "p<number>" of one module.
  void add(llvm::StringRef Module);
  void clear();
};

class Assembler {
public:
  /// Starts \p Program, with \p File for its input.
  Assembler(std::string Program, std::string File);
  ~Assembler();

  enum class Verdict { Taken, Refused, NotJudged };
  struct Answer {
    Verdict V = Verdict::NotJudged;
    std::string Reason; ///< first message, or how ptxas ended
  };
  /// One answer for each kernel of \p Text, on sm \p Sm.
  std::map<unsigned, Answer> ask(llvm::StringRef Sm, const PtxText &Text);

private:
  void judge(llvm::StringRef Sm, const PtxText &Text, std::vector<unsigned> Left);
  bool noteRefused(llvm::StringRef Messages, llvm::ArrayRef<unsigned> FirstLines,
                   llvm::ArrayRef<unsigned> Kernels);

  std::string Program, File;
  std::map<unsigned, Answer> Answers;
};

} // namespace vx::probe

#endif // VX_PROBE_ASSEMBLER_H
