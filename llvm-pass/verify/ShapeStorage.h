//===- ShapeStorage.h - which bytes of shared memory an access means -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A cell is one slot of one tile. Placement says in metadata where its cells are:
//
//   @__vx_tile_flash_k = internal addrspace(3) global [8192 x i8] ..., !vx.storage !0
//   !0 = !{!"k", i64 0, i64 4096, i64 2}          name, offset, bytes a slot, slots
//
// (one node a tile, several on a dynamic region); where LLVM lost it, the variable's name says that it
// is one. Hand-written storage has a cell for each
// element of the outer dimension of an array of arrays, else one; several copies into that
// one are not followed, because it may well be a ring (MLIR makes every array flat).
//
// The cell of an access follows from its address: the global, its constant offsets, and
// the values of the phis that rotate the ring, which the walk (ShapeWalk.cpp) knows:
//
//   %o = mul i32 %ring.slot, 4096        ring.slot = 1 on this path
//   %s = getelementptr i8, @tile, %o     4096: cell 1
//   %p = getelementptr float, %s, %tid   unknown, inside the slot: cell 1
//
// Where ranges bound the unknown part, they decide. Loops that LLVM turned round count down from
// the end of a slot, which is where the next one begins:
//
//   %e = getelementptr i8, @tile, 4096
//   %p = getelementptr float, %e, %back  back in [-1024, -1]: cell 0
#ifndef VX_VERIFY_SHAPESTORAGE_H
#define VX_VERIFY_SHAPESTORAGE_H

#include "RingPhis.h"
#include "vx/BlockLimits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <string>

namespace vx {

struct Cell {
  const llvm::GlobalVariable *Storage = nullptr;
  std::string Tile; ///< name for messages
  unsigned Slot = 0;
  bool Placed = false; ///< made by placement, rather than the kernel's own
  bool Mixed = false;  ///< several copies fill parts of it that are not told apart
};

class ShapeStorage {
public:
  explicit ShapeStorage(llvm::Function &F);

  /// False when the function has neither tile storage nor asynchronous copies.
  bool hasStorage() const { return !Cells.empty(); }
  /// Storage that placement made, rather than a hand-written kernel's.
  bool isPlaced() const { return Placed; }
  llvm::ArrayRef<Cell> cells() const { return Cells; }

  /// Cells that an access at \p Lead bytes behind \p Pointer may mean; empty when it is
  /// not in tile storage. Sets \p Unknown when the address leads somewhere that cannot be
  /// followed.
  llvm::SmallVector<unsigned, 2> cellsOf(const llvm::Value &Pointer, uint64_t Lead,
                                         const RingValues &Ring, bool &Unknown) const;

  /// The value of \p V, if constants and \p Ring decide it.
  llvm::Constant *evaluate(const llvm::Value &V, const RingValues &Ring) const;
  /// Phis with few values that decide addresses.
  const llvm::SetVector<const llvm::PHINode *> &ringPhis() const { return Ring; }

private:
  struct Layout {
    std::string Tile;
    uint64_t Offset, Pitch, Slots;
    unsigned FirstCell;
  };
  const Layout *onlyCell(const llvm::Value &Pointer) const;
  void addGlobal(const llvm::GlobalVariable &G, unsigned Copies);
  void cellAt(const llvm::GlobalVariable &G, int64_t Offset,
              llvm::SmallVectorImpl<unsigned> &Out) const;
  llvm::Constant *evaluate(const llvm::Value &V, const RingValues &Ring, unsigned Depth) const;
  bool cellWithin(const llvm::GlobalVariable &G, const llvm::ConstantRange &Offsets,
                  llvm::SmallVectorImpl<unsigned> &Out) const;
  llvm::ConstantRange rangeOf(const llvm::Value &V, const RingValues &Ring,
                              unsigned Depth = 0) const;
  int64_t knownPart(const llvm::Value &V, const RingValues &Ring, unsigned Depth = 0) const;

  const llvm::DataLayout &DL;
  BlockLimits Limits;
  bool Placed = false;
  llvm::SetVector<const llvm::GlobalVariable *> Globals;
  std::map<const llvm::GlobalVariable *, llvm::SmallVector<Layout, 2>> Layouts;
  llvm::SmallVector<Cell, 8> Cells;
  llvm::SetVector<const llvm::PHINode *> Ring;
};

} // namespace vx

#endif // VX_VERIFY_SHAPESTORAGE_H
