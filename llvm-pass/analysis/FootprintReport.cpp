//===- FootprintReport.cpp - refusals of carrier A ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FootprintReport.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

std::string extentString(ArrayRef<uint64_t> Extent) {
  std::string Text;
  for (auto [I, E] : enumerate(Extent))
    Text += (I ? "x" : "") + std::to_string(E);
  return Text;
}

std::string valueString(const Value &V) {
  std::string Text;
  raw_string_ostream OS(Text);
  V.printAsOperand(OS, /*PrintType=*/false);
  return Text;
}

std::string loopString(const Loop &L) {
  std::string Text = "the loop at " + valueString(*L.getHeader());
  if (DebugLoc Loc = L.getStartLoc())
    Text += " (" + Loc->getFilename().str() + ":" +
            std::to_string(Loc.getLine()) + ")";
  return Text;
}

static std::string scevString(const SCEV *S) {
  std::string Text;
  raw_string_ostream OS(Text);
  S->print(OS);
  return Text;
}

Diagnostic &FootprintReporter::report(Diag Code, const Instruction &At,
                                      const Twine &Detail,
                                      const Twine &Remedy) {
  Diagnostic &D = Sink.report(Code, At, Detail, Remedy);
  D.Tile = Request.Name;
  return D;
}

std::string FootprintReporter::firstLoad() const {
  return valueString(*Reads.front().Access);
}

void FootprintReporter::pointersDiffer(unsigned Access) {
  report(Diag::UnknownBase, *Reads[Access].Access,
         "it reads from " + valueString(*Reads[Access].Form.Pointer) + ", " +
             firstLoad() + " reads from " +
             valueString(*Reads.front().Form.Pointer),
         "give each source its own tile");
}

void FootprintReporter::basesDiffer(unsigned Access) {
  Polynomial Difference =
      addPolynomials(Reads[Access].Form.Offset, Reads.front().Form.Offset, -1);
  ScalarEvolution &SE = Factors.context().SE;
  Type *I64 = Type::getInt64Ty(Factors.context().F.getContext());
  const SCEV *Sum = SE.getZero(I64);
  for (const auto &[P, Bytes] : Difference)
    Sum = SE.getAddExpr(Sum, SE.getMulExpr(SE.getConstant(I64, Bytes, true),
                                           Factors.scev(P)));
  report(Diag::UnknownBase, *Reads[Access].Access,
         "its address is that of " + firstLoad() + " plus " + scevString(Sum) +
             " bytes; together they fit no extent of " +
             extentString(Request.Extent),
         "give loads with another base a tile of their own");
}

void FootprintReporter::pointerDiverges(unsigned Access) {
  const Value &P = *Reads[Access].Form.Pointer;
  report(Diag::DivergentBase, *Reads[Access].Access,
         "its pointer " + valueString(P) + " " +
             Factors.context().Uniformity.whyDivergent(P),
         "read the tile from a pointer that the whole block shares");
}

void FootprintReporter::fitFailed(const FitFailure &Failure, bool ThreadsAlone,
                                  const Loop *Walk) {
  const AccessRead &Read = Reads[Failure.Access];
  if (Failure.Why == FitFailure::PointerMoves) {
    report(Diag::UnknownBase, *Read.Access,
           "its pointer " + valueString(*Read.Form.Pointer) +
               " changes inside the loops that the tile is read in",
           "compute the pointer outside of them, or tile the loads apart");
    return;
  }
  bool Threads =
      Failure.Why == FitFailure::Unbounded &&
      any_of(Failure.Part, [&](unsigned F) { return Factors.isDivergent(F); });
  if (Threads || ThreadsAlone)
    threadsMove(Failure);
  else if (Failure.Why == FitFailure::Unbounded)
    unbounded(Failure);
  else
    arithmetic(Failure, Walk);
}

/// The thread-dependent term of \p Read that reaches furthest, and how many bytes; one whose
/// range is not known reaches furthest of all.
FootprintReporter::ThreadTerm FootprintReporter::furthestTerm(const AccessRead &Read) const {
  int64_t Limit = TileFitter::extentBytes(Request);
  ThreadTerm Worst;
  for (const auto &[P, Bytes] : Read.Form.Offset)
    for (unsigned Factor : P) {
      const Value *Leaf = Factors.divergentLeaf(Factors.scev(Factor));
      if (!Leaf)
        continue;
      int64_t Low, High, Reach = INT64_MAX;
      if (auto R = Factors.rangeAt(P, *Read.Access, Limit);
          R && !MulOverflow(R->Lo, Bytes, Low) && !MulOverflow(R->Hi, Bytes, High) &&
          Low != INT64_MIN && High != INT64_MIN)
        Reach = std::max(std::abs(Low), std::abs(High));
      if (!Worst.Leaf || Reach > Worst.Reach)
        Worst = {Leaf, Factor, P.size() == 1 ? Bytes : 0, Reach};
    }
  return Worst;
}

