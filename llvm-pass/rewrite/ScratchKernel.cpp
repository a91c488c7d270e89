//===- ScratchKernel.cpp - a kernel's private copy to work on -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 1. clone    CloneFunction in the same module, so debug info and globals stay shared
// 2. inline   every call on the way to a site, and calls that take a transfer's result
// 3. clean    switches that are branches, SROA, aggregate scalarisation, InstSimplify, LoopSimplify, LCSSA
// 4. commit   splice the blocks over the original's; arguments are replaced one by one
#include "vx/ScratchKernel.h"
#include "vx/BlockUniformity.h"
#include "vx/Contract.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned GenericAddressSpace = 0;

bool holdsSiteItself(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    if (I.hasMetadata(PlacementMD))
      return true;
    const auto *CB = dyn_cast<CallBase>(&I);
    return CB && transferCallee(*CB);
  });
}

/// Defined, and not a transfer callee (whose body is never looked at).
Function *ordinaryCallee(const CallBase &CB) {
  Function *F = CB.getCalledFunction();
  return F && !F->isDeclaration() && !isTransferCallee(*F) ? F : nullptr;
}

/// Which functions have a site in themselves or in what they call, and which of them can call
/// themselves.
class SiteHolders {
public:
  bool holds(Function &F) {
    return holdsSite(F) ||
           any_of(reachedFrom(F), [&](Function *G) { return holdsSite(*G); });
  }
  bool isRecursive(Function &F) { return reachedFrom(F).contains(&F); }

private:
  DenseMap<Function *, bool> Sites;
  DenseMap<Function *, SetVector<Function *>> Calls, Reached;

  bool holdsSite(Function &F) {
    auto [It, New] = Sites.try_emplace(&F, false);
    if (New)
      It->second = holdsSiteItself(F);
    return It->second;
  }

  const SetVector<Function *> &calledBy(Function &F) {
    auto [It, New] = Calls.try_emplace(&F);
    if (New)
      for (Instruction &I : instructions(F))
        if (auto *CB = dyn_cast<CallBase>(&I))
          if (Function *Callee = ordinaryCallee(*CB))
            It->second.insert(Callee);
    return It->second;
  }

  /// Everything that \p F calls, directly or not; itself only if it is recursive.
  const SetVector<Function *> &reachedFrom(Function &F) {
    if (auto It = Reached.find(&F); It != Reached.end())
      return It->second;
    SetVector<Function *> Found = calledBy(F);
    for (unsigned I = 0; I < Found.size(); ++I)
      Found.insert_range(calledBy(*Found[I]));
    return Reached[&F] = std::move(Found);
  }
};

/// Values that carry a transfer's result, through everything that can forward a pointer.
SmallPtrSet<const Value *, 32> resultsOfTransfers(Function &F) {
  SmallPtrSet<const Value *, 32> Carried;
  SmallVector<const Value *, 32> Work;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && transferCallee(*CB))
      Work.push_back(CB);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Carried.insert(V).second)
      continue;
    for (const User *U : V->users())
      if (isa<ExtractValueInst, InsertValueInst, GetElementPtrInst, CastInst,
              PHINode, SelectInst, FreezeInst>(U))
        Work.push_back(U);
  }
  return Carried;
}

/// Calls of \p F that must disappear before the analysis: on the way to a site, or handed a tile.
SmallVector<CallBase *, 8> callsToInline(Function &F, SiteHolders &Holders) {
  SmallPtrSet<const Value *, 32> Results = resultsOfTransfers(F);
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    Function *Callee = CB ? ordinaryCallee(*CB) : nullptr;
    if (!Callee)
      continue;
    bool TakesTile =
        any_of(CB->args(), [&](Value *A) { return Results.contains(A); });
    if (Holders.holds(*Callee) || TakesTile)
      Calls.push_back(CB);
  }
  return Calls;
}

