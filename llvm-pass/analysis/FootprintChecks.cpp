//===- FootprintChecks.cpp - who else touches a tile's bytes ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The tag asserts that the tile's bytes do not change while the tile is resident, so a store
// that merely may alias is fine and one that provably hits the same object is not, in the
// kernel or in what it calls:
//
//   transfer(A + 1024*t)                 live: from here ...
//   store A[i]                <- VX207
//   load A[1024*t + ...], !vx.placement  ... to here
//
// A load that lost its tag reads global memory beside its tagged siblings. It shows by its
// address: same pointer, same fixed part, and a walk that may reach the tile (VX106).
#include "FootprintChecks.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

TileNeighbours::TileNeighbours(
    FactorTable &Factors, const TileRequest &Request, const TileFit &Fit,
    const TileFootprint &Tile,
    WrittenObjects &Written, const SmallPtrSetImpl<const Instruction *> &Placed)
    : Factors(Factors), Context(Factors.context()), Request(Request), Fit(Fit),
      Tile(Tile), Written(Written), Placed(Placed) {
  Pointer = cast<SCEVUnknown>(Context.SE.getPointerBase(Tile.Base))->getValue();
  for (auto [Symbol, Bytes] : Fit.Layout.Origin)
    if (Bytes != 0)
      Base[Fit.Symbols[Symbol]] = Bytes;
  int64_t End = Request.ElementBytes;
  for (auto [Stride, N] : zip(Fit.Layout.Stride, Fit.Layout.Footprint)) {
    int64_t Reach;
    if ((Stride.Symbol != 0 && N > 1) ||
        MulOverflow(std::abs(Stride.Bytes), int64_t(N - 1), Reach) ||
        AddOverflow(End, Reach, End))
      return;
  }
  Span = End;
}

/// Adds one product of the difference to \p D. False: another base.
bool TileNeighbours::addTerm(const Product &P, int64_t Bytes, Instruction &At,
                             const Loop *Outermost, Distance &D) {
  bool Walks = P.empty();
  for (unsigned Factor : P)
    Walks |= Factors.isDivergent(Factor) ||
             (Outermost && Factors.variesIn(Factor, *Outermost));
  if (!Walks) {
    // A multiple of a run-time stride is a row of the tile, or of its neighbour.
    D.Bounded = false;
    return any_of(Fit.Layout.Stride, [&](const LayoutStride &S) {
      return Fit.Symbols[S.Symbol] == P;
    });
  }
  auto R = Factors.rangeAt(P, At, TileFitter::extentBytes(Request));
  int64_t A, B;
  if (!R || MulOverflow(R->Lo, Bytes, A) || MulOverflow(R->Hi, Bytes, B) ||
      AddOverflow(D.Lo, std::min(A, B), D.Lo) ||
      AddOverflow(D.Hi, std::max(A, B), D.Hi))
    D.Bounded = false;
  return true;
}

TileNeighbours::Distance TileNeighbours::distance(Value &Ptr, Instruction &At) {
  Distance D;
  // A pointer that a loop moves shows what it starts from in its SCEV alone.
  const Value *Object = getUnderlyingObject(&Ptr, MaxAddressSteps);
  if (Object != getUnderlyingObject(Pointer, MaxAddressSteps) && !isa<PHINode>(Object))
    return D;
  AddressReader Reader(Factors, TileFitter::extentBytes(Request));
  AddressForm Form = Reader.read(Ptr, At);
  if (Form.Pointer != Pointer)
    return D;
  const Loop *Outermost = Context.LI.getLoopFor(At.getParent());
  if (Outermost == Fit.SiteLoop)
    Outermost = nullptr;
  while (Outermost && Outermost->getParentLoop() != Fit.SiteLoop)
    Outermost = Outermost->getParentLoop();
  D.SameBase = D.Bounded = true;
  Polynomial Offset = Factors.splitWrapped(
      Form.Offset, At, Outermost, TileFitter::extentBytes(Request),
      FactorTable::FixedPart::Formal);
  for (const auto &[P, Bytes] : addPolynomials(Offset, Base, -1))
    D.SameBase &= addTerm(P, Bytes, At, Outermost, D);
  D.Bounded &= D.SameBase;
  return D;
}

