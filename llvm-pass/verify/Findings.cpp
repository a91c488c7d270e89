//===- Findings.cpp - what the checks found, for which targets===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Findings.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace vx {

namespace {
StringRef className(FindingClass C) {
  switch (C) {
  case FindingClass::Unsupported:
    return "unsupported";
  case FindingClass::WrongCode:
    return "wrong-code";
  case FindingClass::Unresolved:
    return "unresolved";
  case FindingClass::Resource:
    return "resource";
  case FindingClass::Unchecked:
    return "unchecked";
  case FindingClass::Unproven:
    return "unproven";
  }
  return "";
}

void setArg(Diagnostic &D, StringRef Name, std::string Value) {
  D.Args.emplace_back(Name.str(), std::move(Value));
}

/// Errors before warnings before remarks, then by place in the source, then by code.
auto orderOf(const Diagnostic &D) {
  return std::tie(D.Level, D.Kernel, D.File, D.Line, D.Column, D.Code, D.Detail);
}
} // namespace

Findings::Entry &Findings::entry(const Fact &F, const Function *In, StringRef Where) {
  Key K{static_cast<unsigned>(F.Code), Where.str(), F.Detail};
  auto [It, New] = Entries.insert({K, Entry{}});
  Entry &E = It->second;
  E.Bad |= (Judged & F.Where).without(F.Ok);
  E.Ok &= F.Ok;
  if (!New)
    return E;
  E.D.Code = F.Code;
  E.D.Level = F.Level;
  E.D.Detail = F.Detail;
  E.D.Remedy = F.Remedy;
  setArg(E.D, "class", className(F.Class).str());
  place(E, In);
  return E;
}

/// Names the kernel that is concerned and the way to it.
void Findings::place(Entry &E, const Function *In) {
  const Reachability::Node *N = In && Reach ? Reach->node(*In) : nullptr;
  if (!N)
    return;
  std::string Root = userName(*N->Root);
  if (N->From == ReachedFrom::Kernel)
    E.D.Kernel = Root;
  else if (N->From == ReachedFrom::Nothing && Options.CleanupFollows &&
           E.D.Level == Severity::Error)
    E.D.Level = Severity::Warning;
  std::string Chain = Reach->chain(*In);
  if (N->Root != In || N->From != ReachedFrom::Kernel)
    E.D.Detail += (N->From == ReachedFrom::Kernel ? " (called through " : " (in ") +
                  Chain + ")";
  setArg(E.D, "chain", std::move(Chain));
}

void Findings::add(const Instruction &I, Fact F) {
  if ((Judged & F.Where).without(F.Ok).empty() || !Reach->isLive(I))
    return;
  const Function *In = I.getFunction();
  Entry &E = entry(F, In, In->getName());
  if (E.First == &I)
    return; // the same fact, judged for another sm
  if (++E.Count != 1)
    return;
  E.First = &I;
  setLocation(E.D, I.getDebugLoc());
  if (!Slots)
    Slots = std::make_unique<ModuleSlotTracker>(I.getModule(), /*ShouldInitializeAllMetadata=*/false);
  E.D.Instruction = instructionText(I, Slots.get());
}

void Findings::add(const GlobalValue &G, Fact F) {
  if ((Judged & F.Where).without(F.Ok).empty())
    return;
  const Function *In = dyn_cast<Function>(&G);
  if (const auto *GV = dyn_cast<GlobalVariable>(&G))
    In = Reach->firstUser(*GV);
  Entry &E = entry(F, In, G.getName());
  E.Count = 1;
  if (!E.D.File.empty())
    return;
  if (const auto *Fn = dyn_cast<Function>(&G)) {
    if (const DISubprogram *SP = Fn->getSubprogram()) {
      E.D.File = SP->getFilename().str();
      E.D.Line = SP->getLine();
    }
  } else if (const auto *GV = dyn_cast<GlobalVariable>(&G)) {
    SmallVector<DIGlobalVariableExpression *, 1> Debug;
    GV->getDebugInfo(Debug);
    if (!Debug.empty()) {
      E.D.File = Debug[0]->getVariable()->getFilename().str();
      E.D.Line = Debug[0]->getVariable()->getLine();
    }
  }
}

void Findings::add(Fact F) {
  if (!(Judged & F.Where).without(F.Ok).empty())
    entry(F, nullptr, "").Count = 1;
}

void Findings::take(Diagnostic D, FindingClass Class) {
  Key K{static_cast<unsigned>(D.Code), D.Kernel, D.Detail + D.Instruction};
  Entry &E = Entries[K];
  E.Bad = TargetSet::all();
  E.Ok = TargetSet::none();
  E.Count = 1;
  E.D = std::move(D);
  if (E.D.Args.empty())
    setArg(E.D, "class", className(Class).str());
}

void Findings::finish(Entry &E, DiagnosticSink &Sink, bool Conditional) {
  Diagnostic D = E.D;
  if (E.Count > 1)
    D.Detail += " (and " + std::to_string(E.Count - 1) + " more in this function)";
  TargetSet Good = isStated() ? E.Ok : TargetSet::all().without(E.Bad);
  if (!Good.empty() && (isStated() || Conditional)) {
    D.Detail += "; needed: " + Good.str();
    if (isStated())
      D.Detail += "; stated: " + Stated.str();
  }
  setArg(D, "needed", Good.str());
  setArg(D, "stated", isStated() ? Stated.str() : "");
  std::vector<Diagnostic> One;
  One.push_back(std::move(D));
  Sink.append(std::move(One));
}

void Findings::report(DiagnosticSink &Sink, bool WithRemark) {
  std::vector<Entry *> Sorted;
  for (auto &[K, E] : Entries) {
    E.Order = Sorted.size();
    Sorted.push_back(&E);
  }
  sort(Sorted, [](const Entry *A, const Entry *B) {
    auto KeyA = orderOf(A->D), KeyB = orderOf(B->D);
    return KeyA != KeyB ? KeyA < KeyB : A->Order < B->Order;
  });
  if (!isStated())
    return reportUnstated(Sorted, Sink, WithRemark);
  for (Entry *E : Sorted)
    if (E->Bad.contains(Stated))
      finish(*E, Sink, /*Conditional=*/false);
}

/// No target stated: an error must hold on all of them, or leave none.
void Findings::reportUnstated(std::vector<Entry *> &Sorted, DiagnosticSink &Sink, bool WithRemark) {
  const TargetSet All = TargetSet::all();
  TargetSet Good = All;
  for (Entry *E : Sorted)
    if (E->D.Level == Severity::Error && !E->Bad.contains(All))
      Good = Good.without(E->Bad);
  for (Entry *E : Sorted)
    if (E->Bad.contains(All) || (Good.empty() && E->D.Level == Severity::Error))
      finish(*E, Sink, !E->Bad.contains(All));
  if (Good.empty()) {
    Sink.report(Diag::NoTargetFits,
                "each finding above that names targets excludes the others",
                "split the module, or state one target and remove what it lacks");
    return;
  }
  if (!WithRemark || Sink.hasErrors())
    return;
  Diagnostic &D = Sink.report(Diag::TargetsThatFit, "the module fits " + Good.str(),
                              "state one with sm= and ptx=, or with target-cpu");
  D.Level = Severity::Remark;
  setArg(D, "targets", Good.str());
}

} // namespace vx
