//===- Main.cpp - vx-probe-intrinsics===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Generates and checks llvm-pass/verify/IntrinsicTable.inc:
//
//   vx-probe-intrinsics --generate=<file>          the whole table, minutes
//   vx-probe-intrinsics --check                    all verdicts on the main targets
//   vx-probe-intrinsics --check --deciding         those that no altered row survives
//   vx-probe-intrinsics --check --sample=<n>       n at random
//   vx-probe-intrinsics --check --everywhere --only=<prefix>    every form and version
//   vx-probe-intrinsics --check --ptxas=<file>     LLVM's output is assembled too
//
// --child and --enumerate are for the program itself: it starts copies of itself, in which
// probes may crash (Child.h).
#include "Check.h"
#include "Child.h"
#include "Generate.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
cl::OptionCategory Category("vx-probe-intrinsics");
cl::opt<std::string> GenerateFile("generate", cl::desc("Write the table to <file>"),
                                  cl::cat(Category));
cl::opt<bool> Check("check", cl::desc("Compare the table with LLVM"), cl::cat(Category));
cl::opt<unsigned> Sample("sample", cl::desc("Verdicts to compare, 0: all"), cl::init(0),
                         cl::cat(Category));
cl::opt<bool> Deciding("deciding",
                       cl::desc("Compare what tells each row's class from the others"),
                       cl::cat(Category));
cl::opt<bool> Everywhere("everywhere", cl::desc("Compare on every form and PTX version"),
                         cl::cat(Category));
cl::opt<std::string> TableFile("table", cl::desc("Check this file instead of the built-in table"),
                               cl::cat(Category));
cl::opt<std::string> Ptxas("ptxas", cl::desc("Assemble what LLVM emits, with this ptxas"),
                           cl::cat(Category));
cl::opt<std::string> Only("only", cl::desc("Only intrinsics whose name starts so, or so: a,b"),
                          cl::cat(Category));
cl::opt<std::string> RefusedFile("refused", cl::desc("Write what ptxas refused to <file>"),
                                 cl::cat(Category));
cl::opt<unsigned> Seed("seed", cl::desc("Of the sample"), cl::init(1), cl::cat(Category));
cl::opt<unsigned> Jobs("jobs", cl::desc("Child processes at a time"), cl::init(2),
                       cl::cat(Category));
cl::opt<std::string> ChildSpecs("child", cl::Hidden, cl::cat(Category));
cl::opt<std::string> PtxFile("ptx-file", cl::Hidden, cl::cat(Category));
cl::opt<unsigned> EnumerateFrom("enumerate", cl::Hidden, cl::init(0), cl::cat(Category));
} // namespace

/// Whether the result of an hour's work can be written, asked before it.
static bool isWritable(StringRef File) {
  if (File.empty())
    return true;
  std::error_code EC;
  raw_fd_ostream OS(File, EC, sys::fs::OF_Append);
  if (EC)
    errs() << "vx-probe-intrinsics: cannot write '" << File << "': " << EC.message() << '\n';
  return !EC;
}

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv, "Asks LLVM for which targets it has code\n");
  if (!ChildSpecs.empty())
    return vx::probe::runChild(ChildSpecs, PtxFile);
  if (EnumerateFrom)
    return vx::probe::runEnumerate(EnumerateFrom, Intrinsic::num_intrinsics);
  std::string Self = sys::fs::getMainExecutable(Argv[0], reinterpret_cast<void *>(&main));
  SmallString<128> Specs;
  if (sys::fs::createTemporaryFile("vx-probe", "specs", Specs)) {
    errs() << "no temporary file can be written\n";
    return 1;
  }
  int Status = 1;
  if (!isWritable(GenerateFile) || !isWritable(RefusedFile)) {
    // it has said so
  } else if (!GenerateFile.empty()) {
    std::vector<vx::probe::NamedProbe> Probes = vx::probe::enumerate(Self);
    std::vector<vx::TargetSet> Sets =
        vx::probe::findSets(Self, Specs.str().str(), Probes, std::max(Jobs.getValue(), 1u));
    vx::probe::writeTable(GenerateFile, Probes, Sets);
    Status = 0;
  } else if (Check) {
    vx::probe::CheckOptions Options = {TableFile, Ptxas,  Only, RefusedFile,
                                       Deciding,  Everywhere, Sample, Seed, std::max(Jobs.getValue(), 1u)};
    Status = vx::probe::checkTable(Self, Specs.str().str(), Options) != 0;
  } else {
    errs() << "vx-probe-intrinsics: state --generate=<file> or --check\n";
  }
  sys::fs::remove(Specs);
  return Status;
}
