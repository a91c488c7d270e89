//===- AsyncCopy.cpp - cp.async, as late as its wait allows -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From issue to wait the bytes of the slot are poison, whatever the policy: an
// access to them is a finding. The policy decides when the bytes move, and so
// what a read or a changed source makes of the values. A copy's bytes are
// visible to the issuing thread after its wait; for others the wait is a write
// by that thread, which a barrier must follow.
#include "Launch.h"
#include <cstring>

using namespace llvm;

namespace vx::simt {

static void land(ThreadState &T, AsyncCopy &C) {
  char *Dest = T.SharedBase + C.SharedOffset;
  std::memmove(Dest, C.Source, C.SourceBytes);
  std::memset(Dest + C.SourceBytes, 0, C.Bytes - C.SourceBytes);
  C.Landed = true;
}

static void ignoreRace(uint64_t, const Stamp &, bool) {}

/// The copy is over: its bytes are the issuing thread's own write, now.
static void retire(ThreadState &T, AsyncCopy &C) {
  BlockState &B = *T.Block;
  if (!C.Landed)
    land(T, C);
  std::fill_n(B.W.SharedState.begin() + C.SharedOffset, C.Bytes, Filled);
  if (B.W.SharedRaces)
    B.W.SharedRaces->write(C.SharedOffset, C.Bytes, T.actor(), C.Site,
                           /*Atomic=*/false, ignoreRace);
}

void issueCopy(ThreadState &T, char *Dest, const char *Source, uint32_t Bytes,
               uint32_t SourceBytes, uint32_t Site) {
  BlockState &B = *T.Block;
  Launch &L = B.L;
  ++B.W.AsyncCopies;
  if (SourceBytes > Bytes)
    L.fail(FindingKind::OutOfBounds, T, Site,
           "a cp.async of " + Twine(Bytes) + " bytes has a source size of " +
               Twine(SourceBytes));
  auto Address = reinterpret_cast<uint64_t>(Dest);
  uint32_t AlignLog2 = uint32_t(Log2_32(Bytes));
  uint64_t Offset = Address - reinterpret_cast<uint64_t>(T.SharedBase);
  if (L.Level != Checks::None) {
    if (SourceBytes)
      checkRead(T, reinterpret_cast<uint64_t>(Source), SourceBytes, AlignLog2,
                Site);
    Place P = checkRange(T, Address, Bytes, AlignLog2, Site, /*Write=*/true);
    if (P.What != Place::Kind::Shared)
      L.fail(FindingKind::OutOfBounds, T, Site,
             "the destination of this cp.async is not shared memory");
    checkWrite(T, Address, Bytes, AlignLog2, Site);
    std::fill_n(B.W.SharedState.begin() + Offset, Bytes, InFlightByte);
  }
  AsyncCopy C{Offset, Source, Bytes, SourceBytes, Site, T.OpenGroup};
  if (L.Config.AsyncPolicy == Async::Issue)
    land(T, C);
  else
    std::memset(Dest, PoisonByte, Bytes);
  if (B.CopiesPending++ == 0) {
    B.SourceLow = ~0ull;
    B.SourceHigh = 0;
  }
  auto Low = reinterpret_cast<uint64_t>(Source);
  B.SourceLow = std::min(B.SourceLow, Low);
  B.SourceHigh = std::max(B.SourceHigh, Low + SourceBytes);
  T.Copies.push_back(C);
}

void waitForCopies(ThreadState &T, uint64_t Pending, bool All) {
  std::vector<AsyncCopy> Left;
  for (AsyncCopy &C : T.Copies) {
    if (All || C.Group + Pending < T.OpenGroup)
      retire(T, C);
    else
      Left.push_back(C);
  }
  T.Block->CopiesPending -= T.Copies.size() - Left.size();
  T.Copies = std::move(Left);
}

void landRandomCopy(ThreadState &T) {
  AsyncCopy &C = T.Copies[T.Block->W.Random() % T.Copies.size()];
  if (!C.Landed)
    land(T, C);
}

void checkStoreAgainstCopies(ThreadState &T, uint64_t Low, uint64_t High,
                             uint32_t Site) {
  BlockState &B = *T.Block;
  if (High <= B.SourceLow || Low >= B.SourceHigh)
    return;
  for (const ThreadState &Other : B.Threads)
    for (const AsyncCopy &C : Other.Copies) {
      auto Source = reinterpret_cast<uint64_t>(C.Source);
      if (High <= Source || Low >= Source + C.SourceBytes)
        continue;
      B.L.report(FindingKind::Race, T, Site,
                 B.L.describe(std::max(Low, Source), &T) + ": " + T.name() +
                     " writes it here while the cp.async of " + Other.name() +
                     " at " + B.L.site(C.Site).where() +
                     " reads it and was not waited for",
                 C.Site);
      return;
    }
}

std::string copyHolding(const BlockState &B, uint64_t Offset) {
  for (const ThreadState &T : B.Threads)
    for (const AsyncCopy &C : T.Copies)
      if (Offset >= C.SharedOffset && Offset < C.SharedOffset + C.Bytes)
        return T.name() + " at " + B.L.site(C.Site).where() +
               " is in flight: it was not waited for";
  return "an unknown thread is in flight";
}

} // namespace vx::simt
