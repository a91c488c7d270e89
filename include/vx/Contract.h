//===- Contract.h - requests as the front end wrote them -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_CONTRACT_H
#define VX_CONTRACT_H

#include "vx/Diagnostics.h"
#include "vx/Options.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class LoadInst;
class MDNode;
class Module;
} // namespace llvm

namespace vx {

constexpr unsigned MaxRank = 5;
constexpr unsigned DefaultStages = 2, MinStages = 2, MaxStages = 8;

/// Metadata kind of a placed load, and names of the module-level lists.
constexpr llvm::StringLiteral PlacementMD = "vx.placement";
constexpr llvm::StringLiteral TilesMD = "vx.tiles";
constexpr llvm::StringLiteral KernelsMD = "vx.kernels";
constexpr llvm::StringLiteral ContractMD = "vx.contract";
constexpr llvm::StringLiteral TransferAttr = "vx.transfer";

/// Operands of a descriptor call: the sizes start at ArgSizes, the strides follow
/// them; and fields of the descriptor that it returns.
constexpr unsigned ArgBase = 0, ArgAligned = 1, ArgOffset = 2, ArgSizes = 3;
constexpr unsigned DescBase = 0, DescAligned = 1, DescOffset = 2, DescSizes = 3,
                   DescStrides = 4, DescriptorFields = 5;

enum class Carrier { PlacedLoad, Transfer };

/// What the front end says of one tile. For carrier A from the tag, for B from
/// the callee's attributes. Not yet tied to a kernel.
struct TileRequest {
  std::string Name;
  Carrier From = Carrier::PlacedLoad;
  uint32_t ElementBytes = 0;
  /// Elements, outermost first. Empty only for a B descriptor callee without
  /// "vx.extent": then its calls' constant sizes decide.
  llvm::SmallVector<uint64_t, MaxRank> Extent;
  /// Elements, outermost first; empty: from the operands or the addresses.
  llvm::SmallVector<uint64_t, MaxRank> Stride;
  std::optional<uint64_t> Align;   ///< bytes, every source row's start
  uint64_t Granule = 1;            ///< bytes, per resident copy
  Crossing Cross = Crossing::Sequenced;
  unsigned Stages = DefaultStages; ///< meaningful when streamed
  const llvm::MDNode *Tag = nullptr;       ///< carrier A
  llvm::Function *Callee = nullptr;        ///< carrier B

