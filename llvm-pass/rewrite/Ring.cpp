//===- Ring.cpp - builds the ring of a loop's streamed tiles ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Ring.h shows the whole; here it is built from rounds. A round fetches the tiles of one
// later iteration:
//
//     run = "that iteration runs and reaches the point"
//     wait, barrier                              in the loop; if run varies by thread, its
//     if (run && guard of the site)              block-wide OR is the barrier
//       issue(site, operands, slot)
//     commit                                     always
//
// Sites of equal depth share a *lane*: one run-ahead state, one slot counter. A loop has one
// lane unless its tiles differ in depth.
//
//   1. entry: rounds 0 .. N-2 before the loop. Two or more rounds of the same lanes are a
//      counted loop, so that the copies are emitted once.
//   2. point: wait, barrier, one round for the iteration N-1 ahead, step the state.
//   3. exits: wait 0.
//
// With one stage there is no ahead: the round of the current iteration, and wait 0, stand at
// the point between two barriers.
#include "vx/Ring.h"
#include "AheadEmitter.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace vx {

namespace {

CallInst *markOurs(CallInst *Call) {
  Call->setMetadata("vx.ours", MDNode::get(Call->getContext(), {}));
  Call->setConvergent();
  return Call;
}

void emitCommit(IRBuilderBase &B) {
  markOurs(B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_commit_group, {}));
}

void emitWait(IRBuilderBase &B, unsigned Pending) {
  markOurs(B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_wait_group,
                             {B.getInt32(Pending)}));
}

void emitBarrier(IRBuilderBase &B) {
  B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                    {B.getInt32(0)})
      ->setConvergent();
}

/// Block-wide OR of \p Condition, as a marker (SyncPoints.h).
Value *emitAny(IRBuilderBase &B, Value *Condition) {
  Module *M = B.GetInsertBlock()->getModule();
  FunctionCallee Any =
      M->getOrInsertFunction("vx.sync.any", B.getInt1Ty(), B.getInt1Ty());
  auto *F = cast<Function>(Any.getCallee());
  F->addFnAttr(SyncAttr, "any");
  F->setConvergent();
  F->setDoesNotThrow();
  CallInst *Call = B.CreateCall(Any, {Condition}, "ring.any");
  Call->setConvergent();
  return Call;
}

/// Terminator of a new block before \p Before that is executed if \p Run.
Instruction *splitForIssue(Value *Run, Instruction *Before) {
  Instruction *Where = SplitBlockAndInsertIfThen(Run, Before, /*Unreachable=*/false);
  Where->getParent()->setName("ring.issue");
  Before->getParent()->setName("ring.issued");
  return Where;
}

/// Sites of one depth: what they share.
struct Lane {
  unsigned Stages = 0;
  SmallVector<unsigned, 4> Sites;
  AheadEmitter::State State; ///< header phis of the iteration to be fetched next
  Value *Runs = nullptr;     ///< that iteration runs, for this thread
  PHINode *SlotPhi = nullptr, *RunsPhi = nullptr;
  MapVector<PHINode *, PHINode *> StatePhis;
};

/// One tile to be fetched in a round.
struct Copy {
  unsigned Site;
  SmallVector<Value *, 8> Operands;
  Value *Slot;
  Value *Voted; ///< per thread: the block fetches if this holds for some thread; or null
  Value *Known; ///< i1, equal in all threads: and only if this holds
};

Value *runCondition(IRBuilderBase &B, const Copy &C, Value *Vote) {
  if (!Vote)
    return C.Known;
  return match(C.Known, PatternMatch::m_One()) ? Vote : B.CreateAnd(Vote, C.Known);
}

/// What stands before the copies of a round.
enum class RoundLead { None, Barrier, WaitAndBarrier };

class RingBuilder {
public:
  RingBuilder(const RingPlan &Plan, EmitIssue Issue)
      : Plan(Plan), Issue(Issue), Header(Plan.Ahead.header()),
        Ctx(Header->getContext()) {}

  std::vector<Value *> build();

private:
  using LaneRefs = SmallVector<Lane *, 2>;

