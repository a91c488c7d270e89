//===- VerifyMutate.cpp - does the verifier miss a removed wait or barrier ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// vx-verify-mutate [--all] after.ll...
// From placed modules, one wait, barrier or block-wide OR is removed at a time, and the
// device verifier alone is asked (errors VX45x). One line a mutant:
//
//   reported VX453 flash.ll @flash 4 remove barrier: call void @llvm... in body
//   warned VX455   own.ll @ring 2 remove wait: ...      the kernel's own storage: warnings only
//   redundant      visits.ll @straight 1 remove barrier: ...
//   survived       flash.ll @flash 7 remove barrier: ...
//
// Redundant: a barrier that orders nothing in shared memory which the barriers around it do not, a wait
// for what has arrived. Two barriers stand side by side where default<O3> deletes the reads between.
// --all: the other faults of vx-simt-mutate too.
// Status 0; 2 for wrong usage and where the verifier objects to an unchanged module.
#include "../../llvm-pass/tools/vx-simt-mutate/Mutations.h"
#include "../../llvm-pass/verify/ShapeEvents.h"
#include "vx/Contract.h"
#include "vx/DeviceVerifier.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>
#include <set>

using namespace llvm;
using namespace vx;

namespace {

constexpr int Usage = 2;
constexpr unsigned FirstShapeCode = 450, LastShapeCode = 459;

/// Mutants by verdict.
using Counts = std::map<std::string, unsigned>;

int fail(const Twine &Message) {
  errs() << "vx-verify-mutate: " << Message << '\n';
  return Usage;
}

bool isRemoval(StringRef Kind) {
  return Kind == "remove wait" || Kind == "remove barrier" || Kind == "participation removed";
}

/// Every path to the wait has met one as strict since the last group, or no group at all.
bool isRedundantWait(const Instruction &I) {
  int64_t Pending = *pendingAfterWait(I);
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work;
  auto Scan = [&](const BasicBlock &BB, const Instruction *At) {
    for (; At; At = At->getPrevNode()) {
      std::optional<int64_t> Other = pendingAfterWait(*At);
      if (Other && *Other <= Pending && At != &I)
        return true;
      if (isCommit(*At) || asAsyncCopy(*At))
        return false;
    }
    append_range(Work, predecessors(&BB));
    return true;
  };
  if (!Scan(*I.getParent(), I.getPrevNode()))
    return false;
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (Seen.insert(BB).second && !Scan(*BB, &BB->back()))
      return false;
  }
  return true;
}

/// Shared memory around one place, up to the next barriers.
struct Traffic {
  std::set<const Value *> Reads, Stores, Copies; ///< by variable
  bool Waits = false;
};

/// What touches shared memory before \p From, or after, on some path without a block barrier.
Traffic trafficAround(const Instruction &From, bool Forward) {
  Traffic T;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work;
  auto Scan = [&](const BasicBlock &BB, const Instruction *At) {
    for (; At; At = Forward ? At->getNextNode() : At->getPrevNode()) {
      if (isBlockBarrier(*At) && At != &From)
        return;
      T.Waits |= pendingAfterWait(*At) && !isRedundantWait(*At);
      if (const Value *P = sharedOperand(*At)) {
        const Value *Variable = getUnderlyingObject(P);
        (asAsyncCopy(*At) ? T.Copies : isa<StoreInst>(At) ? T.Stores : T.Reads).insert(Variable);
      }
    }
    if (Forward)
      append_range(Work, successors(&BB));
    else
      append_range(Work, predecessors(&BB));
  };
  Scan(*From.getParent(), Forward ? From.getNextNode() : From.getPrevNode());
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (Seen.insert(BB).second)
      Scan(*BB, Forward ? &BB->front() : &BB->back());
  }
  return T;
}

bool meet(const std::set<const Value *> &A, const std::set<const Value *> &B) {
  return any_of(A, [&](const Value *V) {
    return B.count(V) || !isa<GlobalVariable>(V); // somewhere in shared memory
  }) || (!A.empty() && any_of(B, [](const Value *V) { return !isa<GlobalVariable>(V); }));
}

