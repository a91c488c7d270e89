//===- ParticipationJoin.cpp - masks, votes, and jumps of masked threads ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A guard d with mask M outside and m inside becomes
//
//   d:     br c, sync, other          d:     in  = M & c;  out = M & !c;  m = in
//                                            br out, other, vote     (other: if not rejoin)
//   other: ...; br rejoin       =>    other: ...; br vote
//                                     vote:  br any(m), sync, rejoin
//
// A guard that needs no vote (ParticipationAnswers.cpp) branches on what c is for its witness instead of any(m).
//
// In a loop that d leaves, M is m itself, which a new block in front of the loop sets to the
// mask outside. At the rejoin nothing is restored: blocks there look at the mask of
// their own level.
//
// Every edge from a piece for all threads to a masked piece C gets a gate:
//
//   gate:  br mask(level of C), C, next piece for all threads behind C
//
// There is only one such next piece: the slice is closed under control dependence.
//
// A masked thread's values that it will not read again become poison where it jumps:
// else each slot would be live around the loop, as if the old value were still needed.
//===----------------------------------------------------------------------===//
#include "OneFlow.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {

class FlowJoiner {
public:
  FlowJoiner(const ParticipationFacts &Facts, SplitFlow &Flow, const WitnessCode &Witnesses,
             DiagnosticSink &Sink)
      : Facts(Facts), F(Facts.F), Flow(Flow), Witnesses(Witnesses), Sink(Sink),
        Guards(Facts.Slice.guards()) {
    Values = Flow.Slots;
    for (AllocaInst *Slot : Values)
      for (User *U : Slot->users())
        if (auto *Store = dyn_cast<StoreInst>(U))
          StoresIn[Store->getParent()].insert(Slot);
  }

  bool run() {
    for (const DivergentGuard &G : Guards)
      if (!G.Rejoin || !isa<BranchInst>(G.Branch) || G.OtherSides.size() != 1) {
        Sink.report(Diag::Internal, *G.Branch, "the guard has no known shape");
        return false;
      }
    for (unsigned I = 0; I < Guards.size(); ++I)
      makeMask(I);
    for (unsigned I = 0; I < Guards.size(); ++I)
      if (const Loop *L = Guards[I].Exited; L && Facts.group(I) == I)
        initBefore(*L, I);
    for (unsigned I = 0; I < Guards.size(); ++I)
      joinGuard(I);
    maskOperands();
    return gateMaskedPieces();
  }

private:
  void makeMask(unsigned I) {
    if (unsigned First = Facts.group(I); First != I) {
      Masks.push_back(Masks[First]);
      return;
    }
    AllocaInst *Mask = makeSlot(F, Type::getInt1Ty(F.getContext()), "vx.mask");
    Masks.push_back(Mask);
    Flow.Slots.push_back(Mask);
  }

  /// A piece for all threads in front of the loop, where nobody has left it yet.
  void initBefore(const Loop &L, unsigned I) {
    BasicBlock *Header = L.getHeader();
    SmallVector<BasicBlock *, 2> Preds(predecessors(Header));
    BasicBlock *Init = newBlock("vx.enter", Header, Facts.parent(I));
    IRBuilder<> B(Init);
    B.CreateStore(mask(B, Facts.parent(I)), Masks[I]);
    for (AllocaInst *Slot : Values)
      if (isWrittenUnder(*Slot, Guards[I]) && isReadWithin(*Slot, Facts.parent(I)))
        B.CreateStore(PoisonValue::get(Slot->getAllocatedType()), Slot);
    B.CreateBr(Header);
    for (BasicBlock *Pred : Preds)
      if (!L.contains(Flow.Origin.lookup(Pred)))
        Pred->getTerminator()->replaceSuccessorWith(Header, Init);
  }

  /// All stores into \p Slot happen under \p G: whatever it holds when the guard is
  /// met again is of no use.
  bool isWrittenUnder(const AllocaInst &Slot, const DivergentGuard &G) const {
    return all_of(Slot.users(), [&](const User *U) {
      const auto *Store = dyn_cast<StoreInst>(U);
      BasicBlock *BB = Store ? Flow.Origin.lookup(Store->getParent()) : nullptr;
      return !Store || G.Region.contains(BB) || G.Aside.contains(BB);
    });
  }

