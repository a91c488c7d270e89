//===- Child.cpp - the process in which probes are compiled===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Child.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <csetjmp>
#include <csignal>
#include <map>
#include <memory>
#include <set>
#include <iostream>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

using namespace llvm;

namespace vx::probe {

namespace {
constexpr StringLiteral TripleText = "nvptx64-nvidia-cuda";
/// Limits of a child: a probe that needs more is a hang, and answered as a crash.
constexpr unsigned MillisPerModule = 1500, MillisPerProbe = 1500;
constexpr unsigned MaxCrashes = 16, MaxFrames = 64;
constexpr rlim_t MaxMemory = rlim_t(3) << 29;

/// How a compilation was left early. A signal handler fills it and jumps out: crashes,
/// fatal errors and CPU time-outs all end at the kernel that was being compiled.
struct Escape {
  sigjmp_buf Where;
  std::string Fatal;   ///< reason of a fatal error
  std::string Culprit; ///< kernel of the pass manager's innermost frame
  bool InSelection = false; ///< that frame's pass selects instructions
};
Escape Escaped;

void onFatal(void *, const char *Reason, bool) {
  Escaped.Fatal = Reason;
  std::abort();
}

/// Part of the name of NVPTX's instruction selection pass.
constexpr StringLiteral SelectionPass = "DAG->DAG";

/// The name in "Running pass '...' on function '@p17'".
std::string culpritOf(StringRef Text) {
  constexpr StringLiteral Marker = "on function '@";
  size_t At = Text.rfind(Marker);
  return At == StringRef::npos
             ? ""
             : Text.drop_front(At + Marker.size()).take_until([](char Ch) { return Ch == '\''; }).str();
}

/// The kernel that is being compiled, by the pass manager's frames; "" for none.
std::string currentKernel() {
  const auto *Frame = static_cast<const PrettyStackTraceEntry *>(SavePrettyStackState());
  for (unsigned Left = MaxFrames; Frame && Left; Frame = Frame->getNextEntry(), --Left) {
    std::string Text;
    raw_string_ostream OS(Text);
    Frame->print(OS);
    std::string Name = culpritOf(Text);
    if (!Name.empty())
      return Name;
  }
  return "";
}

void onSignal(int) {
  // A second signal in here, or a list of frames that the crash destroyed: give up, the
  // parent asks again one by one.
  static volatile sig_atomic_t Inside = 0;
  if (Inside)
    _exit(1);
  Inside = 1;
  const auto *Frame = static_cast<const PrettyStackTraceEntry *>(SavePrettyStackState());
  unsigned Left = MaxFrames;
  for (; Frame && Escaped.Culprit.empty(); Frame = Frame->getNextEntry()) {
    if (!Left--)
      _exit(1);
    std::string Text;
    raw_string_ostream OS(Text);
    Frame->print(OS);
    Escaped.Culprit = culpritOf(Text);
    Escaped.InSelection = StringRef(Text).contains(SelectionPass);
  }
  Inside = 0;
  siglongjmp(Escaped.Where, 1);
}

/// Runs \p Work; false when it was left through onSignal.
bool runGuarded(function_ref<void()> Work) {
  const void *Frames = SavePrettyStackState();
  Escaped.Fatal.clear();
  Escaped.Culprit.clear();
  if (sigsetjmp(Escaped.Where, /*savemask=*/1) == 0) {
    Work();
    return true;
  }
  RestorePrettyStackState(Frames);
  return false;
}

/// Errors that do not end the process ("no libcall available"), by kernel.
struct ErrorRecorder : DiagnosticHandler {
  std::set<std::string> &Kernels;
  explicit ErrorRecorder(std::set<std::string> &Kernels) : Kernels(Kernels) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getSeverity() == DS_Error)
      Kernels.insert(currentKernel());
    return true;
  }
};

TargetMachine &machineFor(StringRef Sm, unsigned Ptx) {
  static std::map<std::pair<std::string, unsigned>, std::unique_ptr<TargetMachine>> Made;
  auto &TM = Made[{Sm.str(), Ptx}];
  if (!TM) {
    std::string Error;
    const llvm::Target *T = TargetRegistry::lookupTarget(Triple(TripleText), Error);
    TM.reset(T->createTargetMachine(Triple(TripleText), Sm, "+ptx" + std::to_string(Ptx),
                                    TargetOptions(), std::nullopt));
  }
  return *TM;
}

