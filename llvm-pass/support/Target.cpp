//===- Target.cpp - NVPTX targets and their shared-memory limits -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// One table of facts per sm and the search for the target that a module states:
//
//   parameter `sm=`/`ptx=`  >  "target-cpu"/"target-features"  >  (sm's least
//   PTX)
//
// Sources of the table: processors and least PTX versions are those that LLVM
// 22.1's NVPTX back end emits (test/contract/targets-as-llc.ll compares them);
// sizes are the CUDA programming guide's table of compute capabilities. sm_101 is
// the name that sm_110 had before CUDA 13. No published row for sm_88 was found:
// the smaller of the two sizes of the 8.x family is assumed.
//===----------------------------------------------------------------------===//
#include "vx/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr uint32_t KiB = 1024;

//  sm   PTX  a   f   opt-in      per SM      reserved per block
constexpr SmInfo Targets[] = {
    {75, 63, 0, 0, 64 * KiB, 64 * KiB, 0},
    {80, 70, 0, 0, 163 * KiB, 164 * KiB, KiB},
    {86, 71, 0, 0, 99 * KiB, 100 * KiB, KiB},
    {87, 74, 0, 0, 163 * KiB, 164 * KiB, KiB},
    {88, 90, 0, 0, 99 * KiB, 100 * KiB, KiB},
    {89, 78, 0, 0, 99 * KiB, 100 * KiB, KiB},
    {90, 78, 80, 0, 227 * KiB, 228 * KiB, KiB},
    {100, 86, 86, 88, 227 * KiB, 228 * KiB, KiB},
    {101, 86, 86, 88, 227 * KiB, 228 * KiB, KiB},
    {103, 88, 88, 88, 227 * KiB, 228 * KiB, KiB},
    {110, 90, 90, 90, 227 * KiB, 228 * KiB, KiB},
    {120, 87, 87, 88, 99 * KiB, 100 * KiB, KiB},
    {121, 88, 88, 88, 99 * KiB, 100 * KiB, KiB},
};

/// PTX versions that LLVM 22.1 can emit, from the first that a known sm takes.
constexpr unsigned PtxVersions[] = {63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77,
                                    78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90};

/// PTX ISA, cp.async: sm_80 and PTX 7.0.
constexpr unsigned CpAsyncSm = 80, CpAsyncPtx = 70;

std::string ptxText(unsigned Ptx) {
  return std::to_string(Ptx / 10) + "." + std::to_string(Ptx % 10);
}

std::string smText(const SmInfo &Sm, char Form) {
  std::string Text = "sm_" + std::to_string(Sm.Number);
  if (Form)
    Text += Form;
  return Text;
}

std::string listOfTargets() {
  std::vector<std::string> Names;
  for (const SmInfo &Sm : Targets) {
    std::string Name = smText(Sm, 0);
    if (Sm.MinPtxArch)
      Name += "[a]";
    if (Sm.MinPtxFamily)
      Name += "[f]";
    Names.push_back(Name);
  }
  return join(Names, ", ");
}

/// A word that a module or a parameter states, and who states it.
struct Stated {
  StringRef Word;
  std::string By; ///< "parameter 'sm='" or "function 'f'"
};

/// The last `+ptxNN` of a "target-features" string: later words win in LLVM.
StringRef ptxFeature(StringRef Features) {
  SmallVector<StringRef, 8> Words;
  Features.split(Words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  StringRef Found;
  for (StringRef Word : Words)
    if (Word.trim().starts_with("+ptx"))
      Found = Word.trim();
  return Found;
}

StringRef statedBy(const Function &F, StringRef Attr) {
  StringRef Value = F.getFnAttribute(Attr).getValueAsString();
  return Attr == "target-features" ? ptxFeature(Value) : Value;
}

/// What the functions of \p M state in \p Attr; they must agree. Sets \p
/// Conflict after reporting VX402 when they do not.
Stated statedByModule(const Module &M, StringRef Attr, bool &Conflict,
                      DiagnosticSink &Sink) {
  Stated First;
  for (const Function &F : M) {
    StringRef Word = statedBy(F, Attr);
    if (Word.empty() || F.isIntrinsic())
      continue;
    std::string By = ("function '" + F.getName() + "'").str();
    if (First.Word.empty()) {
      First = {Word, By};
    } else if (First.Word != Word) {
      Sink.report(Diag::TargetConflict,
                  Twine(First.By) + " states \"" + First.Word + "\", " + By +
                      " states \"" + Word + "\" in \"" + Attr + "\"",
                  "compile the functions for one target, or state it with "
                  "sm= and ptx=");
      Conflict = true;
      return First;
    }
  }
  return First;
}

/// The parameter if it is there, else what the module's functions agree on.
Stated stated(const Module &M, StringRef Param, StringRef Value, StringRef Attr,
              bool &Conflict, DiagnosticSink &Sink) {
  if (!Value.empty())
    return {Value, ("parameter '" + Param + "='").str()};
  return statedByModule(M, Attr, Conflict, Sink);
}

/// The PTX version that \p S states, or the least for the sm. VX401 for one
/// that LLVM cannot emit, VX407 for one below what the sm needs; both return 0.
unsigned choosePtx(const Stated &S, const SmInfo &Sm, char Form,
                   DiagnosticSink &Sink) {
  unsigned Least = Sm.minPtx(Form);
  if (S.Word.empty())
    return Least;
  std::optional<unsigned> Ptx = parsePtx(S.Word);
  if (Ptx && *Ptx < Least) {
    Sink.report(Diag::PtxVersion,
                "PTX " + ptxText(*Ptx) + " (" + S.By + "), but " +
                    smText(Sm, Form) + " needs PTX " + ptxText(Least),
                "state ptx=" + Twine(Least) + " or newer, or no PTX version");
    return 0;
  }
  if (!Ptx || !is_contained(PtxVersions, *Ptx)) {
    std::vector<std::string> Known;
    for (unsigned Version : PtxVersions)
      Known.push_back(ptxText(Version));
    Sink.report(Diag::UnknownTarget,
                "PTX version \"" + S.Word + "\" (" + S.By +
                    ") is not one that LLVM 22 emits",
                "known: " + join(Known, ", "));
    return 0;
  }
  return *Ptx;
}
} // namespace

