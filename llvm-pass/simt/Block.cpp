//===- Block.cpp - the scheduler of one block -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Threads run until they wait; who goes on next is the schedule's choice. When
// nobody can, activemask groups are released, then spinning threads get another
// round, and otherwise the block is stuck: a finding that says who waits where.
#include "Launch.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace vx::simt {

/// Rounds in which only spinning threads ran before they count as stuck.
constexpr uint32_t MaxSpinRounds = 100000;
/// Mean number of accesses between preemptions under the random schedule.
constexpr uint32_t MeanPreemption = 64;
/// A random copy lands about once in this many accesses.
constexpr uint32_t LandingOdds = 16;

BlockState::BlockState(Launch &L, Worker &W, uint32_t Index)
    : L(L), W(W), Index(Index), Epoch(L.NextEpoch++),
      Threads(L.Config.Block.count()), Live(Threads.size()),
      Warps((Threads.size() + WarpSize - 1) / WarpSize) {
  const Dim3 &G = L.Config.Grid, &B = L.Config.Block;
  Id[0] = Index % G.X;
  Id[1] = Index / G.X % G.Y;
  Id[2] = Index / G.X / G.Y;
  for (uint32_t I = 0; I < Threads.size(); ++I) {
    ThreadState &T = Threads[I];
    T.Block = this;
    T.Tid[0] = I % B.X;
    T.Tid[1] = I / B.X % B.Y;
    T.Tid[2] = I / B.X / B.Y;
    std::copy_n(Id, 3, T.CtaId);
    std::copy_n(&B.X, 1, T.NTid), T.NTid[1] = B.Y, T.NTid[2] = B.Z;
    T.NCtaId[0] = G.X, T.NCtaId[1] = G.Y, T.NCtaId[2] = G.Z;
    T.Lane = I % WarpSize;
    T.Warp = I / WarpSize;
    T.Linear = I;
    T.DynamicShared = uint32_t(L.DynamicShared);
    T.SharedBase = W.SharedBase;
    T.GridId = 0;
    Warps[T.Warp].Live |= 1u << T.Lane;
  }
  W.SharedState = W.SharedInitial;
  std::fill_n(W.SharedBase, W.SharedBytes, char(PoisonByte));
  W.Suspects.clear();
  W.SuspectOf.clear();
}

BlockState::~BlockState() {
  for (ThreadState &T : Threads)
    if (T.Stack)
      W.Stacks.giveBack(T.Stack);
}

/// First frame of every coroutine.
static void threadMain() {
  ThreadState &T = *currentThread();
  Launch &L = T.Block->L;
  L.Entry(L.Args.data());
  T.Block->endThread(T);
}

void BlockState::resume(ThreadState &T) {
  if (T.State == ThreadState::Status::Fresh) {
    T.Stack = W.Stacks.take();
    T.Ctx.make(T.Stack, W.Stacks.stackBytes(), threadMain);
  }
  T.State = ThreadState::Status::Ready;
  setCurrentThread(&T);
  Context::swap(W.Scheduler, T.Ctx);
  // An ended thread's stack is the next one's: it is still in the cache.
  if (T.State == ThreadState::Status::Ended && T.Stack) {
    W.Stacks.giveBack(T.Stack);
    T.Stack = nullptr;
  }
}

void BlockState::suspend(ThreadState &T, ThreadState::Status S) {
  T.State = S;
  Context::swap(T.Ctx, W.Scheduler);
  L.leaveIfAborted(T);
}

void BlockState::endThread(ThreadState &T) {
  if (!L.Aborted) {
    for (const AsyncCopy &C : T.Copies) {
      L.report(FindingKind::CopiesInFlight, T, C.Site,
               "the thread ends and this cp.async was never waited for (" +
                   Twine(T.Copies.size()) + " copies in flight)");
      break;
    }
    CopiesPending -= T.Copies.size();
    T.Copies.clear();
  }
  T.Transfers.clear();
  T.State = ThreadState::Status::Ended;
  --Live;
  ++Progress;
  if (!L.Aborted)
    recheckAfterEnd(T);
  Context::swap(T.Ctx, W.Scheduler);
  llvm_unreachable("an ended thread was resumed");
}

