//===- Footprint.cpp - base, strides, footprint and site of placed loads ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// For each tile:
//
// (1) Read the address of each load as pointer + polynomial (FootprintTerms).
// (2) Start with the innermost loop around all loads as site loop; everything inside it and
//     all thread ids must walk inside the extent (FootprintFit, TileLayout), or the tile is
//     refused. Then move outwards as long as the next loop's walk fits, too:
//
//       t:  K += 1024         site loop: the walk of t does not fit
//         j:  + 64*j            in-tile
//           d:  + 4*d           in-tile; the search starts here
//
// (3) A loop whose walk does not fit moves the base if its step leaves the extent. A step
//     inside the extent with too many or unknown iterations is no base but a walk that leaves
//     the tile: an error (VX203, VX202). A loop that runs at most once fits whatever its step;
//     if it may also not run, and is no walk, the fill stays in it: nothing is read then.
//     Unrolling a short tile loop leaves several tiles one after the other. Where all loads
//     together fit no extent, but runs of them read a whole tile each and no in-tile loop
//     holds loads of two runs, each run is a visit of its own. A loop around several of them
//     moves on from one to the next, whether it moves their bases or not.
// (4) Base, strides and indices become SCEVs; the site is chosen (FootprintSite); other
//     accesses of the same bytes are looked for (FootprintChecks).
#include "FootprintChecks.h"
#include "FootprintSite.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <numeric>

using namespace llvm;

namespace vx {

namespace {

/// Inference of one tile.
class TileInference {
public:
  TileInference(FactorTable &Factors, const SiteFinder &Sites,
                WrittenObjects &Written, const TileUse &Use, DiagnosticSink &Sink)
      : Factors(Factors), Context(Factors.context()), Sites(Sites),
        Written(Written), Use(Use), Request(Use.Request), Sink(Sink) {}

  std::vector<TileFootprint>
  run(const SmallPtrSetImpl<const Instruction *> &Placed);

private:
  using Slice = ArrayRef<AccessRead>;
  /// A fit, or why there is none.
  struct Choice {
    std::optional<TileFit> Fit;
    FitFailure Failure;
    const Loop *Site = nullptr; ///< of the failed attempt
    const Loop *Walk = nullptr; ///< the loop that should have been in-tile
  };

  bool readAccesses();
  bool readAccess(Instruction &I);
  void readLanes(const CallBase &Call, AccessRead &Read) const;
  bool checkPointers(FootprintReporter &Report);
  using LoopSet = SmallPtrSet<const Loop *, 8>;
  Choice chooseSiteLoop(Slice Loads, bool Partial = false,
                        const LoopSet &Movers = {}) const;
  Choice widestFit(Slice Loads, bool Partial, const LoopSet &Movers) const;
  std::vector<Slice> visits() const;
  LoopSet sharedLoops(ArrayRef<Slice> Visits) const;
  std::vector<TileFit> fitsApart(ArrayRef<Slice> Visits) const;
  void refuse(const Choice &Failed, ArrayRef<Slice> Visits,
              FootprintReporter &Report);
  std::optional<TileFootprint>
  inferVisit(Slice Loads, const TileFit &Fit,
             const SmallPtrSetImpl<const Instruction *> &Placed);
  const SCEV *index(const LayoutIndex &I, ArrayRef<Product> Varying) const;
  TileFootprint footprint(Slice Loads, const TileFit &Fit) const;
  bool chooseElement(Slice Loads, const TileFit &Fit, TileFootprint &Tile,
                     FootprintReporter &Report) const;
  void chooseAlign(Slice Loads, const TileFit &Fit, TileFootprint &Tile) const;

