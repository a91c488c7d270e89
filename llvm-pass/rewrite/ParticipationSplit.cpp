//===- ParticipationSplit.cpp - pieces for all threads, pieces under the mask ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//  1. Classify. For all threads: the slice, static allocas, and *free* instructions:
//     arithmetic without side effects whose operands all threads have anyway. Free values
//     may differ by thread, and a masked thread's are never used; leaving them
//     unmasked keeps addresses and counters in one piece (a value that crosses a mask
//     becomes a phi and loses its alignment).
//  2. Phis become slots: stores at the ends of the incoming blocks, of the phi's class,
//     and a load. A thread that leaves a guard stores into the rejoin's phis before it waits.
//     A masked value does not change while its thread waits, so a phi that only carries
//     it out of a loop (LCSSA) reads the value's own slot: else each accumulator would live
//     in two registers.
//  3. Cut each block where the class changes. Arithmetic for all threads first moves up
//     to the last piece for all threads, so that the pieces stay few:
//
//       a; g = t*16; b; FILL(g); c     =>     [g = t*16] (a; b) [FILL(g)] (c)
//
//  4. Masked values used in another piece go through slots.
//===----------------------------------------------------------------------===//
#include "OneFlow.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

AllocaInst *makeSlot(Function &F, Type *Ty, const Twine &Name) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  return B.CreateAlloca(Ty, nullptr, Name);
}

namespace {

struct Piece {
  bool ForAll;
  SmallVector<Instruction *, 8> Instructions;
};

class FlowSplitter {
public:
  FlowSplitter(const ParticipationFacts &Facts, ArrayRef<Instruction *> ForAll)
      : Facts(Facts), F(Facts.F), AllThreads(ForAll.begin(), ForAll.end()) {}

  SplitFlow run() {
    for (BasicBlock &BB : F)
      Flow.Level[&BB] = Facts.level(&BB);
    for (const DivergentGuard &G : Facts.Slice.guards()) {
      Meeting.insert(G.Rejoin);
      Asides.insert(G.Aside.begin(), G.Aside.end());
    }
    for (const Loop *L : Facts.LI.getLoopsInPreorder())
      if (allThreadsReach(L->getHeader()) && holdsSlice(*L))
        Meeting.insert(L->getHeader());
    classify();
    removePhis();
    SmallVector<BasicBlock *, 16> Blocks(llvm::make_pointer_range(F));
    for (BasicBlock *BB : Blocks)
      cut(*BB);
    demoteCrossing();
    return std::move(Flow);
  }

private:
  // Step 1.
  void classify() {
    const auto &Slice = Facts.Slice.slice();
    AllThreads.insert(Slice.begin(), Slice.end());
    findExitCopies();
    SetVector<Instruction *> Free;
    for (BasicBlock &BB : F)
      for (Instruction &I : BB)
        if (auto *Alloca = dyn_cast<AllocaInst>(&I);
            Alloca && Alloca->isStaticAlloca())
          AllThreads.insert(Alloca);
        else if (isFreeCandidate(I))
          Free.insert(&I);
    dropUnfree(Free);
    AllThreads.insert(Free.begin(), Free.end());
    foldExits();
  }

