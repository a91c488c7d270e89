//===- Helpers.cpp - llc and ptxas on a copy, in processes of their own===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// NVPTX ends the process on what it cannot select, and some inputs crash or hang it or
// ptxas. So a copy of the module is written to a temporary file and compiled by programs
// started with limits on time and memory; whatever happens there becomes a finding here.
//
//   module --bitcode--> llc -mcpu=<sm> -mattr=+ptx<v> --PTX--> ptxas -arch=<sm>
//                       VX441 on failure, crash, time-out       VX440 for each error line
#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {
/// Lines of a helper's errors that become findings of their own.
constexpr size_t MaxLines = 20;

/// ptxas's own failures, which say nothing of the module.
constexpr StringLiteral NoVerdict[] = {"Internal compiler error", "Memory allocation failure"};

class Helpers {
public:
  Helpers(const Module &M, const DeviceVerifierOptions &Options, const Target &T,
          DiagnosticSink &Sink)
      : M(M), Options(Options), T(T), Sink(Sink) {}
  ~Helpers() {
    for (const SmallString<128> &File : Files)
      sys::fs::remove(File);
  }

  void run() {
    StringRef Bitcode = temporary("bc"), Ptx = temporary("ptx"), Errors = temporary("err");
    if (Bitcode.empty() || Ptx.empty() || Errors.empty() || !write(Bitcode))
      return failed("no temporary file can be written");
    if (!compile(Bitcode, Ptx, Errors) || Options.Ptxas.empty())
      return;
    assemble(Ptx, Errors);
  }

private:
  StringRef temporary(StringRef Suffix) {
    SmallString<128> Path;
    if (sys::fs::createTemporaryFile("vx-verify", Suffix, Path))
      return "";
    // Reserved: the returned reference must stay valid.
    Files.reserve(8);
    Files.push_back(Path);
    return Files.back();
  }

  bool write(StringRef File) {
    std::error_code EC;
    raw_fd_ostream OS(File, EC);
    if (EC)
      return false;
    WriteBitcodeToFile(M, OS);
    OS.close();
    return !OS.has_error();
  }

  void failed(const Twine &Why) {
    Sink.report(Diag::HelperFailed, Why, "state llc=<path> or ptxas=<path>, or run without");
  }

  /// llc beside the running program, else on the path.
  std::string llcPath() const {
    if (!Options.Llc.empty())
      return Options.Llc;
    std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
    std::string Folder = sys::path::parent_path(Self).str();
    for (ErrorOr<std::string> Found : {sys::findProgramByName("llc", {Folder}),
                                       sys::findProgramByName("llc-22"),
                                       sys::findProgramByName("llc")})
      if (Found)
        return *Found;
    return "";
  }

  /// Exit status, or -1 when it could not be started and -2 for a crash or a time-out;
  /// \p Why says which.
  int execute(StringRef Program, ArrayRef<StringRef> Args, StringRef Errors, std::string &Why) {
    std::optional<StringRef> Redirects[] = {StringRef(), Errors, Errors};
    return sys::ExecuteAndWait(Program, Args, std::nullopt, Redirects, Options.HelperSeconds,
                               Options.HelperMegabytes, &Why);
  }

  /// How a program ended that has no exit status, or none that it chose.
  std::string endText(StringRef Program, StringRef Why) const {
    std::string Text = sys::path::filename(Program).str() + " crashed or ran out of time or memory";
    if (!Why.empty())
      Text += " (" + Why.trim().str() + ")";
    return Text + ", limits: " + std::to_string(Options.HelperSeconds) + " s, " +
           std::to_string(Options.HelperMegabytes) + " MB";
  }

  SmallVector<std::string, 4> errorLines(StringRef Errors) const {
    SmallVector<std::string, 4> Lines;
    if (auto Buffer = MemoryBuffer::getFile(Errors)) {
      SmallVector<StringRef, 16> All;
      (*Buffer)->getBuffer().split(All, '\n', -1, /*KeepEmpty=*/false);
      for (StringRef Line : All)
        if (Line.contains_insensitive("error") || Line.contains("fatal"))
          if (Lines.size() < MaxLines)
            Lines.push_back(Line.trim().take_front(240).str());
    }
    return Lines;
  }

  std::string smName() const {
    std::string Name = "sm_" + std::to_string(T.Sm->Number);
    if (T.Form)
      Name += T.Form;
    return Name;
  }

  bool compile(StringRef Bitcode, StringRef Ptx, StringRef Errors) {
    std::string Llc = llcPath(), Why;
    if (Llc.empty())
      return failed("llc is not found"), false;
    std::string Cpu = "-mcpu=" + smName(), Attr = "-mattr=+ptx" + std::to_string(T.Ptx);
    int Status = execute(Llc, {Llc, Cpu, Attr, Bitcode, "-o", Ptx}, Errors, Why);
    if (Status == 0)
      return true;
    if (Status == -1)
      return failed("llc cannot be started: " + Why), false;
    SmallVector<std::string, 4> Lines = errorLines(Errors);
    std::string How = Status == -2 ? endText(Llc, Why)
                                   : "llc ended with status " + std::to_string(Status);
    report(Diag::CompileFailed, How + (Lines.empty() ? "" : ": " + Lines[0]),
           "see the findings beside it; if there is none, reduce the module");
    return false;
  }

  void assemble(StringRef Ptx, StringRef Errors) {
    std::string Why, Arch = "-arch=" + smName();
    int Status = execute(Options.Ptxas, {Options.Ptxas, Arch, Ptx, "-o", "/dev/null"}, Errors, Why);
    if (Status == 0)
      return;
    if (Status == -1)
      return failed("ptxas cannot be started: " + Why);
    SmallVector<std::string, 4> Lines = errorLines(Errors);
    auto Broke = find_if(Lines, [](StringRef Line) {
      return any_of(NoVerdict, [&](StringRef Words) { return Line.contains(Words); });
    });
    if (Broke != Lines.end())
      Why = StringRef(*Broke).split(": ").second.str();
    if (Status == -2 || Lines.empty() || Broke != Lines.end())
      return report(Diag::CompileFailed, endText(Options.Ptxas, Why), "reduce the module");
    for (std::string &Line : Lines) {
      // "ptxas <file>, line 12; error : ...": the file's name is ours and random.
      size_t At = StringRef(Line).find(", line ");
      report(Diag::PtxasRefused, "PTX" + (At == std::string::npos ? ": " + Line : Line.substr(At)),
             "change what the line stands for");
    }
  }

  void report(Diag Code, const Twine &Detail, const Twine &Remedy) {
    Sink.report(Code, Detail, Remedy).Args.emplace_back("class", "unsupported");
  }

  const Module &M;
  const DeviceVerifierOptions &Options;
  const Target &T;
  DiagnosticSink &Sink;
  std::vector<SmallString<128>> Files;
};
} // namespace

void runHelpers(const Module &M, const DeviceVerifierOptions &Options,
                const std::optional<Target> &Stated, DiagnosticSink &Sink) {
  if (!Options.Deep && Options.Ptxas.empty())
    return;
  if (!Stated) {
    Sink.report(Diag::HelperFailed, "deep and ptxas= compile for one target, and none is stated",
                "state one with sm= and ptx=");
    return;
  }
  Helpers(M, Options, *Stated, Sink).run();
}

} // namespace vx
