//===- BankConflicts.h - how shared memory serves a warp ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Shared memory has 32 banks of 4 bytes. One pass serves one word of each bank; threads that read the same word
// share it. Accesses of 4 bytes or less go 32 threads together, of 8 bytes 16, of 16 bytes 8:
//
//   float, thread t reads row t of a tile of 32 columns     t * 128 bytes     all in one bank: 32 passes
//   rows padded by 4 bytes                                  t * 132           each in another: 1
#ifndef VX_BANKCONFLICTS_H
#define VX_BANKCONFLICTS_H

#include <array>
#include <cstdint>

namespace vx {

/// An access of all threads of a warp, its address affine in the thread's indices.
struct WarpAccess {
  std::array<int64_t, 3> Stride = {0, 0, 0}; ///< bytes for one step of tid.x, y, z
  unsigned Width = 4;                        ///< bytes that one thread reads
  /// Threads of the block along x and y: which of them form a warp. 0: at least a warp.
  std::array<unsigned, 2> Threads = {0, 0};
};

/// Passes that the worst group of threads takes; 1: no conflict.
unsigned bankConflictDegree(const WarpAccess &Access);

} // namespace vx

#endif // VX_BANKCONFLICTS_H
