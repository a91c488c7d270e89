//===- Verifier.cpp - what the verifier says of probes===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The whole of it, as on a user's module: the kernels of many probes in one module, and
// the findings by kernel.
#include "Check.h"
#include "Probes.h"
#include "vx/DeviceVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::probe {

namespace {
/// Kernels a module.
constexpr size_t GroupSize = 512;
constexpr StringLiteral TripleText = "nvptx64-nvidia-cuda";
constexpr StringLiteral NamePrefix = "p";

/// Class "wrong-code" speaks of what LLVM and ptxas take.
bool saysRefused(const Diagnostic &D) {
  return D.Level == Severity::Error && !is_contained(D.Args, std::pair<std::string, std::string>(
                                                                 "class", "wrong-code"));
}

void addRefused(ArrayRef<NamedProbe> Probes, ArrayRef<unsigned> Group, TargetIndex T,
                std::map<unsigned, std::string> &Refused) {
  LLVMContext Context;
  Module M("probes", Context);
  M.setTargetTriple(Triple(TripleText));
  for (unsigned I : Group) {
    Probe P;
    if (Probe::parse(Probes[I].Spec, P))
      build(M, P, (NamePrefix + Twine(I)).str());
  }
  DeviceVerifierOptions Options;
  Options.Sm = smForms()[T.first].name();
  Options.Ptx = std::to_string(ptxVersions()[T.second]);
  DiagnosticSink Found;
  verifyDevice(M, Options, Found);
  for (const Diagnostic &D : Found.all()) {
    unsigned Index;
    StringRef Kernel = D.Kernel;
    if (saysRefused(D) && Kernel.consume_front(NamePrefix) && to_integer(Kernel, Index))
      Refused.insert({Index, codeString(D.Code)});
  }
}
} // namespace

std::map<unsigned, std::string> refusedByVerifier(ArrayRef<NamedProbe> Probes,
                                                  ArrayRef<unsigned> Indices, TargetIndex T) {
  std::map<unsigned, std::string> Refused;
  while (!Indices.empty()) {
    ArrayRef<unsigned> Group = Indices.take_front(GroupSize);
    Indices = Indices.drop_front(Group.size());
    addRefused(Probes, Group, T, Refused);
  }
  return Refused;
}

} // namespace vx::probe
