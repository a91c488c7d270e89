//===- WrittenObjects.cpp - objects that an instruction may write ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Pointers are followed backwards, through phis, selects, casts to integers, and the
// function's own allocas (what was stored there may be loaded from there), to arguments,
// globals and whatever else there is. Summaries of functions that call each other are
// computed together, from nothing written until nothing is added.
#include "WrittenObjects.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace vx {

namespace {

/// A definition that is what runs.
const Function *seenCallee(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && !F->isDeclaration() && !F->isInterposable() ? F : nullptr;
}

/// The device runtime's, which write no memory of the program (vprintf reads its buffer),
/// and libdevice's, which write what they are handed.
bool isLibraryFunction(const Function &F) {
  return F.getName().starts_with("__nv_") ||
         is_contained({"vprintf", "malloc", "__assertfail", "abort"}, F.getName());
}

bool writesNothing(const CallBase &CB) {
  if (CB.onlyReadsMemory() || CB.onlyAccessesInaccessibleMemory())
    return true;
  if (const auto *I = dyn_cast<IntrinsicInst>(&CB))
    return I->isLifetimeStartOrEnd() ||
           is_contained({Intrinsic::invariant_start, Intrinsic::invariant_end},
                        I->getIntrinsicID());
  const Function *F = CB.getCalledFunction();
  return F && F->isDeclaration() && isLibraryFunction(*F) &&
         !F->getName().starts_with("__nv_");
}

bool clobbersMemory(const InlineAsm &Asm) {
  return StringRef(Asm.getConstraintString()).contains("~{memory}");
}

/// Pointers and what they may come from, followed backwards within one function.
template <typename PlaceT> class BaseWalk {
public:
  void add(PlaceT P) {
    P.Pointer = getUnderlyingObject(P.Pointer, MaxAddressSteps);
    if (Seen.insert({P.Pointer, P.Inside}))
      follow(P);
  }
  bool finds(const Value &Object) { return Seen.contains({&Object, false}); }
  /// Every base and whether it is what lies inside, in the order in which they were found.
  auto bases() const { return Seen.getArrayRef(); }

private:
  SmallSetVector<PointerIntPair<const Value *, 1, bool>, 16> Seen;

  void follow(PlaceT P) {
    if (const auto *Local = dyn_cast<AllocaInst>(P.Pointer)) {
      if (P.Inside)
        addContents(*Local);
      return;
    }
    if (const auto *Load = dyn_cast<LoadInst>(P.Pointer))
      return add({Load->getPointerOperand(), true});
    const auto *U = dyn_cast<User>(P.Pointer);
    if (!U || isa<GlobalValue>(U))
      return;
    if (const auto *CB = dyn_cast<CallBase>(U)) {
      for (const Value *A : CB->args())
        if (A->getType()->isPtrOrPtrVectorTy()) {
          add({A, P.Inside});
          add({A, true});
        }
      return;
    }
    // Phi, select, casts, integer arithmetic, vectors and aggregates of pointers.
    bool IsSelect = isa<SelectInst>(U);
    for (const Value *Op : drop_begin(U->operand_values(), IsSelect ? 1 : 0))
      if (isa<Instruction, Argument, ConstantExpr, GlobalValue>(Op))
        add({Op, P.Inside});
  }

  /// All that is put into \p Local, by a store or by a call that gets its address.
  void addContents(const AllocaInst &Local) {
    SmallVector<const Value *, 8> Work = {&Local};
    SmallPtrSet<const Value *, 8> Done;
    while (!Work.empty()) {
      const Value *Address = Work.pop_back_val();
      if (!Done.insert(Address).second)
        continue;
      for (const User *U : Address->users()) {
        if (const auto *Store = dyn_cast<StoreInst>(U))
          addStored(*Store->getValueOperand());
        else if (const auto *CB = dyn_cast<CallBase>(U))
          addHanded(*CB);
        else if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(U))
          Work.push_back(U);
      }
    }
  }
  void addStored(const Value &V) {
    add({&V, false});
    add({&V, true});
  }
  void addHanded(const CallBase &CB) {
    if (CB.onlyReadsMemory())
      return;
    for (const Value *A : CB.args())
      if (A->getType()->isPtrOrPtrVectorTy())
        addStored(*A);
  }
};

} // namespace

/// Inline assembly writes through what it is handed if it says that it clobbers memory;
/// else through memory operands alone. Addresses may be handed as integers.
static bool asmMayWrite(const CallBase &CB, const InlineAsm &Asm, unsigned Arg) {
  return clobbersMemory(Asm) || CB.getParamElementType(Arg);
}