  FactorTable &Factors;
  const InferContext &Context;
  const SiteFinder &Sites;
  WrittenObjects &Written;
  const TileUse &Use;
  const TileRequest &Request;
  DiagnosticSink &Sink;
  std::vector<AccessRead> Reads;
};

/// Lanes that a constant mask switches off at both ends are not read.
void TileInference::readLanes(const CallBase &Call, AccessRead &Read) const {
  const auto *Mask = dyn_cast<Constant>(Call.getArgOperand(1));
  const auto *Type = cast<FixedVectorType>(Call.getType());
  unsigned Lanes = Type->getNumElements(), First = Lanes, Last = 0;
  for (unsigned L = 0; L < Lanes; ++L) {
    Constant *Lane = Mask ? Mask->getAggregateElement(L) : nullptr;
    if (Lane && Lane->isNullValue())
      continue;
    First = std::min(First, L);
    Last = L;
  }
  int64_t Bytes = Read.Width / Lanes;
  Read.Certain = Mask != nullptr;
  if (First == Lanes)
    First = Last = 0; // nothing is read; any lane will do
  Read.Lead = First * Bytes;
  Read.Width = (Last - First + 1) * Bytes;
}

bool TileInference::readAccess(Instruction &I) {
  const DataLayout &DL = Context.F.getDataLayout();
  AccessRead Read;
  Read.Access = &I;
  TypeSize Size = DL.getTypeStoreSize(I.getType());
  if (Size.isScalable()) {
    FootprintReporter(Factors, Request, {}, Sink)
        .report(Diag::UnplaceableLoad, I, "its size is not known",
                "load a vector of fixed size");
    return false;
  }
  Read.Width = Size.getFixedValue();
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Read.Pointer = Load->getPointerOperand();
    Read.Align = Load->getAlign().value();
  } else {
    auto &Call = cast<CallBase>(I);
    Read.Pointer = Call.getArgOperand(0);
    Read.Align = Call.getParamAlign(0).valueOrOne().value();
    readLanes(Call, Read);
  }
  AddressReader Reader(Factors, TileFitter::extentBytes(Request));
  Read.Form = Reader.read(*Read.Pointer, I);
  if (Read.Lead)
    Read.Form.Offset =
        addPolynomials(Read.Form.Offset, {{Product(), Read.Lead}});
  Reads.push_back(std::move(Read));
  return true;
}

/// In program order.
bool TileInference::readAccesses() {
  SmallPtrSet<const Instruction *, 16> Mine;
  Mine.insert(Use.Loads.begin(), Use.Loads.end());
  Mine.insert(Use.MaskedLoads.begin(), Use.MaskedLoads.end());
  bool Ok = true;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&Context.F))
    for (Instruction &I : *BB)
      if (Mine.contains(&I))
        Ok &= readAccess(I);
  return Ok && !Reads.empty();
}

bool isGlobalMemory(unsigned AddressSpace) {
  return AddressSpace == NVPTXAS::ADDRESS_SPACE_GENERIC ||
         AddressSpace == NVPTXAS::ADDRESS_SPACE_GLOBAL;
}

/// All loads have one pointer, into global memory, shared by the block.
bool TileInference::checkPointers(FootprintReporter &Report) {
  bool Ok = true;
  for (auto [A, Read] : enumerate(Reads)) {
    const Value *P = Read.Form.Pointer;
    const Value *Object = getUnderlyingObject(P, MaxAddressSteps);
    if (isa<AllocaInst>(Object) ||
        !isGlobalMemory(Object->getType()->getPointerAddressSpace()) ||
        !isGlobalMemory(P->getType()->getPointerAddressSpace())) {
      Report.report(Diag::UnsupportedSource, *Read.Access,
                    "it reads " + valueString(*Object) +
                        (isa<AllocaInst>(Object)
                             ? Twine(", a private array")
                             : " in address space " +
                                   Twine(Object->getType()
                                             ->getPointerAddressSpace())),
                    "place tiles of global memory (ptr or ptr addrspace(1))");
      Ok = false;
    } else if (P != Reads.front().Form.Pointer) {
      Report.pointersDiffer(A);
      Ok = false;
    } else if (!Context.Uniformity.isUniform(*P)) {
      Report.pointerDiverges(A);
      Ok = false;
    }
    if (!Ok)
      break;
  }
  return Ok;
}

