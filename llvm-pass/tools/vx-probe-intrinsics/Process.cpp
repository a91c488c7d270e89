//===- Process.cpp - child processes with limits===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Process.h"
#include "llvm/ADT/SmallVector.h"
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
extern char **environ;

namespace vx::probe {

namespace {
/// Milliseconds until an answer; one group takes a fraction of a second of CPU time.
constexpr int MaxSilence = 60000;
/// Limits of a program that is run to its end.
constexpr rlim_t MaxSeconds = 30, MaxBytes = rlim_t(4) << 30;

/// False at the end of the stream, or after too long a silence.
bool waitFor(int Fd) {
  pollfd Wait = {Fd, POLLIN, 0};
  int Got;
  do
    Got = poll(&Wait, 1, MaxSilence);
  while (Got < 0 && errno == EINTR);
  return Got > 0;
}

ssize_t readSome(int Fd, char *Buffer, size_t Size) {
  ssize_t Got;
  do
    Got = read(Fd, Buffer, Size);
  while (Got < 0 && errno == EINTR);
  return Got;
}
} // namespace

pid_t spawn(ArrayRef<std::string> Args, int &In, int &Out, bool Messages) {
  int ToChild[2], FromChild[2];
  if (pipe2(ToChild, O_CLOEXEC))
    return -1;
  if (pipe2(FromChild, O_CLOEXEC)) {
    close(ToChild[0]);
    close(ToChild[1]);
    return -1;
  }
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, ToChild[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, FromChild[1], STDOUT_FILENO);
  if (Messages)
    posix_spawn_file_actions_adddup2(&Actions, FromChild[1], STDERR_FILENO);
  else
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

bool readLine(int Fd, std::string &Line) {
  Line.clear();
  if (!waitFor(Fd))
    return false;
  char Ch;
  while (readSome(Fd, &Ch, 1) > 0) {
    if (Ch == '\n')
      return true;
    Line += Ch;
  }
  return false;
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

Ended runLimited(ArrayRef<std::string> Args) {
  Ended E;
  int In, Out, Status = 0;
  pid_t Pid = spawn(Args, In, Out, /*Messages=*/true);
  close(In);
  if (Pid > 0) {
    rlimit Time = {MaxSeconds, MaxSeconds}, Memory = {MaxBytes, MaxBytes}, Core = {0, 0};
    prlimit(Pid, RLIMIT_CPU, &Time, nullptr);
    prlimit(Pid, RLIMIT_AS, &Memory, nullptr);
    prlimit(Pid, RLIMIT_CORE, &Core, nullptr);
    char Buffer[4096];
    ssize_t Got = 0;
    bool Answers;
    while ((Answers = waitFor(Out)) && (Got = readSome(Out, Buffer, sizeof(Buffer))) > 0)
      E.Messages.append(Buffer, Got);
    if (!Answers)
      kill(Pid, SIGKILL);
    waitpid(Pid, &Status, 0);
    E.How = WIFEXITED(Status) ? Ended::Normally : Ended::Killed;
    E.Status = WIFEXITED(Status) ? WEXITSTATUS(Status) : WTERMSIG(Status);
  }
  close(Out);
  return E;
}

} // namespace vx::probe
