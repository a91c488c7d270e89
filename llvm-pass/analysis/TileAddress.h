//===- TileAddress.h - a read's place in a tile, row and column ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The byte offset of a read as a sum over values of the kernel, and what of it counts whole rows:
//
//   offset = 128 * tid + 4 * j + 8          rows of 128 bytes
//   row    = tid                            every factor's whole rows
//   column = 4 * j + 8 in [8, 124]          the rest: proven to stay inside one row
//
// Where rows are 144 bytes apart instead, the read goes to offset + 16 * row.
#ifndef VX_ANALYSIS_TILEADDRESS_H
#define VX_ANALYSIS_TILEADDRESS_H

#include "FootprintTerms.h"
#include "vx/TransferSites.h"
#include <array>

namespace vx {

/// Factor times a value, which is extended to 64 bits where it is narrower.
struct AddressTerm {
  llvm::Value *V = nullptr;
  bool Signed = true;
  int64_t Factor = 0;
};

struct TileAddress {
  int64_t Constant = 0;
  llvm::SmallVector<AddressTerm, 4> Terms;
};

/// The offset of \p Pointer from the first byte of the tile that \p Site returned; std::nullopt where it is no sum
/// (a merge of pointers, say). Exact modulo 2^64.
std::optional<TileAddress> tileAddress(llvm::Value &Pointer, const TransferSite &Site,
                                       const llvm::DataLayout &DL);

/// How many rows lie in front of a read.
struct RowOf {
  int64_t Constant = 0;
  llvm::SmallVector<AddressTerm, 4> Terms; ///< factors count rows
};

/// The row of an access of \p Width bytes at \p Address, executed as \p At; std::nullopt unless its column is proven to
/// stay inside [0, RowBytes - Width], and no part of the sum to wrap.
std::optional<RowOf> rowOf(const TileAddress &Address, llvm::Instruction &At,
                           uint64_t RowBytes, uint64_t Width, FactorTable &Factors);

/// Bytes by which the address moves with tid.x, y and z, in rows that are \p RowBytes long and lie \p Pitch bytes
/// apart; std::nullopt where it varies by thread in another way.
std::optional<std::array<int64_t, 3>>
threadStrides(const TileAddress &Address, uint64_t RowBytes, uint64_t Pitch,
              const BlockUniformity &Uniformity);

} // namespace vx

#endif // VX_ANALYSIS_TILEADDRESS_H