  unsigned rank() const { return Extent.size(); }
  uint64_t extentElements() const; ///< product of Extent, saturating
};

/// Whether \p I can be a placed load: a plain load of global memory. VX107 says why not.
bool isPlaceable(const llvm::Instruction &I);

/// The two calling conventions of carrier B.
enum class TransferConvention { Descriptor, BarePointer };

/// Which convention \p F's type follows; rank through \p Rank (0 for bare).
/// std::nullopt: neither.
std::optional<TransferConvention> transferConvention(const llvm::Function &F,
                                                     unsigned &Rank);

/// True for a callee that carries "vx.transfer" (any value).
bool isTransferCallee(const llvm::Function &F);
/// True for MLIR's `_mlir_ciface_<name>` beside a transfer callee: it carries the
/// attribute too, is called from wrapper bodies only and vanishes with them.
bool isCInterface(const llvm::Function &F);
/// Called function if \p CB is a direct call of a transfer callee.
llvm::Function *transferCallee(const llvm::CallBase &CB);

/// Parses one tag / one callee; reports VX102 / VX108 / VX109 / VX118 and
/// returns std::nullopt on any fault. Every fault of the node is reported.
std::optional<TileRequest> parseTag(const llvm::MDNode &Tag, DiagnosticSink &);
std::optional<TileRequest> parseTransferCallee(llvm::Function &F,
                                               DiagnosticSink &);

/// Kernels of \p M in module order: ptx_kernel calling convention or the old
/// `nvvm.annotations` {fn, !"kernel", i32 1}.
std::vector<llvm::Function *> kernelsOf(llvm::Module &M);
bool isKernel(const llvm::Function &F);

/// One tile in one kernel, with what refers to it directly in the kernel or in
/// device functions that the kernel reaches.
struct TileUse {
  TileRequest Request;
  std::vector<llvm::LoadInst *> Loads;      ///< carrier A
  std::vector<llvm::CallBase *> Transfers;  ///< carrier B
  std::vector<llvm::CallBase *> MaskedLoads;///< carrier A, llvm.masked.load
};

struct KernelRequests {
  llvm::Function *Kernel = nullptr;
  std::vector<TileUse> Tiles; ///< sorted by name, then by first use
};

/// All requests of a module, checked against its manifest.
struct ModuleRequests {
  std::vector<KernelRequests> Kernels; ///< module order; only those with tiles
  /// Device functions that hold sites or lead to them by direct calls, module order: those
  /// that kernels reach, and what an inliner left of those they no longer reach. Nothing else
  /// calls them, so that none has a use left once its kernels have it inlined.
  std::vector<llvm::Function *> DeviceFunctionsWithSites;
  /// Transfers in those that no kernel reaches any more.
  std::vector<TileUse> Leftovers;
  /// The module asks for placement, well-formed or not: it needs a target. Lists of
  /// expected kernels or a version alone do not.
  bool AnyRequested = false;
  bool empty() const { return Kernels.empty(); }
};

/// Fills the extent of a carrier B tile that states none with the largest constant
/// sizes of its calls. False, and VX118 if \p Sink is given, when a size is not a
/// constant. parseModule tries it without a sink, as sizes may become constants
/// only in the normalised clone; whoever needs the extent there calls it again.
bool resolveTransferExtent(TileUse &Use, DiagnosticSink *Sink);

/// Judges the sizes and strides of the tile's calls that are constants (VX122). Like extents,
/// some become constants only in the normalised clone.
void checkTransferOperands(const TileUse &Use, DiagnosticSink &Sink);

/// True when the module carries anything of the contract: a cheap test that
/// keeps modules without placement untouched.
bool hasRequests(const llvm::Module &M);

/// Reads the whole module: version, tags, manifest, callees, expected kernels,
/// shared globals. Reports every VX1xx fault it finds in one run. Never changes
/// \p M. The requests it returns have `stages=` and `crossing=` applied; `only=` is
/// checked, and left to the caller to act on.
ModuleRequests parseModule(llvm::Module &M, const PlacementOptions &Options,
                           DiagnosticSink &Sink);

/// Checks `!vx.contract` (VX101); absent means version 1.
void checkContractVersion(const llvm::Module &M, DiagnosticSink &Sink);

/// Checks that no global in shared memory has an initial value (VX117).
void checkSharedInitializers(const llvm::Module &M, DiagnosticSink &Sink);

/// Checks `!vx.kernels` (VX115, VX116).
void checkExpectedKernels(const llvm::Module &M, DiagnosticSink &Sink);

/// Drops every request and keeps the global loads: transfer calls are replaced by
/// a descriptor of their source, whose reads go to global memory: element by element
/// where the source is not row-major or the tile is ragged. Reports VX121 and returns
/// false, with \p M unchanged, when a transfer's uses cannot follow. A by-value result
/// becomes a read of now. \p CheckOnly: reports all that, and changes nothing.
/// Precondition: parseModule reported no error.
bool stripRequests(llvm::Module &M, const ModuleRequests &Requests,
                   DiagnosticSink &Sink, bool CheckOnly = false);

/// The same for some tiles, in whatever function they are: the calls are replaced and
/// the tags removed, lists and callees stay.
bool stripTiles(llvm::ArrayRef<const TileUse *> Tiles, DiagnosticSink &Sink,
                bool CheckOnly = false);

/// Erases transfer callees, MLIR's wrappers and C interface functions that only their
/// own kind refers to any more.
bool eraseUncalledTransfers(llvm::Module &M);

/// Removes what is left of requests: tags, `!vx.tiles`, and transfer callees that
/// nothing calls any more. `!vx.contract` and `!vx.kernels` stay. Given a carrier,
/// removes that one's alone.
void eraseRequests(llvm::Module &M, std::optional<Carrier> Of = std::nullopt);

/// vx-protect-transfers: drops bodies of transfer callees, makes them external
/// and convergent, removes MLIR's wrapper bodies and lists each
/// (kernel, callee) in `!vx.tiles`. Returns true if it changed the module; a module
/// with errors is unchanged.
bool protectTransfers(llvm::Module &M, DiagnosticSink &Sink);

} // namespace vx

#endif // VX_CONTRACT_H
