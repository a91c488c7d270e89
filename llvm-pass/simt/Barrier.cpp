//===- Barrier.cpp - barriers of a block -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A barrier completes when as many threads have arrived as it counts, or, in its
// "all" form, all that have not ended. A completion that the whole block waits in
// starts a new epoch; any other only joins the clocks of those that met.
#include "Launch.h"

using namespace llvm;

namespace vx::simt {

static BarrierOp opOf(uint32_t Code) { return BarrierOp(Code & BarrierOpMask); }

static bool isReduction(uint32_t Code) { return opOf(Code) >= BarrierOp::RedAnd; }

/// sync and arrive go together; a reduction only with itself.
static bool compatible(uint32_t A, uint32_t B) {
  return isReduction(A) || isReduction(B) ? opOf(A) == opOf(B) : true;
}

void BlockState::barrierMismatch(BarrierState &B, ThreadState &T, uint32_t Id,
                                 uint32_t Site, const Twine &What) {
  L.report(FindingKind::BarrierDivergence, T, Site,
           "barrier " + Twine(Id) + ": " + What +
               "; the first thread to arrive did so at " +
               L.site(B.Site).where(),
           B.Site);
}

/// All lanes of a warp must reach an aligned barrier by one instruction.
void BlockState::checkAligned(BarrierState &B, ThreadState &T, uint32_t Site) {
  uint32_t &First = B.WarpSite[T.Warp];
  if (First == 0) {
    First = Site;
    return;
  }
  if (First != Site)
    L.report(FindingKind::AlignedDivergence, T, Site,
             "threads of warp " + Twine(T.Warp) +
                 " meet in one aligned barrier from different places: here and " +
                 L.site(First).where(),
             First);
}

void BlockState::arriveClocks(BarrierState &B, ThreadState &T) {
  if (!L.racesChecked())
    return;
  B.Elsewhere.merge(T.Elsewhere);
  B.Vector.resize(Threads.size());
  if (!T.Vector.empty())
    for (size_t I = 0; I < Threads.size(); ++I)
      B.Vector[I] = std::max(B.Vector[I], T.Vector[I]);
  B.Vector[T.Linear] = std::max(B.Vector[T.Linear], T.Clock);
  ++T.Clock;
}

void BlockState::nextEpoch() {
  Epoch = L.NextEpoch++;
  if (!L.racesChecked())
    return;
  for (ThreadState &T : Threads) {
    T.Clock = 1;
    T.Vector.clear();
  }
  // What arrived earlier is before the new epoch anyway.
  for (BarrierState &B : Barriers)
    B.Vector.clear();
}

bool BlockState::barrierReady(const BarrierState &B) const {
  return B.Count == 0 ? B.Arrived == Live : B.Arrived >= B.Count;
}

void BlockState::completeBarrier(BarrierState &Slot) {
  BarrierState B = std::move(Slot);
  Slot = BarrierState();
  ++W.Barriers;
  ++Progress;
  // The "all" form counts ended threads as arrived; a count does not.
  bool Full =
      B.Waiters.size() == (B.Count == 0 ? size_t(Live) : Threads.size());
  if (L.Config.StrictBarriers && B.Count == 0 && Live < Threads.size())
    L.report(FindingKind::BarrierDivergence, *B.Waiters.front(), B.Site,
             Twine(Threads.size() - Live) +
                 " threads of the block have ended and miss this barrier");
  uint64_t Result = opOf(B.Code) == BarrierOp::RedAnd   ? B.And
                    : opOf(B.Code) == BarrierOp::RedOr  ? B.Or
                    : opOf(B.Code) == BarrierOp::RedPopc ? B.Popc
                                                         : 0;
  for (ThreadState *T : B.Waiters) {
    T->WaitResult = Result;
    T->WaitBarrier = -1;
    T->State = ThreadState::Status::Ready;
    if (!L.racesChecked())
      continue;
    T->Elsewhere.merge(B.Elsewhere);
    if (!Full) {
      uint32_t Own = T->Clock;
      T->Vector = B.Vector;
      T->Vector.resize(Threads.size());
      T->Vector[T->Linear] = Own;
    }
  }
  if (Full)
    nextEpoch();
}

uint32_t BlockState::barrier(ThreadState &T, uint32_t Code, uint32_t Id,
                             uint32_t Count, uint32_t Pred, uint32_t Site) {
  L.leaveIfAborted(T);
  maybeLand(T);
  if (Id >= NumBarriers)
    L.fail(FindingKind::BarrierDivergence, T, Site,
           "barrier " + Twine(Id) + " does not exist: a block has " +
               Twine(NumBarriers));
  BarrierState &B = Barriers[Id];
  if (Count % WarpSize)
    barrierMismatch(B, T, Id, Site,
                    "the count " + Twine(Count) +
                        " is not a multiple of the warp size");
  if (!B.Active) {
    B.Active = true;
    B.Count = Count;
    B.Code = Code;
    B.Site = Site;
    B.WarpSite.assign(Warps.size(), 0);
  } else if (B.Count != Count || !compatible(B.Code, Code)) {
    barrierMismatch(B, T, Id, Site, "threads meet with different counts or operations");
  }
  if (Code & BarrierAligned)
    checkAligned(B, T, Site);
  arriveClocks(B, T);
  B.And &= Pred != 0;
  B.Or |= Pred != 0;
  B.Popc += Pred != 0;
  ++B.Arrived;
  bool Waits = opOf(Code) != BarrierOp::Arrive;
  if (Waits) {
    B.Waiters.push_back(&T);
    T.WaitBarrier = int(Id);
    T.WaitSite = Site;
    T.State = ThreadState::Status::Blocked;
  }
  if (barrierReady(B))
    completeBarrier(B);
  if (!Waits)
    return 0;
  // The thread that completes a barrier does not run on at once by right: the
  // schedule decides.
  suspend(T, T.State);
  return uint32_t(T.WaitResult);
}

void BlockState::recheckAfterEnd(ThreadState &T) {
  for (BarrierState &B : Barriers)
    if (B.Active && B.Count == 0 && !B.Waiters.empty() && barrierReady(B))
      completeBarrier(B);
  WarpState &Warp = Warps[T.Warp];
  Warp.Live &= ~(1u << T.Lane);
  for (size_t I = 0; I < Warp.Waits.size();) {
    WarpWait &Wait = Warp.Waits[I];
    uint32_t Needed = Wait.Mask & Warp.Live;
    if (Wait.Op == WarpOp::ActiveMask || (Needed & ~Wait.Arrived)) {
      ++I;
      continue;
    }
    WarpWait Done = std::move(Wait);
    Warp.Waits.erase(Warp.Waits.begin() + I);
    completeWarp(Warp, std::move(Done));
  }
}

} // namespace vx::simt