void TileInference::refuse(const Choice &Failed, ArrayRef<Slice> Visits,
                           FootprintReporter &Report) {
  const FitFailure &Failure = Failed.Failure;
  // A little too much is a walk past the end, far too much another place.
  bool Near = Failure.Arithmetic.Why == LayoutFailure::Exceeds &&
              Failure.Arithmetic.Needed / 2 <= Failure.Arithmetic.Limit;
  if (Visits.size() > 1 && Failure.Why == FitFailure::Layout && !Near) {
    Report.basesDiffer(Visits.front().size());
    return;
  }
  FitFailure Ignored;
  bool ThreadsAlone = false;
  if (Failure.Why == FitFailure::Layout &&
      Failure.Arithmetic.Why != LayoutFailure::WiderThanElement) {
    auto Others = TileFitter(Factors, Request, Reads).fit(Failed.Site, Ignored, true);
    ThreadsAlone = Others && !Others->Doubt;
  }
  Report.fitFailed(Failure, ThreadsAlone, Failed.Walk);
}

/// A doubtful layout may have led to one that is not, but is none itself.
TileInference::Choice
TileInference::chooseSiteLoop(Slice Loads, bool Partial,
                              const LoopSet &Movers) const {
  Choice C = widestFit(Loads, Partial, Movers);
  if (C.Fit && C.Fit->Doubt) {
    C.Failure = FitFailure();
    C.Failure.Why = FitFailure::Layout;
    C.Failure.Arithmetic = *C.Fit->Doubt;
    C.Failure.Access = C.Fit->Doubt->Access;
    C.Failure.Symbols = C.Fit->Symbols;
    C.Fit.reset();
  }
  return C;
}

/// Steps (2) and (3). The site stays inside the loops of \p Movers.
TileInference::Choice TileInference::widestFit(Slice Loads, bool Partial,
                                               const LoopSet &Movers) const {
  Choice C;
  C.Site = Context.LI.getLoopFor(Loads.front().Access->getParent());
  while (C.Site && !all_of(Loads, [&](const AccessRead &R) {
           return C.Site->contains(R.Access);
         }))
    C.Site = C.Site->getParentLoop();
  TileFitter Fitter(Factors, Request, Loads, Partial);
  C.Fit = Fitter.fit(C.Site, C.Failure);
  while (C.Fit && C.Site && !Movers.contains(C.Site)) {
    if (all_of(Loads, [&](const AccessRead &R) {
          return Factors.mayBeSkipped(*C.Site, *R.Access);
        }) && !Fitter.stepStaysInside(*C.Fit))
      return C;
    C.Failure = FitFailure();
    auto Wider = Fitter.fit(C.Site->getParentLoop(), C.Failure);
    if (!Wider && !Fitter.stepStaysInside(*C.Fit))
      return C;
    C.Walk = C.Site;
    C.Site = C.Site->getParentLoop();
    C.Fit = std::move(Wider);
  }
  return C;
}

/// Cuts the loads, in program order, into the longest runs that fit; empty if a single load
/// does not.
std::vector<TileInference::Slice> TileInference::visits() const {
  std::vector<Slice> Result;
  for (Slice Rest = Reads; !Rest.empty();) {
    auto Fits = [&](size_t N) {
      return chooseSiteLoop(Rest.take_front(N), /*Partial=*/true)
          .Fit.has_value();
    };
    if (!Fits(1))
      return {};
    size_t Good = 1, Bad = Rest.size() + 1;
    for (size_t N = 2; N < Bad; N = std::min(2 * N, Bad - 1)) {
      if (!Fits(N))
        Bad = N;
      else if (Good = N; N + 1 == Bad)
        break;
    }
    while (Bad - Good > 1) {
      size_t Middle = Good + (Bad - Good) / 2;
      (Fits(Middle) ? Good : Bad) = Middle;
    }
    Result.push_back(Rest.take_front(Good));
    Rest = Rest.drop_front(Good);
  }
  return Result;
}

