//===- Check.cpp - asks LLVM and ptxas whether the table is right===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Three comparisons:
//
//   rows      every probe has an entry, every entry a probe; the stamp is this LLVM's
//   table     what the table says of (probe, target) and whether LLVM compiles it
//   verdict   with ptxas: whether vx-verify-device has an error for the probe's kernel, and
//             whether LLVM compiles it and ptxas assembles that. Where ptxas crashes it did
//             not judge.
#include "Check.h"
#include "Generate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx::probe {

namespace {
constexpr StringLiteral Prefix = "llvm.";

bool isChosen(StringRef Name, const CheckOptions &Options) {
  return Options.Only.empty() || any_of(split(Options.Only, ','), [&](StringRef Start) {
           return Name.starts_with(Start);
         });
}

class Checker {
public:
  Checker(const IntrinsicTable &Table, const CheckOptions &Options,
          std::vector<NamedProbe> Probes)
      : Table(Table), Options(Options), Probes(std::move(Probes)) {}

  void compareRows();
  void compareVerdicts(const std::string &Self, const std::string &SpecFile);
  unsigned summarize() const;

private:
  Questions questions() const;
  std::vector<unsigned> codeFirst(ArrayRef<unsigned> Asked, TargetIndex T) const;
  void judge(TargetIndex T, unsigned Index, char Answer);
  void difference(const Twine &Text) {
    ++Differences;
    outs() << Text << '\n';
  }
  std::string at(unsigned Index, TargetIndex T) const {
    return Probes[Index].Spec + " on " + smForms()[T.first].name() + " PTX " +
           std::to_string(ptxVersions()[T.second]);
  }