void WrittenObjects::unseenWrites(const CallBase &CB, Writes &W) const {
  const auto *Asm = dyn_cast<InlineAsm>(CB.getCalledOperand());
  const Function *F = CB.getCalledFunction();
  bool Known = Asm || isa<IntrinsicInst>(CB) || (F && isLibraryFunction(*F)) ||
               CB.onlyAccessesArgMemory();
  W.Unseen |= !Known;
  for (const Use &A : CB.args()) {
    unsigned Number = CB.getArgOperandNo(&A);
    bool Address = A->getType()->isPtrOrPtrVectorTy();
    if (Asm ? !asmMayWrite(CB, *Asm, Number)
            : !Address || CB.onlyReadsMemory(Number))
      continue;
    if (!CB.isByValArgument(Number))
      W.Through.push_back({A, false});
    if (!Known)
      W.Through.push_back({A, true});
  }
}

void WrittenObjects::callWrites(const CallBase &CB, Writes &W) {
  if (writesNothing(CB))
    return;
  const Function *F = seenCallee(CB);
  if (!F)
    return unseenWrites(CB, W);
  const Summary S = summary(*F);
  for (const Use &A : CB.args()) {
    unsigned Number = CB.getArgOperandNo(&A);
    if (S.Through.contains(Number) && !CB.isByValArgument(Number))
      W.Through.push_back({A, false});
    if (S.Inside.contains(Number))
      W.Through.push_back({A, true});
  }
  W.Globals.insert_range(S.Globals);
  W.Unseen |= S.Unseen;
}

WrittenObjects::Writes WrittenObjects::writes(const Instruction &I) {
  Writes W;
  if (!I.mayWriteToMemory())
    return W;
  if (const auto *CB = dyn_cast<CallBase>(&I))
    callWrites(*CB, W);
  else if (const Value *Pointer = getLoadStorePointerOperand(&I); Pointer && isa<StoreInst>(I))
    W.Through.push_back({Pointer, false});
  else if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    W.Through.push_back({RMW->getPointerOperand(), false});
  else if (const auto *CX = dyn_cast<AtomicCmpXchgInst>(&I))
    W.Through.push_back({CX->getPointerOperand(), false});
  return W;
}

WrittenObjects::Summary WrittenObjects::summarise(const Function &F) {
  Summary S;
  for (const Instruction &I : instructions(F)) {
    Writes W = writes(I);
    S.Globals.insert_range(W.Globals);
    S.Unseen |= W.Unseen;
    BaseWalk<Place> Walk;
    for (const Place &P : W.Through)
      Walk.add(P);
    for (auto Found : Walk.bases()) {
      auto [Base, Inside] = Place{Found.getPointer(), Found.getInt()};
      if (const auto *A = dyn_cast<Argument>(Base))
        (Inside ? S.Inside : S.Through).insert(A->getArgNo());
      else if (const auto *G = dyn_cast<GlobalVariable>(Base); G && !Inside)
        S.Globals.insert(G);
    }
  }
  return S;
}

const WrittenObjects::Summary &WrittenObjects::summary(const Function &F) {
  if (auto It = Summaries.find(&F); It != Summaries.end())
    return It->second;
  SetVector<const Function *> Reached;
  Reached.insert(&F);
  for (unsigned N = 0; N < Reached.size(); ++N)
    for (const Instruction &I : instructions(Reached[N]))
      if (const auto *CB = dyn_cast<CallBase>(&I))
        if (const Function *Callee = seenCallee(*CB); Callee && !Summaries.contains(Callee))
          Reached.insert(Callee);
  for (const Function *G : Reached)
    Summaries.try_emplace(G);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Function *G : reverse(Reached)) {
      Summary S = summarise(*G);
      Changed |= S != Summaries[G];
      Summaries[G] = std::move(S);
    }
  }
  return Summaries[&F];
}

/// Unseen code cannot name what the module keeps to itself unless its address gets out.
static bool isOutOfReach(const GlobalVariable &G) {
  return G.isConstant() || (G.hasLocalLinkage() && all_of(G.users(), [](const User *U) {
           return isa<LoadInst>(U);
         }));
}

bool WrittenObjects::mayWrite(const Instruction &I, const Value &Object) {
  Writes W = writes(I);
  if (const auto *G = dyn_cast<GlobalVariable>(&Object))
    if (W.Globals.contains(G) || (W.Unseen && !isOutOfReach(*G)))
      return true;
  // Which of several buffers it is now is not for us to say: the pointers themselves must
  // agree, or a kernel that swaps two buffers would write what it reads.
  if (isa<PHINode, SelectInst>(Object))
    return any_of(W.Through, [&](const Place &P) {
      return !P.Inside && getUnderlyingObject(P.Pointer, MaxAddressSteps) == &Object;
    });
  BaseWalk<Place> Walk;
  for (const Place &P : W.Through)
    Walk.add(P);
  return Walk.finds(Object);
}

} // namespace vx