/// Loops that hold loads of several visits.
TileInference::LoopSet TileInference::sharedLoops(ArrayRef<Slice> Visits) const {
  DenseMap<const Loop *, unsigned> VisitOf;
  LoopSet Shared;
  for (auto [V, Loads] : enumerate(Visits))
    for (const AccessRead &R : Loads)
      for (const Loop *L = Context.LI.getLoopFor(R.Access->getParent()); L;
           L = L->getParentLoop())
        if (VisitOf.try_emplace(L, V).first->second != V)
          Shared.insert(L);
  return Shared;
}

/// A fit for each visit, if they are whole tiles and no in-tile loop of one holds loads of
/// another: two loads that are far apart are no visits, nor are two that one loop reads in turn.
std::vector<TileFit> TileInference::fitsApart(ArrayRef<Slice> Visits) const {
  LoopSet Shared = sharedLoops(Visits);
  std::vector<TileFit> Fits;
  for (Slice Loads : Visits) {
    auto Fit = chooseSiteLoop(Loads, /*Partial=*/false, Shared).Fit;
    if (!Fit || Fit->Layout.Footprint != Request.Extent)
      return {};
    for (const AccessRead &R : Loads)
      for (const Loop *L = Context.LI.getLoopFor(R.Access->getParent());
           L != Fit->SiteLoop; L = L->getParentLoop())
        if (Shared.contains(L))
          return {};
    Fits.push_back(std::move(*Fit));
  }
  return Fits;
}

const SCEV *TileInference::index(const LayoutIndex &I,
                                 ArrayRef<Product> Varying) const {
  ScalarEvolution &SE = Context.SE;
  Type *I64 = Type::getInt64Ty(Context.F.getContext());
  const SCEV *Sum = SE.getConstant(I64, I.Constant, /*isSigned=*/true);
  for (auto [Coefficient, P] : zip(I.Coefficient, Varying))
    if (Coefficient != 0)
      Sum = SE.getAddExpr(
          Sum, SE.getMulExpr(SE.getConstant(I64, Coefficient, true),
                             Factors.scev(P)));
  return Sum;
}

/// Step (4).
TileFootprint TileInference::footprint(Slice Reads, const TileFit &Fit) const {
  ScalarEvolution &SE = Context.SE;
  Type *I64 = Type::getInt64Ty(Context.F.getContext());
  auto Scaled = [&](int64_t Bytes, unsigned Symbol) {
    return SE.getMulExpr(SE.getConstant(I64, Bytes, true),
                         Factors.scev(Fit.Symbols[Symbol]));
  };
  TileFootprint Tile;
  Tile.Tile = &Use;
  Polynomial Start = Fit.Wrap;
  for (auto [Symbol, Bytes] : Fit.Layout.Origin)
    Start = addPolynomials(Start, {{Fit.Symbols[Symbol], Bytes}});
  const SCEV *Offset = SE.getZero(I64);
  for (const auto &[P, Bytes] : Start)
    Offset = SE.getAddExpr(Offset, SE.getMulExpr(SE.getConstant(I64, Bytes, true),
                                                 Factors.scev(P)));
  Tile.Base = SE.getAddExpr(
      SE.getSCEV(const_cast<Value *>(Reads.front().Form.Pointer)), Offset);
  for (const LayoutStride &S : Fit.Layout.Stride)
    Tile.StrideBytes.push_back(Scaled(S.Bytes, S.Symbol));
  Tile.Extent = Fit.Layout.Footprint;
  Tile.Storage = Fit.Layout.Storage;
  Tile.SiteLoop = const_cast<Loop *>(Fit.SiteLoop);
  for (auto [A, Read] : enumerate(Reads)) {
    PlacedAccess &Access = Tile.Accesses.emplace_back();
    const TileLayout::Access &Indices = Fit.Layout.Accesses[A];
    Access.Access = Read.Access;
    Access.Lead = Read.Lead;
    Access.Byte = index(Indices.Byte, Fit.Varying[A]);
    for (const LayoutIndex &I : Indices.Index)
      Access.Index.push_back(index(I, Fit.Varying[A]));
  }
  return Tile;
}

