//===- Options.cpp - the command line of vx-simt -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace vx::simt {

StringRef usageText() {
  return R"(vx-simt: runs NVPTX kernels on the host and finds what a GPU would get wrong

  vx-simt run     kernel.ll            [options]   runs a launch, prints the buffers
  vx-simt compare before.ll after.ll   [options]   same inputs, same bits out?

  --kernel=NAME        which kernel (default: the only one)
  --grid=XxYxZ         blocks (default 1)
  --block=XxYxZ        threads of a block (default 1)
  --arg=WORD           one for each argument, in order:
                         i64:5                     scalar of i8 i16 i32 i64 f16 bf16 f32 f64
                         f32:1024:rand[:SEED]      buffer; or zero, poison, iota, fill:V, file:PATH
                         memref:f32:32x16:rand:7   memref descriptor, 3 + 2 * rank parameters
                         same:N                    the buffer of --arg number N
                         null
                       and after a buffer :skew=BYTES :offset=N :strides=AxB :out=PATH :readonly
  --dynamic-shared=N   bytes of dynamic shared memory (default: what the module publishes)
  --async=POLICY       when a cp.async lands: issue, late (default), random
  --schedule=POLICY    who runs next: inorder (default), reverse, slow-warp, random
  --seed=N             for the random policies, and which warp is slow (default 1)
  --sweep[=SEEDS]      every pair of policies, SEEDS seeds each (default 2)
  --checks=LEVEL       all (default), cheap (no data races), none
  --compile=EFFORT     full (default), quick: for launches of less than a second
  --strict-barriers    a block barrier that an ended thread misses is a finding
  --fail-fast          stop at the first finding
  --max-findings=N     print at most N (default 20)
  --workers=N          OS threads, with --checks=cheap or none (default 1)
  --timeout=SECONDS    give up a launch (default: never)
  --libdevice=PATH     link this bitcode; otherwise __nv_* are the host's libm
  --tolerance=X        compare floats within X * max(1, |a|, |b|) (default 0: bits, NaNs equal)
  --print=N|all|none   elements of each buffer (default 8)
  --quiet              findings and verdict only

Status: 0 clean and same, 1 a finding or a difference, 2 wrong usage.
)";
}

template <typename T>
static Error setNumber(StringRef Key, StringRef Value, T &Out) {
  if (Value.getAsInteger(0, Out))
    return createStringError("--" + Key + " takes a number, not '" + Value + "'");
  return Error::success();
}

static Error setReal(StringRef Key, StringRef Value, double &Out) {
  if (Value.getAsDouble(Out) || Out < 0)
    return createStringError("--" + Key + " takes a number, not '" + Value + "'");
  return Error::success();
}

template <typename T>
static Error setChoice(StringRef Key, StringRef Value,
                       ArrayRef<std::pair<const char *, T>> Choices, T &Out) {
  std::string Known;
  for (auto [Name, Choice] : Choices) {
    if (Value == Name) {
      Out = Choice;
      return Error::success();
    }
    Known += (Known.empty() ? "" : ", ") + std::string(Name);
  }
  return createStringError("--" + Key + " is one of " + Known + ", not '" +
                           Value + "'");
}

static Error setDim(StringRef Value, Dim3 &Out) {
  Expected<Dim3> D = parseDim3(Value);
  if (!D)
    return D.takeError();
  Out = *D;
  return Error::success();
}

/// Policies, which may carry a seed: "random:7".
static Error setPolicy(StringRef Key, StringRef Value, ToolOptions &O) {
  auto [Name, Seed] = Value.split(':');
  if (!Seed.empty())
    if (Error E = setNumber(Key, Seed, O.Launch.Seed))
      return E;
  if (Key == "async")
    return setChoice<Async>(Key, Name,
                            {{"issue", Async::Issue},
                             {"late", Async::Late},
                             {"random", Async::Random}},
                            O.Launch.AsyncPolicy);
  return setChoice<Schedule>(Key, Name,
                             {{"inorder", Schedule::InOrder},
                              {"reverse", Schedule::Reverse},
                              {"slow-warp", Schedule::SlowWarp},
                              {"random", Schedule::Random}},
                             O.Launch.SchedulePolicy);
}

