//===- vx-kernel-gen.cpp - print the kernel of a seed -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// vx-kernel-gen --seed=N prints the module, with its launches as comments that
// vx-simt's command line takes.
#include "KernelGen.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace vx::gen;

constexpr StringLiteral Usage =
    "vx-kernel-gen --seed=N prints the kernel of a seed, and its launches as vx-simt takes them\n";

int main(int Argc, char **Argv) {
  uint64_t Seed;
  StringRef Word = Argc == 2 ? Argv[1] : "";
  if (Word == "--help" || Word == "-h") {
    outs() << Usage;
    return 0;
  }
  if (!Word.consume_front("--seed=") || Word.getAsInteger(10, Seed)) {
    errs() << "vx-kernel-gen: expected one word, --seed=<whole number>; see --help\n";
    return 2;
  }
  LLVMContext Ctx;
  GeneratedKernel G = generate(Ctx, Seed);
  outs() << "; seed " << Seed << ": " << join(G.features(), ", ") << '\n';
  for (StringRef Kernel : G.kernels())
    for (const GeneratedLaunch &L : G.Launches) {
      outs() << "; launch: --kernel=" << Kernel << " --grid=" << L.Grid
             << " --block=" << L.Block;
      for (const std::string &A : L.Args)
        outs() << " --arg=" << A;
      outs() << '\n';
    }
  G.M->print(outs(), nullptr);
  return 0;
}
