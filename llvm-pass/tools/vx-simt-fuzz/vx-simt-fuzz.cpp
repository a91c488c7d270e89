//===- vx-simt-fuzz.cpp - generated kernels by the thousand -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// vx-simt-fuzz [--first=N] [--count=N | --minutes=M] [--jobs=N] [--save=DIR] [--pairs]
//              [--list] [--plant=KIND] [--expect-fault] [--with=FEATURE,FEATURE...]
// --plant=KIND gives each placed kernel one fault (vx-simt-mutate's kinds) and asks to
// find it; --expect-fault says that the rewrite itself has one. Both stop at the first
// unexplained kernel, with status 0, and 1 if there is none.
// --with leaves out the seeds whose kernels lack one of the features (Features.cpp).
// --pairs prints the table of features, --list every refusal inside the contract.
// SIGINT and SIGTERM end a run early, with its report; SIGUSR1 asks for one on the way.
// Children run trials and report over a pipe; one that dies costs one seed, which
// is a crash. Status 0 when nothing is unexplained (Report.h), 1 otherwise, 2 for usage.
#include "../vx-kernel-gen/KernelGen.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace vx::gen;

namespace {

/// Trials of one child before it is replaced: bounds what a leak can do.
constexpr unsigned TrialsPerChild = 32;

volatile std::sig_atomic_t StopAsked = 0, ReportAsked = 0;

void onSignal(int Signal) { (Signal == SIGUSR1 ? ReportAsked : StopAsked) = 1; }

void catchSignals() {
  struct sigaction Action = {};
  Action.sa_handler = onSignal; // without SA_RESTART: poll wakes up
  for (int Signal : {SIGINT, SIGTERM, SIGUSR1})
    sigaction(Signal, &Action, nullptr);
}

struct FuzzOptions {
  uint64_t First = 1, Count = 300;
  double Minutes = 0;
  unsigned Jobs = 1;
  bool Pairs = false, List = false, ExpectFault = false;
  std::vector<std::string> With;
  TrialOptions Trial;
};

bool setWith(StringRef Names, std::vector<std::string> &With) {
  for (StringRef Name : split(Names, ',')) {
    if (!is_contained(allFeatures(), Name))
      return false;
    With.push_back(Name.str());
  }
  return true;
}

constexpr StringLiteral Usage =
    "vx-simt-fuzz places generated kernels and compares what they compute before and after\n\n"
    "  --first=N --count=N     seeds (default 1, 300)\n"
    "  --minutes=M             in place of --count\n"
    "  --jobs=N                processes at a time (default 1)\n"
    "  --save=DIR              keep the kernels of unexplained seeds there\n"
    "  --with=FEATURE,...      only seeds with these features\n"
    "  --pairs --list          print the table of features; every refusal inside the contract\n"
    "  --plant=KIND            give each placed kernel one fault, and find it\n"
    "  --expect-fault          the rewrite itself has one: find it\n\n"
    "Status 0 when nothing is unexplained, 1 otherwise, 2 for wrong usage\n";

/// std::nullopt, with a message: a word that it does not take.
std::optional<FuzzOptions> parse(int Argc, char **Argv) {
  FuzzOptions O;
  for (int I = 1; I < Argc; ++I) {
    auto [Key, Value] = StringRef(Argv[I]).split('=');
    bool Bad = false;
    if (Key == "--first")
      Bad = Value.getAsInteger(10, O.First);
    else if (Key == "--count")
      Bad = Value.getAsInteger(10, O.Count);
    else if (Key == "--minutes")
      Bad = Value.getAsDouble(O.Minutes);
    else if (Key == "--jobs")
      Bad = Value.getAsInteger(10, O.Jobs) || O.Jobs == 0;
    else if (Key == "--save")
      O.Trial.SaveFolder = Value.str();
    else if (Key == "--pairs")
      O.Pairs = true;
    else if (Key == "--plant")
      O.Trial.Plant = Value.str(), O.ExpectFault = true;
    else if (Key == "--with")
      Bad = !setWith(Value, O.With);
    else if (Key == "--expect-fault")
      O.ExpectFault = true;
    else if (Key == "--list")
      O.List = true;
    else
      Bad = true;
    if (Bad) {
      errs() << "vx-simt-fuzz: cannot take '" << Argv[I] << "'; see --help\n";
      return std::nullopt;
    }
  }
  return O;
}

/// One line a trial: seed, verdict, kind, features, detail, by tabs.
std::string lineOf(uint64_t Seed, const Outcome &O) {
  std::string Detail = O.Detail;
  for (char &C : Detail)
    if (C == '\n' || C == '\t')
      C = ' ';
  return std::to_string(Seed) + "\t" + std::to_string(int(O.What)) + "\t" + O.Kind +
         "\t" + join(O.Features, ",") + "\t" + Detail + "\n";
}

bool isWanted(uint64_t Seed, const FuzzOptions &O) {
  if (O.With.empty())
    return true;
  std::set<std::string> Has = featuresOf(Seed);
  return all_of(O.With, [&](const std::string &Name) { return Has.count(Name); });
}

struct Child {
  pid_t Pid = -1;
  int Pipe = -1;
  uint64_t Next = 0, End = 0; ///< the seed that it works on, and its last + 1
  std::string Buffer;
};

void writeAll(int Fd, StringRef Text) {
  while (!Text.empty()) {
    ssize_t N = write(Fd, Text.data(), Text.size());
    if (N <= 0)
      return;
    Text = Text.drop_front(size_t(N));
  }
}

[[noreturn]] void childMain(int Fd, uint64_t First, uint64_t End,
                            const FuzzOptions &O) {
  // A crash is a result, not a file.
  rlimit NoCore = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
  signal(SIGINT, SIG_IGN); // the parent takes no more seeds
  signal(SIGTERM, SIG_DFL);
  for (uint64_t Seed = First; Seed < End; ++Seed)
    writeAll(Fd, isWanted(Seed, O) ? lineOf(Seed, runTrial(Seed, O.Trial))
                                   : std::to_string(Seed) + "\n");
  _exit(0);
}

class Fuzzer {
public:
  explicit Fuzzer(const FuzzOptions &O) : O(O), Next(O.First) {}
  int run();

private:
  bool wantsMore() const;
  bool faultFound() const;
  void start(Child &C, uint64_t First, uint64_t End);
  void readFrom(Child &C);
  void finish(Child &C);
  void add(const Outcome &Out, uint64_t Seed);
  void report() const;
  void stopChildren();

