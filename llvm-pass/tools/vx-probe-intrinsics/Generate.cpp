//===- Generate.cpp - finds the set of targets of every probe===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Asking for every probe on every (form, PTX) pair would be ten million compilations. Most
// probes have code everywhere or nowhere, and where they have it depends on the form and
// on a least PTX version. So:
//
//   1. four corner targets; probes that agree on all of them are settled
//   2. the others: every form at its oldest PTX version, the newest and the one before that
//      (a renamed form ends there); between two that differ, halving
//   3. a form that lies between two of its family is asked where these two differ
//
// What is inferred instead of asked (agreement of the corners and neighbours, one threshold
// between two versions) is what `--check` asks again.
#include "Generate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Config/llvm-config.h"
#include <map>
#include <numeric>

using namespace llvm;

namespace vx::probe {

namespace {
using Indices = std::vector<unsigned>;

unsigned formIndex(StringRef Name) {
  ArrayRef<SmForm> Forms = smForms();
  return find_if(Forms, [&](const SmForm &F) { return F.name() == Name; }) - Forms.begin();
}

unsigned newest() { return ptxVersions().size() - 1; }
unsigned oldest(unsigned Form) {
  return find_if(ptxVersions(), [&](unsigned P) { return P >= smForms()[Form].MinPtx; }) -
         ptxVersions().begin();
}

class Search {
public:
  Search(Pool &Run, std::vector<TargetSet> &Sets) : Run(Run), Sets(Sets) {}

  /// Which of \p Ask have code on (form, PTX).
  Indices passing(unsigned Form, unsigned Ptx, const Indices &Ask) {
    std::string Verdict = Run.ask(smForms()[Form].name(), ptxVersions()[Ptx], Ask);
    Indices Ok;
    for (auto [I, Ch] : zip(Ask, Verdict))
      if (Ch == 'o')
        Ok.push_back(I);
    errs() << smForms()[Form].name() << " PTX " << ptxVersions()[Ptx] << ": " << Ok.size()
           << " of " << Ask.size() << '\n';
    return Ok;
  }

  /// Copies the row of form \p A where \p B, on the other side of \p Form, has the same;
  /// asks for the rest.
  void copyBetween(unsigned Form, unsigned A, unsigned B, const Indices &Ask) {
    Indices Differ;
    for (unsigned I : Ask) {
      bool Same = true;
      for (unsigned P = std::max(oldest(A), oldest(B)); P <= newest(); ++P)
        Same &= Sets[I].test(A, P) == Sets[I].test(B, P);
      if (!Same) {
        Differ.push_back(I);
        continue;
      }
      for (unsigned P = oldest(Form); P <= newest(); ++P)
        if (Sets[I].test(A, P))
          Sets[I].set(Form, P);
    }
    form(Form, Differ);
  }

  /// Step 2 for one form.
  void form(unsigned Form, const Indices &Ask) {
    unsigned Low = oldest(Form);
    mark(Form, Low, Low, passing(Form, Low, Ask));
    for (unsigned High : {std::max(Low, newest() - 1), newest()})
      if (High > Low) {
        mark(Form, High, High, passing(Form, High, Ask));
        between(Form, Low, High, Ask);
        Low = High;
      }
  }

private:
  /// Fills in what lies between two versions that were asked.
  void between(unsigned Form, unsigned Low, unsigned High, const Indices &Ask) {
    Indices Same, Differ;
    for (unsigned I : Ask)
      (Sets[I].test(Form, Low) == Sets[I].test(Form, High) ? Same : Differ).push_back(I);
    erase_if(Same, [&](unsigned I) { return !Sets[I].test(Form, Low); });
    if (Low + 1 >= High)
      return;
    mark(Form, Low + 1, High - 1, Same);
    if (Differ.empty())
      return;
    unsigned Middle = (Low + High) / 2;
    mark(Form, Middle, Middle, passing(Form, Middle, Differ));
    between(Form, Low, Middle, Differ);
    between(Form, Middle, High, Differ);
  }

  void mark(unsigned Form, unsigned From, unsigned To, const Indices &Probes) {
    for (unsigned I : Probes)
      for (unsigned P = From; P <= To; ++P)
        Sets[I].set(Form, P);
  }

