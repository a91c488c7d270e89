//===- Access.cpp - the check in front of an access -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launch.h"

using namespace llvm;

namespace vx::simt {

static bool inStackOf(const ThreadState &T, uint64_t Address, uint64_t Size) {
  uint64_t Low = reinterpret_cast<uint64_t>(T.Stack);
  return T.Stack && Address - Low < T.Block->W.Stacks.stackBytes() &&
         Address - Low + Size <= T.Block->W.Stacks.stackBytes();
}

/// The copy by value that \p Address lies in, or nullptr.
static const PlacedBytes *transferResult(const ThreadState &T, uint64_t Address) {
  for (const auto &[Site, Ring] : T.Transfers)
    for (const PlacedBytes &S : Ring.Slots)
      if (Address - reinterpret_cast<uint64_t>(S.data()) < S.size())
        return &S;
  return nullptr;
}

static bool inTransferResult(const ThreadState &T, uint64_t Address,
                             uint64_t Size) {
  const PlacedBytes *S = transferResult(T, Address);
  return S && Size <= S->size() - (Address - reinterpret_cast<uint64_t>(S->data()));
}

/// \p Address as if every object began where the launch is promised that it does, so that the
/// host's own addresses decide nothing:
///   shared     at its offset, laid out as it declares
///   buffers    at what cudaMalloc guarantees and no more, plus the skew
///   transfers  a result has whatever alignment its reads claim: placement adapts the reads
static uint64_t launchAddress(const ThreadState &T, uint64_t Address) {
  uint64_t Shared = Address - reinterpret_cast<uint64_t>(T.SharedBase);
  if (Shared < T.Block->W.SharedBytes)
    return Shared;
  if (const Region *R = T.Block->L.findRegion(Address))
    return R->Start + (Address - R->Low);
  if (inStackOf(T, Address, 1))
    return Address - reinterpret_cast<uint64_t>(T.Stack);
  if (const PlacedBytes *S = transferResult(T, Address))
    return Address - reinterpret_cast<uint64_t>(S->data());
  return Address;
}

static bool isMisaligned(const ThreadState &T, uint64_t Address, uint32_t AlignLog2) {
  uint64_t Mask = (uint64_t(1) << AlignLog2) - 1;
  return (Mask < HostAlign ? Address : launchAddress(T, Address)) & Mask;
}

[[noreturn]] static void outOfBounds(ThreadState &T, uint64_t Address,
                                     uint64_t Size, uint32_t Site, bool Write,
                                     uint64_t FirstBad) {
  Launch &L = T.Block->L;
  L.fail(FindingKind::OutOfBounds, T, Site,
         T.name() + (Write ? " writes " : " reads ") + Twine(Size) +
             " bytes at " + L.describe(Address, &T) +
             (FirstBad ? "; the first bad byte is number " + Twine(FirstBad)
                       : Twine("")));
}

static Place checkShared(ThreadState &T, uint64_t Offset, uint64_t Size,
                         uint32_t Site, bool Write) {
  Worker &W = T.Block->W;
  for (uint64_t I = 0; I < Size; ++I)
    if (Offset + I >= W.SharedBytes ||
        W.SharedState[Offset + I] == RedZoneByte)
      outOfBounds(T, reinterpret_cast<uint64_t>(T.SharedBase) + Offset, Size,
                  Site, Write, I);
  return {Place::Kind::Shared, Offset, nullptr};
}

static Place checkGlobal(ThreadState &T, const Region &R, uint64_t Address,
                         uint64_t Size, uint32_t Site, bool Write) {
  if (Size > R.High - Address)
    outOfBounds(T, Address, Size, Site, Write, R.High - Address);
  if (Write && R.ReadOnly)
    T.Block->L.fail(FindingKind::OutOfBounds, T, Site,
                    T.name() + " writes to " + R.Name + ", which is constant");
  return {Place::Kind::Global, Address - R.Low, &R};
}

Place checkRange(ThreadState &T, uint64_t Address, uint64_t Size,
                 uint32_t AlignLog2, uint32_t Site, bool Write) {
  Worker &W = T.Block->W;
  if (isMisaligned(T, Address, AlignLog2))
    T.Block->L.fail(FindingKind::Misaligned, T, Site,
                    T.name() + (Write ? " writes " : " reads ") + Twine(Size) +
                        " bytes at " + T.Block->L.describe(Address, &T) +
                        ", an address that is not a multiple of " +
                        Twine(1ull << AlignLog2) + " as the access claims");
  uint64_t Shared = Address - reinterpret_cast<uint64_t>(T.SharedBase);
  if (Shared < W.SharedBytes)
    return checkShared(T, Shared, Size, Site, Write);
  const Region *R = W.LastRegion;
  if (!R || Address - R->Low >= R->High - R->Low)
    R = T.Block->L.findRegion(Address);
  if (R) {
    W.LastRegion = R;
    return checkGlobal(T, *R, Address, Size, Site, Write);
  }
  if (inStackOf(T, Address, Size) || (!Write && inTransferResult(T, Address, Size)))
    return {Place::Kind::Private};
  for (const ThreadState &Other : T.Block->Threads)
    if (inStackOf(Other, Address, 1))
      T.Block->L.fail(FindingKind::OutOfBounds, T, Site,
                      T.name() + " uses local memory of " + Other.name() +
                          ", or beyond its own");
  outOfBounds(T, Address, Size, Site, Write, 0);
}

namespace {
/// A byte that an access must not touch, or whose value is garbage.
struct FillFault {
  FindingKind Kind;
  uint64_t Byte;
};
} // namespace

/// The first byte of the range that is not filled. A write may find it unfilled.
static std::optional<FillFault> findUnfilled(const BlockState &B, uint64_t Offset,
                                             uint64_t Size, bool Write) {
  for (uint64_t I = Offset; I < Offset + Size; ++I) {
    ByteState S = ByteState(B.W.SharedState[I]);
    if (S == InFlightByte)
      return FillFault{FindingKind::InFlight, I};
    if (S != Filled && !(Write && S == Unfilled))
      return FillFault{FindingKind::Uninitialized, I};
  }
  return std::nullopt;
}

static std::string fillMessage(const ThreadState &T, const FillFault &F, bool Write) {
  const BlockState &B = *T.Block;
  std::string Text = T.name() + (Write ? " writes " : " reads ") +
                     B.L.describeShared(F.Byte);
  if (F.Kind == FindingKind::InFlight)
    return Text + " while a cp.async of " + copyHolding(B, F.Byte);
  return Text + ", which nothing has filled";
}

/// Reports an access to shared bytes that are not filled; one a site is enough.
static void checkFilled(ThreadState &T, uint64_t Offset, uint64_t Size,
                        uint32_t Site, bool Write) {
  if (auto F = findUnfilled(*T.Block, Offset, Size, Write))
    T.Block->L.report(F->Kind, T, Site, fillMessage(T, *F, Write));
}

/// The answer for a value of \p Lanes lanes, of which some may be garbage.
static uint64_t findGarbage(ThreadState &T, uint64_t Offset, uint64_t Size,
                            uint32_t Site, uint32_t Lanes) {
  BlockState &B = *T.Block;
  std::optional<FillFault> F = findUnfilled(B, Offset, Size, /*Write=*/false);
  if (!F)
    return 0;
  uint32_t &Number = B.W.SuspectOf[{T.Linear, Site, F->Kind}];
  if (!Number) {
    B.W.Suspects.push_back({F->Kind, Site, fillMessage(T, *F, /*Write=*/false)});
    Number = uint32_t(B.W.Suspects.size());
  }
  uint64_t Bad = 0, LaneBytes = Size / Lanes;
  for (uint32_t I = 0; I < Lanes; ++I)
    if (findUnfilled(B, Offset + I * LaneBytes, LaneBytes, /*Write=*/false))
      Bad |= uint64_t(1) << I;
  return Bad << ReadLanesShift | Number;
}

void reportGarbage(ThreadState &T, uint32_t Number, uint32_t Site) {
  Launch &L = T.Block->L;
  const SuspectRead &S = T.Block->W.Suspects[Number - 1];
  L.report(S.Kind, T, S.Site, S.Message + "; the value matters at " +
                                  L.site(Site).where());
}

namespace {
/// Collects the unordered accesses of one access into one finding each.
struct RaceReporter {
  ThreadState &T;
  uint32_t Site;
  bool Write;
  const Region *R; ///< nullptr: shared memory
  uint64_t FirstByte = 0, Bytes = 0;
  Stamp Other;
  bool OtherWrote = false;

