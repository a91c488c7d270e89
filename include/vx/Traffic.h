//===- Traffic.h - global bytes that one block reads through its tiles ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A front end that prices movement needs the bytes of the emitted code, not of the request: before
// placement every thread reads global memory at every placed read; after it, the block reads each tile's
// bytes once a fill. Both are sums of products over loops:
//
//   before  4 * T0 * T1 * 16 * threads      after  1024 * T0 * T1       T0 = trips of the outer loop
//
// Trip counts that ScalarEvolution knows as numbers are multiplied out.
#ifndef VX_TRAFFIC_H
#define VX_TRAFFIC_H

#include "vx/TransferSites.h"
#include <string>
#include <vector>

namespace llvm {
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace vx {

struct Traffic {
  std::string Before;  ///< bytes one block reads without placement, at most
  std::string After;   ///< bytes one block reads to fill its tiles
  std::string Symbols; ///< "T0 = ((63 + %n) /u 64), T1 = unknown", or ""
};

/// \p FillBytes: bytes of one fill, by site. Reads only.
Traffic measureTraffic(const std::vector<TransferSite> &Sites,
                       llvm::ArrayRef<uint64_t> FillBytes, llvm::LoopInfo &LI,
                       llvm::ScalarEvolution &SE);

} // namespace vx

#endif // VX_TRAFFIC_H