  Pool &Run;
  std::vector<TargetSet> &Sets;
};
} // namespace

std::vector<TargetSet> findSets(const std::string &Self, const std::string &SpecFile,
                                std::vector<NamedProbe> &Probes, unsigned Jobs) {
  // The first corner also tells which signatures are invalid.
  Indices Everything(Probes.size());
  std::iota(Everything.begin(), Everything.end(), 0u);
  std::string First = Pool(Self, SpecFile, Probes, Jobs).ask("sm_100a", 90, Everything);
  std::vector<NamedProbe> Valid;
  std::vector<unsigned> Passed;
  for (auto [P, Ch] : zip(Probes, First))
    if (Ch != 'i') {
      Passed.push_back(Ch == 'o');
      Valid.push_back(P);
    }
  Probes = std::move(Valid);
  errs() << Probes.size() << " valid probes\n";

  Pool Run(Self, SpecFile, Probes, Jobs);
  std::vector<TargetSet> Sets(Probes.size());
  Search Find(Run, Sets);
  Indices All(Probes.size());
  std::iota(All.begin(), All.end(), 0u);
  const std::pair<unsigned, unsigned> Corners[] = {
      {formIndex("sm_75"), oldest(formIndex("sm_75"))},
      {formIndex("sm_90a"), newest()},
      {formIndex("sm_120a"), newest()}};
  for (auto [Form, Ptx] : Corners)
    for (unsigned I : Find.passing(Form, Ptx, All))
      ++Passed[I];
  Indices Open;
  for (unsigned I : All)
    if (Passed[I] == std::size(Corners) + 1)
      Sets[I] = TargetSet::all();
    else if (Passed[I])
      Open.push_back(I);
  errs() << Open.size() << " open after the corners\n";
  // Form, and the two between whose equal answers it is not asked.
  const StringRef Between[][3] = {
      {"sm_86", "sm_80", "sm_89"},     {"sm_87", "sm_80", "sm_89"},
      {"sm_88", "sm_80", "sm_89"},     {"sm_103", "sm_100", "sm_110"},
      {"sm_103f", "sm_100f", "sm_110f"}};
  for (unsigned Form = 0; Form != smForms().size(); ++Form)
    if (none_of(Between, [&](const auto &B) { return smForms()[Form].name() == B[0]; }))
      Find.form(Form, Open);
  for (const auto &B : Between)
    Find.copyBetween(formIndex(B[0]), formIndex(B[1]), formIndex(B[2]), Open);
  return Sets;
}

/// "" or "0,1" or "0,1!afn".
std::string variantOf(const NamedProbe &P) {
  SmallVector<StringRef, 4> Words;
  StringRef(P.Spec).split(Words, ' ');
  std::string Text = Words[2] == "-" ? "" : Words[2].str();
  if (Words[3] != "-")
    Text += "!" + Words[3].str();
  return Text;
}

namespace {
struct Row {
  std::map<std::string, unsigned> Variants; ///< variant -> class
  unsigned common() const {
    std::map<unsigned, unsigned> Count;
    for (const auto &[V, Class] : Variants)
      ++Count[Class];
    return max_element(Count, [](const auto &A, const auto &B) { return A.second < B.second; })
        ->first;
  }
};
} // namespace

void writeTable(const std::string &File, const std::vector<NamedProbe> &Probes,
                const std::vector<TargetSet> &Sets) {
  std::map<std::string, unsigned> ClassOf; // by text: stable from run to run
  for (const TargetSet &S : Sets)
    ClassOf.insert({S.str(), 0});
  unsigned Next = 0;
  for (auto &[Text, Class] : ClassOf)
    Class = Next++;
  std::map<std::string, Row> Rows;
  for (auto [P, S] : zip(Probes, Sets))
    Rows[P.Name].Variants[variantOf(P)] = ClassOf[S.str()];
  // One line a class for names whose variants agree, one a name for the others.
  std::map<unsigned, std::string> Plain;
  std::string Mixed;
  for (const auto &[Name, R] : Rows) {
    StringRef Short = StringRef(Name).drop_front(StringRef("llvm.").size());
    Plain[R.common()] += "\n" + Short.str();
    for (const auto &[Variant, Class] : R.Variants)
      if (Class != R.common())
        Mixed += "V " + Short.str() + " " + (Variant.empty() ? "-" : Variant) + " " +
                 std::to_string(Class) + "\n";
  }
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  OS << "// Generated by vx-probe-intrinsics --generate; do not edit.\nR\"vx(L "
     << LLVM_VERSION_STRING << "\n";
  for (const auto &[Text, Class] : ClassOf)
    OS << "C " << Class << ' ' << Text << '\n';
  for (const auto &[Class, Names] : Plain)
    OS << "N " << Class << Names << '\n';
  OS << Mixed << ")vx\"\n";
}

} // namespace vx::probe
