//===- Launch.cpp - regions, findings, and the grid -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launch.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <thread>

using namespace llvm;

namespace vx::simt {

/// Local arrays of a kernel live here; touched pages only cost memory.
constexpr size_t StackBytes = 256 * 1024;
constexpr uint64_t SharedAlign = 1024;
constexpr unsigned SharedTail = 64; ///< red zone behind the last byte

static thread_local ThreadState *Current;
ThreadState *currentThread() { return Current; }
void setCurrentThread(ThreadState *T) { Current = T; }

Launch::Launch(const KernelInfo &Info, Checks Level, const LaunchConfig &Config,
               void (*Entry)(void **), std::vector<void *> Args)
    : Info(Info), Level(Level), Config(Config), Entry(Entry),
      Args(std::move(Args)),
      DynamicShared(Config.DynamicShared.value_or(Info.PublishedDynamicShared)),
      Start(std::chrono::steady_clock::now()) {}

void Launch::addRegion(uint64_t Low, uint64_t Bytes, std::string Name,
                       bool ReadOnly, uint64_t Start) {
  Region R;
  R.Low = Low;
  R.Start = Start;
  R.High = Low + Bytes;
  R.Name = std::move(Name);
  R.ReadOnly = ReadOnly;
  if (racesChecked())
    R.Races = std::make_unique<Shadow>(Bytes, /*OneBlock=*/false);
  Regions.push_back(std::move(R));
}

void Launch::sortRegions() {
  Sorted.clear();
  for (const Region &R : Regions)
    Sorted.push_back(&R);
  llvm::sort(Sorted, [](const Region *A, const Region *B) { return A->Low < B->Low; });
}

const Region *Launch::findRegion(uint64_t Address) const {
  auto It = llvm::upper_bound(
      Sorted, Address, [](uint64_t A, const Region *R) { return A < R->Low; });
  if (It == Sorted.begin())
    return nullptr;
  const Region *R = *std::prev(It);
  return Address < R->High ? R : nullptr;
}

std::string Launch::describeShared(uint64_t Offset) const {
  const SharedObject *Best = nullptr;
  SharedObject Dynamic{Info.Shared.DynamicName, Info.Shared.StaticEnd,
                       DynamicShared};
  for (const SharedObject &O : Info.Shared.Objects)
    if (O.Offset <= Offset)
      Best = &O;
  if (Dynamic.Offset <= Offset && Info.Shared.HasDynamic)
    Best = &Dynamic;
  if (!Best)
    return "shared memory before the first variable";
  uint64_t In = Offset - Best->Offset;
  std::string Name = "shared '" + Best->Name + "' (" +
                     std::to_string(Best->Size) + " bytes)";
  if (In < Best->Size)
    return "byte " + std::to_string(In) + " of " + Name;
  return std::to_string(In - Best->Size) + " bytes past the end of " + Name;
}

std::string Launch::describe(uint64_t Address, const ThreadState *T) const {
  constexpr uint64_t NullPage = 64 * 1024;
  if (Address < NullPage)
    return Address == 0 ? "the null pointer"
                        : "address " + std::to_string(Address) +
                              " (a null pointer plus an offset)";
  if (T) {
    uint64_t Shared = reinterpret_cast<uint64_t>(T->SharedBase);
    if (Address >= Shared && Address < Shared + T->Block->W.SharedBytes + SharedTail)
      return describeShared(Address - Shared);
  }
  // The nearest region is the likeliest one that was meant.
  const Region *Best = nullptr;
  uint64_t BestDistance = ~0ull;
  for (const Region *R : Sorted) {
    uint64_t D = Address < R->Low ? R->Low - Address
                 : Address >= R->High ? Address - R->High + 1
                                      : 0;
    if (D < BestDistance) {
      BestDistance = D;
      Best = R;
    }
  }
  constexpr uint64_t Near = 1 << 30;
  if (!Best || BestDistance > Near)
    return "an address in no buffer";
  std::string Name =
      Best->Name + " (" + std::to_string(Best->High - Best->Low) + " bytes)";
  if (Address < Best->Low)
    return std::to_string(Best->Low - Address) + " bytes before " + Name;
  if (Address >= Best->High)
    return std::to_string(Address - Best->High) + " bytes past the end of " + Name;
  return "byte " + std::to_string(Address - Best->Low) + " of " + Name;
}

static std::string triple(uint64_t X, uint64_t Y, uint64_t Z) {
  return "(" + std::to_string(X) + "," + std::to_string(Y) + "," +
         std::to_string(Z) + ")";
}

std::string Launch::threadName(uint32_t Block, uint32_t Thread) const {
  const Dim3 &G = Config.Grid, &B = Config.Block;
  return "thread " + triple(Thread % B.X, Thread / B.X % B.Y, Thread / B.X / B.Y) +
         " of block " + triple(Block % G.X, Block / G.X % G.Y, Block / G.X / G.Y);
}

std::string ThreadState::name() const {
  return Block->L.threadName(Block->Index, Linear);
}

Actor ThreadState::actor() const {
  return {Block->Index, Block->Epoch, Clock, uint16_t(Linear), &Vector,
          Elsewhere.empty() ? nullptr : &Elsewhere};
}

void Launch::report(FindingKind Kind, const ThreadState &T, uint32_t SiteIndex,
                    const Twine &Message, uint32_t Other) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++Result.TotalFindings;
  if (Config.FailFast)
    Aborted = true;
  auto [It, New] = Seen.insert({{Kind, SiteIndex, Other}, Result.Findings.size()});
  if (!New) {
    if (It->second < Result.Findings.size())
      ++Result.Findings[It->second].Count;
    return;
  }
  if (Result.Findings.size() >= Config.MaxFindings)
    return;
  const Site &S = site(SiteIndex);
  Finding F;
  F.Kind = Kind;
  F.Message = Message.str();
  if (S.File.empty() && !S.Text.empty())
    F.Message += " [" + S.Text + "]";
  F.File = S.File;
  F.Line = S.Line;
  F.Column = S.Column;
  for (unsigned D = 0; D < 3; ++D) {
    F.Block[D] = T.CtaId[D];
    F.Thread[D] = T.Tid[D];
  }
  Result.Findings.push_back(std::move(F));
}