bool TileNeighbours::mayOverlap(const Distance &D, int64_t Width) const {
  return !D.Bounded || !Span || (D.Hi + Width > 0 && D.Lo < *Span);
}

/// Between the transfer and a load that reads it.
bool TileNeighbours::isLive(const Instruction &At) const {
  if (Fit.SiteLoop && !Fit.SiteLoop->contains(&At))
    return false;
  SmallPtrSet<BasicBlock *, 1> Refill = {Tile.Site->getParent()};
  if (At.getParent() == Tile.Site->getParent() && At.comesBefore(Tile.Site))
    return false;
  if (!isPotentiallyReachable(Tile.Site, &At, nullptr, &Context.DT,
                              &Context.LI))
    return false;
  // In its own block the transfer is before every load, so a way back into that block leads
  // through a refill.
  return any_of(Tile.Accesses, [&](const PlacedAccess &A) {
    if (A.Access->getParent() == At.getParent() && At.comesBefore(A.Access))
      return true;
    return A.Access->getParent() != Tile.Site->getParent() &&
           any_of(successors(At.getParent()), [&](const BasicBlock *Next) {
             return isPotentiallyReachable(&Next->front(), A.Access, &Refill,
                                           &Context.DT, &Context.LI);
           });
  });
}

/// Where \p I itself writes, and how much; of a call this is not known.
static std::pair<Value *, int64_t> ownWrite(Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return {Store->getPointerOperand(),
            int64_t(I.getDataLayout().getTypeStoreSize(
                Store->getValueOperand()->getType()))};
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return {RMW->getPointerOperand(), INT32_MAX};
  if (auto *CX = dyn_cast<AtomicCmpXchgInst>(&I))
    return {CX->getPointerOperand(), INT32_MAX};
  if (auto *Mem = dyn_cast<AnyMemIntrinsic>(&I))
    return {Mem->getRawDest(), INT32_MAX};
  if (auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == Intrinsic::masked_store)
    return {Call->getArgOperand(1), INT32_MAX};
  return {nullptr, 0};
}

void TileNeighbours::checkWrite(Instruction &I, FootprintReporter &Report) {
  if (!Written.mayWrite(I, *getUnderlyingObject(Pointer, MaxAddressSteps)) || !isLive(I))
    return;
  auto [Ptr, Width] = ownWrite(I);
  if (Ptr) {
    Distance D = distance(*Ptr, I);
    if (D.Bounded && !mayOverlap(D, Width))
      return;
  }
  const auto *Call = dyn_cast<CallBase>(&I);
  bool Elsewhere = !Ptr && Call && !isa<IntrinsicInst>(I);
  Report.report(Diag::StoreToTile, I,
                (Elsewhere ? "it may write " : "it writes ") + valueString(*Pointer) +
                    ", which the tile is read from, between the transfer and "
                    "the last placed load",
                Elsewhere ? "do not place a tile that the kernel writes, write to another "
                            "buffer, or declare the parameter readonly if it is"
                          : "do not place a tile that the kernel writes, or write to "
                            "another buffer");
}

void TileNeighbours::checkRead(Instruction &I, FootprintReporter &Report) {
  Value *Ptr = nullptr;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Ptr = Load->getPointerOperand();
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I);
           Call && Call->getIntrinsicID() == Intrinsic::masked_load)
    Ptr = Call->getArgOperand(0);
  if (!Ptr || Placed.contains(&I) ||
      (Fit.SiteLoop && !Fit.SiteLoop->contains(&I)))
    return;
  Distance D = distance(*Ptr, I);
  int64_t Width = Context.F.getDataLayout().getTypeStoreSize(I.getType());
  if (!D.SameBase || !mayOverlap(D, Width))
    return;
  std::string Where =
      D.Bounded ? " at bytes " + std::to_string(D.Lo) + " to " +
                      std::to_string(D.Hi + Width - 1) + " from its element 0"
                : " from its base";
  Report.report(Diag::UntaggedRead, I,
                "it has no placement tag and may read the tile" + Where,
                "run placement before the pass that dropped the tag, or tag "
                "every load of the tile");
}

void TileNeighbours::check(FootprintReporter &Report) {
  for (Instruction &I : instructions(Context.F)) {
    if (I.mayWriteToMemory())
      checkWrite(I, Report);
    else if (I.mayReadFromMemory())
      checkRead(I, Report);
  }
}

} // namespace vx