/// Strides of a transfer count elements: where a stride is no multiple of the element's
/// bytes, rows are taken as rows of a divisor (16 floats at a pitch of 66 bytes are 32
/// halves at a pitch of 33).
bool TileInference::chooseElement(Slice Reads, const TileFit &Fit,
                                  TileFootprint &Tile,
                                  FootprintReporter &Report) const {
  ScalarEvolution &SE = Context.SE;
  int64_t Element = Request.ElementBytes, Unit = Element;
  for (auto [Stride, N] : zip(Fit.Layout.Stride, Tile.Extent))
    if (N > 1)
      Unit = std::gcd(Unit, Stride.Bytes);
  Tile.ElementBytes = Unit;
  Type *I64 = Type::getInt64Ty(Context.F.getContext());
  for (auto [Stride, N] : zip(Fit.Layout.Stride, Tile.Extent))
    Tile.Stride.push_back(
        N == 1 ? SE.getOne(I64)
               : SE.getMulExpr(SE.getConstant(I64, Stride.Bytes / Unit, true),
                               Factors.scev(Fit.Symbols[Stride.Symbol])));
  if (Unit == Element)
    return true;
  const LayoutStride &Inner = Fit.Layout.Stride.back();
  if (Inner.Symbol != 0 || Inner.Bytes != Element) {
    Report.report(Diag::UnprovenFootprint, *Reads.front().Access,
                  "no stride of the tile is a whole number of elements of " +
                      Twine(Element) + " bytes",
                  "state an element size that divides the strides");
    return false;
  }
  Tile.Storage.back() *= Element / Unit;
  Tile.Extent.back() *= Element / Unit;
  Tile.StrideBytes.back() = SE.getConstant(I64, Unit);
  Tile.Stride.back() = SE.getOne(I64);
  for (PlacedAccess &A : Tile.Accesses)
    A.Index.back() =
        SE.getMulExpr(A.Index.back(), SE.getConstant(I64, Element / Unit));
  return true;
}

/// What is known of the start of every row. The tag speaks of the tile's own rows, so it
/// counts where rows are read from their start. A load's alignment counts as far as its
/// place in the row and the distances of rows keep it.
void TileInference::chooseAlign(Slice Reads, const TileFit &Fit,
                                TileFootprint &Tile) const {
  uint64_t Known = 1;
  const LayoutStride &InnerStride = Fit.Layout.Stride.back();
  for (auto [Read, A] : zip(Reads, Fit.Layout.Accesses)) {
    uint64_t Align = Read.Lead ? std::min<uint64_t>(Read.Align, Read.Lead & -Read.Lead)
                               : Read.Align;
    auto Keep = [&](int64_t Bytes) {
      if (Bytes != 0)
        Align = std::min<uint64_t>(Align, uint64_t(Bytes) & -uint64_t(Bytes));
    };
    int64_t Step = InnerStride.Symbol == 0 ? InnerStride.Bytes : 1;
    Keep(int64_t(uint64_t(A.Index.back().Constant) * uint64_t(Step)));
    Keep(A.Byte.Constant);
    for (int64_t C : A.Index.back().Coefficient)
      Keep(int64_t(uint64_t(C) * uint64_t(Step)));
    for (int64_t C : A.Byte.Coefficient)
      Keep(C);
    Known = std::max(Known, Align);
  }
  for (auto [S, N] : drop_end(zip(Fit.Layout.Stride, Tile.Extent)))
    if (N > 1)
      Known = S.Symbol == 0
                  ? std::min<uint64_t>(Known, uint64_t(S.Bytes) & -uint64_t(S.Bytes))
                  : std::min<uint64_t>(Known, Tile.ElementBytes);
  if (Request.Align && Tile.Storage.back() == Tile.Extent.back())
    Known = std::max(Known, *Request.Align);
  if (Known != Tile.ElementBytes)
    Tile.Align = Known;
}

