//===- Shadow.cpp - who touched a byte, and was it before -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Shadow.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <sys/mman.h>

namespace vx::simt {

void Known::addBlock(uint32_t Block, uint32_t Epoch) {
  uint32_t &E = Blocks[Block];
  E = std::max(E, Epoch);
}

void Known::addThread(uint32_t Block, uint16_t Thread, uint32_t Epoch,
                      uint32_t Clock) {
  auto &E = Threads[{Block, Thread}];
  E = std::max(E, {Epoch, Clock});
}

void Known::merge(const Known &Other) {
  for (auto [Block, Epoch] : Other.Blocks)
    addBlock(Block, Epoch);
  for (auto [Key, Time] : Other.Threads)
    addThread(Key.first, Key.second, Time.first, Time.second);
}

bool Known::covers(const Stamp &S) const {
  auto B = Blocks.find(S.Block);
  if (B != Blocks.end() && S.Epoch < B->second)
    return true;
  auto T = Threads.find({S.Block, S.Thread});
  return T != Threads.end() &&
         std::pair(S.Epoch, S.Clock) <= T->second;
}

bool Actor::after(const Stamp &S) const {
  if (S.Epoch == 0)
    return true;
  if (S.Block == Block) {
    if (S.Epoch < Epoch || S.Thread == Thread)
      return true;
    if (Vector && !Vector->empty() && (*Vector)[S.Thread] >= S.Clock)
      return true;
  }
  return Elsewhere && Elsewhere->covers(S);
}

Shadow::Shadow(uint64_t Size, bool OneBlock) : OneBlock(OneBlock) {
  MappedBytes = (Size / Granule + 1) * sizeof(Cell);
  // Anonymous pages are zero, and cost nothing until they are touched.
  void *M = mmap(nullptr, MappedBytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (M == MAP_FAILED)
    llvm::report_fatal_error("out of memory for the race shadow");
  Cells = static_cast<Cell *>(M);
}

Shadow::~Shadow() { munmap(Cells, MappedBytes); }

bool Shadow::ordered(const Stamp &S, const Actor &A) const {
  return (OneBlock && S.Block != A.Block) || A.after(S);
}

/// Visits the cells of a range; a cell that the range covers in part, or that
/// was split before, is visited byte by byte.
template <typename Fn>
void Shadow::forCells(uint64_t Offset, uint64_t Size, Fn F) {
  uint64_t End = Offset + Size;
  while (Offset < End) {
    uint64_t Index = Offset / Granule, First = Index * Granule;
    Cell &C = Cells[Index];
    if (!C.Split && Offset == First && End - Offset >= Granule) {
      F(C, Offset);
      Offset += Granule;
      continue;
    }
    auto &Split = Bytes[Index];
    if (!C.Split) {
      Split.fill(C);
      C.Split = true;
    }
    uint64_t Stop = std::min(End, First + Granule);
    for (; Offset < Stop; ++Offset)
      F(Split[Offset - First], Offset);
  }
}

static bool sameThread(const Stamp &A, const Stamp &B) {
  return A.Block == B.Block && A.Thread == B.Thread;
}

/// Keeps two different threads of the newest epoch, and two of different blocks.
static void rememberRead(Cell &C, const Stamp &S) {
  Stamp &First = C.Read[0], &Second = C.Read[1];
  if (First.Epoch == 0 || First.Epoch != S.Epoch || First.Block != S.Block) {
    First = S;
    Second = Stamp();
  } else if (sameThread(First, S)) {
    First = S;
  } else {
    Second = S;
  }
  if (C.OtherBlock[0].Epoch == 0 || sameThread(C.OtherBlock[0], S))
    C.OtherBlock[0] = S;
  else if (C.OtherBlock[0].Block != S.Block)
    C.OtherBlock[1] = S;
}

void Shadow::readCell(Cell &C, uint64_t Byte, const Actor &A, uint32_t Site,
                      bool Atomic, OnRace Race) {
  if (!(Atomic && C.Write.Atomic) && !ordered(C.Write, A))
    Race(Byte, C.Write, true);
  rememberRead(C, {A.Block, A.Epoch, A.Clock, Site, A.Thread, Atomic});
}

void Shadow::writeCell(Cell &C, uint64_t Byte, const Actor &A, uint32_t Site,
                       bool Atomic, OnRace Race) {
  if (!(Atomic && C.Write.Atomic) && !ordered(C.Write, A))
    Race(Byte, C.Write, true);
  for (const Stamp *Reads : {C.Read, C.OtherBlock})
    for (unsigned I = 0; I < 2; ++I)
      if (!(Atomic && Reads[I].Atomic) && !ordered(Reads[I], A)) {
        Race(Byte, Reads[I], false);
        goto Remember; // one reader is enough
      }
Remember:
  C.Write = {A.Block, A.Epoch, A.Clock, Site, A.Thread, Atomic};
}

void Shadow::read(uint64_t Offset, uint64_t Size, const Actor &A, uint32_t Site,
                  bool Atomic, OnRace Race) {
  forCells(Offset, Size, [&](Cell &C, uint64_t Byte) {
    readCell(C, Byte, A, Site, Atomic, Race);
  });
}

void Shadow::write(uint64_t Offset, uint64_t Size, const Actor &A,
                   uint32_t Site, bool Atomic, OnRace Race) {
  forCells(Offset, Size, [&](Cell &C, uint64_t Byte) {
    writeCell(C, Byte, A, Site, Atomic, Race);
  });
}

const Cell &Shadow::cellOf(uint64_t Offset) const {
  const Cell &C = Cells[Offset / Granule];
  return C.Split ? Bytes.at(Offset / Granule)[Offset % Granule] : C;
}

Stamp Shadow::lastWrite(uint64_t Offset) const { return cellOf(Offset).Write; }

Stamp Shadow::findRead(uint64_t Offset,
                       llvm::function_ref<bool(const Stamp &)> Accept) const {
  const Cell &C = cellOf(Offset);
  for (const Stamp *Reads : {C.Read, C.OtherBlock})
    for (unsigned I = 0; I < 2; ++I)
      if (Reads[I].Epoch != 0 && Accept(Reads[I]))
        return Reads[I];
  return Stamp();
}

} // namespace vx::simt
