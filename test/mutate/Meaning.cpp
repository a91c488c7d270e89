//===- Meaning.cpp - a placed module computes what its input says ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Meaning.h"
#include "vx/simt/Simt.h"
#include "llvm/IR/Module.h"
#include <cstring>

using namespace llvm;
using namespace vx::simt;

namespace vx::mutate {

namespace {

// The seeds' kernels fit one launch: pointers to floats, a trip count, 64 threads.
constexpr uint64_t BufferElements = 4096;
constexpr uint64_t TripCount = 3;
constexpr uint32_t Threads = 64;
constexpr double TimeoutSeconds = 20;

struct Launch {
  std::vector<Buffer> Buffers;
  std::vector<simt::Argument> Arguments;
};

/// Every buffer holds other small numbers, so that a tile read from the wrong one shows.
Launch prepare(const Program &P) {
  Launch L;
  for (unsigned I = 0; I < P.parameterCount(); ++I) {
    if (!P.isPointerParameter(I)) {
      L.Arguments.push_back(simt::Argument::scalar(TripCount, P.parameterBytes(I)));
      continue;
    }
    Buffer B;
    B.Name = "parameter " + std::to_string(I);
    B.Bytes.resize(BufferElements * sizeof(float));
    for (uint64_t E = 0; E < BufferElements; ++E) {
      float Value = float(E % 251) + float(I) * 256;
      std::memcpy(&B.Bytes[E * sizeof(float)], &Value, sizeof(float));
    }
    L.Arguments.push_back(simt::Argument::pointer(L.Buffers.size()));
    L.Buffers.push_back(std::move(B));
  }
  return L;
}

struct Run {
  bool Clean = false;
  std::string Why; ///< the first finding, or why it did not run
  std::vector<Buffer> Buffers;
};

Run run(const Module &M, StringRef Kernel) {
  Run Result;
  auto P = Program::compile(M, Kernel);
  if (!P) {
    Result.Why = toString(P.takeError());
    return Result;
  }
  Launch L = prepare(**P);
  LaunchConfig Config;
  Config.Block.X = Threads;
  Config.SchedulePolicy = Schedule::SlowWarp;
  Config.TimeoutSeconds = TimeoutSeconds;
  auto Outcome = (*P)->run(Config, L.Buffers, L.Arguments);
  if (!Outcome) {
    Result.Why = toString(Outcome.takeError());
    return Result;
  }
  Result.Clean = Outcome->clean();
  if (!Result.Clean)
    Result.Why = Outcome->Findings.front().str();
  Result.Buffers = std::move(L.Buffers);
  return Result;
}

/// A kernel that asks for another block than ours would not be launched by a driver.
bool takesOurBlock(const Function &F) {
  StringRef Required = F.getFnAttribute("nvvm.reqntid").getValueAsString();
  uint64_t Most = Threads;
  StringRef Bound = F.getFnAttribute("nvvm.maxntid").getValueAsString();
  return (Required.empty() || Required == "64" || Required == "64,1,1") &&
         (Bound.empty() || (!Bound.getAsInteger(10, Most) && Most >= Threads));
}

Meaning compareKernel(const Module &Input, const Module &Placed, StringRef Kernel,
                      std::string &Why) {
  if (!takesOurBlock(*Input.getFunction(Kernel))) {
    Why = ("kernel " + Kernel + " is for another block size").str();
    return Meaning::WrongInput;
  }
  Run Before = run(Input, Kernel);
  if (!Before.Clean) {
    Why = Before.Why;
    return Meaning::WrongInput;
  }
  Run After = run(Placed, Kernel);
  if (!After.Clean) {
    Why = ("kernel " + Kernel + ": " + After.Why).str();
    return Meaning::Different;
  }
  for (unsigned I = 0; I < Before.Buffers.size(); ++I)
    if (Before.Buffers[I].Bytes != After.Buffers[I].Bytes) {
      Why = ("kernel " + Kernel + ": other bits in " + Before.Buffers[I].Name).str();
      return Meaning::Different;
    }
  return Meaning::Same;
}

} // namespace

Meaning compareMeaning(const Module &Input, const Module &Placed, std::string &Why) {
  Meaning Worst = Meaning::Same;
  for (const std::string &Kernel : kernelNames(Input)) {
    Meaning One = compareKernel(Input, Placed, Kernel, Why);
    if (One == Meaning::Different)
      return One;
    if (One == Meaning::WrongInput)
      Worst = One;
  }
  return Worst;
}

} // namespace vx::mutate