  void formLanes();
  void emitEntry();
  void emitRounds(unsigned From, unsigned To, const LaneRefs &Active);
  void emitCountedRounds(unsigned From, unsigned To, const LaneRefs &Active);
  void addPhis(Lane &L, BasicBlock *At, BasicBlock *From);
  void closePhis(Lane &L, BasicBlock *From);
  void emitPoint();
  void emitAtOnce();
  void evaluate(IRBuilderBase &B, Lane &L, Value *Slot, SmallVectorImpl<Copy> &Copies);
  void emitRound(Instruction *Before, const LaneRefs &Active, ArrayRef<Value *> Slots,
                 RoundLead Lead);
  LaneRefs deeperThan(unsigned Rounds);

  const RingPlan &Plan;
  EmitIssue Issue;
  BasicBlock *Header;
  LLVMContext &Ctx;
  std::vector<Lane> Lanes; ///< ascending depth
};

void RingBuilder::formLanes() {
  for (auto [Index, Site] : enumerate(Plan.Sites)) {
    auto It = find_if(Lanes, [&](Lane &L) { return L.Stages >= Site.Stages; });
    if (It == Lanes.end() || It->Stages != Site.Stages) {
      It = Lanes.insert(It, Lane());
      It->Stages = Site.Stages;
    }
    It->Sites.push_back(Index);
  }
}

RingBuilder::LaneRefs RingBuilder::deeperThan(unsigned Rounds) {
  LaneRefs Result;
  for (Lane &L : Lanes)
    if (L.Stages - 1 > Rounds)
      Result.push_back(&L);
  return Result;
}

/// Asks what \p Lane's sites will do in the iteration that it stands at, and steps it.
void RingBuilder::evaluate(IRBuilderBase &B, Lane &L, Value *Slot,
                           SmallVectorImpl<Copy> &Copies) {
  AheadEmitter E(Plan.Ahead, B, L.State, L.Runs);
  // Without a run-ahead this round stands where the iteration already is.
  Value *Gate = L.Stages == 1 ? B.getTrue()
                              : E.both(L.Runs, E.reaches(Plan.PointBlock, Header));
  for (unsigned Index : L.Sites) {
    Value *Guard = E.reaches(Plan.SiteBlocks[Index], Plan.PointBlock);
    Copy &C = Copies.emplace_back(Copy{Index, {}, Slot, nullptr, nullptr});
    if (Plan.GuardVaries[Index])
      C.Voted = E.both(Gate, Guard), C.Known = B.getTrue();
    else if (Plan.RunVaries)
      C.Voted = Gate, C.Known = Guard;
    else
      C.Known = E.both(Gate, Guard);
    if (C.Voted && isa<ConstantInt>(C.Voted))
      C.Known = E.both(std::exchange(C.Voted, nullptr), C.Known);
    for (Value *Arg : Plan.Sites[Index].Call->args())
      C.Operands.push_back(E.value(Arg));
  }
  if (L.Stages == 1)
    return;
  Value *Runs = E.continues();
  AheadEmitter::State Next = E.next();
  L.Runs = Runs;
  L.State = std::move(Next);
}

/// One round before \p Before, into \p Slots (one a lane). \p Lead: what the block does before
/// it issues. A vote is a barrier, so no other one is needed beside it.
void RingBuilder::emitRound(Instruction *Before, const LaneRefs &Active,
                            ArrayRef<Value *> Slots, RoundLead Lead) {
  SmallVector<Copy, 4> Copies;
  IRBuilder<> B(Before);
  for (auto [L, Slot] : zip_equal(Active, Slots))
    evaluate(B, *L, Slot, Copies);
  if (Lead == RoundLead::WaitAndBarrier)
    emitWait(B, Plan.WaitPending);
  MapVector<Value *, Value *> Votes;
  for (Copy &C : Copies)
    if (C.Voted && !Votes.contains(C.Voted))
      Votes[C.Voted] = emitAny(B, C.Voted);
  if (Lead != RoundLead::None && Votes.empty())
    emitBarrier(B);
  MapVector<Value *, SmallVector<Copy *, 2>> ByCondition;
  for (Copy &C : Copies)
    ByCondition[runCondition(B, C, Votes.lookup(C.Voted))].push_back(&C);
  for (auto &[Run, Together] : ByCondition) {
    Instruction *Where = Before;
    if (!isa<ConstantInt>(Run))
      Where = splitForIssue(Run, Before);
    else if (cast<ConstantInt>(Run)->isZero())
      continue;
    B.SetInsertPoint(Where);
    for (Copy *C : Together)
      Issue(B, C->Site, C->Operands, C->Slot);
  }
  B.SetInsertPoint(Before);
  emitCommit(B);
}

