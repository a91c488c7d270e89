//===- RuntimeAbi.cpp - the functions that lowered code calls -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launch.h"
#include "MathSymbols.h"
#include "Printf.h"
#include "llvm/Support/SwapByteOrder.h"
#include <cstring>

using namespace llvm;
using namespace vx::simt;

namespace {

/// The clock is read once in so many accesses.
constexpr unsigned DeadlinePeriod = 4096;

ThreadState &state(ThreadFields *F) { return *static_cast<ThreadState *>(F); }

/// Before each access: others may run, copies may land, time may be up.
void moment(ThreadState &T, uint32_t Site) {
  BlockState &B = *T.Block;
  B.maybeLand(T);
  B.maybePreempt(T);
  if (B.W.Accesses % DeadlinePeriod == 0 && B.L.pastDeadline())
    B.L.fail(FindingKind::Timeout, T, Site, "the launch ran out of time");
  B.L.leaveIfAborted(T);
}

ThreadFields *rtThread() { return currentThread(); }

void rtRead(ThreadFields *F, uint64_t Address, uint32_t Packed, uint32_t Site) {
  ThreadState &T = state(F);
  moment(T, Site);
  checkRead(T, Address, Packed & AccessSizeMask, Packed >> AccessAlignShift, Site);
}

uint64_t rtReadValue(ThreadFields *F, uint64_t Address, uint32_t Packed,
                     uint32_t Site, uint32_t Lanes) {
  ThreadState &T = state(F);
  moment(T, Site);
  return checkReadValue(T, Address, Packed & AccessSizeMask,
                        Packed >> AccessAlignShift, Site, Lanes);
}

void rtGarbage(ThreadFields *F, uint32_t Number, uint32_t Site) {
  reportGarbage(state(F), Number, Site);
}

void rtWrite(ThreadFields *F, uint64_t Address, uint32_t Packed, uint32_t Site) {
  ThreadState &T = state(F);
  moment(T, Site);
  checkWrite(T, Address, Packed & AccessSizeMask, Packed >> AccessAlignShift, Site);
}

/// Atomics and volatile accesses are how threads spin: let the others go first.
void rtAtomic(ThreadFields *F, uint64_t Address, uint32_t Packed, uint32_t Site,
              uint32_t Bits) {
  ThreadState &T = state(F);
  T.WaitSite = Site;
  T.Block->suspend(T, ThreadState::Status::Yielded);
  if (T.Block->L.Level != Checks::None)
    checkAtomic(T, Address, Packed & AccessSizeMask, Packed >> AccessAlignShift,
                Site, Bits);
}

void rtLocalBounds(ThreadFields *F, int64_t Offset, uint64_t Size,
                   uint64_t Limit, uint32_t Site) {
  ThreadState &T = state(F);
  T.Block->L.fail(FindingKind::OutOfBounds, T, Site,
                  T.name() + " accesses " + Twine(Size) + " bytes at byte " +
                      Twine(Offset) + " of a local array of " + Twine(Limit) +
                      " bytes");
}

void rtMemmove(ThreadFields *F, char *Dest, const char *Source, uint64_t Size,
               uint32_t Site) {
  ThreadState &T = state(F);
  if (Size == 0)
    return;
  if (T.Block->L.Level != Checks::None) {
    moment(T, Site);
    checkRead(T, reinterpret_cast<uint64_t>(Source), Size, 0, Site);
    checkWrite(T, reinterpret_cast<uint64_t>(Dest), Size, 0, Site);
  }
  std::memmove(Dest, Source, Size);
}

void rtMemset(ThreadFields *F, char *Dest, uint8_t Value, uint64_t Size,
              uint32_t Site) {
  ThreadState &T = state(F);
  if (Size == 0)
    return;
  if (T.Block->L.Level != Checks::None) {
    moment(T, Site);
    checkWrite(T, reinterpret_cast<uint64_t>(Dest), Size, 0, Site);
  }
  std::memset(Dest, Value, Size);
}

uint32_t rtBarrier(ThreadFields *F, uint32_t Code, uint32_t Id, uint32_t Count,
                   uint32_t Pred, uint32_t Site) {
  return state(F).Block->barrier(state(F), Code, Id, Count, Pred, Site);
}

uint64_t rtWarp(ThreadFields *F, uint32_t Op, uint32_t Mask, uint64_t Value,
                uint32_t B, uint32_t C, uint32_t *Pred, uint32_t Site) {
  return state(F).Block->warp(state(F), WarpOp(Op), Mask, Value, B, C, Pred, Site);
}

void rtCpAsync(ThreadFields *F, char *Dest, const char *Source, uint32_t Bytes,
               uint32_t SourceBytes, uint32_t Site) {
  moment(state(F), Site);
  issueCopy(state(F), Dest, Source, Bytes, SourceBytes, Site);
}

void rtCommit(ThreadFields *F, uint32_t) { ++state(F).OpenGroup; }

void rtWaitGroup(ThreadFields *F, uint32_t Pending, uint32_t) {
  waitForCopies(state(F), Pending, /*All=*/false);
}

void rtWaitAll(ThreadFields *F, uint32_t) {
  waitForCopies(state(F), 0, /*All=*/true);
}

void rtFence(ThreadFields *F) { state(F).Fenced = true; }

void rtYield(ThreadFields *F) {
  state(F).Block->suspend(state(F), ThreadState::Status::Yielded);
}

void rtPoll(ThreadFields *F) {
  ThreadState &T = state(F);
  if (++T.Block->W.Polls % DeadlinePeriod == 0 && T.Block->L.pastDeadline())
    T.Block->L.fail(FindingKind::Timeout, T, 0,
                    T.name() + " runs in a loop without memory accesses");
}

void rtExit(ThreadFields *F) { state(F).Block->endThread(state(F)); }

void rtTrap(ThreadFields *F, uint32_t Site) {
  state(F).Block->L.fail(FindingKind::Trap, state(F), Site,
                         state(F).name() + " executed a trap");
}

uint64_t rtClock(ThreadFields *F) { return ++state(F).Block->W.Accesses; }

uint32_t rtIsSpace(ThreadFields *F, uint64_t Address, uint32_t Space) {
  ThreadState &T = state(F);
  bool Shared = Address - reinterpret_cast<uint64_t>(T.SharedBase) <
                T.Block->W.SharedBytes;
  bool Local = Address - reinterpret_cast<uint64_t>(T.Stack) <
               T.Block->W.Stacks.stackBytes();
  const Region *R = T.Block->L.findRegion(Address);
  switch (Space) {
  case 1:
    return !Shared && !Local && !(R && R->ReadOnly);
  case 3:
    return Shared;
  case 4:
    return R && R->ReadOnly;
  default:
    return Local;
  }
}

/// PTX prmt, generic mode: each nibble of the selector picks a byte; its top bit
/// replicates the byte's sign.
uint32_t rtPrmt(uint32_t A, uint32_t B, uint32_t Selector) {
  uint64_t Bytes = uint64_t(B) << 32 | A;
  uint32_t R = 0;
  for (unsigned I = 0; I < 4; ++I) {
    uint32_t S = Selector >> (4 * I) & 0xf;
    uint32_t Byte = uint32_t(Bytes >> (8 * (S & 7))) & 0xff;
    if (S & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    R |= Byte << (8 * I);
  }
  return R;
}

uint32_t rtVprintf(ThreadFields *F, const char *Format, const char *Args,
                   uint32_t Site) {
  ThreadState &T = state(F);
  std::string Text;
  uint32_t N = formatDevice(Format, Args, Text);
  std::lock_guard<std::mutex> Guard(T.Block->L.Lock);
  T.Block->L.Printed += Text;
  return N;
}

/// What malloc on the device guarantees, and no more.
constexpr uint64_t HeapAlign = 16;

void *rtMalloc(ThreadFields *F, uint64_t Size) {
  Launch &L = state(F).Block->L;
  L.Heap.emplace_back(std::max<uint64_t>(Size, 1), HeapAlign);
  auto Low = reinterpret_cast<uint64_t>(L.Heap.back().data());
  L.addRegion(Low, Size, "a device heap block", false, HeapAlign);
  L.sortRegions();
  return L.Heap.back().data();
}

/// Heap blocks live until the launch ends: a late use is not found.
void rtFree(ThreadFields *F, void *, uint32_t) {}

struct TransferShape {
  SmallVector<uint64_t, 5> Count; ///< valid elements of each dimension
  SmallVector<int64_t, 5> Stride; ///< source, elements
};

/// Copies one row after the other; what lies beyond the sizes stays zero.
void copyTile(ThreadState &T, const TransferCallee &C, const TransferShape &S,
              const char *Source, const PlacedBytes &Out, uint32_t Site) {
  unsigned Rank = C.Extent.size();
  for (uint64_t N : S.Count)
    if (N == 0)
      return;
  bool Packed = S.Stride[Rank - 1] == 1;
  uint64_t RowElements = Packed ? S.Count[Rank - 1] : 1;
  SmallVector<uint64_t, 5> At(Rank, 0);
  for (bool More = true; More;) {
    int64_t From = 0;
    uint64_t To = 0;
    for (unsigned D = 0; D < Rank; ++D) {
      From += int64_t(At[D]) * S.Stride[D];
      To = To * C.Extent[D] + At[D];
    }
    const char *P = Source + From * int64_t(C.ElementBytes);
    uint64_t Bytes = RowElements * C.ElementBytes;
    unsigned AlignLog2 = At[Rank - 1] == 0 ? Log2_32(C.Align) : 0;
    if (T.Block->L.Level != Checks::None)
      checkRead(T, reinterpret_cast<uint64_t>(P), Bytes, AlignLog2, Site);
    std::memcpy(Out.data() + To * C.ElementBytes, P, Bytes);
    More = false;
    for (unsigned D = Rank - (Packed ? 1 : 0); D-- > 0;) {
      if (++At[D] < S.Count[D]) {
        More = true;
        break;
      }
      At[D] = 0;
    }
  }
}

/// By value: a copy of the tile as it is now, row-major over the extent.
void *rtTransfer(ThreadFields *F, const char *Source, uint32_t Callee,
                 const int64_t *Operands, uint32_t Site) {
  ThreadState &T = state(F);
  moment(T, Site);
  const TransferCallee &C = T.Block->L.Info.Transfers[Callee];
  unsigned Rank = C.Extent.size();
  TransferShape S;
  uint64_t Total = C.ElementBytes;
  for (unsigned D = 0; D < Rank; ++D) {
    uint64_t Size = uint64_t(std::max<int64_t>(Operands[D], 0));
    S.Count.push_back(std::min(Size, C.Extent[D]));
    S.Stride.push_back(Operands[Rank + D]);
    Total *= C.Extent[D];
  }
  TransferRing &Ring = T.Transfers[Site];
  if (Ring.Slots.size() < TransferRing::Depth)
    Ring.Slots.emplace_back(Total, 0);
  const PlacedBytes &Out = Ring.Slots[Ring.Visits++ % TransferRing::Depth];
  std::fill_n(Out.data(), Total, 0);
  copyTile(T, C, S, Source, Out, Site);
  return Out.data();
}

template <typename Fn> void *address(Fn *F) {
  return reinterpret_cast<void *>(F);
}

} // namespace

void vx::simt::forEachRuntimeSymbol(
    function_ref<void(StringRef, void *)> Visit) {
  const std::pair<const char *, void *> Table[] = {
      {"thread", address(rtThread)},       {"read", address(rtRead)},
      {"read_value", address(rtReadValue)}, {"garbage", address(rtGarbage)},
      {"write", address(rtWrite)},         {"atomic", address(rtAtomic)},
      {"local_bounds", address(rtLocalBounds)},
      {"memmove", address(rtMemmove)},     {"memset", address(rtMemset)},
      {"barrier", address(rtBarrier)},     {"warp", address(rtWarp)},
      {"cp_async", address(rtCpAsync)},    {"commit", address(rtCommit)},
      {"wait_group", address(rtWaitGroup)}, {"wait_all", address(rtWaitAll)},
      {"fence", address(rtFence)},         {"yield", address(rtYield)},
      {"poll", address(rtPoll)},             {"exit", address(rtExit)},           {"trap", address(rtTrap)},
      {"clock", address(rtClock)},         {"isspacep", address(rtIsSpace)},
      {"prmt", address(rtPrmt)},           {"vprintf", address(rtVprintf)},
      {"malloc", address(rtMalloc)},       {"free", address(rtFree)},
      {"transfer", address(rtTransfer)},
  };
  for (auto [Name, Address] : Table)
    Visit((RuntimePrefix + Name).str(), Address);
}