std::optional<TileFootprint> TileInference::inferVisit(
    Slice Loads, const TileFit &Fit,
    const SmallPtrSetImpl<const Instruction *> &Placed) {
  FootprintReporter Report(Factors, Request, Loads, Sink);
  TileFootprint Tile = footprint(Loads, Fit);
  if (!chooseElement(Loads, Fit, Tile, Report))
    return std::nullopt;
  chooseAlign(Loads, Fit, Tile);
  SmallVector<const SCEV *, 8> Operands(Tile.StrideBytes.begin(),
                                        Tile.StrideBytes.end());
  Operands.push_back(Tile.Base);
  Tile.Site = Sites.find(Fit.SiteLoop, Loads, Operands);
  if (!Tile.Site) {
    Report.report(Diag::UnknownBase, *Loads.front().Access,
                  "its base or strides are not computed where the tile would "
                  "be filled",
                  "compute them before the loops that read the tile");
    return std::nullopt;
  }
  TileNeighbours(Factors, Request, Fit, Tile, Written, Placed).check(Report);
  if (!Fit.SiteLoop)
    Tile.OpenSite = Sites.findOpen(Loads, Operands);
  if (Tile.OpenSite) {
    TileFootprint There = Tile;
    There.Site = Tile.OpenSite;
    DiagnosticSink Found;
    FootprintReporter Trial(Factors, Request, Loads, Found);
    TileNeighbours(Factors, Request, Fit, There, Written, Placed).check(Trial);
    if (Found.hasErrors())
      Tile.OpenSite = nullptr; // it is written in between
  }
  return Tile;
}

std::vector<TileFootprint>
TileInference::run(const SmallPtrSetImpl<const Instruction *> &Placed) {
  if (!readAccesses())
    return {};
  FootprintReporter Report(Factors, Request, Reads, Sink);
  if (!checkPointers(Report))
    return {};
  std::vector<Slice> Visits = {Reads};
  Choice All = chooseSiteLoop(Reads);
  std::vector<TileFit> Fits;
  if (All.Fit) {
    Fits.push_back(*All.Fit);
  } else {
    Visits = visits();
    Fits = fitsApart(Visits);
    if (Fits.empty()) {
      refuse(All, Visits, Report);
      return {};
    }
  }
  std::vector<TileFootprint> Result;
  for (auto [Loads, Fit] : zip(Visits, Fits)) {
    if (auto Tile = inferVisit(Loads, Fit, Placed))
      Result.push_back(std::move(*Tile));
  }
  return Result;
}

} // namespace

std::vector<TileFootprint> inferFootprints(const KernelRequests &Requests,
                                           const InferContext &Context,
                                           DiagnosticSink &Sink) {
  std::vector<TileFootprint> Result;
  SmallPtrSet<const Instruction *, 32> Placed;
  for (const TileUse &Use : Requests.Tiles) {
    Placed.insert(Use.Loads.begin(), Use.Loads.end());
    Placed.insert(Use.MaskedLoads.begin(), Use.MaskedLoads.end());
  }
  FactorTable Factors(Context);
  SiteFinder Sites(Context);
  WrittenObjects Written;
  for (const TileUse &Use : Requests.Tiles) {
    if (Use.Request.From != Carrier::PlacedLoad)
      continue;
    append_range(Result, TileInference(Factors, Sites, Written, Use, Sink).run(Placed));
  }
  Sites.settle(Result, Requests);
  return Result;
}

} // namespace vx
