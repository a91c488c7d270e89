//===- Runner.cpp - asks child processes about probes===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runner.h"
#include "Process.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace vx::probe {

namespace {
/// Kernels a module: a compilation has fixed costs of a few kernels' worth.
constexpr size_t GroupSize = 16;
/// A child is replaced after so many refused probes.
constexpr unsigned MaxFailures = 2000;
/// One enumeration from \p From on; returns the intrinsic at which it died, or the end.
unsigned enumerateFrom(const std::string &Self, unsigned From, std::vector<NamedProbe> &Out) {
  int In, From1;
  pid_t Pid = spawn({Self, "--enumerate", std::to_string(From)}, In, From1);
  FILE *Stream = fdopen(From1, "r");
  char *Buffer = nullptr;
  size_t Capacity = 0;
  unsigned Current = From;
  bool Ended = false;
  while (getline(&Buffer, &Capacity, Stream) > 0) {
    StringRef Line = StringRef(Buffer).rtrim();
    if (Line.consume_front("# ")) {
      Ended = Line == "end";
      if (!Ended)
        Line.getAsInteger(10, Current);
      continue;
    }
    auto [Spec, Name] = Line.rsplit(' ');
    Out.push_back({Spec.str(), Name.str()});
  }
  free(Buffer);
  fclose(Stream);
  close(In);
  waitpid(Pid, nullptr, 0);
  return Ended ? Intrinsic::num_intrinsics : Current + 1;
}
} // namespace

std::vector<NamedProbe> enumerate(const std::string &Self) {
  std::vector<NamedProbe> Probes;
  for (unsigned From = 1; From < Intrinsic::num_intrinsics;)
    From = enumerateFrom(Self, From, Probes);
  return Probes;
}

Runner::Runner(std::string Self, std::string SpecFile, ArrayRef<NamedProbe> Probes,
               const std::string &Ptxas)
    : Self(std::move(Self)), SpecFile(std::move(SpecFile)) {
  signal(SIGPIPE, SIG_IGN);
  if (!Ptxas.empty()) {
    PtxFile = this->SpecFile + ".out";
    Assemble = std::make_unique<Assembler>(Ptxas, this->SpecFile + ".ptx");
  }
  std::error_code EC;
  raw_fd_ostream OS(this->SpecFile, EC);
  for (const NamedProbe &P : Probes)
    OS << P.Spec << '\n';
}

Runner::~Runner() {
  stop();
  unlink(SpecFile.c_str());
  if (!PtxFile.empty())
    unlink(PtxFile.c_str());
}

bool Runner::start() {
  Failures = 0;
  std::vector<std::string> Args = {Self, "--child", SpecFile};
  if (!PtxFile.empty())
    Args.push_back("--ptx-file=" + PtxFile);
  Pid = spawn(Args, In, Out);
  return Pid > 0;
}

void Runner::stop() {
  if (Pid <= 0)
    return;
  close(In);
  close(Out);
  kill(Pid, SIGKILL); // it may hang; it holds nothing
  waitpid(Pid, nullptr, 0);
  Pid = -1;
}

/// False when the child died, which is what a crash or a time-out looks like.
bool Runner::exchange(const std::string &Command, std::string &Answer) {
  if (Pid <= 0 && !start())
    return false;
  if (writeAll(In, Command) && readLine(Out, Answer)) {
    Failures += count_if(Answer, [](char Ch) { return Ch != 'o'; });
    if (Failures > MaxFailures)
      stop();
    if (Assemble)
      if (auto Read = MemoryBuffer::getFile(PtxFile, /*IsText=*/true))
        Text.add((*Read)->getBuffer());
    return true;
  }
  stop();
  return false;
}