ThreadState *BlockState::pickAmong(ThreadState::Status S1,
                                   ThreadState::Status S2) {
  auto runnable = [&](const ThreadState &T) {
    return T.State == S1 || T.State == S2;
  };
  size_t N = Threads.size();
  switch (L.Config.SchedulePolicy) {
  case Schedule::InOrder:
    for (ThreadState &T : Threads)
      if (runnable(T))
        return &T;
    return nullptr;
  case Schedule::Reverse:
    for (size_t I = N; I-- > 0;)
      if (runnable(Threads[I]))
        return &Threads[I];
    return nullptr;
  case Schedule::SlowWarp: {
    uint32_t Slow = L.Config.Seed % Warps.size();
    ThreadState *Last = nullptr;
    for (ThreadState &T : Threads)
      if (runnable(T)) {
        if (T.Warp != Slow)
          return &T;
        if (!Last)
          Last = &T;
      }
    return Last;
  }
  case Schedule::Random: {
    size_t First = W.Random() % N;
    for (size_t I = 0; I < N; ++I)
      if (ThreadState &T = Threads[(First + I) % N]; runnable(T))
        return &T;
    return nullptr;
  }
  }
  return nullptr;
}

ThreadState *BlockState::pick() {
  return pickAmong(ThreadState::Status::Ready, ThreadState::Status::Fresh);
}

bool BlockState::wakeYielded() {
  uint64_t Now = Progress + W.PlainAccesses;
  if (Now != ProgressAtSpin)
    SpinRounds = 0;
  ProgressAtSpin = Now;
  if (++SpinRounds > MaxSpinRounds)
    return false;
  bool Any = false;
  for (ThreadState &T : Threads)
    if (T.State == ThreadState::Status::Yielded) {
      T.State = ThreadState::Status::Ready;
      Any = true;
    }
  return Any;
}

void BlockState::run() {
  PreemptIn = 1 + W.Random() % (2 * MeanPreemption);
  while (Live > 0 && !L.Aborted) {
    if (ThreadState *T = pick()) {
      resume(*T);
      continue;
    }
    if (resolveQuiescent() || wakeYielded())
      continue;
    reportStuck();
    L.Aborted = true;
  }
}

void BlockState::maybePreempt(ThreadState &T) {
  if (L.Config.SchedulePolicy != Schedule::Random || --PreemptIn > 0)
    return;
  PreemptIn = 1 + W.Random() % (2 * MeanPreemption);
  suspend(T, ThreadState::Status::Ready);
}

void BlockState::maybeLand(ThreadState &T) {
  if (CopiesPending == 0 || L.Config.AsyncPolicy != Async::Random ||
      W.Random() % LandingOdds)
    return;
  // Any thread's copy may land while this one runs.
  size_t N = Threads.size(), First = W.Random() % N;
  for (size_t I = 0; I < N; ++I)
    if (ThreadState &Other = Threads[(First + I) % N]; !Other.Copies.empty())
      return landRandomCopy(Other);
}

/// "threads 0-31, 40" of a sorted list.
static std::string ranges(ArrayRef<uint32_t> Ids) {
  std::string Text = Ids.size() == 1 ? "thread " : "threads ";
  for (size_t I = 0; I < Ids.size();) {
    size_t J = I;
    while (J + 1 < Ids.size() && Ids[J + 1] == Ids[J] + 1)
      ++J;
    Text += (I ? ", " : "") + std::to_string(Ids[I]);
    if (J > I)
      Text += "-" + std::to_string(Ids[J]);
    I = J + 1;
  }
  return Text;
}

void BlockState::reportStuck() {
  // By what they wait for: site and barrier.
  std::map<std::pair<uint32_t, int>, std::vector<uint32_t>> Groups;
  const ThreadState *First = nullptr;
  bool OnlyBarriers = true, Spinning = false;
  for (const ThreadState &T : Threads) {
    if (T.State == ThreadState::Status::Ended)
      continue;
    if (!First)
      First = &T;
    Spinning |= T.State == ThreadState::Status::Yielded;
    OnlyBarriers &= T.WaitBarrier >= 0;
    Groups[{T.WaitSite, T.WaitBarrier}].push_back(T.Linear);
  }
  std::vector<std::string> Parts;
  for (const auto &[Key, Ids] : Groups)
    Parts.push_back(ranges(Ids) +
                    (Key.second >= 0
                         ? " at barrier " + std::to_string(Key.second)
                         : std::string(Spinning ? " spinning" : "")) +
                    " at " + L.site(Key.first).where());
  std::string Ended = Live < Threads.size()
                          ? "; " + std::to_string(Threads.size() - Live) +
                                " threads have ended"
                          : "";
  FindingKind Kind = OnlyBarriers && Groups.size() > 1
                         ? FindingKind::BarrierDivergence
                         : FindingKind::Deadlock;
  L.report(Kind, *First, First->WaitSite,
           "no thread of the block can go on: " + join(Parts, ", ") + Ended);
}

} // namespace vx::simt
