//===- PlanParts.h - the planner's steps -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each step fills its part of a KernelPlan and reports what forbids it. All of them only read IR.
#ifndef VX_PLAN_PLANPARTS_H
#define VX_PLAN_PLANPARTS_H

#include "vx/BlockUniformity.h"
#include "vx/Plan.h"

namespace llvm {
class DominatorTree;
class LoopInfo;
class PostDominatorTree;
class ScalarEvolution;
} // namespace llvm

namespace vx {

struct PlanContext {
  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::PostDominatorTree &PDT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::AAResults &AA;
  BlockUniformity Uniformity;
  const PlacementOptions &Options;
  DiagnosticSink &Sink;
};

/// Reports at a site, with the tile's name.
Diagnostic &reportAt(PlanContext &Context, Diag Code, const TileRequest &Tile,
                     const llvm::Instruction &At, const llvm::Twine &Detail,
                     const llvm::Twine &Remedy);

/// Extents, crossing and stages of each tile: parameter over attribute over default.
void planTiles(const KernelRequests &Requests, KernelPlan &Plan,
               PlanContext &Context);
/// How \p Site fills \p Tile.
FillPlan planFill(const TransferSite &Site, const TilePlan &Tile, PlanContext &Context);
/// Widths and proofs of each site's fill.
void planFills(KernelPlan &Plan, PlanContext &Context);
/// Rings for the streamed sites whose tile a loop moves.
void planRings(KernelPlan &Plan, PlanContext &Context);
/// The ring that site \p Index belongs to; nullptr: none.
const RingPlan *ringOf(const KernelPlan &Plan, unsigned Index);
/// Which of its tile's copies each site fills; the number of copies of each tile.
void planSlots(KernelPlan &Plan, PlanContext &Context);
/// Which tiles reuse the bytes of another, because their rings never run at the same time.
void planSharing(KernelPlan &Plan, PlanContext &Context);
/// Rows of tiles whose reads would otherwise conflict in shared memory's banks; their fills are planned again.
void planPadding(KernelPlan &Plan, PlanContext &Context);
/// Bytes of the kernel's own shared variables, each padded to the largest alignment.
uint64_t ownSharedBytes(const llvm::Function &Kernel);
/// Where a streamed group outside any ring is issued; then, once all groups are, where it is waited for.
void placeIssue(SiteGroup &Group, const KernelPlan &Plan, PlanContext &Context);
void placeWait(SiteGroup &Group, const KernelPlan &Plan, PlanContext &Context);
/// Where bytes that \p Group fills are filled again: at the groups and rings, itself left out, that
/// use a slot of its.
std::vector<llvm::Instruction *> refillsOf(const SiteGroup &Group, const KernelPlan &Plan);
/// Which sites are filled together, and the barriers around them.
void planGroups(KernelPlan &Plan, PlanContext &Context);
/// Static or dynamic shared memory, against the target's limit.
void planStorage(KernelPlan &Plan, PlanContext &Context);

} // namespace vx

#endif // VX_PLAN_PLANPARTS_H
