//===- Shadow.h - who touched a byte, and was it before -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Data races, byte-exact. Time of a block is cut by its full barriers into
// epochs, numbered through the launch: whatever happened in an earlier epoch of
// the same block is ordered before now. Within an epoch two threads are ordered
// only by partial synchronisation (counted barriers, warp syncs), kept as vector
// clocks, and threads of different blocks only by atomics (Known).
//
// A cell keeps the last write, two different reading threads of the newest
// epoch, and two reading threads of different blocks. Two suffice: a writer can
// be equal to one of them at most. Cells are of four bytes, and split into bytes
// when an access covers one in part.
#ifndef VX_SIMT_SHADOW_H
#define VX_SIMT_SHADOW_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vx::simt {

/// One access as the shadow remembers it. Epoch 0 means none.
struct Stamp {
  uint32_t Block = 0, Epoch = 0, Clock = 0, Site = 0;
  uint16_t Thread = 0;
  bool Atomic = false;
};

/// What a thread knows to be over in its own and other blocks, through atomics.
class Known {
public:
  /// Everything of \p Block before \p Epoch.
  void addBlock(uint32_t Block, uint32_t Epoch);
  /// Everything of one thread up to \p Clock of \p Epoch.
  void addThread(uint32_t Block, uint16_t Thread, uint32_t Epoch, uint32_t Clock);
  void merge(const Known &Other);
  bool covers(const Stamp &S) const;
  bool empty() const { return Blocks.empty() && Threads.empty(); }
  void clear() { Blocks.clear(), Threads.clear(); }

private:
  std::map<uint32_t, uint32_t> Blocks;
  std::map<std::pair<uint32_t, uint16_t>, std::pair<uint32_t, uint32_t>> Threads;
};

/// The thread that accesses, at this moment.
struct Actor {
  uint32_t Block = 0, Epoch = 0, Clock = 0;
  uint16_t Thread = 0;
  const std::vector<uint32_t> *Vector = nullptr; ///< clocks known of each thread
  const Known *Elsewhere = nullptr;
  /// True when \p S happened before this moment, or is the actor's own.
  bool after(const Stamp &S) const;
};

struct Cell {
  Stamp Write, Read[2], OtherBlock[2];
  bool Split;
};

/// The shadow of one memory region.
class Shadow {
public:
  /// \p OneBlock: memory that only one block ever sees (shared memory); stamps
  /// of earlier blocks are history.
  Shadow(uint64_t Bytes, bool OneBlock);
  ~Shadow();
  Shadow(const Shadow &) = delete;

  /// Called for an access that is not ordered with this one: the first byte
  /// (offset in the region), the other access, and whether that one wrote.
  using OnRace = llvm::function_ref<void(uint64_t, const Stamp &, bool)>;

  void read(uint64_t Offset, uint64_t Size, const Actor &A, uint32_t Site,
            bool Atomic, OnRace Race);
  void write(uint64_t Offset, uint64_t Size, const Actor &A, uint32_t Site,
             bool Atomic, OnRace Race);
  /// Last write to a byte; Epoch 0 when none.
  Stamp lastWrite(uint64_t Offset) const;
  /// A read of the byte for which \p Accept holds, or a Stamp with Epoch 0.
  Stamp findRead(uint64_t Offset,
                 llvm::function_ref<bool(const Stamp &)> Accept) const;

private:
  static constexpr uint64_t Granule = 4;
  template <typename Fn> void forCells(uint64_t Offset, uint64_t Size, Fn F);
  const Cell &cellOf(uint64_t Offset) const;
  bool ordered(const Stamp &S, const Actor &A) const;
  void readCell(Cell &C, uint64_t Byte, const Actor &A, uint32_t Site,
                bool Atomic, OnRace Race);
  void writeCell(Cell &C, uint64_t Byte, const Actor &A, uint32_t Site,
                 bool Atomic, OnRace Race);

  Cell *Cells;
  uint64_t MappedBytes;
  bool OneBlock;
  std::unordered_map<uint64_t, std::array<Cell, Granule>> Bytes;
};

} // namespace vx::simt

#endif // VX_SIMT_SHADOW_H