  const IntrinsicTable &Table;
  const CheckOptions &Options;
  std::vector<NamedProbe> Probes;
  // On the target that is being compared:
  std::map<unsigned, std::string> Reasons; ///< of ptxas
  std::map<unsigned, std::string> Codes;   ///< of the verifier
  std::unique_ptr<raw_fd_ostream> Refusals;
  unsigned Differences = 0, Compared = 0, Assembled = 0, Refused = 0, NotJudged = 0;
};

void Checker::compareRows() {
  if (Table.llvmVersion() != LLVM_VERSION_STRING)
    difference("the table was made with LLVM '" + Table.llvmVersion() + "', this is " +
               LLVM_VERSION_STRING);
  StringSet<> Names, Variants;
  for (const NamedProbe &P : Probes) {
    StringRef Short = StringRef(P.Name).drop_front(Prefix.size());
    Names.insert(Short);
    Variants.insert((Short + " " + variantOf(P)).str());
  }
  SmallVector<StringRef, 0> Rows; // sorted: the table is hashed
  for (StringRef Name : Table.names())
    if (isChosen((Prefix + Name).str(), Options))
      Rows.push_back(Name);
  sort(Rows);
  for (StringRef Name : Rows) {
    if (!Names.contains(Name))
      difference(Name + ": table has an entry that no probe has");
    for (const auto &[Variant, Class] : Table.find(("llvm." + Name).str())->Variants)
      if (!Variants.contains((Name + " " + Variant).str()))
        difference(Name + " with " + Variant + ": table has a variant that no probe has");
  }
}

Questions Checker::questions() const {
  if (Options.Deciding)
    return decidingQuestions(Table, Probes);
  if (Options.Everywhere)
    return everyQuestion(Probes.size());
  if (Options.Sample)
    return someQuestions(Probes.size(), Options.Sample, Options.Seed);
  return allQuestions(Probes.size());
}

/// Those that the table has code for first: modules in which every kernel has code are
/// compiled but once.
std::vector<unsigned> Checker::codeFirst(ArrayRef<unsigned> Asked, TargetIndex T) const {
  std::vector<unsigned> First, Last;
  for (unsigned I : Asked) {
    const IntrinsicTable::Entry *E = Table.find(Probes[I].Name);
    bool Has = E && Table.targetsOf(*E, variantOf(Probes[I])).test(T.first, T.second);
    (Has ? First : Last).push_back(I);
  }
  append_range(First, Last);
  return First;
}

/// Answers as Runner::ask gives them.
void Checker::judge(TargetIndex T, unsigned Index, char Answer) {
  const NamedProbe &P = Probes[Index];
  const IntrinsicTable::Entry *E = Table.find(P.Name);
  ++Compared;
  bool Compiles = StringRef("orx").contains(Answer);
  bool Has = E && Table.targetsOf(*E, variantOf(P)).test(T.first, T.second);
  if (Has != Compiles)
    difference(at(Index, T) + ": table has " + (Has ? "code" : "none") + ", LLVM " +
               (Compiles ? "has code" : Answer == 'f' ? "refuses it" : "crashes"));
  if (Options.Ptxas.empty())
    return;
  Assembled += Compiles;
  if (Answer == 'x') {
    ++NotJudged;
    outs() << at(Index, T) << ": ptxas did not judge (" << Reasons[Index] << ")\n";
    return;
  }
  if (Answer == 'r') {
    ++Refused;
    if (Refusals)
      *Refusals << at(Index, T) << ": " << Reasons[Index] << '\n';
  }
  auto Code = Codes.find(Index);
  bool Allowed = Code == Codes.end();
  if (Allowed != (Answer == 'o'))
    difference(at(Index, T) + ": the verifier " +
               (Allowed ? "allows it" : "refuses it (" + Code->second + ")") + ", " +
               (Answer == 'o'   ? "LLVM and ptxas take it"
                : Answer == 'r' ? "ptxas: " + Reasons[Index]
                                : std::string("LLVM refuses it")));
}

void Checker::compareVerdicts(const std::string &Self, const std::string &SpecFile) {
  std::error_code EC;
  if (!Options.RefusedFile.empty())
    Refusals = std::make_unique<raw_fd_ostream>(Options.RefusedFile, EC);
  Pool Run(Self, SpecFile, Probes, Options.Jobs, Options.Ptxas);
  StringSet<> Missing;
  for (auto &[T, Asked] : questions()) {
    std::vector<unsigned> Indices = codeFirst(Asked, T);
    std::string Answers = Run.ask(smForms()[T.first].name(), ptxVersions()[T.second], Indices);
    Reasons = Run.reasons();
    if (!Options.Ptxas.empty())
      Codes = refusedByVerifier(Probes, Indices, T);
    for (auto [I, Answer] : zip(Indices, Answers)) {
      if (Answer == 'i')
        continue; // no such signature
      if (Table.find(Probes[I].Name))
        judge(T, I, Answer);
      else if (Missing.insert(Probes[I].Name).second)
        difference(Probes[I].Name + ": table has no entry");
    }
  }
}

unsigned Checker::summarize() const {
  outs() << Compared << " verdicts compared with LLVM " << Table.llvmVersion() << ", "
         << Differences << " differences\n";
  if (!Options.Ptxas.empty())
    outs() << Assembled << " assembled by ptxas: " << Refused << " refused, " << NotJudged
           << " not judged\n";
  return Differences;
}
} // namespace

unsigned checkTable(const std::string &Self, const std::string &SpecFile,
                    const CheckOptions &Options) {
  std::unique_ptr<IntrinsicTable> Other;
  if (!Options.TableFile.empty()) {
    auto Read = MemoryBuffer::getFile(Options.TableFile, /*IsText=*/true);
    if (!Read) {
      errs() << "vx-probe-intrinsics: cannot read " << Options.TableFile << '\n';
      return 1;
    }
    Other = std::make_unique<IntrinsicTable>((*Read)->getBuffer());
  }
  std::vector<NamedProbe> Probes = enumerate(Self);
  erase_if(Probes, [&](const NamedProbe &P) { return !isChosen(P.Name, Options); });
  Checker C(Other ? *Other : IntrinsicTable::get(), Options, std::move(Probes));
  C.compareRows();
  C.compareVerdicts(Self, SpecFile);
  return C.summarize();
}

} // namespace vx::probe
