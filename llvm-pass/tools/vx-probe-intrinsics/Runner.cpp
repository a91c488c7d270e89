//===- Runner.cpp - asks child processes about probes===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
extern char **environ;

namespace vx::probe {

namespace {
/// Kernels a module: a compilation has fixed costs of a few kernels' worth.
constexpr size_t GroupSize = 16;
/// A child is replaced after so many refused probes.
constexpr unsigned MaxFailures = 2000;
/// Milliseconds until an answer; one group takes a fraction of a second of CPU time.
constexpr int MaxSilence = 60000;

/// Starts \p Args with pipes at its stdin and stdout, its messages thrown away.
pid_t spawn(ArrayRef<std::string> Args, int &In, int &Out) {
  int ToChild[2], FromChild[2];
  if (pipe2(ToChild, O_CLOEXEC) || pipe2(FromChild, O_CLOEXEC))
    return -1;
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, ToChild[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, FromChild[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&Actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  SmallVector<char *, 6> Argv;
  for (const std::string &A : Args)
    Argv.push_back(const_cast<char *>(A.c_str()));
  Argv.push_back(nullptr);
  pid_t Pid = -1;
  if (posix_spawn(&Pid, Argv[0], &Actions, nullptr, Argv.data(), environ))
    Pid = -1;
  posix_spawn_file_actions_destroy(&Actions);
  close(ToChild[0]);
  close(FromChild[1]);
  In = ToChild[1];
  Out = FromChild[0];
  return Pid;
}

/// Reads up to a newline; false at the end of the stream, or after too long a silence: a
/// child may hang where its own limits do not reach.
bool readLine(int Fd, std::string &Line) {
  Line.clear();
  pollfd Wait = {Fd, POLLIN, 0};
  if (poll(&Wait, 1, MaxSilence) <= 0)
    return false;
  char Ch;
  while (true) {
    ssize_t Got = read(Fd, &Ch, 1);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    if (Ch == '\n')
      return true;
    Line += Ch;
  }
}

bool writeAll(int Fd, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Done = write(Fd, Text.data(), Text.size());
    if (Done <= 0)
      return false;
    Text = Text.drop_front(Done);
  }
  return true;
}

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

Runner::Runner(std::string Self, std::string SpecFile, ArrayRef<NamedProbe> Probes)
    : Self(std::move(Self)), SpecFile(std::move(SpecFile)) {
  signal(SIGPIPE, SIG_IGN);
  std::error_code EC;
  raw_fd_ostream OS(this->SpecFile, EC);
  for (const NamedProbe &P : Probes)
    OS << P.Spec << '\n';
}

Runner::~Runner() {
  stop();
  unlink(SpecFile.c_str());
}

bool Runner::start() {
  Failures = 0;
  Pid = spawn({Self, "--child", SpecFile}, In, Out);
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
           unsigned Jobs) {
  for (unsigned J = 0; J != Jobs; ++J)
    Runners.push_back(std::make_unique<Runner>(Self, SpecFile + "." + std::to_string(J), Probes));
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
  return Answer;
}

} // namespace vx::probe
