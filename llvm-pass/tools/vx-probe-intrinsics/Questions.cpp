//===- Questions.cpp - which probes a check asks on which targets===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Deciding questions. The table says that a probe is of class A. On a target that is in A
// and not in B, or the other way round, LLVM's answer shows which of the two is true:
//
//             sm_75/6.3  sm_90a/9.0  sm_120a/9.0
//      A          x          x           x         sm_75 and sm_90a tell A from B, C and D
//      B          .          x           x
//      C          x          .           x
//      D          .          .           .
//
// So a few targets for each row are enough, chosen greedily.
#include "Check.h"
#include "Generate.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace llvm;

namespace vx::probe {

namespace {
constexpr StringLiteral MainForms[] = {"sm_75",  "sm_80",  "sm_86",   "sm_89",  "sm_90",
                                       "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"};

unsigned oldestOf(const SmForm &Form) {
  return find_if(ptxVersions(), [&](unsigned P) { return P >= Form.MinPtx; }) -
         ptxVersions().begin();
}

std::vector<TargetIndex> mainTargets() {
  std::vector<TargetIndex> Targets;
  for (auto [F, Form] : enumerate(smForms()))
    if (is_contained(MainForms, Form.name())) {
      Targets.push_back({F, oldestOf(Form)});
      Targets.push_back({F, ptxVersions().size() - 1});
    }
  return Targets;
}

std::vector<TargetIndex> everyTarget() {
  std::vector<TargetIndex> Targets;
  for (auto [F, Form] : enumerate(smForms()))
    for (unsigned P = oldestOf(Form); P != ptxVersions().size(); ++P)
      Targets.push_back({F, P});
  return Targets;
}

using ClassPair = std::pair<unsigned, unsigned>;

/// Targets of \p From that tell the classes of each pair apart, the most telling first.
std::vector<TargetIndex> tellApart(ArrayRef<TargetSet> Classes, std::vector<ClassPair> Pairs,
                                   ArrayRef<TargetIndex> From) {
  std::vector<TargetIndex> Chosen;
  while (!Pairs.empty()) {
    auto Differs = [&](ClassPair P, TargetIndex T) {
      return Classes[P.first].test(T.first, T.second) != Classes[P.second].test(T.first, T.second);
    };
    TargetIndex Best;
    long Most = 0;
    for (TargetIndex T : From)
      if (long N = count_if(Pairs, [&](ClassPair P) { return Differs(P, T); }); N > Most) {
        Most = N;
        Best = T;
      }
    if (!Most)
      break; // equal classes
    Chosen.push_back(Best);
    erase_if(Pairs, [&](ClassPair P) { return Differs(P, Best); });
  }
  return Chosen;
}

/// For each class the targets that tell it from every other; from few targets in all,
/// because each is a module of its own.
std::vector<std::vector<TargetIndex>> decidingTargets(ArrayRef<TargetSet> Classes,
                                                      ArrayRef<TargetIndex> Every) {
  std::vector<ClassPair> Pairs;
  for (unsigned A = 0; A != Classes.size(); ++A)
    for (unsigned B = 0; B != A; ++B)
      Pairs.push_back({A, B});
  std::vector<TargetIndex> Common = tellApart(Classes, Pairs, Every);
  std::vector<std::vector<TargetIndex>> Deciding;
  for (unsigned A = 0; A != Classes.size(); ++A) {
    Pairs.clear();
    for (unsigned B = 0; B != Classes.size(); ++B)
      if (B != A)
        Pairs.push_back({A, B});
    Deciding.push_back(tellApart(Classes, Pairs, Common));
  }
  return Deciding;
}

Questions pairs(size_t Probes, ArrayRef<TargetIndex> Targets) {
  Questions Q;
  for (TargetIndex T : Targets)
    for (unsigned I = 0; I != Probes; ++I)
      Q[T].push_back(I);
  return Q;
}
} // namespace

Questions allQuestions(size_t Probes) { return pairs(Probes, mainTargets()); }
Questions everyQuestion(size_t Probes) { return pairs(Probes, everyTarget()); }

Questions someQuestions(size_t Probes, unsigned Count, unsigned Seed) {
  Questions Q;
  std::vector<TargetIndex> Targets = mainTargets();
  std::mt19937 Random(Seed);
  for (unsigned N = 0; N != Count && Probes; ++N) {
    TargetIndex T = Targets[Random() % Targets.size()];
    Q[T].push_back(Random() % Probes);
  }
  return Q;
}

Questions decidingQuestions(const IntrinsicTable &Table, ArrayRef<NamedProbe> Probes) {
  ArrayRef<TargetSet> Classes = Table.classes();
  std::vector<TargetIndex> Every = everyTarget();
  std::vector<std::vector<TargetIndex>> Deciding = decidingTargets(Classes, Every);
  std::vector<bool> Witnessed(Classes.size());
  Questions Q;
  for (auto [I, P] : enumerate(Probes)) {
    const IntrinsicTable::Entry *E = Table.find(P.Name);
    if (!E) { // once: an answer tells a missing row from a signature that is not valid
      Q[Every.front()].push_back(I);
      continue;
    }
    unsigned Class = &Table.targetsOf(*E, variantOf(P)) - Classes.begin();
    for (TargetIndex T : Witnessed[Class] ? Deciding[Class] : Every)
      Q[T].push_back(I);
    Witnessed[Class] = true;
  }
  return Q;
}

} // namespace vx::probe
