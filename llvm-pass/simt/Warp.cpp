//===- Warp.cpp - collectives of a warp -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A collective completes when all lanes of its mask that have not ended have
// come to one of the same kind and mask (PTX ISA 9.7.9). activemask has no mask:
// the lanes that wait at one place when nobody else can go on form a group.
#include "Launch.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace vx::simt {

const char *warpOpName(WarpOp Op) {
  static const char *const Names[] = {
      "bar.warp.sync",  "shfl.up",        "shfl.down",      "shfl.bfly",
      "shfl.idx",       "vote.all",       "vote.any",       "vote.uni",
      "vote.ballot",    "match.any",      "match.all",      "redux.sync.add",
      "redux.sync.umin", "redux.sync.umax", "redux.sync.min", "redux.sync.max",
      "redux.sync.and", "redux.sync.or",  "redux.sync.xor", "activemask",
      "elect.sync"};
  return Names[unsigned(Op)];
}

/// The lane that a shuffle reads, and whether it is in range (PTX ISA, shfl).
static unsigned shuffleSource(WarpOp Op, unsigned Lane, uint32_t B, uint32_t C,
                              bool &InRange) {
  constexpr uint32_t LaneMask = WarpSize - 1;
  unsigned Distance = B & LaneMask, Clamp = C & LaneMask;
  unsigned Segment = (C >> 8) & LaneMask;
  int Max = int((Lane & Segment) | (Clamp & ~Segment));
  int Source;
  switch (Op) {
  case WarpOp::ShflUp:
    Source = int(Lane) - int(Distance);
    InRange = Source >= Max;
    break;
  case WarpOp::ShflDown:
    Source = int(Lane + Distance);
    InRange = Source <= Max;
    break;
  case WarpOp::ShflBfly:
    Source = int(Lane ^ Distance);
    InRange = Source <= Max;
    break;
  default:
    Source = int((Lane & Segment) | (Distance & ~Segment));
    InRange = Source <= Max;
    break;
  }
  return InRange ? unsigned(Source) : Lane;
}

static bool isShuffle(WarpOp Op) {
  return Op >= WarpOp::ShflUp && Op <= WarpOp::ShflIdx;
}

static uint64_t reduce(const WarpWait &W) {
  bool First = true;
  uint32_t R = 0;
  for (unsigned I = 0; I < WarpSize; ++I) {
    if (!(W.Arrived >> I & 1))
      continue;
    uint32_t V = uint32_t(W.Value[I]);
    if (First) {
      R = V;
      First = false;
      continue;
    }
    switch (W.Op) {
    case WarpOp::ReduxAdd: R += V; break;
    case WarpOp::ReduxUMin: R = std::min(R, V); break;
    case WarpOp::ReduxUMax: R = std::max(R, V); break;
    case WarpOp::ReduxMin: R = uint32_t(std::min(int32_t(R), int32_t(V))); break;
    case WarpOp::ReduxMax: R = uint32_t(std::max(int32_t(R), int32_t(V))); break;
    case WarpOp::ReduxAnd: R &= V; break;
    case WarpOp::ReduxOr: R |= V; break;
    default: R ^= V; break;
    }
  }
  return R;
}

/// Lanes whose value is not zero, and lanes with the same value as \p Lane.
static uint32_t votes(const WarpWait &W) {
  uint32_t R = 0;
  for (unsigned I = 0; I < WarpSize; ++I)
    if ((W.Arrived >> I & 1) && W.Value[I])
      R |= 1u << I;
  return R;
}

static uint32_t matching(const WarpWait &W, unsigned Lane) {
  uint32_t R = 0;
  for (unsigned I = 0; I < WarpSize; ++I)
    if ((W.Arrived >> I & 1) && W.Value[I] == W.Value[Lane])
      R |= 1u << I;
  return R;
}

static uint64_t resultOf(const WarpWait &W, unsigned Lane, uint32_t &Pred) {
  uint32_t Votes = votes(W);
  switch (W.Op) {
  case WarpOp::Sync:
    return 0;
  case WarpOp::VoteAll:
    return Votes == W.Arrived;
  case WarpOp::VoteAny:
    return Votes != 0;
  case WarpOp::VoteUni:
    return Votes == 0 || Votes == W.Arrived;
  case WarpOp::VoteBallot:
    return Votes;
  case WarpOp::MatchAny:
    return matching(W, Lane);
  case WarpOp::MatchAll:
    Pred = matching(W, Lane) == W.Arrived;
    return Pred ? W.Arrived : 0;
  case WarpOp::ActiveMask:
    return W.Arrived;
  case WarpOp::ElectSync: {
    unsigned Leader = unsigned(countr_zero(W.Arrived));
    Pred = Leader == Lane;
    return Leader;
  }
  default:
    return reduce(W);
  }
}