std::string kernelName(unsigned Index) { return "p" + std::to_string(Index); }

/// What one compilation told.
struct Outcome {
  bool Ok = false;
  bool Crashed = false; ///< or timed out: the process is not trustworthy any more
  bool Early = false;   ///< ended in the culprit's selection: the kernels before it are through
  std::string Culprit; ///< kernel, "" if not known
  std::set<std::string> Wrong; ///< kernels with errors that did not end the process
};

/// Raises SIGPROF after so much CPU time; 0 takes the limit back.
void limitTime(unsigned Millis) {
  itimerval Timer = {{0, 0}, {Millis / 1000, (Millis % 1000) * 1000}};
  setitimer(ITIMER_PROF, &Timer, nullptr);
}

/// A module whose compilation failed is leaked: its state is not trustworthy.
Outcome compile(LLVMContext &C, Module &M, TargetMachine &TM, SmallVectorImpl<char> &Out) {
  Outcome R;
  bool Error = false;
  C.setDiagnosticHandler(std::make_unique<ErrorRecorder>(R.Wrong));
  M.setTargetTriple(Triple(TripleText));
  M.setDataLayout(TM.createDataLayout());
  limitTime(M.size() > 2 ? MillisPerModule : MillisPerProbe);
  bool Ran = runGuarded([&] {
    raw_svector_ostream OS(Out);
    legacy::PassManager PM;
    if (TM.addPassesToEmitFile(PM, OS, nullptr, CodeGenFileType::AssemblyFile))
      Error = true;
    PM.run(M);
  });
  limitTime(0);
  R.Ok = Ran && !Error && R.Wrong.empty();
  if (!Ran) {
    R.Early = Escaped.InSelection;
    R.Crashed = Escaped.Fatal.empty();
    R.Culprit = Escaped.Culprit;
  }
  return R;
}

/// Specs are parsed when they are asked for: a child may live for a few only.
struct SpecList {
  std::unique_ptr<MemoryBuffer> Buffer;
  SmallVector<StringRef, 0> Lines;

  explicit SpecList(StringRef File) {
    if (auto Read = MemoryBuffer::getFile(File)) {
      Buffer = std::move(*Read);
      Buffer->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
    }
  }
  Function *buildKernel(Module &M, unsigned Index) const {
    Probe P;
    return Probe::parse(Lines[Index], P) ? build(M, P, kernelName(Index)) : nullptr;
  }
};

class Compiler {
public:
  Compiler(const SpecList &Specs, TargetMachine &TM) : Specs(Specs), TM(TM) {}

  void run(ArrayRef<unsigned> Indices, std::map<unsigned, char> &Verdict) {
    SmallVector<unsigned, 64> Left(Indices);
    while (!Left.empty()) {
      Outcome R = once(Left, Verdict);
      erase_if(Left, [&](unsigned I) { return Verdict.count(I); });
      if (Left.empty())
        return;
      bool Settled = false;
      for (unsigned I : Left)
        if (R.Wrong.count(kernelName(I))) {
          Verdict[I] = 'f';
          Settled = true;
        }
      auto It = find_if(Left, [&](unsigned I) { return kernelName(I) == R.Culprit; });
      if (It != Left.end()) {
        Verdict[*It] = R.Crashed ? 'c' : 'f';
        Settled = true;
        // From selection on kernels are compiled one after the other, in module order; passes
        // before it go over the whole module first.
        if (R.Early)
          for (auto Through = Left.begin(); Through != It; ++Through)
            Verdict.insert({*Through, 'o'});
      }
      if (Settled) {
        if (noteCrash(R))
          return;
        erase_if(Left, [&](unsigned I) { return Verdict.count(I); });
        continue;
      }
      if (R.Ok) {
        for (unsigned I : Left)
          Verdict[I] = 'o';
        return;
      }
      if (Left.size() == 1) {
        Verdict[Left[0]] = R.Crashed ? 'c' : 'f';
        noteCrash(R);
        return;
      }
      size_t Half = Left.size() / 2;
      run(ArrayRef(Left).take_front(Half), Verdict);
      if (!Broken)
        run(ArrayRef(Left).drop_front(Half), Verdict);
      return;
    }
  }

  /// A crash may have left the heap in any state: stop answering.
  bool isBroken() const { return Broken; }