bool inlineOne(CallBase &CB, SiteHolders &Holders, DiagnosticSink &Sink) {
  Function &Callee = *CB.getCalledFunction();
  if (Holders.isRecursive(Callee)) {
    Sink.report(Diag::SiteNotInlined, CB,
                "'" + Callee.getName() + "' is recursive",
                "make the device function non-recursive, or move the "
                "transfer into the kernel");
    return false;
  }
  // The diagnostic needs the call, which a failed inlining leaves in place.
  InlineFunctionInfo Info;
  InlineResult Result = InlineFunction(CB, Info);
  if (Result.isSuccess())
    return true;
  Sink.report(Diag::SiteNotInlined, CB,
              "'" + Callee.getName() +
                  "' cannot be inlined: " + Result.getFailureReason(),
              "move the transfer into the kernel");
  return false;
}

/// \p Changed: something was inlined.
bool inlineSites(Function &F, bool &Changed, DiagnosticSink &Sink) {
  SiteHolders Holders;
  while (true) {
    SmallVector<CallBase *, 8> Calls = callsToInline(F, Holders);
    if (Calls.empty())
      return true;
    Changed = true;
    for (CallBase *CB : Calls)
      if (!inlineOne(*CB, Holders, Sink))
        return false;
  }
}
} // namespace

ScratchKernel::ScratchKernel(Function &Kernel, FunctionAnalysisManager &FAM)
    : Original(&Kernel), FAM(FAM) {
  ValueToValueMapTy Map(2 * Kernel.getInstructionCount()); // with arguments and blocks, and room
  // A tag is distinct: its identity is the tile's, so it must not be cloned.
  for (Instruction &I : instructions(Kernel))
    if (MDNode *Tag = I.getMetadata(PlacementMD))
      Map.MD()[Tag].reset(Tag);
  Clone = CloneFunction(Original, Map);
  Clone->setCallingConv(CallingConv::PTX_Kernel);
  Clone->setLinkage(GlobalValue::InternalLinkage);
  Clone->addFnAttr("vx.scratch-of", Original->getName());
}

ScratchKernel::~ScratchKernel() {
  if (Clone)
    eraseClone();
}

void ScratchKernel::eraseClone() {
  FAM.clear(*Clone, Clone->getName());
  Clone->eraseFromParent();
  Clone = nullptr;
}

void ScratchKernel::run(FunctionPassManager FPM) {
  FAM.invalidate(*Clone, FPM.run(*Clone, FAM));
}

void ScratchKernel::simplifyLoops() {
  FAM.invalidate(*Clone, PreservedAnalyses::none());
  FunctionPassManager FPM;
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  run(std::move(FPM));
}

/// A placed load of the kernel's own array reads no global memory. It has to be named before SROA makes
/// values of the array, and the tile with it.
void ScratchKernel::refusePrivateReads(DiagnosticSink &Sink) {
  for (Instruction &I : instructions(*Clone)) {
    MDNode *Tag = I.getMetadata(PlacementMD);
    if (!Tag || !isPlaceable(I))
      continue;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(I.getOperand(0), Objects, nullptr, MaxAddressSteps); // of a load and of a masked one
    auto Array = find_if(Objects, IsaPred<AllocaInst>);
    if (Array == Objects.end())
      continue;
    std::string Name;
    raw_string_ostream OS(Name);
    (*Array)->printAsOperand(OS, /*PrintType=*/false);
    DiagnosticSink Ignored; // of a malformed tag this is known already
    std::optional<TileRequest> Tile = parseTag(*Tag, Ignored);
    Sink.report(Diag::UnsupportedSource, I, "it reads " + Name + ", a private array",
                "place tiles of global memory (ptr or ptr addrspace(1))")
        .Tile = Tile ? Tile->Name : "";
    Refused.insert(Tag);
    I.setMetadata(PlacementMD, nullptr); // once is enough
  }
}

/// Most kernels have no alloca; then there is nothing to be done and no analysis to be computed for it.
void ScratchKernel::promoteAllocas(FunctionPassManager &FPM) {
  if (any_of(Clone->getEntryBlock(), IsaPred<AllocaInst>)) // SROA looks at no others
    FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
}

