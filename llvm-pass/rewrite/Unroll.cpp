//===- Unroll.cpp - private arrays in registers ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/PrivateArrays.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace vx {

bool applyUnrolling(const UnrollPlan &Plan) {
  constexpr StringLiteral FullUnroll = "llvm.loop.unroll.full";
  bool Changed = false;
  for (Loop *L : Plan.Loops) {
    if (findStringMetadataForLoop(L, FullUnroll))
      continue;
    addStringMetadataToLoop(L, FullUnroll.data(), 0);
    Changed = true;
  }
  return Changed;
}

} // namespace vx