/// Nothing before the barrier, up to the one before, has to come before something after it, up to
/// the one after.
bool isRedundantBarrier(const Instruction &I) {
  Traffic Before = trafficAround(I, /*Forward=*/false), After = trafficAround(I, /*Forward=*/true);
  bool Arrival = (Before.Waits && !After.Reads.empty()) || meet(Before.Stores, After.Reads);
  bool Refill = meet(Before.Reads, After.Stores) || meet(Before.Reads, After.Copies);
  bool Twice = meet(Before.Stores, After.Stores) || meet(Before.Stores, After.Copies);
  return !Arrival && !Refill && !Twice;
}

bool isRedundant(const simt::Mutation &M) {
  if (M.Kind == "remove barrier")
    return isRedundantBarrier(*M.At);
  return M.Kind == "remove wait" && pendingAfterWait(*M.At) && isRedundantWait(*M.At);
}

/// What the shape proof of \p F says.
struct Objections {
  std::set<std::string> Errors, Warnings;

  explicit Objections(Function &F) {
    DiagnosticSink Sink;
    verifyShape(F, Sink);
    for (const Diagnostic &D : Sink.all()) {
      auto Number = static_cast<unsigned>(D.Code);
      if (Number >= FirstShapeCode && Number <= LastShapeCode)
        (D.Level == Severity::Error ? Errors : Warnings).insert(codeString(D.Code));
    }
  }
};

/// "reported VX452+VX453", "redundant", ...
std::string verdict(Function &F, const Objections &Unchanged, bool Redundant) {
  Objections Found(F);
  if (!Found.Errors.empty())
    return "reported " + join(Found.Errors, "+");
  if (Redundant)
    return "redundant";
  for (const std::string &Code : Found.Warnings)
    if (!Unchanged.Warnings.count(Code))
      return "warned " + Code;
  return "survived";
}

void mutateKernel(const Module &M, const Function &Kernel, const Objections &Unchanged,
                  StringRef File, bool All, Counts &C) {
  size_t N = simt::mutationsOf(*CloneModule(M)->getFunction(Kernel.getName())).size();
  for (size_t I = 0; I != N; ++I) {
    std::unique_ptr<Module> Mutant = CloneModule(M);
    Function &F = *Mutant->getFunction(Kernel.getName());
    std::vector<simt::Mutation> List = simt::mutationsOf(F);
    if (!All && !isRemoval(List[I].Kind))
      continue;
    bool Redundant = isRedundant(List[I]);
    List[I].Apply();
    if (verifyFunction(F))
      continue; // not a program: nothing that a rewrite could emit
    std::string Verdict = verdict(F, Unchanged, Redundant);
    ++C[StringRef(Verdict).split(' ').first.str()];
    outs() << left_justify(Verdict, 14) << ' ' << sys::path::filename(File) << " @"
           << Kernel.getName() << ' ' << I << ' ' << List[I].Kind << ": " << List[I].Where << '\n';
  }
}

/// False when the unchanged module is objected to or cannot be read.
bool mutateFile(StringRef File, bool All, Counts &C) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseIRFile(File, Error, Context);
  if (!M)
    return fail(File + ": " + Error.getMessage()), false;
  for (Function *Kernel : kernelsOf(*M)) {
    Objections Unchanged(*Kernel);
    if (!Unchanged.Errors.empty())
      return fail(File + ": kernel '" + Kernel->getName() + "' has " +
                  *Unchanged.Errors.begin() + " unchanged"),
             false;
    mutateKernel(*M, *Kernel, Unchanged, File, All, C);
  }
  return true;
}

} // namespace

int main(int Argc, char **Argv) {
  std::vector<StringRef> Files(Argv + 1, Argv + Argc);
  bool All = !Files.empty() && Files[0] == "--all";
  if (All)
    Files.erase(Files.begin());
  if (Files.empty())
    return fail("usage: vx-verify-mutate [--all] after.ll...");
  Counts C;
  for (StringRef File : Files)
    if (!mutateFile(File, All, C))
      return Usage;
  for (const auto &[Verdict, N] : C)
    outs() << "total " << Verdict << ": " << N << '\n';
  return 0;
}