/// Names the thread-dependent factor that is to blame, with its range: that which reaches furthest in any
/// load. Behind a loop that threads leave one by one this is the value that the loop ends with.
void FootprintReporter::threadsMove(const FitFailure &Failure) {
  unsigned Blamed = Failure.Access;
  ThreadTerm Term = furthestTerm(Reads[Blamed]);
  for (auto [A, Read] : enumerate(Reads))
    if (ThreadTerm Other = furthestTerm(Read); Other.Leaf && Other.Reach > Term.Reach) {
      Blamed = A;
      Term = Other;
    }
  const AccessRead &Read = Reads[Blamed];
  if (!Term.Leaf) {
    report(Diag::DivergentBase, *Read.Access, "its address varies by thread",
           "let the base be block-uniform");
    return;
  }
  int64_t Limit = TileFitter::extentBytes(Request);
  auto R = Factors.rangeAt(Term.Factor, *Read.Access, Limit);
  report(Diag::DivergentBase, *Read.Access,
         "its address " + Factors.context().Uniformity.whyDivergent(*Term.Leaf) + " through " +
             scevString(Factors.scev(Term.Factor)) +
             (R ? ", which is in [" + std::to_string(R->Lo) + ", " + std::to_string(R->Hi) +
                      "] here"
                : std::string(", whose range is not known here")) +
             (R && Term.Bytes && std::abs(Term.Bytes) != int64_t(Request.ElementBytes)
                  ? ", times " + std::to_string(Term.Bytes) + " bytes"
                  : std::string()) +
             (Term.Reach < Limit ? ": with the rest of the address that is not inside the extent "
                                 : ": not inside the extent ") +
             extentString(Request.Extent),
         "bound the thread's index by a guard or by the block size "
         "(reqntid, maxntid), or let the base be block-uniform");
}

void FootprintReporter::unbounded(const FitFailure &Failure) {
  const AccessRead &Read = Reads[Failure.Access];
  for (unsigned Factor : Failure.Part)
    if (const Loop *L = Factors.counterLoop(Factor)) {
      report(Diag::UnprovenFootprint, *Read.Access,
             loopString(*L) +
                 " walks inside the tile, but its trip count has no known "
                 "limit; the extent is " +
                 extentString(Request.Extent),
             "bound the loop by a constant or by a guard");
      return;
    }
  report(Diag::UnprovenFootprint, *Read.Access,
         "the range of " + scevString(Factors.scev(Failure.Part)) +
             " is not known; the extent is " + extentString(Request.Extent),
         "bound it by a guard");
}

void FootprintReporter::arithmetic(const FitFailure &Failure,
                                   const Loop *Walk) {
  const LayoutFailure &A = Failure.Arithmetic;
  const AccessRead &Read = Reads[Failure.Access];
  std::string In = Walk ? " in " + loopString(*Walk) : std::string();
  std::string Extent = extentString(Request.Extent);
  switch (A.Why) {
  case LayoutFailure::Exceeds:
    report(Diag::FootprintExceedsExtent, *Read.Access,
           "dimension " + Twine(A.Dim) + " needs " + Twine(A.Needed) +
               " elements" + In + ", the extent " + Extent + " has " +
               Twine(A.Limit),
           "enlarge the extent or read less");
    return;
  case LayoutFailure::WiderThanElement:
    report(Diag::FootprintExceedsExtent, *Read.Access,
           "it needs " + Twine(A.Needed) + " contiguous bytes, an element of " +
               "the tile has " + Twine(A.Limit) +
               " and its neighbours are not adjacent",
           "load elements of " + Twine(A.Limit) + " bytes");
    return;
  case LayoutFailure::NoStride:
    report(Diag::UnknownBase, *Read.Access,
           "its address differs from that of " + firstLoad() +
               " by a multiple of " +
               scevString(Factors.scev(Failure.Symbols[A.Symbol])) +
               ", which is no stride of the tile",
           "give loads with another base a tile of their own");
    return;
  case LayoutFailure::Correlated:
    report(Diag::UnprovenFootprint, *Read.Access,
           "its index along one dimension is a difference of values that depend "
           "on each other, so that its range is not known; the extent is " +
               Extent,
           "bound the whole index by a guard");
    return;
  case LayoutFailure::Guessed:
    report(Diag::UnprovenFootprint, *Read.Access,
           "the loads fit the extent " + Extent + " only with strides that no "
           "loop walks, and then the tile would reach past what they read",
           "state the tile's strides");
    return;
  case LayoutFailure::Indivisible:
  case LayoutFailure::Searched:
    report(Diag::UnprovenFootprint, *Read.Access,
           "its address is no sum of indices times the strides of an extent " +
               Extent,
           "state the tile's strides");
    return;
  }
}

} // namespace vx