  bool isFreeCandidate(Instruction &I) const {
    if (AllThreads.contains(&I) || I.isTerminator() || isa<AllocaInst>(I) ||
        !allThreadsReach(I.getParent()))
      return false;
    if (auto *Phi = dyn_cast<PHINode>(&I))
      return isFreePhi(*Phi) && !KeptMasked.contains(Phi);
    // A call may demand operands that a masked thread does not have.
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->arg_size() != 0)
      return false;
    return !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I);
  }

  /// Only branches of the slice decide whether control gets here, and it is not the
  /// side of a guard that its threads run on their own.
  bool allThreadsReach(BasicBlock *BB) const {
    return !Asides.contains(BB) &&
           all_of(Facts.Slice.controllers(BB), [&](BasicBlock *Controller) {
             return Facts.Slice.slice().contains(Controller->getTerminator());
           });
  }

  bool holdsSlice(const Loop &L) const {
    return any_of(Facts.Slice.slice(),
                  [&](const Instruction *I) { return L.contains(I); });
  }

  /// A phi may move for all threads if every thread that reads it came along the edge
  /// that the flow took: not where threads of a guard meet again.
  bool isFreePhi(PHINode &Phi) const {
    int Level = Facts.level(Phi.getParent());
    return all_of(Phi.blocks(), [&](BasicBlock *Pred) {
      return allThreadsReach(Pred) && Facts.encloses(Facts.level(Pred), Level);
    });
  }

  /// Finds phis that carry a loop's phi out of the loop. They share one slot if both are
  /// masked. Where threads wait for the loop, its phi is kept masked for that.
  void findExitCopies() {
    for (BasicBlock &BB : F)
      for (PHINode &Exit : BB.phis())
        if (!AllThreads.contains(&Exit))
          findLoopPhi(Exit);
  }

  void findLoopPhi(PHINode &Exit) {
    BasicBlock *Pred = Exit.getIncomingBlock(0);
    for (const Loop *L = Facts.LI.getLoopFor(Pred);
         L && !L->contains(Exit.getParent()); L = L->getParentLoop())
      for (PHINode &Phi : L->getHeader()->phis())
        if (!AllThreads.contains(&Phi) && holdsExitValue(Phi, *L, Exit)) {
          ExitOf.insert({&Exit, &Phi});
          if (Facts.level(Exit.getParent()) != Facts.level(Pred))
            KeptMasked.insert(&Phi);
          return;
        }
  }

  /// Does the slot of \p Phi, in the header of \p L, hold what \p Exit merges when a
  /// thread leaves the loop? A latch has stored the next value by then.
  static bool holdsExitValue(const PHINode &Phi, const Loop &L,
                             const PHINode &Exit) {
    if (Phi.getType() != Exit.getType())
      return false;
    return all_of(zip(Exit.incoming_values(), Exit.blocks()), [&](auto Edge) {
      auto [V, Pred] = Edge;
      if (!L.contains(Pred))
        return false;
      int Latch = Phi.getBasicBlockIndex(Pred);
      return V == (Latch < 0 ? &Phi : Phi.getIncomingValue(Latch));
    });
  }

  /// Settles which pairs share a slot, and folds other phis that only carry a masked
  /// value out.
  void foldExits() {
    ExitOf.remove_if([&](const auto &Pair) {
      return AllThreads.contains(Pair.first) || AllThreads.contains(Pair.second);
    });
    SmallPtrSet<PHINode *, 8> Paired;
    for (auto [Exit, Phi] : ExitOf)
      Paired.insert({Exit, Phi});
    SmallVector<PHINode *, 8> Copies;
    for (BasicBlock &BB : F)
      for (PHINode &Phi : BB.phis())
        if (!AllThreads.contains(&Phi) && !Paired.contains(&Phi))
          Copies.push_back(&Phi);
    for (PHINode *Phi : Copies) {
      auto *Def = dyn_cast_or_null<Instruction>(Phi->hasConstantValue());
      if (!Def || AllThreads.contains(Def) || !Facts.DT.dominates(Def, Phi))
        continue;
      Phi->replaceAllUsesWith(Def);
      Phi->eraseFromParent();
    }
  }

  void dropUnfree(SetVector<Instruction *> &Free) const {
    auto HasOperands = [&](Instruction *I) {
      return all_of(I->operands(), [&](Value *Op) {
        auto *Def = dyn_cast<Instruction>(Op);
        return !Def || Free.contains(Def) || AllThreads.contains(Def);
      });
    };
    while (Free.remove_if([&](Instruction *I) { return !HasOperands(I); })) {
    }
  }

  // Step 2. Moves for all threads go last, next to the terminator.
  void removePhis() {
    SmallVector<PHINode *, 16> Phis;
    for (BasicBlock &BB : F)
      for (PHINode &Phi : BB.phis())
        Phis.push_back(&Phi);
    DenseMap<PHINode *, AllocaInst *> SlotOf;
    for (PHINode *Phi : Phis)
      if (!ExitOf.contains(Phi))
        SlotOf[Phi] = newSlot(Phi->getType(), Phi->getName() + ".move");
    for (auto [Exit, Phi] : ExitOf)
      SlotOf[Exit] = SlotOf[Phi];
    for (bool ForAll : {false, true})
      for (PHINode *Phi : Phis)
        if (AllThreads.contains(Phi) == ForAll && !ExitOf.contains(Phi))
          storeIncoming(*Phi, SlotOf[Phi], ForAll);
    for (PHINode *Phi : Phis)
      replacePhi(*Phi, SlotOf[Phi]);
  }

  AllocaInst *newSlot(Type *Ty, const Twine &Name) {
    AllocaInst *Slot = makeSlot(F, Ty, Name);
    Flow.Slots.push_back(Slot);
    AllThreads.insert(Slot);
    return Slot;
  }

  void storeIncoming(PHINode &Phi, AllocaInst *Slot, bool ForAll) {
    SmallPtrSet<BasicBlock *, 4> Done;
    for (auto [V, Pred] : zip(Phi.incoming_values(), Phi.blocks())) {
      if (!Done.insert(Pred).second)
        continue;
      auto *Store = IRBuilder<>(Pred->getTerminator()).CreateStore(V, Slot);
      if (ForAll)
        AllThreads.insert(Store);
    }
  }

  void replacePhi(PHINode &Phi, AllocaInst *Slot) {
    BasicBlock *BB = Phi.getParent();
    IRBuilder<> B(BB, BB->getFirstNonPHIIt());
    B.SetCurrentDebugLocation(Phi.getDebugLoc());
    auto *Load = B.CreateLoad(Phi.getType(), Slot);
    Load->takeName(&Phi);
    if (AllThreads.erase(&Phi))
      AllThreads.insert(Load);
    MovedLoads.insert(Load);
    Phi.replaceAllUsesWith(Load);
    Phi.eraseFromParent();
  }

  // Step 3.
  void cut(BasicBlock &BB) {
    SmallVector<Piece, 4> Pieces;
    if (Meeting.contains(&BB))
      Pieces.push_back({true, {}});
    for (Instruction &I : BB)
      place(I, Pieces);
    BasicBlock *Current = &BB;
    for (auto [I, P] : enumerate(Pieces)) {
      BasicBlock *Previous = Current;
      if (I != 0)
        Current = continueIn(BB, *Previous, P.ForAll);
      for (Instruction *Inst : P.Instructions)
        Inst->moveBeforePreserving(*Current, Current->end());
      if (I != 0)
        Jumps.push_back({Previous, Current});
      if (P.ForAll)
        Flow.ForAll.insert(Current);
      Flow.Origin[Current] = &BB;
    }
    Flow.Last[&BB] = Current;
    for (auto [From, To] : Jumps)
      BranchInst::Create(To, From);
    Jumps.clear();
  }

  void place(Instruction &I, SmallVectorImpl<Piece> &Pieces) {
    bool ForAll = isForAll(I, Pieces);
    if (ForAll && !Pieces.empty() && !Pieces.back().ForAll &&
        mayMoveBefore(I, Pieces.back())) {
      if (Pieces.size() == 1)
        Pieces.insert(Pieces.begin(), {true, {}});
      Pieces[Pieces.size() - 2].Instructions.push_back(&I);
      return;
    }
    if (Pieces.empty() || Pieces.back().ForAll != ForAll)
      Pieces.push_back({ForAll, {}});
    Pieces.back().Instructions.push_back(&I);
  }

  /// A plain jump goes with what stands before it; the return is for all threads.
  bool isForAll(Instruction &I, ArrayRef<Piece> Pieces) const {
    if (isa<ReturnInst>(I))
      return true;
    if (auto *Branch = dyn_cast<BranchInst>(&I);
        Branch && Branch->isUnconditional())
      return Pieces.empty() ? allThreadsReach(Branch->getParent())
                            : Pieces.back().ForAll;
    return AllThreads.contains(&I);
  }

  bool mayMoveBefore(Instruction &I, const Piece &Masked) const {
    if (isa<AllocaInst>(I) || MovedLoads.contains(&I))
      return true; // a slot is written at the ends of blocks only
    if (I.isTerminator() || I.mayHaveSideEffects())
      return false;
    // Loads for all threads read memory that nothing in the kernel writes.
    return isSafeToSpeculativelyExecute(&I) ||
           all_of(Masked.Instructions, [](const Instruction *Earlier) {
             return isGuaranteedToTransferExecutionToSuccessor(Earlier);
           });
  }

  BasicBlock *continueIn(BasicBlock &Original, BasicBlock &Before, bool ForAll) {
    auto *Next = BasicBlock::Create(
        F.getContext(), Original.getName() + (ForAll ? ".all" : ".masked"), &F,
        Before.getNextNode());
    Flow.Level[Next] = Flow.Level[&Original];
    return Next;
  }

  // Step 4. A value of a piece for all threads needs no slot: no jump of a masked thread goes around such
  // a piece, so the value still dominates its uses.
  void demoteCrossing() {
    SmallVector<Instruction *, 64> Crossing;
    for (Instruction &I : instructions(F)) {
      if (Flow.ForAll.contains(I.getParent()))
        continue;
      if (any_of(I.users(), [&](User *U) {
            return cast<Instruction>(U)->getParent() != I.getParent();
          }))
        Crossing.push_back(&I);
    }
    for (Instruction *I : Crossing)
      demote(*I);
  }

  void demote(Instruction &I) {
    AllocaInst *Slot = newSlot(I.getType(), I.getName() + ".slot");
    SmallSetVector<Instruction *, 8> Users;
    for (User *U : I.users())
      if (cast<Instruction>(U)->getParent() != I.getParent())
        Users.insert(cast<Instruction>(U));
    for (Instruction *U : Users)
      U->replaceUsesOfWith(
          &I, IRBuilder<>(U).CreateLoad(I.getType(), Slot, I.getName()));
    IRBuilder<>(I.getParent(), std::next(I.getIterator())).CreateStore(&I, Slot);
  }

  const ParticipationFacts &Facts;
  Function &F;
  SplitFlow Flow;
  SmallPtrSet<Instruction *, 32> AllThreads;
  MapVector<PHINode *, PHINode *> ExitOf; ///< exit phi -> loop phi, one slot
  SmallPtrSet<PHINode *, 8> KeptMasked;
  SmallPtrSet<Instruction *, 16> MovedLoads;
  /// Blocks that begin with a piece for all threads, be it empty: where threads of a guard
  /// meet again, and loop headers (else the loop would have two entries, one for masked
  /// threads).
  SmallPtrSet<BasicBlock *, 4> Meeting;
  SmallPtrSet<BasicBlock *, 8> Asides;
  /// Pieces of the block that is being cut, with the next one.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Jumps;
};

} // namespace

SplitFlow splitFlow(const ParticipationFacts &Facts, ArrayRef<Instruction *> ForAll) {
  return FlowSplitter(Facts, ForAll).run();
}

} // namespace vx
