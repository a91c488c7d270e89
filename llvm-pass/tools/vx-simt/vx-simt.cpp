//===- vx-simt.cpp - run and compare kernels on the host -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;
using namespace vx::simt;

namespace {

enum Status { Clean = 0, Found = 1, Usage = 2 };

bool useColor() {
  return !std::getenv("NO_COLOR") && outs().has_colors();
}

void printError(const Twine &Message) {
  errs() << "vx-simt: " << Message << '\n';
}

/// A program and the file that it came from.
struct Loaded {
  std::string File;
  std::unique_ptr<Program> P;
};

/// The only kernel of \p M, where none was named.
Expected<std::string> chooseKernel(const Module &M, const ToolOptions &O) {
  if (!O.Kernel.empty())
    return O.Kernel;
  std::vector<std::string> Names = kernelNames(M);
  if (Names.size() == 1)
    return Names.front();
  if (Names.empty())
    return createStringError("no kernel is defined in the module");
  return createStringError(Twine(Names.size()) +
                           " kernels in the module: say which with --kernel=NAME");
}

Expected<Loaded> load(StringRef File, const ToolOptions &O) {
  LLVMContext Ctx;
  SMDiagnostic Err;
  std::unique_ptr<Module> M = parseIRFile(File, Err, Ctx);
  auto prefixed = [&](Error E) {
    return createStringError(File + ": " + toString(std::move(E)));
  };
  if (!M) {
    std::string Line = Err.getLineNo() > 0 ? ":" + std::to_string(Err.getLineNo()) : "";
    return createStringError(File + Line + ": " + Err.getMessage());
  }
  Expected<std::string> Kernel = chooseKernel(*M, O);
  if (!Kernel)
    return prefixed(Kernel.takeError());
  auto P = Program::compile(*M, *Kernel, O.Compile);
  if (!P)
    return prefixed(P.takeError());
  return Loaded{File.str(), std::move(*P)};
}

void printFindings(const LaunchResult &R, StringRef Prefix) {
  bool Color = useColor();
  for (const Finding &F : R.Findings) {
    if (Color)
      outs().changeColor(raw_ostream::RED, true);
    outs() << Prefix << F.str() << '\n';
    if (Color)
      outs().resetColor();
  }
  uint64_t Shown = 0;
  for (const Finding &F : R.Findings)
    Shown += F.Count;
  if (R.TotalFindings > Shown)
    outs() << Prefix << (R.TotalFindings - Shown) << " more findings\n";
}

void printBuffers(const ArgumentSet &Set, uint64_t Limit) {
  for (size_t K = 0; K < Set.Buffers.size(); ++K) {
    const std::vector<uint8_t> &Bytes = Set.Buffers[K].Bytes;
    const BufferView &V = Set.Views[K];
    unsigned Size = elementBytes(V.Type);
    uint64_t N = Bytes.size() / Size;
    outs() << "arg " << V.Word << ": " << N << " elements, hash "
           << format_hex_no_prefix(xxh3_64bits(Bytes), 16);
    for (uint64_t I = 0; I < std::min(N, Limit); ++I)
      outs() << (I ? " " : ": ") << elementText(V.Type, &Bytes[I * Size]);
    outs() << (N > Limit && Limit ? " ...\n" : "\n");
  }
}

/// Writes the out= files. False, with a message, when one cannot be written.
bool writeFiles(const ArgumentSet &Set) {
  for (size_t K = 0; K < Set.Buffers.size(); ++K) {
    if (Set.Views[K].OutFile.empty())
      continue;
    std::error_code EC;
    raw_fd_ostream OS(Set.Views[K].OutFile, EC);
    if (EC) {
      printError("cannot write '" + Set.Views[K].OutFile + "': " + EC.message());
      return false;
    }
    const std::vector<uint8_t> &B = Set.Buffers[K].Bytes;
    OS.write(reinterpret_cast<const char *>(B.data()), B.size());
    OS.close();
    if (OS.has_error()) { // a full disk, say: unread, it would abort
      printError("cannot write '" + Set.Views[K].OutFile + "': " + OS.error().message());
      OS.clear_error();
      return false;
    }
  }
  return true;
}

struct Policy {
  Async A;
  Schedule S;
  uint64_t Seed;
  std::string name() const {
    static const char *const As[] = {"issue", "late", "random"};
    static const char *const Ss[] = {"inorder", "reverse", "slow-warp", "random"};
    return std::string("--async=") + As[int(A)] + " --schedule=" + Ss[int(S)] +
           " --seed=" + std::to_string(Seed);
  }
};

std::vector<Policy> policies(const ToolOptions &O) {
  const LaunchConfig &L = O.Launch;
  if (!O.Sweep)
    return {{L.AsyncPolicy, L.SchedulePolicy, L.Seed}};
  std::vector<Policy> All;
  for (Async A : {Async::Late, Async::Issue, Async::Random})
    for (Schedule S : {Schedule::InOrder, Schedule::Reverse, Schedule::SlowWarp,
                       Schedule::Random}) {
      // A slow warp's seed says which warp.
      bool Seeded = A == Async::Random || S >= Schedule::SlowWarp;
      for (uint64_t I = 0; I < (Seeded ? O.Seeds : 1); ++I)
        All.push_back({A, S, L.Seed + I});
    }
  return All;
}

Expected<LaunchResult> launch(Loaded &L, const ToolOptions &O, const Policy &P,
                              ArgumentSet &Set) {
  LaunchConfig C = O.Launch;
  C.AsyncPolicy = P.A;
  C.SchedulePolicy = P.S;
  C.Seed = P.Seed;
  Expected<LaunchResult> R = L.P->run(C, Set.Buffers, Set.Arguments);
  if (!R)
    return createStringError(L.File + ": " + toString(R.takeError()));
  return R;
}

int fail(Error E) {
  printError(toString(std::move(E)));
  return Usage;
}

int runCommand(const ToolOptions &O, const ArgumentSet &Inputs) {
  Expected<Loaded> L = load(O.Files[0], O);
  if (!L)
    return fail(L.takeError());
  ArgumentSet Set;
  for (const Policy &P : policies(O)) {
    Set = Inputs;
    Expected<LaunchResult> R = launch(*L, O, P, Set);
    if (!R)
      return fail(R.takeError());
    if (!O.Quiet)
      outs() << R->Printed;
    printFindings(*R, "");
    if (!R->clean()) {
      outs() << R->TotalFindings << " findings with " << P.name() << '\n';
      return Found;
    }
  }
  if (!O.Quiet)
    printBuffers(Set, O.Print);
  return writeFiles(Set) ? Clean : Usage;
}

/// Compares what one launch of each side left: buffers, variables that both sides have, and
/// printed text. Prints the first difference of each; false when there is one.
bool sameResults(const ArgumentSet &A, const LaunchResult &RA, const ArgumentSet &B,
                 const LaunchResult &RB, double Tolerance) {
  bool Same = true;
  if (auto D = firstDifference(A.Buffers, B.Buffers, A.Views, Tolerance)) {
    outs() << "different: argument " << A.Views[D->Buffer].Word << ", element "
           << D->Index << ": " << D->A << " before, " << D->B << " after ("
           << D->Count << " elements differ)\n";
    Same = false;
  }
  for (const Buffer &V : RA.Variables)
    for (const Buffer &W : RB.Variables) {
      if (V.Name != W.Name || V.Bytes == W.Bytes)
        continue;
      auto At = std::mismatch(V.Bytes.begin(), V.Bytes.end(), W.Bytes.begin(),
                              W.Bytes.end());
      outs() << "different: variable '" << V.Name << "', byte "
             << (At.first - V.Bytes.begin()) << '\n';
      Same = false;
    }
  if (RA.Printed != RB.Printed) {
    outs() << "different: the printed text\n";
    Same = false;
  }
  return Same;
}

/// Findings of one side count too: a race in the input is no standard.
int compareCommand(const ToolOptions &O, const ArgumentSet &Inputs) {
  Expected<Loaded> Before = load(O.Files[0], O);
  if (!Before)
    return fail(Before.takeError());
  Expected<Loaded> After = load(O.Files[1], O);
  if (!After)
    return fail(After.takeError());
  ArgumentSet Standard = Inputs;
  std::vector<Policy> All = policies(O);
  Expected<LaunchResult> R = launch(*Before, O, {Async::Issue, Schedule::InOrder, 1},
                                    Standard);
  if (!R)
    return fail(R.takeError());
  printFindings(*R, O.Files[0] + ": ");
  if (!R->clean())
    return Found;
  for (const Policy &P : All) {
    ArgumentSet Set = Inputs;
    Expected<LaunchResult> S = launch(*After, O, P, Set);
    if (!S)
      return fail(S.takeError());
    printFindings(*S, O.Files[1] + ": ");
    if (!sameResults(Standard, *R, Set, *S, O.Tolerance) || !S->clean()) {
      outs() << "with " << P.name() << '\n';
      return Found;
    }
  }
  outs() << "same: " << Standard.Buffers.size() << " buffers, " << All.size()
         << (All.size() == 1 ? " policy\n" : " policies\n");
  return Clean;
}

} // namespace

int main(int Argc, char **Argv) {
  Expected<ToolOptions> O = parseOptions(ArrayRef<const char *>(Argv, Argc).drop_front());
  if (!O)
    return fail(O.takeError());
  if (O->What == Command::Help) {
    outs() << usageText();
    return Clean;
  }
  Expected<ArgumentSet> Inputs = parseArguments(O->Args);
  if (!Inputs)
    return fail(Inputs.takeError());
  return O->What == Command::Run ? runCommand(*O, *Inputs)
                                 : compareCommand(*O, *Inputs);
}