static Error setFlag(StringRef Key, ToolOptions &O, bool &Known) {
  bool *Flag = StringSwitch<bool *>(Key)
                   .Case("strict-barriers", &O.Launch.StrictBarriers)
                   .Case("fail-fast", &O.Launch.FailFast)
                   .Case("sweep", &O.Sweep)
                   .Case("quiet", &O.Quiet)
                   .Default(nullptr);
  Known = Flag;
  if (Flag)
    *Flag = true;
  return Error::success();
}

static Error setOption(StringRef Key, StringRef Value, ToolOptions &O) {
  if (Key == "kernel")
    O.Kernel = Value.str();
  else if (Key == "arg")
    O.Args.push_back(Value.str());
  else if (Key == "libdevice")
    O.Compile.Libdevice = Value.str();
  else if (Key == "grid")
    return setDim(Value, O.Launch.Grid);
  else if (Key == "block")
    return setDim(Value, O.Launch.Block);
  else if (Key == "dynamic-shared")
    return setNumber(Key, Value, O.Launch.DynamicShared.emplace());
  else if (Key == "async" || Key == "schedule")
    return setPolicy(Key, Value, O);
  else if (Key == "seed")
    return setNumber(Key, Value, O.Launch.Seed);
  else if (Key == "sweep") {
    O.Sweep = true;
    return setNumber(Key, Value, O.Seeds);
  } else if (Key == "checks")
    return setChoice<Checks>(Key, Value,
                             {{"all", Checks::All},
                              {"cheap", Checks::Cheap},
                              {"none", Checks::None}},
                             O.Compile.Level);
  else if (Key == "compile")
    return setChoice<Effort>(Key, Value, {{"quick", Effort::Quick}, {"full", Effort::Full}},
                             O.Compile.Spend);
  else if (Key == "max-findings")
    return setNumber(Key, Value, O.Launch.MaxFindings);
  else if (Key == "workers")
    return setNumber(Key, Value, O.Launch.Workers);
  else if (Key == "timeout")
    return setReal(Key, Value, O.Launch.TimeoutSeconds);
  else if (Key == "tolerance")
    return setReal(Key, Value, O.Tolerance);
  else if (Key == "print") {
    O.Print = Value == "all" ? UINT64_MAX : 0;
    if (Value != "all" && Value != "none")
      return setNumber(Key, Value, O.Print);
  } else
    return createStringError("unknown option '--" + Key + "'; see --help");
  return Error::success();
}

static Error checkFiles(const ToolOptions &O) {
  size_t Want = O.What == Command::Run ? 1 : 2;
  if (O.Files.size() == Want)
    return Error::success();
  return createStringError(Twine(O.What == Command::Run ? "run" : "compare") +
                           " takes " + Twine(Want) + " file" +
                           (Want > 1 ? "s" : "") + ", not " +
                           Twine(O.Files.size()));
}

Expected<ToolOptions> parseOptions(ArrayRef<const char *> Words) {
  ToolOptions O;
  if (Words.empty())
    return createStringError("expected 'run' or 'compare'; see --help");
  StringRef First = Words.front();
  if (is_contained(Words, StringRef("--help")) || First == "-h" || First == "help")
    return O;
  if (First != "run" && First != "compare")
    return createStringError("'" + First +
                             "' is neither 'run' nor 'compare'; see --help");
  O.What = First == "run" ? Command::Run : Command::Compare;
  for (StringRef W : Words.drop_front()) {
    if (!W.starts_with("--")) {
      O.Files.push_back(W.str());
      continue;
    }
    auto [Key, Value] = W.drop_front(2).split('=');
    bool Flag = false;
    if (!W.contains('='))
      if (Error E = setFlag(Key, O, Flag))
        return std::move(E);
    if (Flag)
      continue;
    if (!W.contains('='))
      return createStringError("'" + W + "' is no flag, and an option has its value behind '='; see --help");
    if (Error E = setOption(Key, Value, O))
      return std::move(E);
  }
  if (Error E = checkFiles(O))
    return std::move(E);
  return O;
}

} // namespace vx::simt