  /// The PTX of the probes that have code: that of the last module, if it held them all,
  /// else they are compiled again together.
  StringRef textOf(ArrayRef<unsigned> Accepted) {
    std::map<unsigned, char> Ignored;
    if (Accepted.empty() || (LastOf != Accepted && !once(Accepted, Ignored).Ok))
      return "";
    return StringRef(Last.data(), Last.size());
  }

private:
  /// True when this process should end: after each crash a little less is certain.
  bool noteCrash(const Outcome &R) {
    static unsigned Crashes = 0;
    Crashes += R.Crashed;
    return Broken |= Crashes > MaxCrashes;
  }

  Outcome once(ArrayRef<unsigned> Left, std::map<unsigned, char> &Verdict) {
    auto *C = new LLVMContext;
    auto *M = new Module("probe", *C);
    for (unsigned I : Left)
      if (!Specs.buildKernel(*M, I))
        Verdict[I] = 'i';
    Last.clear();
    LastOf.assign(Left.begin(), Left.end());
    erase_if(LastOf, [&](unsigned I) { return Verdict.count(I); });
    Outcome R = compile(*C, *M, TM, Last);
    if (!R.Ok)
      LastOf.clear();
    if (R.Ok) {
      delete M;
      delete C;
    }
    return R;
  }

  const SpecList &Specs;
  TargetMachine &TM;
  bool Broken = false;
  SmallVector<char, 0> Last; ///< text of the module that was compiled last
  SmallVector<unsigned, 64> LastOf; ///< its probes; none unless all of them have code
};

void prepare() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  rlimit Memory = {MaxMemory, MaxMemory}, Core = {0, 0};
  setrlimit(RLIMIT_AS, &Memory);
  setrlimit(RLIMIT_CORE, &Core);
  install_fatal_error_handler(onFatal, nullptr);
  // Deep recursion overflows the stack: the handler needs one of its own.
  static char Stack[1 << 16];
  stack_t Alternate = {};
  Alternate.ss_sp = Stack;
  Alternate.ss_size = sizeof(Stack);
  sigaltstack(&Alternate, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = onSignal;
  Action.sa_flags = SA_ONSTACK;
  for (int Signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPROF})
    sigaction(Signal, &Action, nullptr);
}

/// Writes what the accepted probes were compiled to; an empty file where that fails.
void writeText(Compiler &Compile, ArrayRef<unsigned> Indices, StringRef Answer, StringRef File) {
  SmallVector<unsigned, 64> Accepted;
  for (auto [I, Ch] : zip(Indices, Answer))
    if (Ch == 'o')
      Accepted.push_back(I);
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  OS << Compile.textOf(Accepted);
}
} // namespace

int runChild(StringRef SpecFile, StringRef PtxFile) {
  SpecList Specs(SpecFile);
  prepare();
  std::string Line;
  while (std::getline(std::cin, Line)) {
    SmallVector<StringRef, 64> Words;
    StringRef(Line).split(Words, ' ', -1, /*KeepEmpty=*/false);
    unsigned Ptx = 0;
    SmallVector<unsigned, 64> Indices;
    if (Words.size() < 3 || Words[1].getAsInteger(10, Ptx))
      return 1;
    for (StringRef W : drop_begin(Words, 2))
      if (W.getAsInteger(10, Indices.emplace_back()) || Indices.back() >= Specs.Lines.size())
        return 1;
    std::map<unsigned, char> Verdict;
    Compiler Compile(Specs, machineFor(Words[0], Ptx));
    Compile.run(Indices, Verdict);
    std::string Answer;
    for (unsigned I : Indices)
      Answer += Verdict.count(I) ? Verdict[I] : '?';
    if (!PtxFile.empty())
      writeText(Compile, Indices, Answer, PtxFile);
    std::cout << Answer << std::endl;
    if (Compile.isBroken())
      _exit(0);
  }
  return 0;
}

int runEnumerate(unsigned From, unsigned To) {
  for (unsigned ID = From; ID < To; ++ID) {
    if (!isProbed(ID))
      continue;
    std::cout << "# " << ID << std::endl; // says where a crash happened
    for (const Probe &P : overloadsOf(ID)) {
      std::vector<Probe> Variants = variantsOf(P);
      if (Variants.empty())
        continue;
      std::string Name = mangledName(P);
      for (const Probe &V : Variants)
        std::cout << V.str() << ' ' << Name << '\n';
    }
  }
  std::cout << "# end" << std::endl;
  return 0;
}


} // namespace vx::probe
