//===- FootprintPrint.cpp - an inferred tile in words ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FootprintReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vx {

void printFootprint(raw_ostream &OS, const TileFootprint &Tile) {
  OS << "tile '" << Tile.Tile->Request.Name << "': footprint "
     << extentString(Tile.Extent) << " of " << extentString(Tile.Storage)
     << " elements of " << Tile.ElementBytes << " bytes";
  if (Tile.Align)
    OS << ", rows aligned to " << *Tile.Align;
  OS << "\n  base " << *Tile.Base << "\n  strides";
  for (auto [I, S] : enumerate(Tile.StrideBytes))
    OS << (I ? ", " : " ") << *S;
  OS << "\n  moved by "
     << (Tile.SiteLoop ? loopString(*Tile.SiteLoop) : std::string("no loop"))
     << ", site in " << valueString(*Tile.Site->getParent()) << " before"
     << *Tile.Site << '\n';
  for (const PlacedAccess &A : Tile.Accesses) {
    OS << "  access" << *A.Access << "\n    index";
    for (auto [I, Index] : enumerate(A.Index))
      OS << (I ? ", " : " ") << *Index;
    if (!A.Byte->isZero())
      OS << ", byte " << *A.Byte;
    if (A.Lead)
      OS << ", after " << A.Lead << " bytes of masked lanes";
    OS << '\n';
  }
}

} // namespace vx
