//===- Check.cpp - asks LLVM again whether the table is right===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Generate.h"
#include "verify/IntrinsicTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <random>

using namespace llvm;

namespace vx::probe {

namespace {
/// The targets that the comparison is made on, each at its oldest and the newest PTX.
constexpr StringLiteral CheckedForms[] = {"sm_75",  "sm_80",   "sm_86",  "sm_89",  "sm_90",
                                          "sm_90a", "sm_100", "sm_100a", "sm_120", "sm_120a"};

using TargetIndex = std::pair<unsigned, unsigned>; ///< form, PTX

std::vector<TargetIndex> checkedTargets() {
  std::vector<TargetIndex> Targets;
  for (unsigned F = 0; F != smForms().size(); ++F) {
    if (!is_contained(CheckedForms, smForms()[F].name()))
      continue;
    unsigned Oldest = 0;
    while (ptxVersions()[Oldest] < smForms()[F].MinPtx)
      ++Oldest;
    Targets.push_back({F, Oldest});
    Targets.push_back({F, static_cast<unsigned>(ptxVersions().size() - 1)});
  }
  return Targets;
}

/// Which probes to ask on which target: all, or \p Count pairs.
std::map<TargetIndex, std::vector<unsigned>> choose(size_t Probes, unsigned Count, unsigned Seed) {
  std::vector<TargetIndex> Targets = checkedTargets();
  std::map<TargetIndex, std::vector<unsigned>> Chosen;
  if (!Count) {
    for (TargetIndex T : Targets)
      for (unsigned I = 0; I != Probes; ++I)
        Chosen[T].push_back(I);
    return Chosen;
  }
  std::mt19937 Random(Seed);
  for (unsigned N = 0; N != Count; ++N)
    Chosen[Targets[Random() % Targets.size()]].push_back(Random() % Probes);
  return Chosen;
}
} // namespace

unsigned checkTable(const std::string &Self, const std::string &SpecFile, unsigned Count,
                    unsigned Seed, unsigned Jobs) {
  std::vector<NamedProbe> Probes = enumerate(Self);
  const IntrinsicTable &Table = IntrinsicTable::get();
  Pool Run(Self, SpecFile, Probes, Jobs);
  unsigned Differences = 0, Compared = 0;
  for (const auto &[T, Indices] : choose(Probes.size(), Count, Seed)) {
    std::string Verdict = Run.ask(smForms()[T.first].name(), ptxVersions()[T.second], Indices);
    for (auto [I, Ch] : zip(Indices, Verdict)) {
      if (Ch == 'i')
        continue; // no such signature
      ++Compared;
      const NamedProbe &P = Probes[I];
      const IntrinsicTable::Entry *E = Table.find(P.Name);
      bool Has = E && Table.targetsOf(*E, variantOf(P)).test(T.first, T.second);
      if (E && Has == (Ch == 'o'))
        continue;
      ++Differences;
      outs() << P.Spec << " on " << smForms()[T.first].name() << " PTX "
             << ptxVersions()[T.second] << ": table "
             << (!E ? "has no entry" : Has ? "has code" : "has none") << ", LLVM "
             << (Ch == 'o' ? "has code" : Ch == 'f' ? "refuses it" : "crashes") << '\n';
    }
  }
  outs() << Compared << " verdicts compared with LLVM " << Table.llvmVersion() << ", "
         << Differences << " differences\n";
  return Differences;
}

} // namespace vx::probe
