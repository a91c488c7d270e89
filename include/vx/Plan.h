//===- Plan.h - what placement will do to one kernel -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The plan is a value: computed from facts before the first mutation, printable
// (`print<vx-plan>`), self-checking (verifyPlan), and the only thing the rewrite follows.
#ifndef VX_PLAN_H
#define VX_PLAN_H

#include "vx/Contract.h"
#include "vx/Participation.h"
#include "vx/Ring.h"
#include "vx/Target.h"
#include "vx/Traffic.h"
#include "vx/TransferSites.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class raw_ostream;
class Value;
} // namespace llvm

namespace vx {

class BlockUniformity;

/// Why a wide copy is legal, or what has to be tested at run time.
enum class WidthProof { Proven, RunTimeTest, None };

/// How the threads of a block copy one tile. Dimensions are collapsed where both source
/// and storage are contiguous, so a fully contiguous tile has one.
struct FillPlan {
  struct Dimension {
    uint64_t Extent = 1;   ///< elements
    unsigned StrideOf = 0; ///< original dimension whose source stride this one has
    /// Original dimension whose run-time size, times BoundScale, bounds this one's index;
    /// std::nullopt: the size is known to be the extent.
    std::optional<unsigned> BoundOf;
    uint64_t BoundScale = 1;
    uint64_t BoundStep = 1; ///< elements; the bound is a multiple of it
    std::optional<int64_t> Stride; ///< elements between neighbours, if constant
  };
  llvm::SmallVector<Dimension, MaxRank> Dims; ///< outermost first
  unsigned ElementBytes = 0;
  uint64_t BaseAlign = 1;   ///< bytes, proven for the tile's first element
  unsigned WideBytes = 0;   ///< bytes per copy of the wide form, >= ElementBytes
  unsigned NarrowBytes = 0; ///< bytes per copy of the form that is always legal
  WidthProof Proof = WidthProof::None;
  /// Copies of one thread that go together in either form, with one bound test for all of them.
  /// Asynchronous copies of several tiles that share a loop go one of each tile at a time.
  unsigned WideBatch = 1, NarrowBatch = 1;
  uint64_t RowPad = 0; ///< bytes behind each row of the innermost dimension in storage
  uint64_t bytes() const;
  uint64_t rowBytes() const; ///< bytes of the innermost dimension
  /// Copies of \p Width bytes in all rows, without what is left of each row.
  uint64_t copies(uint64_t Width) const;
  bool ragged() const;       ///< some dimension has a run-time bound
};

/// A load from a tile with padded rows goes to its old address plus RowPad times the sum of the terms: the
/// number of rows in front of it.
struct PaddedRead {
  struct Rows {
    llvm::Value *V = nullptr; ///< extended to 64 bits where it is narrower
    bool Signed = true;
    int64_t Factor = 0;
  };
  llvm::Instruction *Read = nullptr;
  int64_t Constant = 0;
  llvm::SmallVector<Rows, 4> Terms;
};

/// Whether the rows of a tile lie further apart than they are long, and why.
struct PaddingPlan {
  uint64_t Bytes = 0;       ///< behind each row; 0: none
  unsigned Conflict = 0;    ///< passes of the worst read without padding; 0: not known
  unsigned Remaining = 0;   ///< the same with padding
  std::string WhyNot;       ///< a conflict, or a demand, that is left as it is
  std::vector<PaddedRead> Reads; ///< all loads of the tile, if Bytes
};

/// One tile in one kernel: its storage and the way it crosses.
struct TilePlan {
  TileRequest Request;                           ///< extent resolved
  Crossing Emitted = Crossing::Sequenced;
  unsigned Slots = 1;                            ///< resident copies
  uint64_t SlotBytes = 0;                        ///< of one copy, with its padding
  uint64_t SlotPitch = 0;                        ///< distance of two slots
  uint64_t Offset = 0;                           ///< in the kernel's region
  /// Index of an earlier tile whose bytes this one reuses: they are never live together.
  std::optional<unsigned> SharesWith;
  uint64_t AccountedBytes = 0;                   ///< granule-rounded, all slots
  llvm::SmallVector<uint64_t, MaxRank> StorageStride; ///< elements, padding aside
  PaddingPlan Padding;
  uint64_t rowBytes() const; ///< of the innermost dimension
  uint64_t rows() const;     ///< of all other dimensions together
};

/// Neighbouring sites that are filled together, between one pair of barriers.
struct SiteGroup {
  std::vector<unsigned> Sites; ///< indices into KernelPlan::Sites
  Crossing Emitted = Crossing::Sequenced;
  llvm::Instruction *FillPoint = nullptr; ///< the fill goes before this
  /// Streamed: wait and barrier go before this; null where a ring's step has both.
  llvm::Instruction *WaitPoint = nullptr;
  bool BarrierBefore = false, BarrierAfter = true;
  std::string WhyBefore, WhyAfter;
};

enum class StorageKind { Static, Dynamic };

struct StoragePlan {
  StorageKind Kind = StorageKind::Static;
  uint64_t OwnStaticBytes = 0;   ///< the kernel's own shared globals, padded
  uint64_t TileBytes = 0;        ///< all tiles, all slots, padded
  uint64_t AccountedBytes = 0;   ///< granule-rounded tiles plus own
  uint64_t LimitBytes = 0;       ///< of the target
};

struct KernelPlan {
  llvm::Function *Kernel = nullptr; ///< the scratch clone
  std::vector<TilePlan> Tiles;
  std::vector<TransferSite> Sites;  ///< program order
  std::vector<FillPlan> Fills;      ///< of Sites, index by index
  std::vector<unsigned> FirstSlot;  ///< of Sites: where the site's copies of its tile start
  std::vector<SiteGroup> Groups;    ///< sequenced and straight-line streamed
  std::vector<RingPlan> Rings;
  ParticipationPlan Participation;
  StoragePlan Storage;
  Traffic Bytes;
  Target For;

  void print(llvm::raw_ostream &OS) const;
};

/// Plans one kernel whose requests are all transfer calls. Reads only; reports VX1xx (uses),
/// VX2xx and VX3xx findings, and the plan is not to be followed if it reported any error.
KernelPlan planKernel(llvm::Function &Kernel, const KernelRequests &Requests,
                      const Target &For, const PlacementOptions &Options,
                      llvm::FunctionAnalysisManager &FAM, DiagnosticSink &Sink);

/// Invariants of a plan: every site in exactly one group or ring, slots disjoint, aligned and
/// within the region, bytes within the limit, widths that divide rows. Violations are VX299.
bool verifyPlan(const KernelPlan &Plan, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_PLAN_H
