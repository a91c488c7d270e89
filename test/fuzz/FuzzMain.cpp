//===- FuzzMain.cpp - mutants of valid modules through the whole library -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// vx-fuzz-contract <folder of seeds> [--count=N] [--seed=S] [--only=I]
// [--print]
//
// Each mutant is a seed module with one to four random changes (Mutator.cpp).
// It runs through the library in this process and must end in one of two ways:
//
//   refused    at least one error with a code, none of them VX299; the module
//   is the same
//              text as before
//   accepted   the verifier is content, a second run changes nothing, and a dry
//   run
//              has changed nothing
//
// A crash or a run of more than --limit seconds ends the program with the
// mutant's number; --only=I --print shows that mutant alone. Ends with a
// histogram by code.
#include "Mutator.h"
#include "vx/Contract.h"
#include "vx/Placement.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <map>
#include <set>
#include <unistd.h>

using namespace llvm;
using namespace vx;

namespace {
cl::opt<std::string> Folder(cl::Positional, cl::Required,
                            cl::desc("<folder of seed modules>"));
cl::opt<unsigned> Count("count", cl::init(1000), cl::desc("mutants to make"));
cl::opt<uint64_t> Seed("seed", cl::init(1),
                       cl::desc("number that fixes them all"));
cl::opt<int> Only("only", cl::init(-1), cl::desc("run this mutant alone"));
cl::opt<bool> Print("print", cl::desc("print each mutant and its messages"));
cl::opt<unsigned> Limit("limit", cl::init(20),
                        cl::desc("seconds for one mutant"));

/// What the signal handler says; only plain memory may be read there.
volatile unsigned Running = 0;

void appendNumber(char *&To, unsigned Number) {
  char Digits[12];
  int Length = 0;
  do
    Digits[Length++] = char('0' + Number % 10);
  while (Number /= 10);
  while (Length)
    *To++ = Digits[--Length];
}

void dieInMutant(int Signal) {
  char Text[64] = "FAULT: signal ";
  char *End = Text + 14;
  appendNumber(End, unsigned(Signal));
  for (const char *C = " in mutant "; *C; ++C)
    *End++ = *C;
  appendNumber(End, Running);
  *End++ = '\n';
  (void)!write(STDERR_FILENO, Text, size_t(End - Text));
  _exit(2);
}

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

struct Tally {
  std::map<std::string, unsigned> ByCode;   ///< mutants whose first error it is
  std::map<std::string, unsigned> Anywhere; ///< mutants that have it
  unsigned Accepted = 0, Refused = 0, Invalid = 0;
  std::vector<std::string> Faults;
};

class Mutant {
public:
  Mutant(StringRef SeedText, unsigned Index, Tally &T) : Index(Index), T(T) {
    SMDiagnostic Error;
    M = parseAssemblyString(SeedText, Error, Context);
    if (!M)
      fault("the seed does not parse: " + Error.getMessage().str());
  }

  void run() {
    if (!M)
      return;
    uint64_t Own = Seed * 0x9E3779B97F4A7C15ull + Index;
    fuzz::Mutator Mutate(*M, Own);
    for (unsigned I = 0, E = 1 + Own % 4; I != E; ++I)
      if (std::string What = Mutate.mutate(); Print && !What.empty())
        outs() << "; " << What << '\n';
    PlacementOptions Options = Mutate.options();
    if (verifyModule(*M)) { // not an input that LLVM would let through
      ++T.Invalid;
      return;
    }
    if (Print)
      M->print(outs(), nullptr);
    checkPlacement(Options);
  }

private:
  void fault(const std::string &What) {
    T.Faults.push_back("mutant " + std::to_string(Index) + ": " + What);
  }

  void count(const PlacementResult &R) {
    std::set<std::string> Codes;
    std::string First;
    for (const Diagnostic &D : R.Findings) {
      if (Print)
        outs() << "; " << D.str() << '\n';
      if (D.Level != Severity::Error)
        continue;
      if (First.empty())
        First = codeString(D.Code);
      Codes.insert(codeString(D.Code));
      if (D.Code == Diag::Internal)
        fault("internal error: " + D.str());
    }
    ++T.ByCode[First];
    for (const std::string &Code : Codes)
      ++T.Anywhere[Code];
  }