unsigned SmInfo::minPtx(char Form) const {
  switch (Form) {
  case 0:
    return MinPtx;
  case 'a':
    return MinPtxArch;
  case 'f':
    return MinPtxFamily;
  default:
    return 0;
  }
}

std::string Target::name() const {
  return smText(*Sm, Form) + ", PTX " + ptxText(Ptx);
}

bool Target::hasCpAsync() const {
  return Sm->Number >= CpAsyncSm && Ptx >= CpAsyncPtx;
}

ArrayRef<unsigned> knownPtxVersions() { return PtxVersions; }
ArrayRef<SmInfo> knownTargets() { return Targets; }

const SmInfo *parseSm(StringRef Name, char &Form) {
  Name.consume_front("sm_");
  char Letter = 0;
  if (Name.ends_with("a") || Name.ends_with("f")) {
    Letter = Name.back();
    Name = Name.drop_back();
  }
  unsigned Number;
  if (!all_of(Name, isDigit) || Name.getAsInteger(10, Number))
    return nullptr;
  const SmInfo *Sm =
      find_if(Targets, [&](const SmInfo &Row) { return Row.Number == Number; });
  if (Sm == std::end(Targets) || !Sm->minPtx(Letter))
    return nullptr;
  Form = Letter;
  return Sm;
}

std::optional<unsigned> parsePtx(StringRef Text) {
  Text.consume_front("+");
  Text.consume_front("ptx");
  auto [Major, Minor] = Text.split('.');
  std::string Digits = (Major + Minor).str();
  // Two digits in every version that LLVM knows: major 1 to 9, minor 0 to 9.
  if (Digits.size() != 2 || !all_of(Digits, isDigit) || Digits[0] == '0' ||
      Major.empty() || (Text.contains('.') && Minor.size() != 1))
    return std::nullopt;
  return unsigned(Digits[0] - '0') * 10 + unsigned(Digits[1] - '0');
}

std::optional<Target> resolveTarget(const Module &M,
                                    const PlacementOptions &Options,
                                    DiagnosticSink &Sink) {
  bool Conflict = false;
  Stated Cpu = stated(M, "sm", Options.Sm, "target-cpu", Conflict, Sink);
  Stated Ptx = stated(M, "ptx", Options.Ptx, "target-features", Conflict, Sink);
  if (Cpu.Word.empty() || Conflict)
    return std::nullopt;

  Target T;
  T.Sm = parseSm(Cpu.Word, T.Form);
  if (!T.Sm) {
    Sink.report(Diag::UnknownTarget,
                "\"" + Cpu.Word + "\" (" + Cpu.By +
                    ") is not a target that placement knows",
                "known: " + listOfTargets());
    return std::nullopt;
  }
  T.Ptx = choosePtx(Ptx, *T.Sm, T.Form, Sink);
  if (!T.Ptx)
    return std::nullopt;
  return T;
}

std::optional<Target> requireTarget(const Module &M,
                                    const PlacementOptions &Options,
                                    DiagnosticSink &Sink) {
  unsigned Before = Sink.errorCount();
  std::optional<Target> T = resolveTarget(M, Options, Sink);
  const Triple &For = M.getTargetTriple();
  if (!For.empty() && !For.isNVPTX())
    Sink.report(Diag::NoTarget, "the module is for " + For.str() + ", and shared memory is NVPTX's",
                "compile the kernels for nvptx64-nvidia-cuda, in a module of their own");
  if (!T && Sink.errorCount() == Before)
    Sink.report(Diag::NoTarget,
                "neither the parameter sm= nor a function's \"target-cpu\" "
                "names one, and shared-memory limits differ between targets",
                "pass sm=<nn> (known: " + Twine(listOfTargets()) +
                    ") or set \"target-cpu\"");
  return T;
}

} // namespace vx