  const FuzzOptions &O;
  uint64_t Next;
  std::vector<Child> Children;
  Report All;
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

} // namespace

bool Fuzzer::faultFound() const {
  return O.ExpectFault && (All.count(Verdict::Unexplained) || All.count(Verdict::Crash));
}

bool Fuzzer::wantsMore() const {
  if (faultFound() || StopAsked)
    return false;
  if (O.Minutes <= 0)
    return Next < O.First + O.Count;
  std::chrono::duration<double> D = std::chrono::steady_clock::now() - Start;
  return D.count() < O.Minutes * 60;
}

void Fuzzer::start(Child &C, uint64_t First, uint64_t End) {
  int Fds[2];
  if (pipe(Fds))
    return;
  outs().flush();
  C.Next = First;
  C.End = End;
  C.Buffer.clear();
  C.Pid = fork();
  if (C.Pid == 0) {
    close(Fds[0]);
    childMain(Fds[1], First, End, O);
  }
  close(Fds[1]);
  C.Pipe = Fds[0];
}

void Fuzzer::add(const Outcome &Out, uint64_t Seed) {
  All.add(Out, Seed);
  if (Out.What < Verdict::Unexplained && !(O.List && Out.What == Verdict::Inside))
    return;
  std::chrono::duration<double> D = std::chrono::steady_clock::now() - Start;
  outs() << verdictName(Out.What) << ": seed " << Seed << ", after " << int(D.count())
         << " s: " << Out.Detail << '\n';
  outs().flush();
}

void Fuzzer::readFrom(Child &C) {
  char Chunk[4096];
  ssize_t N = read(C.Pipe, Chunk, sizeof Chunk);
  if (N <= 0)
    return finish(C);
  C.Buffer.append(Chunk, size_t(N));
  for (size_t End; (End = C.Buffer.find('\n')) != std::string::npos;) {
    SmallVector<StringRef, 5> Fields;
    std::string Line = C.Buffer.substr(0, End);
    C.Buffer.erase(0, End + 1);
    StringRef(Line).split(Fields, '\t');
    Outcome Out;
    int What = 0;
    uint64_t Seed = 0;
    Fields[0].getAsInteger(10, Seed);
    C.Next = Seed + 1;
    if (Fields.size() < 5)
      continue; // left out
    Fields[1].getAsInteger(10, What);
    Out.What = Verdict(What);
    Out.Kind = Fields[2].str();
    for (StringRef F : split(Fields[3], ','))
      Out.Features.insert(F.str());
    Out.Detail = Fields[4].str();
    add(Out, Seed);
  }
}

/// The child is gone; if it left seeds, the one that it was at killed it.
void Fuzzer::finish(Child &C) {
  int Status = 0;
  waitpid(C.Pid, &Status, 0);
  close(C.Pipe);
  C.Pid = -1;
  if (C.Next >= C.End)
    return;
  Outcome Out;
  Out.What = Verdict::Crash;
  Out.Detail = WIFSIGNALED(Status)
                   ? "the process died of signal " + std::to_string(WTERMSIG(Status))
                   : "the process ended with status " + std::to_string(WEXITSTATUS(Status));
  uint64_t Seed = C.Next++;
  add(Out, Seed);
  if (C.Next < C.End)
    start(C, C.Next, C.End);
}

/// What still runs when a fault was found is not waited for.
void Fuzzer::stopChildren() {
  for (Child &C : Children)
    if (C.Pid >= 0) {
      kill(C.Pid, SIGKILL);
      waitpid(C.Pid, nullptr, 0);
      close(C.Pipe);
    }
}

void Fuzzer::report() const {
  if (O.Pairs)
    All.printPairs();
  All.printKinds();
  All.printSummary();
  outs().flush();
}

int Fuzzer::run() {
  Children.resize(O.Jobs);
  while (true) {
    std::vector<pollfd> Fds;
    std::vector<Child *> Owners;
    for (Child &C : Children) {
      if (C.Pid < 0 && wantsMore()) {
        uint64_t End = Next + TrialsPerChild;
        if (O.Minutes <= 0)
          End = std::min(End, O.First + O.Count);
        start(C, Next, End);
        Next = End;
      }
      if (C.Pid >= 0) {
        Fds.push_back({C.Pipe, POLLIN, 0});
        Owners.push_back(&C);
      }
    }
    if (Fds.empty() || faultFound())
      break;
    if (poll(Fds.data(), Fds.size(), -1) < 0) {
      if (ReportAsked)
        report();
      ReportAsked = 0;
      continue;
    }
    for (size_t I = 0; I < Fds.size(); ++I)
      if (Fds[I].revents)
        readFrom(*Owners[I]);
  }
  stopChildren();
  report();
  return O.ExpectFault ? !faultFound() : All.status();
}

int main(int Argc, char **Argv) {
  if (is_contained(ArrayRef(Argv, Argc), StringRef("--help"))) {
    outs() << Usage;
    return 0;
  }
  std::optional<FuzzOptions> O = parse(Argc, Argv);
  if (!O)
    return 2;
  StringRef Folder = O->Trial.SaveFolder;
  if (std::error_code EC; !Folder.empty() && (EC = sys::fs::create_directories(Folder))) {
    errs() << "vx-simt-fuzz: cannot write to '" << Folder << "': " << EC.message() << '\n';
    return 2;
  }
  catchSignals();
  return Fuzzer(*O).run();
}