  void checkPlacement(const PlacementOptions &Options) {
    std::string Before = textOf(*M);
    checkProtect(Before);
    PlacementResult R = runPlacement(*M, Options);
    std::string After = textOf(*M);
    if (R.failed()) {
      ++T.Refused;
      count(R);
      if (After != Before)
        fault("refused, but the module has changed");
      return;
    }
    ++T.Accepted;
    if (Print)
      outs() << After;
    std::string Why;
    raw_string_ostream OS(Why);
    if (verifyModule(*M, &OS))
      return fault("accepted, but the verifier says: " + Why);
    if (Options.DryRun && After != Before)
      return fault("a dry run has changed the module");
    if (!R.Changed && After != Before)
      return fault("the module has changed without saying so");
    if (!Options.DryRun)
      checkSecondRun(After, Options);
  }

  void checkSecondRun(const std::string &After,
                      const PlacementOptions &Options) {
    DiagnosticSink Ignored;
    if (parseModule(*M, PlacementOptions(), Ignored).AnyRequested)
      return fault("accepted, but requests are left");
    PlacementOptions Twice = Options;
    Twice.Only.clear(); // there is no tile of that name any more
    PlacementResult Again = runPlacement(*M, Twice);
    if (Again.failed())
      fault("a second run refuses: " + Again.Findings.front().str());
    else if (textOf(*M) != After)
      fault("a second run changes the module again");
  }

  /// The same for vx-protect-transfers, on a copy in a context of its own.
  void checkProtect(const std::string &Before) {
    LLVMContext Own;
    SMDiagnostic Error;
    std::unique_ptr<Module> Copy = parseAssemblyString(Before, Error, Own);
    if (!Copy)
      return; // what memory can hold and text cannot
    std::string Start = textOf(*Copy);
    DiagnosticSink Sink;
    bool Changed = protectTransfers(*Copy, Sink);
    if (!Changed && textOf(*Copy) != Start)
      fault("vx-protect-transfers refuses, but the module has changed");
    std::string Why;
    raw_string_ostream OS(Why);
    if (Changed && (Sink.hasErrors() || verifyModule(*Copy, &OS)))
      fault("vx-protect-transfers makes an invalid module: " + Why);
  }

  unsigned Index;
  Tally &T;
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

std::vector<std::string> readSeeds() {
  std::vector<std::string> Paths, Texts;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC), E; I != E && !EC;
       I.increment(EC))
    if (StringRef(I->path()).ends_with(".ll"))
      Paths.push_back(I->path());
  llvm::sort(Paths); // the folder's own order differs between machines
  for (const std::string &Path : Paths)
    if (auto Buffer = MemoryBuffer::getFile(Path))
      Texts.push_back((*Buffer)->getBuffer().str());
  return Texts;
}

/// Seeds themselves must be accepted, or their mutants would prove little.
void checkSeeds(ArrayRef<std::string> Seeds, Tally &T) {
  for (auto [Index, Text] : enumerate(Seeds)) {
    LLVMContext Context;
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
    PlacementOptions Options;
    Options.Sm = "80";
    Options.AllowUndefined = true;
    std::string Name = "seed " + std::to_string(Index) + ": ";
    if (!M) {
      T.Faults.push_back(Name + "does not parse: " + Error.getMessage().str());
      continue;
    }
    PlacementResult R = runPlacement(*M, Options);
    if (R.failed())
      T.Faults.push_back(Name + "is refused: " + R.Findings.front().str());
  }
}

int summarise(const Tally &T) {
  outs() << "accepted " << T.Accepted << ", refused " << T.Refused
         << ", not valid LLVM IR " << T.Invalid << '\n';
  outs() << "code    first   any\n";
  for (const auto &[Code, Mutants] : T.Anywhere) {
    auto First = T.ByCode.find(Code);
    outs() << format("%-6s %6u %5u\n", Code.c_str(),
                     First == T.ByCode.end() ? 0 : First->second, Mutants);
  }
  for (const std::string &Fault : T.Faults)
    outs() << "FAULT: " << Fault << '\n';
  return T.Faults.empty() ? 0 : 1;
}
} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "bad input for Vx placement\n");
  for (int Signal :
       {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGTRAP})
    std::signal(Signal, dieInMutant);
  std::vector<std::string> Seeds = readSeeds();
  if (Seeds.empty()) {
    errs() << "no seed modules in " << Folder << '\n';
    return 2;
  }
  Tally T;
  checkSeeds(Seeds, T);
  for (unsigned I = 0; I != Count; ++I) {
    if (Only >= 0 && unsigned(Only) != I)
      continue;
    Running = I;
    alarm(Limit);
    Mutant(Seeds[I % Seeds.size()], I, T).run();
    alarm(0);
  }
  return summarise(T);
}
