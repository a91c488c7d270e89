//===- Unroll.cpp - marks for LLVM's unroller ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/PrivateArrays.h"
#include "vx/StridedLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral UnrollCount = "llvm.loop.unroll.count";
/// Tells our marks from those of the source.
constexpr StringLiteral Batched = "vx.rounds";
} // namespace

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

void markStridedLoops(const std::vector<Loop *> &Loops, uint64_t Rounds) {
  for (Loop *L : Loops) {
    addStringMetadataToLoop(L, Batched.data());
    addStringMetadataToLoop(L, UnrollCount.data(), Rounds);
  }
}

void dropStridedMarks(LoopInfo &LI) {
  for (Loop *L : LI.getLoopsInPreorder())
    if (findStringMetadataForLoop(L, Batched))
      L->setLoopID(makePostTransformationMetadata(
          L->getHeader()->getContext(), L->getLoopID(), {Batched, UnrollCount}, {}));
}

} // namespace vx
