//===- TargetSet.cpp - explicit sets of (sm form, PTX version)===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TargetSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

namespace {
std::vector<SmForm> makeForms() {
  std::vector<SmForm> Forms;
  for (const SmInfo &Sm : knownTargets())
    for (char Form : {'\0', 'a', 'f'})
      if (unsigned Least = Sm.minPtx(Form))
        Forms.push_back({Sm.Number, Form, Least});
  return Forms;
}

template <typename Pred> TargetSet select(Pred Take) {
  TargetSet S;
  for (unsigned F = 0; F != smForms().size(); ++F)
    for (unsigned P = 0; P != ptxVersions().size(); ++P)
      if (ptxVersions()[P] >= smForms()[F].MinPtx && Take(smForms()[F], ptxVersions()[P]))
        S.set(F, P);
  return S;
}

std::string dotted(unsigned Ptx) {
  return std::to_string(Ptx / 10) + "." + std::to_string(Ptx % 10);
}

/// What the set says of one form: " (PTX 8.6+)", "" for every version, or nothing.
std::optional<std::string> rangeText(const TargetSet &S, unsigned Form) {
  std::string Text;
  bool Any = false, Whole = true;
  for (unsigned P = 0; P != ptxVersions().size(); ++P) {
    if (ptxVersions()[P] < smForms()[Form].MinPtx)
      continue;
    if (!S.test(Form, P)) {
      Whole = false;
      continue;
    }
    unsigned Last = P;
    while (Last + 1 != ptxVersions().size() && S.test(Form, Last + 1))
      ++Last;
    Text += Any ? ", " : "PTX ";
    Text += dotted(ptxVersions()[P]);
    if (Last + 1 == ptxVersions().size())
      Text += "+";
    else if (Last != P)
      Text += " to " + dotted(ptxVersions()[Last]);
    Any = true;
    P = Last;
  }
  if (!Any)
    return std::nullopt;
  return Whole ? "" : " (" + Text + ")";
}
} // namespace

std::string SmForm::name() const {
  std::string N = "sm_" + std::to_string(Sm);
  if (Form)
    N += Form;
  return N;
}

ArrayRef<SmForm> smForms() {
  static const std::vector<SmForm> Forms = makeForms();
  return Forms;
}
ArrayRef<unsigned> ptxVersions() { return knownPtxVersions(); }

TargetSet TargetSet::all() {
  static const TargetSet All = select([](const SmForm &, unsigned) { return true; });
  return All;
}
TargetSet TargetSet::ofSm(unsigned Sm) {
  return select([&](const SmForm &F, unsigned) { return F.Sm == Sm; });
}
TargetSet TargetSet::of(const Target &T) {
  return select([&](const SmForm &F, unsigned Ptx) {
    return F.Sm == T.Sm->Number && F.Form == T.Form && Ptx == T.Ptx;
  });
}
TargetSet TargetSet::from(unsigned Sm, unsigned Ptx) {
  return select(
      [&](const SmForm &F, unsigned P) { return F.Sm >= Sm && P >= Ptx; });
}

std::string TargetSet::str() const {
  std::string Text;
  raw_string_ostream OS(Text);
  for (unsigned F = 0; F != smForms().size(); ++F) {
    std::optional<std::string> Range = rangeText(*this, F);
    if (!Range)
      continue;
    unsigned Last = F;
    while (Last + 1 != smForms().size() && rangeText(*this, Last + 1) == Range)
      ++Last;
    OS << (Text.empty() ? "" : ", ") << smForms()[F].name();
    if (Last != F)
      OS << " to " << smForms()[Last].name();
    OS << *Range;
    F = Last;
  }
  return Text.empty() ? "no target" : Text;
}

namespace {
/// "8.6+", "8.0 to 8.4" or "8.0", taken from the front of \p Text.
bool parseRange(StringRef Text, unsigned &Low, unsigned &High) {
  unsigned Newest = ptxVersions().back();
  bool Open = Text.consume_back("+");
  auto [From, To] = Text.split(" to ");
  std::optional<unsigned> L = parsePtx(From), H = To.empty() ? L : parsePtx(To);
  if (!L || !H)
    return false;
  Low = *L;
  High = Open ? Newest : *H;
  return true;
}
} // namespace

std::optional<TargetSet> TargetSet::parse(StringRef Text) {
  TargetSet S;
  if (Text == "no target")
    return S;
  // Items are separated by ", sm_"; ranges inside brackets by ", ".
  SmallVector<StringRef, 16> Items;
  Text.split(Items, ", sm_");
  for (StringRef Item : Items) {
    Item.consume_front("sm_");
    auto [Names, Ranges] = Item.split(" (PTX ");
    auto [First, Last] = Names.split(" to sm_");
    auto IndexOf = [](StringRef Name) -> unsigned {
      unsigned Sm = 0;
      if (Name.consumeInteger(10, Sm) || Name.size() > 1)
        return smForms().size();
      char Form = Name.empty() ? '\0' : Name.front();
      return find_if(smForms(), [&](const SmForm &F) { return F.Sm == Sm && F.Form == Form; }) -
             smForms().begin();
    };
    unsigned From = IndexOf(First), To = Last.empty() ? From : IndexOf(Last);
    if (From >= smForms().size() || To >= smForms().size())
      return std::nullopt;
    Ranges.consume_back(")");
    SmallVector<StringRef, 2> Parts;
    if (Ranges.empty())
      Ranges = "0.0+";
    Ranges.split(Parts, ", ");
    for (StringRef Part : Parts) {
      unsigned Low = 0, High = ptxVersions().back();
      if (Part != "0.0+" && !parseRange(Part, Low, High))
        return std::nullopt;
      for (unsigned F = From; F <= To; ++F)
        for (unsigned P = 0; P != ptxVersions().size(); ++P)
          if (ptxVersions()[P] >= std::max(Low, smForms()[F].MinPtx) && ptxVersions()[P] <= High)
            S.set(F, P);
    }
  }
  return S;
}

} // namespace vx
