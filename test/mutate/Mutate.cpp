//===- Mutate.cpp - placement on damaged requests, in process ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//   vx-mutate [-count=N] [-minutes=M] [-seed=S] [-only=K] [-run=N] seed.ll...
//
// Mutant K of seed S is the same on every run. For each: one to three mutations, then
// vx-placement on the module. It must end, within a time limit, in one of two ways:
//   refused    at least one error, none of them the internal VX299, and the module is
//              what it was
//   accepted   the module is valid, no request is left, a second run changes nothing, and
//              the first -run=N that are new compute in the SIMT executor what the mutant says
// vx-protect-transfers is tried on a copy of each, too.
// At the end a histogram by code is printed. A failure names its mutant; -only=K runs
// that one and prints it.
//===----------------------------------------------------------------------===//
#include "Meaning.h"
#include "Mutations.h"
#include "vx/Contract.h"
#include "vx/Placement.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <chrono>
#include <csignal>
#include <map>
#include <unistd.h>

using namespace llvm;
using namespace vx;

static cl::opt<unsigned> Count("count", cl::init(1000), cl::desc("mutants"));
static cl::opt<double> Minutes("minutes", cl::init(0),
                               cl::desc("run for that long instead of -count"));
static cl::opt<uint64_t> Seed("seed", cl::init(1));
static cl::opt<int64_t> Only("only", cl::init(-1), cl::desc("run and print this mutant"));
static cl::opt<unsigned> RunLimit("run", cl::init(~0u),
                                  cl::desc("accepted mutants to execute"));
static cl::list<std::string> Files(cl::Positional, cl::OneOrMore, cl::desc("seed.ll"));

namespace {

/// A mutant that takes longer hangs. Sanitizers slow down by about ten.
constexpr unsigned SecondsPerMutant = 60;
constexpr unsigned MaxMutations = 3;

volatile uint64_t Running = 0;

/// Ends the process: a pass that hangs cannot be stopped otherwise.
void reportHang(int) {
  char Text[80];
  int Length = snprintf(Text, sizeof Text, "FAIL mutant %llu hangs (-seed=%llu)\n",
                        static_cast<unsigned long long>(Running),
                        static_cast<unsigned long long>(Seed.getValue()));
  [[maybe_unused]] ssize_t Written = write(STDOUT_FILENO, Text, Length);
  _exit(1);
}

/// Outcomes by code; "accepted" and "stripped" beside them.
std::map<std::string, unsigned> Histogram;

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

/// Executed: of mutants with other texts than those before.
unsigned Executed = 0, WrongInputs = 0;
StringSet<> Seen;

struct Mutant {
  uint64_t Number = 0;
  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::unique_ptr<Module> Input; ///< as mutated, to be executed
  PlacementOptions Options;
  std::string Log;
};

/// A copy without the old marks of kernels, which the seeds' kernels do not need: LLVM's
/// readers, and so the executor, crash on some that are damaged.
std::unique_ptr<Module> executable(const Module &M) {
  std::unique_ptr<Module> Copy = CloneModule(M);
  if (NamedMDNode *Marks = Copy->getNamedMetadata("nvvm.annotations"))
    Copy->eraseNamedMetadata(Marks);
  return Copy;
}

/// Parses a seed and damages it. The log says how.
void build(Mutant &X, ArrayRef<std::unique_ptr<MemoryBuffer>> Seeds) {
  mutate::Random R(Seed * 0x9E3779B97F4A7C15u + X.Number);
  const MemoryBuffer &Source = *Seeds[R.below(Seeds.size())];
  SMDiagnostic Error;
  X.M = parseAssembly(Source.getMemBufferRef(), Error, X.Context);
  if (!X.M)
    report_fatal_error("seed does not parse", /*gen_crash_diag=*/false);
  X.Log = Source.getBufferIdentifier().str();
  for (unsigned Left = 1 + R.below(MaxMutations); Left; --Left)
    if (std::string What = mutate::mutateOnce(*X.M, R); !What.empty())
      X.Log += "; " + What;
  std::string Parameters = mutate::drawParameters(R);
  X.Log += "; <" + Parameters + ">";
  X.Options = cantFail(parsePlacementOptions(Parameters));
}

/// What is wrong with a refusal, or "".
std::string judgeRefusal(const Mutant &X, const PlacementResult &Result,
                         const std::string &Before) {
  bool Coded = false;
  for (const Diagnostic &D : Result.Findings) {
    if (D.Level != Severity::Error)
      continue;
    Coded = true;
    ++Histogram[codeString(D.Code)];
    if (D.Code == Diag::Internal)
      return "internal error: " + D.str();
  }
  if (!Coded)
    return "failed without an error";
  if (textOf(*X.M) != Before)
    return "refused, but the module was changed";
  return "";
}

/// Executes \p Before and the placed module, unless the same was executed already.
std::string judgeMeaning(const Mutant &X, const std::string &Before,
                         const std::string &After) {
  // Poison means nothing that could be compared.
  if (StringRef(Before).contains("i64 poison") ||
      StringRef(Before).contains("i32 poison"))
    return "";
  if (Executed >= RunLimit || !Seen.insert(Before + After).second)
    return "";
  ++Executed;
  std::string Why;
  alarm(SecondsPerMutant);
  mutate::Meaning Found = mutate::compareMeaning(*X.Input, *executable(*X.M), Why);
  alarm(0);
  if (Only >= 0)
    outs() << "; executed: " << (Why.empty() ? "same" : Why) << '\n';
  WrongInputs += Found == mutate::Meaning::WrongInput;
  return Found == mutate::Meaning::Different ? "computes something else: " + Why : "";
}

/// What vx-protect-transfers does wrong with a copy of the mutant, or "".
std::string judgeProtection(const Mutant &X) {
  std::unique_ptr<Module> Copy = CloneModule(*X.M);
  std::string Before = textOf(*Copy), Broken;
  raw_string_ostream OS(Broken);
  DiagnosticSink Sink;
  bool Changed = protectTransfers(*Copy, Sink);
  if (Changed && Sink.hasErrors())
    return "vx-protect-transfers refuses, but the module was changed";
  if (!Changed && textOf(*Copy) != Before)
    return "vx-protect-transfers changes the module without saying so";
  if (verifyModule(*Copy, &OS))
    return "vx-protect-transfers makes an invalid module: " + Broken;
  return "";
}

/// What is wrong with an accepted module, or "".
std::string judgeAcceptance(Mutant &X, const std::string &Before) {
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(*X.M, &OS))
    return "accepted, but the result is no valid module: " + Broken;
  if (X.Options.DryRun)
    return textOf(*X.M) == Before ? "" : "dry-run changed the module";
  std::string After = textOf(*X.M);
  if (std::string Wrong = judgeMeaning(X, Before, After); !Wrong.empty())
    return Wrong;
  DiagnosticSink Ignored;
  if (parseModule(*X.M, PlacementOptions(), Ignored).AnyRequested)
    return "accepted, but requests are left";
  PlacementOptions Again = X.Options;
  Again.Only.clear(); // no tile of that name is left
  if (runPlacement(*X.M, Again).failed())
    return "a second run refuses what the first made";
  return textOf(*X.M) == After ? "" : "a second run changes more";
}

