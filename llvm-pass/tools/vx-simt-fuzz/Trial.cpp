//===- Trial.cpp - one generated kernel, judged -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Trial.h"
#include "../vx-kernel-gen/KernelGen.h"
#include "../vx-simt-mutate/Mutations.h"
#include "vx/Placement.h"
#include "vx/simt/Arguments.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;
using namespace vx::simt;

namespace vx::gen {

/// A launch that runs this long hangs.
constexpr double LaunchTimeout = 20;
/// Launches are small: compiling costs more than running.
static const CompileOptions Quick = {Checks::All, Effort::Quick, ""};
/// Characters of a refusal's kind.
constexpr size_t MaxKind = 110;

static std::string textOf(const Module &M) {
  std::string S;
  raw_string_ostream OS(S);
  M.print(OS, nullptr);
  return S;
}

namespace {

class Trial {
public:
  Trial(uint64_t Seed, const TrialOptions &Options)
      : Seed(Seed), Options(Options), R(Seed ^ 0x5eed), G(generate(Ctx, Seed)) {}
  Outcome run();

private:
  Outcome result(Verdict V, const Twine &Detail);
  std::optional<Outcome> refused(const PlacementResult &P);
  std::optional<Outcome> compareWith(const Module &After, StringRef What,
                                     ArrayRef<std::pair<Async, Schedule>> Policies);
  std::optional<Outcome> twice(const Module &After);
  std::optional<Outcome> parseInputs();
  std::optional<Outcome> standards(StringRef Kernel);
  std::string faultOf(const Module &After, StringRef Kernel,
                      ArrayRef<std::pair<Async, Schedule>> Policies);
  Expected<LaunchResult> launch(Program &P, const GeneratedLaunch &L,
                                ArgumentSet &Set, Async A, Schedule S);
  void chooseOptions();
  bool deserves(Diag Code) const;
  bool plant(Module &M);
  void save(StringRef Name, const Module &M) const;