std::string Runner::askGroup(StringRef Sm, unsigned Ptx, ArrayRef<unsigned> Group) {
  std::string Command = Sm.str() + " " + std::to_string(Ptx);
  for (unsigned I : Group)
    Command += " " + std::to_string(I);
  std::string Answer;
  if (!exchange(Command + "\n", Answer)) {
    if (Group.size() == 1)
      return "c";
    Answer.clear();
    for (unsigned I : Group)
      Answer += askGroup(Sm, Ptx, I);
    return Answer;
  }
  if (!StringRef(Answer).contains('?'))
    return Answer;
  stop();
  SmallVector<unsigned, 64> Open;
  for (auto [I, Ch] : zip(Group, Answer))
    if (Ch == '?')
      Open.push_back(I);
  std::string More = askGroup(Sm, Ptx, Open);
  for (size_t I = 0, Next = 0; I != Answer.size(); ++I)
    if (Answer[I] == '?')
      Answer[I] = More[Next++];
  return Answer;
}

Pool::Pool(const std::string &Self, const std::string &SpecFile, ArrayRef<NamedProbe> Probes,
           unsigned Jobs, const std::string &Ptxas) {
  for (unsigned J = 0; J != Jobs; ++J)
    Runners.push_back(std::make_unique<Runner>(Self, SpecFile + "." + std::to_string(J), Probes,
                                               Ptxas));
}

std::map<unsigned, std::string> Pool::reasons() const {
  std::map<unsigned, std::string> All;
  for (const auto &R : Runners)
    All.insert(R->reasons().begin(), R->reasons().end());
  return All;
}

std::string Pool::ask(StringRef Sm, unsigned Ptx, ArrayRef<unsigned> Indices) {
  // Dealt out in turn: costly probes stand together.
  std::string Answer(Indices.size(), '?');
  std::vector<std::thread> Threads;
  for (size_t J = 0; J != Runners.size(); ++J)
    Threads.emplace_back([&, J] {
      std::vector<unsigned> Share;
      for (size_t I = J; I < Indices.size(); I += Runners.size())
        Share.push_back(Indices[I]);
      std::string Part = Runners[J]->ask(Sm, Ptx, Share);
      for (size_t I = 0; I != Part.size(); ++I)
        Answer[I * Runners.size() + J] = Part[I];
    });
  for (std::thread &T : Threads)
    T.join();
  return Answer;
}

std::string Runner::ask(StringRef Sm, unsigned Ptx, ArrayRef<unsigned> Indices) {
  Text.clear();
  Reasons.clear();
  SmallVector<unsigned, 0> Alive;
  copy_if(Indices, std::back_inserter(Alive),
          [&](unsigned I) { return !Deadly.count(I); });
  std::string Alives;
  for (ArrayRef<unsigned> Left = Alive; !Left.empty();) {
    ArrayRef<unsigned> Group = Left.take_front(GroupSize);
    Left = Left.drop_front(Group.size());
    std::string Verdicts = askGroup(Sm, Ptx, Group);
    for (auto [I, Ch] : zip(Group, Verdicts))
      if (Ch == 'c')
        Deadly.insert(I);
    Alives += Verdicts;
  }
  std::string Answer;
  size_t Next = 0;
  for (unsigned I : Indices)
    Answer += Next < Alive.size() && Alive[Next] == I ? Alives[Next++] : 'c';
  if (Assemble)
    assemble(Sm, Indices, Answer);
  return Answer;
}

/// Turns the 'o' of what ptxas refuses into 'r', and of what it did not judge into 'x'.
void Runner::assemble(StringRef Sm, ArrayRef<unsigned> Indices, std::string &Answer) {
  std::map<unsigned, Assembler::Answer> Assembled = Assemble->ask(Sm, Text);
  for (auto [I, Ch] : zip(Indices, Answer)) {
    if (Ch != 'o')
      continue;
    auto It = Assembled.find(I);
    if (It != Assembled.end() && It->second.V == Assembler::Verdict::Taken)
      continue;
    bool Judged = It != Assembled.end() && It->second.V == Assembler::Verdict::Refused;
    Ch = Judged ? 'r' : 'x';
    Reasons[I] = It == Assembled.end() ? "no PTX was kept" : It->second.Reason;
  }
}

} // namespace vx::probe