/// Phis at the top of \p At for the lane's state, entered from \p From.
void RingBuilder::addPhis(Lane &L, BasicBlock *At, BasicBlock *From) {
  auto Add = [&](Value *Start, const Twine &Name) {
    auto *Phi = PHINode::Create(Start->getType(), 2, Name);
    Phi->insertBefore(At->begin());
    Phi->addIncoming(Start, From);
    return Phi;
  };
  L.RunsPhi = Add(L.Runs, "ahead.runs");
  L.Runs = L.RunsPhi;
  L.StatePhis.clear();
  for (auto &[Phi, Now] : L.State) {
    L.StatePhis[Phi] = Add(Now, Phi->getName() + ".ahead");
    Now = L.StatePhis[Phi];
  }
}

/// The lane's present state enters its phis from \p From.
void RingBuilder::closePhis(Lane &L, BasicBlock *From) {
  L.RunsPhi->addIncoming(L.Runs, From);
  for (auto &[Phi, StatePhi] : L.StatePhis)
    StatePhi->addIncoming(L.State[Phi], From);
}

void RingBuilder::emitCountedRounds(unsigned From, unsigned To,
                                    const LaneRefs &Active) {
  // Where the run condition varies, every round begins with a vote.
  if (From == 0 && Plan.BarrierBefore && !Plan.RunVaries) {
    IRBuilder<> AtEntry(Plan.EntryBranch);
    emitBarrier(AtEntry);
  }
  BasicBlock *Before = Plan.EntryBranch->getParent();
  BasicBlock *After = SplitBlock(Before, Plan.EntryBranch);
  BasicBlock *Body = BasicBlock::Create(Ctx, "ring.fill", Header->getParent(), After);
  Before->getTerminator()->setSuccessor(0, Body);
  Instruction *End = BranchInst::Create(After, Body);
  for (Lane *L : Active)
    addPhis(*L, Body, Before);
  IRBuilder<> B(Body, Body->begin());
  PHINode *Round = B.CreatePHI(B.getInt32Ty(), 2, "ring.round");
  Round->addIncoming(B.getInt32(From), Before);
  emitRound(End, Active, SmallVector<Value *, 2>(Active.size(), Round), RoundLead::None);
  B.SetInsertPoint(End);
  Value *Next = B.CreateAdd(Round, B.getInt32(1), "ring.next");
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt32(To)), Body, After);
  BasicBlock *Last = End->getParent();
  End->eraseFromParent();
  Round->addIncoming(Next, Last);
  for (Lane *L : Active)
    closePhis(*L, Last);
}

/// Rounds From .. To-1 of the lanes \p Active before the loop.
void RingBuilder::emitRounds(unsigned From, unsigned To, const LaneRefs &Active) {
  if (To - From > 1)
    return emitCountedRounds(From, To, Active);
  Value *Slot = ConstantInt::get(Type::getInt32Ty(Ctx), From);
  RoundLead Lead =
      From == 0 && Plan.BarrierBefore ? RoundLead::Barrier : RoundLead::None;
  emitRound(Plan.EntryBranch, Active, SmallVector<Value *, 2>(Active.size(), Slot), Lead);
}

