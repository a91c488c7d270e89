//===- CopyWindow.h - what may not happen while a copy is early -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// An asynchronous copy reads its source at an unknown time between its issue and its wait
// (LLVM models the cp.async intrinsic as finished at the call; it is not). In that window an
// instruction is an effect if it
//   - provably stores into the source of a tile that is in flight then,
//   - orders memory against other threads outside the block's barriers (atomics, fences,
//     volatile accesses), or may do anything (opaque calls, asm that clobbers memory),
//   - belongs to the kernel's own asynchronous machinery in a way that a ring's group
//     counts cannot live with.
// The finding is a fact; the plan turns it into VX303 or VX307.
#ifndef VX_COPYWINDOW_H
#define VX_COPYWINDOW_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class AAResults;
class CallBase;
class DominatorTree;
class Instruction;
class Loop;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace vx {

/// Where a site's tile lies in global memory.
struct TileSource {
  llvm::CallBase *Site = nullptr;
  llvm::Value *Pointer = nullptr;      ///< operand that the address starts from
  const llvm::SCEV *Base = nullptr;    ///< address of the first byte
  uint64_t Bytes = 0;                  ///< proven contiguous bytes from Base
  uint64_t ElementBytes = 1;
};

/// Reads a transfer call of either convention.
TileSource tileSource(llvm::CallBase &Site, llvm::ScalarEvolution &SE);

enum class WindowEffectKind {
  Store, Atomic, Fence, Volatile, OpaqueCall, Asm,
  OwnWait,     ///< the kernel's own wait, completing younger groups
  OwnBarrier,  ///< mbarrier or bulk machinery
};

struct WindowEffect {
  llvm::Instruction *At = nullptr;
  WindowEffectKind Kind = WindowEffectKind::OpaqueCall;
  llvm::CallBase *Site = nullptr; ///< of a Store: the tile it hits
  int64_t Ahead = 0;              ///< of a Store: how many iterations later the tile is used
};

/// Effect that is one in any window, whatever the tile; std::nullopt: none.
/// Sync points and transfer calls are never effects.
std::optional<WindowEffectKind> windowEffect(const llvm::Instruction &I);

/// All that \p I writes is shared or local memory, which no source is in, or what only the
/// hardware sees (the state of copy groups).
bool writesOnChipOnly(const llvm::Instruction &I);

/// True if \p I provably writes a byte of the tile that \p Source will have \p Ahead
/// iterations of \p L later. \p L may be null (then Ahead is 0). \p AllThreads: no thread of the
/// block passes \p I by.
bool provablyWrites(const llvm::Instruction &I, const TileSource &Source,
                    const llvm::Loop *L, int64_t Ahead, bool AllThreads, llvm::AAResults &AA,
                    llvm::ScalarEvolution &SE);

} // namespace vx

#endif // VX_COPYWINDOW_H