  uint64_t Seed;
  const TrialOptions &Options;
  Random R;
  LLVMContext Ctx;
  GeneratedKernel G;
  PlacementOptions Placement;
  std::vector<ArgumentSet> Inputs;                         ///< one a launch
  std::map<StringRef, std::vector<ArgumentSet>> Standards; ///< of each kernel and launch
};

} // namespace

void Trial::save(StringRef Name, const Module &M) const {
  if (Options.SaveFolder.empty())
    return;
  sys::fs::create_directories(Options.SaveFolder);
  std::error_code EC;
  raw_fd_ostream OS((Options.SaveFolder + "/" + Twine(Seed) + "-" + Name + ".ll").str(), EC);
  if (!EC)
    M.print(OS, nullptr);
}

Outcome Trial::result(Verdict V, const Twine &Detail) {
  Outcome O;
  O.What = V;
  O.Detail = Detail.str();
  O.Features = G.features();
  if (Placement.Stages)
    O.Features.insert(*Placement.Stages == 1 ? "one stage" : "stages=");
  if (Placement.ForceCrossing)
    O.Features.insert("crossing=");
  if (V == Verdict::Unexplained || V == Verdict::Generator)
    save("before", *G.M);
  return O;
}

void Trial::chooseOptions() {
  Placement.Sm = "80";
  if (R.chance(5))
    Placement.Stages = 1;
  else if (R.chance(8))
    Placement.Stages = unsigned(2 + R.below(4));
  if (R.chance(8))
    Placement.ForceCrossing = R.pick({Crossing::Sequenced, Crossing::Streamed});
  if (R.chance(25))
    Placement.Pad = R.pick({0u, 4u, 8u, 16u, 20u, 128u});
}

/// A copy in 4-byte units needs rows that are known to start and end at them.
/// Lanes that a placed load never reads are not copied: what is left may start anywhere.
static bool lacksAlignment(const TileShape &T, const KernelShape &S) {
  unsigned Bytes = T.Element == "i8" ? 1 : 2;
  bool Narrow = T.Element == "i8" || T.Element == "i16" || T.Element == "f16" ||
                T.Element == "bf16";
  uint64_t Row = T.Extent.size() > 1 ? T.Extent.back() * Bytes : 4;
  bool Cut = S.Carrier == Form::A && T.How == Read::ConstantMask;
  return Narrow && (T.Align < 4 || S.InnerRunTime || Row % 4 || Cut);
}

/// Whether a kernel of this shape may be refused with \p Code by the contract.
bool Trial::deserves(Diag Code) const {
  const KernelShape &S = G.Shape;
  bool Streams = Placement.ForceCrossing == Crossing::Streamed;
  bool Narrow = false, PastRow = false;
  for (const TileShape &T : S.Tiles) {
    Streams |= T.Streamed;
    Narrow |= lacksAlignment(T, S);
    PastRow |= T.How == Read::RunTimeMask && T.Extent.back() % T.Width != 0;
  }
  switch (Code) {
  case Diag::StreamedAlignment:
    return Streams && Narrow;
  case Diag::TagLost:
  case Diag::UntaggedRead:
    // LLVM's passes drop tags: loss must be loud.
    return S.Carrier == Form::A && S.Look >= Style::O1;
  case Diag::TransferLost:
    // They delete a loop that never runs, and the call in it.
    return S.Carrier != Form::A && S.Look >= Style::O1 &&
           S.Loop == Trip::Constant && S.ConstantTrip == 0;
  case Diag::LiveAtOnce:
    // Copies that are live together are counted, or an error.
    return S.OneCallee && (S.Results == Merge::Select || S.Results == Merge::Aggregate ||
                           S.Results == Merge::Carried);
  case Diag::StreamedUnsupported:
    return S.Results == Merge::Carried && Streams;
  case Diag::UnprovenFootprint:
  case Diag::FootprintExceedsExtent:
  case Diag::DivergentBase:
  case Diag::UnknownBase:
    // Two places of one tile have no common base; lanes past a row's end may be on.
    return S.Carrier == Form::A && (S.Site == Place::DeviceTwice || PastRow);
  default:
    return false;
  }
}

/// The message without names and numbers.
static std::string kindOf(const Diagnostic &D) {
  std::string Kind = codeString(D.Code) + " ";
  StringRef Rest = StringRef(D.Detail).take_until([](char C) { return C == '\n'; });
  auto skip = [&](auto While) { Rest = Rest.drop_while(While); };
  while (!Rest.empty() && Kind.size() < MaxKind) {
    char C = Rest.front();
    if (C == '%' || C == '@') {
      Rest = Rest.drop_front();
      skip([](char N) { return isAlnum(N) || N == '.' || N == '_' || N == '-'; });
      Kind += '*';
    } else if (isDigit(C)) {
      skip([](char N) { return isDigit(N) || N == 'x'; });
      Kind += '#';
    } else if (C == '\'') {
      Rest = Rest.drop_front().split('\'').second;
      Kind += "'*'";
    } else if (C == '(' || C == '{') {
      break; // an expression
    } else {
      Kind += C;
      Rest = Rest.drop_front();
    }
  }
  return StringRef(Kind).rtrim().str();
}

std::optional<Outcome> Trial::refused(const PlacementResult &P) {
  if (!P.failed())
    return std::nullopt;
  const Diagnostic *First = nullptr;
  Verdict V = Verdict::Deserved;
  for (const Diagnostic &D : P.Findings) {
    if (D.Level != Severity::Error)
      continue;
    unsigned Number = unsigned(D.Code);
    bool Here = deserves(D.Code);
    // Contract and device errors, and internal ones, are never right for what
    // the generator writes.
    bool Wrong = !Here && (Number < 200 || Number >= 400 || D.Code == Diag::Internal);
    Verdict This = Here ? Verdict::Deserved : Wrong ? Verdict::Unexplained : Verdict::Inside;
    if (!First || This > V) {
      V = This;
      First = &D;
    }
  }
  Outcome O = result(V, First ? First->str() : "failed without an error");
  if (First)
    O.Kind = kindOf(*First);
  else
    O.What = Verdict::Unexplained;
  return O;
}

Expected<LaunchResult> Trial::launch(Program &P, const GeneratedLaunch &L,
                                     ArgumentSet &Set, Async A, Schedule S) {
  LaunchConfig C;
  C.Grid = *parseDim3(L.Grid);
  C.Block = *parseDim3(L.Block);
  C.AsyncPolicy = A;
  C.SchedulePolicy = S;
  C.Seed = Seed;
  C.TimeoutSeconds = LaunchTimeout;
  C.FailFast = true;
  return P.run(C, Set.Buffers, Set.Arguments);
}

/// Applies one mutation of the asked kind; false when the kernel has none.
bool Trial::plant(Module &M) {
  std::vector<Mutation> List = mutationsOf(*M.getFunction(KernelNames[0]));
  erase_if(List, [&](const Mutation &Mut) { return Mut.Kind != Options.Plant; });
  if (List.empty())
    return false;
  List[R.below(List.size())].Apply();
  return true;
}

std::optional<Outcome> Trial::parseInputs() {
  for (const GeneratedLaunch &L : G.Launches) {
    Expected<ArgumentSet> Set = parseArguments(L.Args);
    if (!Set)
      return result(Verdict::Generator, toString(Set.takeError()));
    Inputs.push_back(std::move(*Set));
  }
  return std::nullopt;
}

/// What the input computes; a finding in it is the generator's fault.
std::optional<Outcome> Trial::standards(StringRef Kernel) {
  auto P = Program::compile(*G.M, Kernel, Quick);
  if (!P)
    return result(Verdict::Generator, toString(P.takeError()));
  for (auto [L, Input] : zip_equal(G.Launches, Inputs)) {
    ArgumentSet Set = Input;
    Expected<LaunchResult> Run = launch(**P, L, Set, Async::Issue, Schedule::InOrder);
    if (!Run)
      return result(Verdict::Generator, toString(Run.takeError()));
    if (!Run->clean())
      return result(Verdict::Generator, Run->Findings[0].str());
    Standards[Kernel].push_back(std::move(Set));
  }
  return std::nullopt;
}

/// What \p After's kernel does that the input does not, "" if nothing.
std::string Trial::faultOf(const Module &After, StringRef Kernel,
                           ArrayRef<std::pair<Async, Schedule>> Policies) {
  auto P = Program::compile(After, Kernel, Quick);
  if (!P)
    return toString(P.takeError());
  for (size_t I = 0; I < G.Launches.size(); ++I)
    for (auto [A, S] : Policies) {
      ArgumentSet Set = Inputs[I];
      Expected<LaunchResult> Run = launch(**P, G.Launches[I], Set, A, S);
      std::string Where = (Kernel + ", launch " + Twine(I) + ", async " + Twine(int(A)) +
                           ", schedule " + Twine(int(S)) + ": ")
                              .str();
      if (!Run)
        return Where + toString(Run.takeError());
      if (!Run->clean())
        return Where + Run->Findings[0].str();
      if (auto D = firstDifference(Standards[Kernel][I].Buffers, Set.Buffers, Set.Views))
        return (Where + "argument " + Twine(Set.Views[D->Buffer].Word) + ", element " +
                Twine(D->Index) + ": " + D->A + " before, " + D->B + " after")
            .str();
    }
  return "";
}

std::optional<Outcome>
Trial::compareWith(const Module &After, StringRef What,
                   ArrayRef<std::pair<Async, Schedule>> Policies) {
  std::string Fault;
  raw_string_ostream OS(Fault);
  if (!verifyModule(After, &OS))
    for (StringRef Kernel : G.kernels())
      if (Fault.empty())
        Fault = faultOf(After, Kernel, Policies);
  if (Fault.empty())
    return std::nullopt;
  save(What, After);
  return result(Verdict::Unexplained, What + ": " + Fault);
}

/// P8: the pipeline has nothing left to do on its own output.
std::optional<Outcome> Trial::twice(const Module &After) {
  std::unique_ptr<Module> Again = CloneModule(After);
  std::string Text = textOf(*Again);
  PlacementResult P = runPlacement(*Again, Placement);
  if (P.failed() || textOf(*Again) != Text) {
    save("after", After);
    return result(Verdict::Unexplained, "a second run changes the module or fails: " +
                                            (P.Findings.empty() ? "" : P.Findings[0].str()));
  }
  return std::nullopt;
}

Outcome Trial::run() {
  chooseOptions();
  if (std::optional<Outcome> O = parseInputs())
    return *O;
  for (StringRef Kernel : G.kernels())
    if (std::optional<Outcome> O = standards(Kernel))
      return *O;
  std::unique_ptr<Module> After = CloneModule(*G.M);
  std::string Text = textOf(*After);
  PlacementResult P = runPlacement(*After, Placement);
  if (std::optional<Outcome> O = refused(P)) {
    if (textOf(*After) == Text)
      return *O;
    save("after", *After);
    return result(Verdict::Unexplained, "a refused module was changed");
  }
  if (!Options.Plant.empty() && !plant(*After))
    return result(Verdict::Same, "nothing to plant");
  Schedule Other = R.pick({Schedule::Reverse, Schedule::SlowWarp});
  if (auto O = compareWith(*After, "after",
                           {{Async::Late, Schedule::InOrder},
                            {Async::Late, Other},
                            {Async::Random, Schedule::Random}}))
    return *O;
  if (!Options.Plant.empty())
    return result(Verdict::Same, "");
  if (auto O = twice(*After))
    return *O;
  optimise(*After, 3);
  if (auto O = compareWith(*After, "optimised",
                           {{Async::Late, Schedule::InOrder},
                            {Async::Random, Schedule::Random}}))
    return *O;
  return result(Verdict::Same, "");
}

Outcome runTrial(uint64_t Seed, const TrialOptions &Options) {
  return Trial(Seed, Options).run();
}

} // namespace vx::gen