  /// A thread that is masked at \p Level does not read \p Slot as long as it is.
  bool isReadWithin(const AllocaInst &Slot, int Level) const {
    return all_of(Slot.users(), [&](const User *U) {
      const auto *Load = dyn_cast<LoadInst>(U);
      return !Load || Facts.encloses(Level, Flow.Level.lookup(Load->getParent()));
    });
  }

  BasicBlock *newBlock(const Twine &Name, BasicBlock *Before, int Level) {
    auto *BB = BasicBlock::Create(F.getContext(), Name, &F, Before);
    Flow.ForAll.insert(BB);
    Flow.Level[BB] = Level;
    return BB;
  }

  Value *mask(IRBuilder<> &B, int Level) {
    if (Level == ParticipationFacts::Root)
      return B.getTrue();
    return B.CreateLoad(B.getInt1Ty(), Masks[Level], "mask");
  }

  void joinGuard(unsigned I) {
    const DivergentGuard &G = Guards[I];
    BasicBlock *Sync = G.SyncSides.front(), *Other = G.OtherSides.front();
    auto *Branch = cast<BranchInst>(G.Branch);
    BasicBlock *BB = Branch->getParent();
    IRBuilder<> B(Branch);
    Value *Stay = Branch->getCondition(), *Leave = Stay;
    Value *&Negated = Branch->getSuccessor(0) == Sync ? Leave : Stay;
    Value *Outer = mask(B, Flow.Level.lookup(BB));
    if (Other != G.Rejoin || &Negated == &Stay)
      Negated = B.CreateNot(Negated);
    B.CreateStore(maskedAnd(B, Outer, Stay, "stay"), Masks[I]);

    BasicBlock *Vote = makeVote(I, BB, /*SyncIfTrue=*/&Negated == &Leave);
    if (Other == G.Rejoin)
      B.CreateBr(Vote);
    else
      B.CreateCondBr(maskedAnd(B, Outer, Leave, "leave"), Other, Vote);
    Branch->eraseFromParent();
    Ungated.insert(BB);
    redirectAside(G, Vote);
  }

  /// \p Cond may be garbage where the mask is off, so a plain `and` will not do.
  static Value *maskedAnd(IRBuilder<> &B, Value *Mask, Value *Cond,
                          const Twine &Name) {
    return isa<Constant>(Mask) ? Cond : B.CreateLogicalAnd(Mask, Cond, Name);
  }

  BasicBlock *makeVote(unsigned I, BasicBlock *After, bool SyncIfTrue) {
    const DivergentGuard &G = Guards[I];
    BasicBlock *Vote = newBlock("vx.vote", After->getNextNode(), Facts.group(I));
    IRBuilder<> B(Vote);
    B.SetCurrentDebugLocation(G.Branch->getDebugLoc());
    if (Value *Condition = Witnesses.Conditions[I]) {
      B.CreateCondBr(SyncIfTrue ? Condition : B.CreateNot(Condition), G.SyncSides.front(), G.Rejoin);
      return Vote;
    }
    Value *Any = B.CreateCall(anyMarker(*F.getParent()), {mask(B, I)}, "any");
    B.CreateCondBr(Any, G.SyncSides.front(), G.Rejoin);
    return Vote;
  }

  /// Threads that took the other side wait at the vote instead of the rejoin.
  void redirectAside(const DivergentGuard &G, BasicBlock *Vote) {
    SmallVector<BasicBlock *, 4> Preds(predecessors(G.Rejoin));
    for (BasicBlock *Pred : Preds)
      if (G.Aside.contains(Flow.Origin.lookup(Pred)))
        Pred->getTerminator()->replaceSuccessorWith(G.Rejoin, Vote);
  }

  /// A masked thread must not contribute to what the block agrees on.
  void maskOperands() {
    for (Instruction *Seed : Facts.Slice.seeds()) {
      SyncKind Kind = syncKind(*Seed);
      int Level = Flow.Level.lookup(Seed->getParent());
      if (Level == ParticipationFacts::Root ||
          (Kind != SyncKind::Any && Kind != SyncKind::Reduction))
        continue;
      unsigned Index = Kind == SyncKind::Any ? 0 : 1; // behind the barrier's id
      IRBuilder<> B(Seed);
      Value *Op = Seed->getOperand(Index);
      Value *M = mask(B, Level);
      Seed->setOperand(Index, isAndReduction(*Seed)
                                  ? B.CreateLogicalOr(B.CreateNot(M), Op)
                                  : B.CreateLogicalAnd(M, Op));
    }
  }