void BlockState::completeWarp(WarpState &Warp, WarpWait Wait) {
  std::vector<uint32_t> Joined;
  Known Elsewhere;
  bool Orders = Wait.Op == WarpOp::Sync && L.racesChecked();
  for (unsigned I = 0; I < WarpSize; ++I) {
    ThreadState *T = Wait.Lanes[I];
    if (!T)
      continue;
    if (isShuffle(Wait.Op)) {
      bool InRange;
      unsigned From = shuffleSource(Wait.Op, I, Wait.B[I], Wait.C[I], InRange);
      T->WaitPredicate = InRange;
      T->WaitResult = Wait.Value[From];
      if (!(Wait.Arrived >> From & 1)) {
        T->WaitResult = ~0ull;
        L.report(FindingKind::WarpMismatch, *T, Wait.Site,
                 Twine(warpOpName(Wait.Op)) + " reads lane " + Twine(From) +
                     ", which does not take part");
      }
    } else {
      T->WaitResult = resultOf(Wait, I, T->WaitPredicate);
    }
    T->State = ThreadState::Status::Ready;
    if (!Orders)
      continue;
    Joined.resize(Threads.size());
    for (size_t K = 0; K < T->Vector.size(); ++K)
      Joined[K] = std::max(Joined[K], T->Vector[K]);
    Joined[T->Linear] = std::max(Joined[T->Linear], T->Clock);
    Elsewhere.merge(T->Elsewhere);
  }
  ++Progress;
  if (!Orders)
    return;
  for (ThreadState *T : Wait.Lanes)
    if (T) {
      T->Vector = Joined;
      T->Elsewhere.merge(Elsewhere);
      ++T->Clock;
    }
}

uint64_t BlockState::warp(ThreadState &T, WarpOp Op, uint32_t Mask,
                          uint64_t Value, uint32_t B, uint32_t C,
                          uint32_t *Pred, uint32_t Site) {
  L.leaveIfAborted(T);
  maybeLand(T);
  WarpState &Warp = Warps[T.Warp];
  if (!(Mask >> T.Lane & 1))
    L.fail(FindingKind::WarpMismatch, T, Site,
           Twine(warpOpName(Op)) + ": lane " + Twine(T.Lane) +
               " is not in its own mask 0x" + Twine::utohexstr(Mask));
  WarpWait *Wait = nullptr;
  for (WarpWait &Other : Warp.Waits)
    if (Other.Op == Op && Other.Mask == Mask && !Other.Lanes[T.Lane] &&
        (Op != WarpOp::ActiveMask || Other.Site == Site))
      Wait = &Other;
  if (!Wait) {
    Warp.Waits.push_back({Op, Mask, Site});
    Wait = &Warp.Waits.back();
  }
  Wait->Arrived |= 1u << T.Lane;
  Wait->Lanes[T.Lane] = &T;
  Wait->Value[T.Lane] = Value;
  Wait->B[T.Lane] = B;
  Wait->C[T.Lane] = C;
  T.State = ThreadState::Status::Blocked;
  T.WaitSite = Site;
  if (Op != WarpOp::ActiveMask && !(Mask & Warp.Live & ~Wait->Arrived)) {
    WarpWait Done = std::move(*Wait);
    Warp.Waits.erase(Warp.Waits.begin() + (Wait - Warp.Waits.data()));
    completeWarp(Warp, std::move(Done));
  }
  suspend(T, T.State);
  *Pred = T.WaitPredicate;
  return T.WaitResult;
}

bool BlockState::resolveQuiescent() {
  for (WarpState &Warp : Warps)
    for (size_t I = 0; I < Warp.Waits.size(); ++I)
      if (Warp.Waits[I].Op == WarpOp::ActiveMask) {
        WarpWait Done = std::move(Warp.Waits[I]);
        Warp.Waits.erase(Warp.Waits.begin() + I);
        completeWarp(Warp, std::move(Done));
        return true;
      }
  return false;
}

} // namespace vx::simt
