//===- vx-simt-mutate.cpp - how many planted faults does vx-simt find -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// vx-simt-mutate before.ll after.ll [options of vx-simt compare] [--only=3,7]
// Runs every mutant of after.ll under all policies until one catches it: by a
// finding, or by other bits than before.ll gives. One line a mutant, then the
// rate. Status 0, or 2 for wrong usage and when the unchanged kernel is not clean.
#include "../vx-simt/Options.h"
#include "Mutations.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <set>

using namespace llvm;
using namespace vx::simt;

namespace {

constexpr int Usage = 2;
/// A mutant that runs this long hangs: caught.
constexpr double MutantTimeout = 10;

struct Policy {
  Async A;
  Schedule S;
  uint64_t Seed;
};

/// Ordered by how much they find, so that most mutants need one run.
std::vector<Policy> policies(uint64_t Seed) {
  std::vector<Policy> All;
  for (Schedule S : {Schedule::InOrder, Schedule::Reverse, Schedule::SlowWarp,
                     Schedule::Random})
    for (Async A : {Async::Late, Async::Issue, Async::Random})
      All.push_back({A, S, Seed});
  return All;
}

class Judge {
public:
  Judge(const ToolOptions &O, ArgumentSet Inputs) : O(O), Inputs(std::move(Inputs)) {}

  Error standard(const Module &Before) {
    Expected<LaunchResult> R = launch(Before, {Async::Issue, Schedule::InOrder, 1}, Standard);
    if (!R)
      return R.takeError();
    if (!R->clean())
      return createStringError("the input itself is not clean: " + R->Findings[0].str());
    return Error::success();
  }

  /// Why \p M is caught, or "" when no policy catches it.
  std::string verdict(const Module &M) {
    auto P = Program::compile(M, O.Kernel, O.Compile);
    if (!P)
      return "does not compile: " + toString(P.takeError());
    for (const Policy &Pol : policies(O.Launch.Seed)) {
      ArgumentSet Set = Inputs;
      Expected<LaunchResult> R = (*P)->run(config(Pol), Set.Buffers, Set.Arguments);
      if (!R)
        return toString(R.takeError());
      if (!R->clean())
        return R->Findings[0].str();
      if (firstDifference(Standard.Buffers, Set.Buffers, Set.Views, O.Tolerance))
        return "other bits than before";
    }
    return "";
  }
  bool Strict = true;

private:
  LaunchConfig config(const Policy &P) const {
    LaunchConfig C = O.Launch;
    C.AsyncPolicy = P.A;
    C.SchedulePolicy = P.S;
    C.Seed = P.Seed;
    C.FailFast = true;
    C.StrictBarriers = Strict;
    C.TimeoutSeconds = MutantTimeout;
    return C;
  }
  Expected<LaunchResult> launch(const Module &M, const Policy &Pol, ArgumentSet &Set) {
    auto P = Program::compile(M, O.Kernel, O.Compile);
    if (!P)
      return P.takeError();
    Set = Inputs;
    LaunchConfig C = config(Pol);
    C.StrictBarriers = false; // an input may end threads early
    return (*P)->run(C, Set.Buffers, Set.Arguments);
  }

  const ToolOptions &O;
  ArgumentSet Inputs, Standard;
};

int fail(const Twine &Message) {
  errs() << "vx-simt-mutate: " << Message << '\n';
  return Usage;
}

std::unique_ptr<Module> read(StringRef File, LLVMContext &Ctx) {
  SMDiagnostic Err;
  std::unique_ptr<Module> M = parseIRFile(File, Err, Ctx);
  if (!M)
    fail(File + ": " + Err.getMessage());
  return M;
}

/// Takes "--only=3,7" out of the words.
std::optional<std::set<unsigned>> takeOnly(std::vector<const char *> &Words) {
  std::optional<std::set<unsigned>> Only;
  erase_if(Words, [&](StringRef W) {
    if (!W.consume_front("--only="))
      return false;
    Only.emplace();
    SmallVector<StringRef> Parts;
    W.split(Parts, ',');
    for (StringRef P : Parts)
      if (unsigned N; !P.getAsInteger(10, N))
        Only->insert(N);
    return true;
  });
  return Only;
}

int mutate(const Module &After, Judge &J, const ToolOptions &O,
           const std::optional<std::set<unsigned>> &Only) {
  size_t Count = mutationsOf(*CloneModule(After)->getFunction(O.Kernel)).size();
  unsigned Killed = 0, All = 0;
  for (unsigned I = 0; I < Count; ++I) {
    if (Only && !Only->count(I))
      continue;
    std::unique_ptr<Module> M = CloneModule(After);
    std::vector<Mutation> List = mutationsOf(*M->getFunction(O.Kernel));
    Mutation &Mut = List[I];
    Mut.Apply();
    if (verifyModule(*M))
      continue; // not a program: nothing that a rewrite could emit
    std::string Why = J.verdict(*M);
    ++All;
    Killed += !Why.empty();
    outs() << (Why.empty() ? "survived " : "killed ") << I << ' ' << Mut.Kind
           << ": " << Mut.Where << (Why.empty() ? "" : " => ") << Why << '\n';
    outs().flush();
  }
  outs() << "total: " << Killed << " of " << All << " killed\n";
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  std::vector<const char *> Words = {"compare"};
  Words.insert(Words.end(), Argv + 1, Argv + Argc);
  auto Only = takeOnly(Words);
  Expected<ToolOptions> O = parseOptions(Words);
  if (!O)
    return fail(toString(O.takeError()));
  if (O->What == Command::Help) {
    outs() << "vx-simt-mutate before.ll after.ll --kernel=K [--only=N,N] [options of vx-simt compare]\n"
              "plants one fault at a time in after.ll's kernel, and says which ones are found\n";
    return 0;
  }
  if (O->Kernel.empty())
    return fail("which kernel? --kernel=K; see --help");
  Expected<ArgumentSet> Inputs = parseArguments(O->Args);
  if (!Inputs)
    return fail(toString(Inputs.takeError()));
  LLVMContext Ctx;
  std::unique_ptr<Module> Before = read(O->Files[0], Ctx);
  std::unique_ptr<Module> After = read(O->Files[1], Ctx);
  if (!Before || !After)
    return Usage;
  if (!After->getFunction(O->Kernel))
    return fail("no kernel '" + O->Kernel + "'");
  Judge J(*O, *Inputs);
  if (Error E = J.standard(*Before))
    return fail(toString(std::move(E)));
  // Where all threads take part in every barrier, a mutant must keep it so.
  if (!J.verdict(*After).empty())
    J.Strict = false;
  if (std::string Why = J.verdict(*After); !Why.empty())
    return fail("the unchanged kernel is caught: " + Why);
  return mutate(*After, J, *O, Only);
}
