//===- Report.cpp - what a run of generated kernels comes to -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "../vx-kernel-gen/KernelGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx::gen {

StringRef verdictName(Verdict V) {
  switch (V) {
  case Verdict::Same:
    return "same";
  case Verdict::Deserved:
    return "refused by the contract";
  case Verdict::Inside:
    return "refused inside the contract";
  case Verdict::Unexplained:
    return "unexplained";
  case Verdict::Generator:
    return "generator";
  case Verdict::Crash:
    return "crash";
  }
  return "";
}

void Report::add(const Outcome &O, uint64_t Seed) {
  ++Total;
  ++ByVerdict[O.What];
  if (!O.Kind.empty()) {
    Kind &K = Kinds[{O.What, O.Kind}];
    if (K.Count++ == 0)
      K.Example = std::to_string(Seed);
  }
  if (O.What > Verdict::Inside)
    return; // neither placed nor refused
  bool Placed = O.What == Verdict::Same;
  for (auto A = O.Features.begin(); A != O.Features.end(); ++A)
    for (auto B = std::next(A); B != O.Features.end(); ++B) {
      Pair &P = Pairs[{*A, *B}];
      ++(Placed ? P.Placed : P.Refused);
    }
}

uint64_t Report::count(Verdict V) const {
  auto It = ByVerdict.find(V);
  return It == ByVerdict.end() ? 0 : It->second;
}

Report::Pair Report::pair(StringRef A, StringRef B) const {
  auto It = Pairs.find(std::minmax(A.str(), B.str()));
  return It == Pairs.end() ? Pair() : It->second;
}

template <typename Fn> static void forEachPair(Fn F) {
  ArrayRef<StringLiteral> All = allFeatures();
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I + 1; J < All.size(); ++J)
      F(All[I], All[J]);
}

std::vector<std::string> Report::wrongPairs(bool Possible) const {
  std::vector<std::string> Wrong;
  forEachPair([&](StringRef A, StringRef B) {
    Pair P = pair(A, B);
    if (whyImpossible(A, B).empty() == Possible && (P.Placed == 0) == Possible)
      Wrong.push_back((A + " x " + B + ": " + Twine(P.Placed) + " / " + Twine(P.Refused)).str());
  });
  return Wrong;
}

void Report::printPairs() const {
  outs() << "placed / refused of each pair of features:\n";
  forEachPair([&](StringRef A, StringRef B) {
    Pair P = pair(A, B);
    StringRef Why = whyImpossible(A, B);
    outs() << "  " << A << " x " << B << ": ";
    if (Why.empty() || P.Placed)
      outs() << P.Placed << " / " << P.Refused << '\n';
    else
      outs() << "none, " << Why << '\n';
  });
}

void Report::printKinds() const {
  for (Verdict V : {Verdict::Deserved, Verdict::Inside, Verdict::Unexplained}) {
    std::vector<std::pair<uint64_t, std::string>> Lines;
    for (const auto &[Key, K] : Kinds)
      if (Key.first == V)
        Lines.push_back({K.Count, Key.second + ", e.g. seed " + K.Example});
    if (Lines.empty())
      continue;
    outs() << verdictName(V) << ":\n";
    llvm::sort(Lines, [](const auto &A, const auto &B) {
      return std::pair(-int64_t(A.first), A.second) < std::pair(-int64_t(B.first), B.second);
    });
    for (const auto &[N, Text] : Lines)
      outs() << "  " << N << "  " << Text << '\n';
  }
}

bool Report::tooManyRefused() const {
  uint64_t Inside = count(Verdict::Inside);
  return 100 * Inside > MaxRefusedPercent * (Inside + count(Verdict::Same));
}

void Report::printSummary() const {
  uint64_t Same = count(Verdict::Same), Inside = count(Verdict::Inside);
  outs() << Total << " kernels: " << Same << " placed and the same, "
         << count(Verdict::Deserved) << " refused by the contract, " << Inside
         << " refused inside it, " << count(Verdict::Unexplained) << " unexplained, "
         << count(Verdict::Crash) << " crashes, " << count(Verdict::Generator)
         << " generator faults\n";
  if (Same + Inside)
    outs() << "refused of those inside the contract: "
           << format("%.1f", 100.0 * double(Inside) / double(Same + Inside)) << " %, at most "
           << MaxRefusedPercent << " allowed\n";
  uint64_t Possible = 0, Impossible = 0;
  forEachPair([&](StringRef A, StringRef B) { ++(whyImpossible(A, B).empty() ? Possible : Impossible); });
  std::vector<std::string> Empty = wrongPairs(true), Stale = wrongPairs(false);
  outs() << "pairs of features: " << Possible << ", of them never placed: " << Empty.size()
         << "; impossible, each with its reason: " << Impossible << '\n';
  if (Total >= FullRun)
    for (const std::string &P : Empty)
      outs() << "  never placed: " << P << '\n';
  for (const std::string &P : Stale)
    outs() << "  placed, though said to be impossible: " << P << '\n';
}

int Report::status() const {
  if (count(Verdict::Unexplained) || count(Verdict::Crash) || count(Verdict::Generator) ||
      !wrongPairs(false).empty())
    return 1;
  return Total >= FullRun && (tooManyRefused() || !wrongPairs(true).empty());
}

} // namespace vx::gen