/// Runs one mutant; what is wrong with the outcome, or "".
std::string judge(Mutant &X) {
  if (verifyModule(*X.M))
    return "the mutation made an invalid module";
  std::string Before = textOf(*X.M);
  X.Input = executable(*X.M);
  if (std::string Wrong = judgeProtection(X); !Wrong.empty())
    return Wrong;
  alarm(SecondsPerMutant);
  PlacementResult Result = runPlacement(*X.M, X.Options);
  alarm(0);
  if (Only >= 0) {
    outs() << "; mutant " << X.Number << ": " << X.Log << '\n' << Before;
    for (const Diagnostic &D : Result.Findings)
      outs() << "; " << D.str() << '\n';
    outs() << "; result:\n" << textOf(*X.M);
  }
  if (Result.failed())
    return judgeRefusal(X, Result, Before);
  ++Histogram[X.Options.Strip ? "stripped" : "accepted"];
  return judgeAcceptance(X, Before);
}

bool runOne(uint64_t Number, ArrayRef<std::unique_ptr<MemoryBuffer>> Seeds) {
  Mutant X;
  X.Number = Number;
  Running = Number;
  PrettyStackTraceFormat Where("mutant %llu of seed %llu",
                               static_cast<unsigned long long>(Number),
                               static_cast<unsigned long long>(Seed.getValue()));
  build(X, Seeds);
  std::string Wrong = judge(X);
  if (Wrong.empty())
    return true;
  outs() << "FAIL mutant " << Number << " (-seed=" << Seed << " -only=" << Number
         << "): " << X.Log << ": " << Wrong << '\n';
  return false;
}

std::vector<std::unique_ptr<MemoryBuffer>> readSeeds() {
  std::vector<std::unique_ptr<MemoryBuffer>> Seeds;
  for (const std::string &File : Files) {
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer) {
      errs() << "vx-mutate: " << File << ": " << Buffer.getError().message() << '\n';
      exit(2);
    }
    Seeds.push_back(std::move(*Buffer));
  }
  return Seeds;
}

/// True while more mutants are to be made.
bool more(uint64_t Done, std::chrono::steady_clock::time_point Start) {
  if (Minutes == 0)
    return Done < Count;
  std::chrono::duration<double> Spent = std::chrono::steady_clock::now() - Start;
  return Spent.count() < Minutes * 60;
}

} // namespace

int main(int argc, char **argv) {
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  cl::ParseCommandLineOptions(argc, argv, "placement on damaged requests\n");
  signal(SIGALRM, reportHang);
  std::vector<std::unique_ptr<MemoryBuffer>> Seeds = readSeeds();
  if (Only >= 0)
    return !runOne(Only, Seeds);
  auto Start = std::chrono::steady_clock::now();
  uint64_t Done = 0, Failed = 0;
  for (; more(Done, Start); ++Done)
    Failed += !runOne(Done, Seeds);
  for (const auto &[Code, N] : Histogram)
    outs() << Code << ' ' << N << '\n';
  outs() << "executed " << Executed << ", of them " << WrongInputs
         << " against the contract at run time\n";
  outs() << Done << " mutants, " << Failed << " failed\n";
  return Failed != 0;
}