void Launch::fail(FindingKind Kind, ThreadState &T, uint32_t SiteIndex,
                  const Twine &Message) {
  report(Kind, T, SiteIndex, Message);
  Aborted = true;
  T.Block->endThread(T);
}

void Launch::leaveIfAborted(ThreadState &T) {
  if (Aborted)
    T.Block->endThread(T);
}

bool Launch::pastDeadline() {
  if (Config.TimeoutSeconds <= 0)
    return false;
  std::chrono::duration<double> D = std::chrono::steady_clock::now() - Start;
  return D.count() > Config.TimeoutSeconds;
}

/// Fills the initial states: red zones everywhere but in the objects.
Worker::Worker(Launch &L, unsigned Index)
    : L(L), Random(L.Config.Seed * 0x9e3779b97f4a7c15ull + Index),
      Stacks(StackBytes) {
  const SharedLayout &S = L.Info.Shared;
  SharedBytes = S.StaticEnd + L.DynamicShared;
  SharedStorage.resize(SharedBytes + SharedTail + SharedAlign);
  SharedBase = reinterpret_cast<char *>(
      alignTo(reinterpret_cast<uint64_t>(SharedStorage.data()), SharedAlign));
  SharedInitial.assign(SharedBytes + SharedTail, RedZoneByte);
  for (const SharedObject &O : S.Objects)
    std::fill_n(SharedInitial.begin() + O.Offset, O.Size, Unfilled);
  std::fill_n(SharedInitial.begin() + S.StaticEnd, L.DynamicShared, Unfilled);
  if (L.racesChecked())
    SharedRaces = std::make_unique<Shadow>(SharedBytes, /*OneBlock=*/true);
}

std::vector<uint32_t> Launch::blockOrder() const {
  std::vector<uint32_t> Order(Config.Grid.count());
  std::iota(Order.begin(), Order.end(), 0);
  if (Config.SchedulePolicy == Schedule::Reverse)
    std::reverse(Order.begin(), Order.end());
  if (Config.SchedulePolicy == Schedule::Random) {
    std::mt19937_64 R(Config.Seed);
    // Not std::shuffle: its result differs between standard libraries.
    for (size_t I = Order.size(); I > 1; --I)
      std::swap(Order[I - 1], Order[R() % I]);
  }
  return Order;
}

void Launch::runWorker(unsigned Index, const std::vector<uint32_t> &Order,
                       std::atomic<size_t> &Next) {
  Worker W(*this, Index);
  for (size_t I; (I = Next++) < Order.size() && !Aborted;) {
    BlockState B(*this, W, Order[I]);
    B.run();
  }
  std::lock_guard<std::mutex> Guard(Lock);
  Result.Barriers += W.Barriers;
  Result.AsyncCopies += W.AsyncCopies;
  Result.Accesses += W.Accesses;
}

LaunchResult Launch::run() {
  sortRegions();
  std::vector<uint32_t> Order = blockOrder();
  std::atomic<size_t> Next{0};
  // Race shadows are shared by all blocks and not locked.
  unsigned Workers = racesChecked() ? 1 : std::max(1u, Config.Workers);
  std::vector<std::thread> Extra;
  for (unsigned I = 1; I < Workers; ++I)
    Extra.emplace_back([&, I] { runWorker(I, Order, Next); });
  runWorker(0, Order, Next);
  for (std::thread &T : Extra)
    T.join();
  Result.Printed = std::move(Printed);
  return std::move(Result);
}

} // namespace vx::simt