  void add(uint64_t Byte, const Stamp &S, bool Wrote) {
    bool Same = Bytes && S.Site == Other.Site && S.Thread == Other.Thread &&
                S.Block == Other.Block && Wrote == OtherWrote;
    if (!Same) {
      flush();
      FirstByte = Byte;
      Other = S;
      OtherWrote = Wrote;
    }
    Bytes = Byte + 1 - FirstByte;
  }
  void flush();
};
} // namespace

void RaceReporter::flush() {
  if (!Bytes)
    return;
  Launch &L = T.Block->L;
  std::string Where =
      R ? "byte " + std::to_string(FirstByte) + " of " + R->Name
        : L.describeShared(FirstByte);
  const char *Missing = Other.Block == T.Block->Index
                            ? ", with no barrier between"
                            : ", and nothing orders the two blocks";
  L.report(FindingKind::Race, T, Site,
           Where + ": " + T.name() + (Write ? " writes" : " reads") +
               " it here, " + L.threadName(Other.Block, Other.Thread) +
               (OtherWrote ? " wrote" : " read") + " it at " +
               L.site(Other.Site).where() + Missing,
           Other.Site);
  Bytes = 0;
}

static void races(ThreadState &T, const Place &P, uint64_t Size, uint32_t Site,
                  bool Write, bool Atomic) {
  Shadow *S = P.What == Place::Kind::Shared ? T.Block->W.SharedRaces.get()
                                            : P.R->Races.get();
  if (!S)
    return;
  RaceReporter Reporter{T, Site, Write, P.R, 0, 0, {}, false};
  auto OnRace = [&](uint64_t Byte, const Stamp &Other, bool Wrote) {
    Reporter.add(Byte, Other, Wrote);
  };
  if (Write)
    S->write(P.Offset, Size, T.actor(), Site, Atomic, OnRace);
  else
    S->read(P.Offset, Size, T.actor(), Site, Atomic, OnRace);
  if (Reporter.Bytes)
    Reporter.flush();
}

/// An !invariant.load promises that nobody writes the bytes while the kernel
/// runs; LLVM moves it over fills and barriers.
static void invariantLoad(ThreadState &T, const Place &P, uint32_t Site) {
  Launch &L = T.Block->L;
  bool Written = P.What == Place::Kind::Shared ||
                 (P.R && P.R->Races && P.R->Races->lastWrite(P.Offset).Epoch);
  if (Written)
    L.report(FindingKind::InvariantLoad, T, Site,
             "this load is marked invariant, but the kernel writes what it reads");
}

static void invariantStore(ThreadState &T, const Place &P, uint32_t Site) {
  if (!P.R || !P.R->Races)
    return;
  Launch &L = T.Block->L;
  Stamp S = P.R->Races->findRead(P.Offset, [&](const Stamp &R) {
    return L.site(R.Site).Invariant;
  });
  if (S.Epoch)
    L.report(FindingKind::InvariantLoad, T, Site,
             "this writes bytes that a load marked invariant reads, at " +
                 L.site(S.Site).where(),
             S.Site);
}

/// What all plain reads have in common.
static Place startRead(ThreadState &T, uint64_t Address, uint64_t Size,
                       uint32_t AlignLog2, uint32_t Site) {
  BlockState &B = *T.Block;
  ++B.W.Accesses;
  ++B.W.PlainAccesses;
  Place P = checkRange(T, Address, Size, AlignLog2, Site, /*Write=*/false);
  if (P.What != Place::Kind::Private && B.L.racesChecked()) {
    if (B.L.site(Site).Invariant)
      invariantLoad(T, P, Site);
    races(T, P, Size, Site, /*Write=*/false, /*Atomic=*/false);
  }
  return P;
}

void checkRead(ThreadState &T, uint64_t Address, uint64_t Size,
               uint32_t AlignLog2, uint32_t Site) {
  Place P = startRead(T, Address, Size, AlignLog2, Site);
  if (P.What == Place::Kind::Shared)
    checkFilled(T, P.Offset, Size, Site, /*Write=*/false);
}

uint64_t checkReadValue(ThreadState &T, uint64_t Address, uint64_t Size,
                        uint32_t AlignLog2, uint32_t Site, uint32_t Lanes) {
  Place P = startRead(T, Address, Size, AlignLog2, Site);
  return P.What == Place::Kind::Shared
             ? findGarbage(T, P.Offset, Size, Site, Lanes)
             : 0;
}

static void afterWrite(ThreadState &T, const Place &P, uint64_t Size,
                       uint32_t Site, bool Atomic) {
  BlockState &B = *T.Block;
  if (P.What == Place::Kind::Shared) {
    checkFilled(T, P.Offset, Size, Site, /*Write=*/true);
    std::fill_n(B.W.SharedState.begin() + P.Offset, Size, Filled);
  } else if (B.CopiesPending) {
    uint64_t Low = P.R->Low + P.Offset;
    checkStoreAgainstCopies(T, Low, Low + Size, Site);
  }
  if (B.L.racesChecked()) {
    invariantStore(T, P, Site);
    races(T, P, Size, Site, /*Write=*/true, Atomic);
  }
}

void checkWrite(ThreadState &T, uint64_t Address, uint64_t Size,
                uint32_t AlignLog2, uint32_t Site) {
  ++T.Block->W.Accesses;
  ++T.Block->W.PlainAccesses;
  Place P = checkRange(T, Address, Size, AlignLog2, Site, /*Write=*/true);
  if (P.What != Place::Kind::Private)
    afterWrite(T, P, Size, Site, /*Atomic=*/false);
}

/// An atomic orders what its ordering says, or a fence before it does.
static void atomicOrder(ThreadState &T, uint64_t Address, uint32_t Bits) {
  Launch &L = T.Block->L;
  BlockState &B = *T.Block;
  Known &K = L.Released[Address];
  if ((Bits & AtomicAcquires) || T.Fenced)
    T.Elsewhere.merge(K);
  if (!(Bits & AtomicWrites) || !((Bits & AtomicReleases) || T.Fenced))
    return;
  K.merge(T.Elsewhere);
  K.addBlock(B.Index, B.Epoch);
  K.addThread(B.Index, uint16_t(T.Linear), B.Epoch, T.Clock);
  for (size_t I = 0; I < T.Vector.size(); ++I)
    if (T.Vector[I])
      K.addThread(B.Index, uint16_t(I), B.Epoch, T.Vector[I]);
  ++T.Clock;
}

void checkAtomic(ThreadState &T, uint64_t Address, uint64_t Size,
                 uint32_t AlignLog2, uint32_t Site, uint32_t Bits) {
  BlockState &B = *T.Block;
  ++B.W.Accesses;
  bool Writes = Bits & AtomicWrites;
  Place P = checkRange(T, Address, Size, AlignLog2, Site, Writes);
  if (P.What == Place::Kind::Private)
    return;
  if (P.What == Place::Kind::Shared && (Bits & AtomicReads))
    checkFilled(T, P.Offset, Size, Site, /*Write=*/false);
  if (B.L.racesChecked())
    atomicOrder(T, Address, Bits);
  if (Writes)
    afterWrite(T, P, Size, Site, /*Atomic=*/true);
  else if (B.L.racesChecked())
    races(T, P, Size, Site, /*Write=*/false, /*Atomic=*/true);
}

} // namespace vx::simt