bool ScratchKernel::normalise(DiagnosticSink &Sink) {
  // Sites in dead code need no storage; they also break dominance queries.
  removeUnreachableBlocks(*Clone);
  refusePrivateReads(Sink);
  {
    FunctionPassManager FPM;
    promoteAllocas(FPM);
    FPM.addPass(InstSimplifyPass());
    run(std::move(FPM));
  }
  bool Changed = false;
  if (!inlineSites(*Clone, Changed, Sink))
    return false;
  if (Changed)
    refusePrivateReads(Sink);
  Changed |= foldImpossibleArms(*Clone);
  Changed |= scalariseAggregates(*Clone);
  FunctionPassManager FPM;
  if (Changed) {
    FAM.invalidate(*Clone, PreservedAnalyses::none());
    promoteAllocas(FPM);
    FPM.addPass(InstSimplifyPass());
  }
  FPM.addPass(DCEPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  run(std::move(FPM));
  return true;
}

void ScratchKernel::finish() {
  FAM.invalidate(*Clone, PreservedAnalyses::none());
  FunctionPassManager FPM;
  promoteAllocas(FPM);
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(InferAddressSpacesPass(GenericAddressSpace));
  FPM.addPass(InferAlignmentPass());
  FPM.addPass(DCEPass());
  run(std::move(FPM));
}

KernelRequests
ScratchKernel::requests(const KernelRequests &OfOriginal) const {
  KernelRequests Mine;
  Mine.Kernel = Clone;
  DenseMap<const void *, unsigned> IndexOf;
  for (const TileUse &Use : OfOriginal.Tiles) {
    const void *Key = Use.Request.Callee
                          ? static_cast<const void *>(Use.Request.Callee)
                          : Use.Request.Tag;
    IndexOf[Key] = Mine.Tiles.size();
    Mine.Tiles.push_back(TileUse{Use.Request, {}, {}, {}});
  }
  for (Instruction &I : instructions(*Clone)) {
    if (const MDNode *Tag = I.getMetadata(PlacementMD)) {
      auto It = IndexOf.find(Tag);
      if (It == IndexOf.end() || !isPlaceable(I))
        continue;
      TileUse &Use = Mine.Tiles[It->second];
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Use.Loads.push_back(Load);
      else if (auto *CB = dyn_cast<CallBase>(&I))
        Use.MaskedLoads.push_back(CB);
    }
    // Other forms of a call are faults of the contract (VX109), reported by then.
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (auto It = IndexOf.find(transferCallee(*Call)); It != IndexOf.end())
        Mine.Tiles[It->second].Transfers.push_back(Call);
  }
  return Mine;
}

/// Predecessors in the order in which a reader of the printed text would have them: what is placed is the
/// same for the next pass and for one that reads a file (P8).
static void orderPredecessors(Function &F) {
  DenseMap<const User *, unsigned> Position;
  for (BasicBlock &BB : F)
    Position[BB.getTerminator()] = Position.size();
  for (BasicBlock &BB : F)
    BB.sortUseList([&](const Use &A, const Use &B) {
      return Position.lookup(A.getUser()) > Position.lookup(B.getUser());
    });
}

void ScratchKernel::commit() {
  Clone->removeFnAttr("vx.scratch-of");
  FAM.clear(*Original, Original->getName());
  FAM.clear(*Clone, Clone->getName());
  // The blocks go, the function with its name, attributes and uses stays.
  for (BasicBlock &BB : *Original)
    BB.dropAllReferences();
  while (!Original->empty())
    Original->begin()->eraseFromParent();
  Original->splice(Original->begin(), Clone);
  for (auto [Old, New] : zip(Clone->args(), Original->args()))
    Old.replaceAllUsesWith(&New);
  Original->setSubprogram(Clone->getSubprogram());
  Clone->setSubprogram(nullptr);
  Original->setAttributes(Clone->getAttributes());
  Clone->eraseFromParent();
  Clone = nullptr;
  orderPredecessors(*Original);
}

ModuleJanitor::ModuleJanitor(Module &M) : M(M) {
  for (GlobalValue &GV : M.global_values())
    Before.insert(&GV);
}

void ModuleJanitor::removeUnusedAdditions(bool Committed) {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (GlobalValue &GV : make_early_inc_range(M.global_values())) {
      GV.removeDeadConstantUsers();
      if (Before.contains(&GV) || !GV.use_empty())
        continue;
      if (Committed && !GV.isDeclaration() && !GV.hasLocalLinkage())
        continue;
      GV.eraseFromParent();
      Changed = true;
    }
  }
}

} // namespace vx