void RingBuilder::emitEntry() {
  BasicBlock *Entry = Plan.EntryBranch->getParent();
  for (Lane &L : Lanes) {
    L.Runs = ConstantInt::getTrue(Ctx);
    for (PHINode *Phi : Plan.Ahead.phis())
      L.State[Phi] = Phi->getIncomingValueForBlock(Entry);
  }
  unsigned Done = 0;
  for (LaneRefs Active = deeperThan(0); !Active.empty(); Active = deeperThan(Done)) {
    unsigned Until = Active.front()->Stages - 1;
    emitRounds(Done, Until, Active);
    Done = Until;
  }
}

void RingBuilder::emitPoint() {
  BasicBlock *Entry = Plan.EntryBranch->getParent();
  Type *SlotTy = Type::getInt32Ty(Ctx);
  LaneRefs All;
  for (Lane &L : Lanes) {
    All.push_back(&L);
    addPhis(L, Header, Entry);
    L.SlotPhi = PHINode::Create(SlotTy, 2, "ring.slot");
    L.SlotPhi->insertBefore(Header->begin());
    L.SlotPhi->addIncoming(ConstantInt::get(SlotTy, 0), Entry);
  }
  IRBuilder<> B(Plan.Point);
  SmallVector<Value *, 2> Fetch, NextSlot;
  for (Lane &L : Lanes) {
    Value *Last = B.getInt32(L.Stages - 1), *Zero = B.getInt32(0);
    Fetch.push_back(B.CreateSelect(B.CreateICmpEQ(L.SlotPhi, Zero), Last,
                                   B.CreateSub(L.SlotPhi, B.getInt32(1)),
                                   "ring.fetch"));
    NextSlot.push_back(B.CreateSelect(B.CreateICmpEQ(L.SlotPhi, Last), Zero,
                                      B.CreateAdd(L.SlotPhi, B.getInt32(1)),
                                      "ring.slot.next"));
  }
  emitRound(Plan.Point, All, Fetch, RoundLead::WaitAndBarrier);
  BasicBlock *Latch = Plan.LatchBranch->getParent();
  for (auto [L, Next] : zip_equal(Lanes, NextSlot)) {
    closePhis(L, Latch);
    L.SlotPhi->addIncoming(Next, Latch);
  }
}

/// One stage: nothing is ahead; the iteration's own header phis are the state.
void RingBuilder::emitAtOnce() {
  Lane &L = Lanes.front();
  L.Runs = ConstantInt::getTrue(Ctx);
  for (PHINode *Phi : Plan.Ahead.phis())
    L.State[Phi] = Phi;
  IRBuilder<> B(Plan.Point);
  emitRound(Plan.Point, {&L}, {B.getInt32(0)}, RoundLead::Barrier);
  B.SetInsertPoint(Plan.Point);
  emitWait(B, 0);
  emitBarrier(B);
}

std::vector<Value *> RingBuilder::build() {
  formLanes();
  if (Lanes.back().Stages == 1) {
    emitAtOnce();
    return std::vector<Value *>(Plan.Sites.size(),
                                ConstantInt::get(Type::getInt32Ty(Ctx), 0));
  }
  emitEntry();
  emitPoint();
  for (BasicBlock *Exit : Plan.Drains) {
    IRBuilder<> B(&*Exit->getFirstInsertionPt());
    emitWait(B, 0);
  }
  std::vector<Value *> Slots(Plan.Sites.size());
  for (Lane &L : Lanes)
    for (unsigned Index : L.Sites)
      Slots[Index] = L.SlotPhi;
  return Slots;
}

} // namespace

std::vector<Value *> applyRing(const RingPlan &Plan, EmitIssue Issue,
                               DiagnosticSink &Sink) {
  BasicBlock *Header = Plan.Ahead.header();
  bool Anchored = Plan.Point && Plan.EntryBranch && Plan.LatchBranch && Header &&
                  !Plan.Sites.empty() &&
                  Header->hasNPredecessors(2) &&
                  is_contained(predecessors(Header), Plan.EntryBranch->getParent()) &&
                  is_contained(predecessors(Header), Plan.LatchBranch->getParent());
  if (!Anchored) {
    Sink.report(Diag::Internal, "the loop of a ring changed after it was planned",
                "report this input");
    return {};
  }
  return RingBuilder(Plan, Issue).build();
}

} // namespace vx
