//===- Assembler.cpp - asks ptxas about kernels that LLVM emitted===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Assembler.h"
#include "Process.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <unistd.h>

using namespace llvm;

namespace vx::probe {

namespace {
/// Kernels a file.
constexpr size_t GroupSize = 256;
/// In LLVM's output this comment stands before each kernel.
constexpr StringLiteral KernelMark = "\t// .globl\tp";
constexpr StringLiteral UnknownSm = "is not defined for option 'gpu-name'";
constexpr StringLiteral LineMark = ", line ";

/// "error   : Feature 'x' requires ..." without what is this program's own.
std::string reasonIn(StringRef Message) {
  auto [Before, After] = Message.split("; ");
  StringRef Text = After.empty() ? Message : After;
  SmallVector<StringRef, 16> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  return join(Words, " ");
}

std::string reasonOf(const Ended &E) {
  if (E.How == Ended::NotStarted)
    return "cannot be started";
  return E.How == Ended::Killed ? "signal " + std::to_string(E.Status)
                                : reasonIn(StringRef(E.Messages).split('\n').first);
}
} // namespace

void PtxText::clear() {
  Header.clear();
  Kernels.clear();
}

void PtxText::add(StringRef Module) {
  size_t At = Module.find(KernelMark);
  if (At == StringRef::npos)
    return;
  // Declarations of functions before the first kernel belong to every kernel's module, and
  // may stand in a file more than once.
  StringRef Head = Module.take_front(At);
  if (Header.find(Head.str()) == std::string::npos)
    Header += (Header.empty() ? Head : Head.substr(Head.find(".address_size")).split('\n').second)
                  .str();
  while (At != StringRef::npos) {
    size_t Next = Module.find(KernelMark, At + 1);
    StringRef Kernel = Module.slice(At, Next), Number = Kernel.drop_front(KernelMark.size());
    unsigned Index = 0;
    if (!Number.consumeInteger(10, Index))
      Kernels[Index] = Kernel.str();
    At = Next;
  }
}

Assembler::Assembler(std::string Program, std::string File)
    : Program(std::move(Program)), File(std::move(File)) {}

Assembler::~Assembler() { unlink(File.c_str()); }

/// Refuses each kernel that a line of \p Messages falls into. True when there was one.
bool Assembler::noteRefused(StringRef Messages, ArrayRef<unsigned> FirstLines,
                            ArrayRef<unsigned> Kernels) {
  bool Any = false;
  SmallVector<StringRef, 64> Lines;
  Messages.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Message : Lines) {
    size_t At = Message.find(LineMark);
    unsigned Line = 0;
    bool Fault = Message.contains("error") || Message.contains("fatal");
    if (!Fault || At == StringRef::npos ||
        Message.drop_front(At + LineMark.size()).consumeInteger(10, Line))
      continue;
    auto It = upper_bound(FirstLines, Line);
    if (It == FirstLines.begin())
      continue;
    unsigned Kernel = Kernels[It - FirstLines.begin() - 1];
    Any |= Answers.insert({Kernel, {Verdict::Refused, reasonIn(Message)}}).second;
  }
  return Any;
}

void Assembler::judge(StringRef Sm, const PtxText &Text, std::vector<unsigned> Left) {
  while (!Left.empty()) {
    std::string Input = Text.Header;
    std::vector<unsigned> FirstLines;
    unsigned Line = 1 + count(Input, '\n');
    for (unsigned Kernel : Left) {
      FirstLines.push_back(Line);
      const std::string &Body = Text.Kernels.at(Kernel);
      Input += Body;
      Line += count(Body, '\n');
    }
    std::error_code EC;
    raw_fd_ostream(File, EC) << Input;
    Ended E = runLimited({Program, "-arch=" + Sm.str(), File, "-o", "/dev/null"});
    if (E.How == Ended::Normally && E.Status == 0) {
      for (unsigned Kernel : Left)
        Answers[Kernel] = {Verdict::Taken, ""};
      return;
    }
    if (E.How == Ended::Normally && noteRefused(E.Messages, FirstLines, Left)) {
      erase_if(Left, [&](unsigned Kernel) { return Answers.count(Kernel); });
      continue;
    }
    if (StringRef(E.Messages).contains(UnknownSm)) { // an sm that ptxas does not know
      for (unsigned Kernel : Left)
        Answers[Kernel] = {Verdict::NotJudged, "unknown " + Sm.str()};
      return;
    }
    if (Left.size() == 1) {
      bool Refused = E.How == Ended::Normally && E.Status == 255;
      Answers[Left[0]] = {Refused ? Verdict::Refused : Verdict::NotJudged, reasonOf(E)};
      return;
    }
    auto Middle = Left.begin() + Left.size() / 2;
    judge(Sm, Text, {Left.begin(), Middle});
    Left.erase(Left.begin(), Middle);
  }
}

std::map<unsigned, Assembler::Answer> Assembler::ask(StringRef Sm, const PtxText &Text) {
  Answers.clear();
  std::vector<unsigned> Group;
  for (const auto &[Kernel, Body] : Text.Kernels) {
    Group.push_back(Kernel);
    if (Group.size() == GroupSize) {
      judge(Sm, Text, Group);
      Group.clear();
    }
  }
  judge(Sm, Text, Group);
  return std::move(Answers);
}

} // namespace vx::probe