  static bool isAndReduction(const Instruction &I) {
    switch (cast<CallBase>(I).getIntrinsicID()) {
    case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
    case Intrinsic::nvvm_barrier_cta_red_and_all:
      return true;
    default:
      return false;
    }
  }

  bool gateMaskedPieces() {
    SmallVector<BasicBlock *, 32> Blocks;
    for (BasicBlock &BB : F)
      if (Flow.ForAll.contains(&BB) && !Ungated.contains(&BB))
        Blocks.push_back(&BB);
    for (BasicBlock *BB : Blocks) {
      Instruction *Term = BB->getTerminator();
      for (unsigned I = 0; I < Term->getNumSuccessors(); ++I) {
        BasicBlock *Succ = Term->getSuccessor(I);
        if (Flow.ForAll.contains(Succ))
          continue;
        BasicBlock *Gate = gate(Succ);
        if (!Gate)
          return false;
        Term->setSuccessor(I, Gate);
      }
    }
    return true;
  }

  /// Where threads enter the masked piece \p BB. nullptr with a finding if masked
  /// threads would not know where to wait for the others.
  BasicBlock *gate(BasicBlock *BB) {
    int Level = Flow.Level.lookup(BB);
    if (BasicBlock *Known = Gates.lookup(BB))
      return Known;
    BlockSet Masked, Next;
    follow(BB, Masked, Next);
    if (Level == ParticipationFacts::Root && Next.size() <= 1)
      return Gates[BB] = BB;
    if (Next.size() != 1) {
      Sink.report(Diag::Internal, *BB->getTerminator(),
                  Twine("masked code leads to ") + Twine(Next.size()) +
                      " places for all threads, expected 1");
      return nullptr;
    }
    BasicBlock *Gate = newBlock("vx.gate", BB, Level);
    IRBuilder<> B(Gate);
    for (const Instruction &I : reverse(*BB)) // the first location of the piece
      if (I.getDebugLoc())
        B.SetCurrentDebugLocation(I.getDebugLoc());
    B.CreateCondBr(mask(B, Level), BB, skip(Masked, Next.front(), Level));
    return Gates[BB] = Gate;
  }

  /// The way of a masked thread around \p Masked.
  BasicBlock *skip(const BlockSet &Masked, BasicBlock *Next, int Level) {
    SmallSetVector<AllocaInst *, 16> Dead;
    for (BasicBlock *BB : Masked)
      for (AllocaInst *Slot : StoresIn.lookup(BB))
        if (isReadWithin(*Slot, Level))
          Dead.insert(Slot);
    if (Dead.empty())
      return Next;
    BasicBlock *Skip = newBlock("vx.skip", Next, Level);
    IRBuilder<> B(Skip);
    for (AllocaInst *Slot : Dead)
      B.CreateStore(PoisonValue::get(Slot->getAllocatedType()), Slot);
    B.CreateBr(Next);
    return Skip;
  }

  /// The masked pieces from \p BB on, and the pieces for all threads behind them.
  void follow(BasicBlock *BB, BlockSet &Masked, BlockSet &Next) const {
    Masked.insert(BB);
    for (unsigned I = 0; I < Masked.size(); ++I)
      for (BasicBlock *Succ : successors(Masked[I]))
        (Flow.ForAll.contains(Succ) ? Next : Masked).insert(Succ);
  }

  const ParticipationFacts &Facts;
  Function &F;
  SplitFlow &Flow;
  const WitnessCode &Witnesses;
  DiagnosticSink &Sink;
  ArrayRef<DivergentGuard> Guards;
  DenseMap<BasicBlock *, SmallSetVector<AllocaInst *, 4>> StoresIn;
  SmallVector<AllocaInst *, 32> Values; ///< slots that are not masks
  SmallVector<AllocaInst *, 4> Masks;
  SmallPtrSet<BasicBlock *, 4> Ungated;
  DenseMap<BasicBlock *, BasicBlock *> Gates;
};

} // namespace

bool joinFlow(const ParticipationFacts &Facts, SplitFlow &Flow, const WitnessCode &Witnesses,
              DiagnosticSink &Sink) {
  return FlowJoiner(Facts, Flow, Witnesses, Sink).run();
}

} // namespace vx
