//===- RequestChecks.cpp - value checks shared by both carriers -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RequestChecks.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace vx {

namespace {
/// Element types are integers and floats of 8 to 64 bits.
constexpr uint64_t ElementSizes[] = {1, 2, 4, 8};

/// Reads up to MaxRank numbers of one range; a fault leaves \p To empty.
void setDimensions(SmallVectorImpl<uint64_t> &To, ArrayRef<WrittenInt> Ints,
                   uint64_t High, const Twine &What, RequestFaults &Faults) {
  To.clear();
  if (Ints.empty() || Ints.size() > MaxRank) {
    Faults.report(What + " has rank " + Twine(Ints.size()) + ", must be 1 to " +
                  Twine(MaxRank));
    return;
  }
  SmallVector<uint64_t, MaxRank> Values;
  for (auto [Index, Int] : enumerate(Ints))
    if (auto Value =
            inRange(Int, 1, High, What + ", dimension " + Twine(Index), Faults))
      Values.push_back(*Value);
  if (Values.size() == Ints.size())
    To.assign(Values);
}
} // namespace

uint64_t TileRequest::extentElements() const {
  uint64_t Product = 1;
  for (uint64_t Dimension : Extent)
    Product = SaturatingMultiply(Product, Dimension);
  return Product;
}

void RequestFaults::reportAs(Diag Other, const Twine &Detail,
                             const Twine &Remedy) {
  Diagnostic &D = Sink.report(Other, Detail, Remedy);
  D.Tile = Request.Name;
  ++Count;
}

std::optional<uint64_t> inRange(const WrittenInt &Int, uint64_t Low,
                                uint64_t High, const Twine &What,
                                RequestFaults &Faults) {
  if (Int.Value && *Int.Value >= Low && *Int.Value <= High)
    return Int.Value;
  Faults.report(What + " is " + Int.Text + ", must be a whole number from " +
                Twine(Low) + " to " + Twine(High));
  return std::nullopt;
}

void setName(TileRequest &R, StringRef Name, const Twine &What,
             RequestFaults &Faults) {
  if (Name.empty())
    Faults.report(What + " is empty", "give the tile a name");
  else if (Name.size() > MaxNameLength)
    Faults.report(What + " has " + Twine(Name.size()) +
                  " characters, at most " + Twine(MaxNameLength) +
                  " are allowed");
  else
    R.Name = Name.str();
}

void setElement(TileRequest &R, const WrittenInt &Int, const Twine &What,
                RequestFaults &Faults) {
  if (Int.Value && is_contained(ElementSizes, *Int.Value))
    R.ElementBytes = *Int.Value;
  else
    Faults.report(What + " is " + Int.Text + ", must be 1, 2, 4 or 8 bytes");
}

void setExtent(TileRequest &R, ArrayRef<WrittenInt> Ints, const Twine &What,
               RequestFaults &Faults) {
  setDimensions(R.Extent, Ints, MaxExtent, What, Faults);
}

void setStride(TileRequest &R, ArrayRef<WrittenInt> Ints, const Twine &What,
               RequestFaults &Faults) {
  setDimensions(R.Stride, Ints, MaxStride, What, Faults);
}

void setAlign(TileRequest &R, const WrittenInt &Int, const Twine &What,
              RequestFaults &Faults) {
  auto Value = inRange(Int, 1, MaxAlign, What, Faults);
  if (Value && !isPowerOf2_64(*Value))
    Faults.report(What + " is " + Int.Text + ", must be a power of two");
  else if (Value)
    R.Align = *Value;
}

void setGranule(TileRequest &R, const WrittenInt &Int, const Twine &What,
                RequestFaults &Faults) {
  if (auto Value = inRange(Int, 1, MaxGranule, What, Faults))
    R.Granule = *Value;
}

void setCrossing(TileRequest &R, StringRef Word, const Twine &What,
                 RequestFaults &Faults) {
  if (Word == "sequenced")
    R.Cross = Crossing::Sequenced;
  else if (Word == "streamed")
    R.Cross = Crossing::Streamed;
  else
    Faults.report(What + " is \"" + Word.take_front(MaxNameLength) +
                  "\", must be \"sequenced\" or \"streamed\"");
}

void setStages(TileRequest &R, const WrittenInt &Int, const Twine &What,
               RequestFaults &Faults) {
  if (R.Cross == Crossing::Sequenced && Int.Value == 1u)
    return;
  if (!Int.Value) {
    Faults.report(What + " is " + Int.Text + ", must be a whole number from " +
                  Twine(MinStages) + " to " + Twine(MaxStages));
    return;
  }
  if (*Int.Value >= MinStages && *Int.Value <= MaxStages) {
    R.Stages = *Int.Value;
    return;
  }
  Faults.reportAs(Diag::StreamedStages,
                  What + " is " + Int.Text + ", must be " + Twine(MinStages) +
                      " to " + Twine(MaxStages),
                  "one stage exists for measuring, by the parameter stages=1");
}

void checkTogether(const TileRequest &R, RequestFaults &Faults) {
  uint64_t Bytes =
      SaturatingMultiply<uint64_t>(R.extentElements(), R.ElementBytes);
  if (!R.Extent.empty() && Bytes > MaxTileBytes)
    Faults.report("the extent times the element is " + Twine(Bytes) +
                      " bytes, at most " + Twine(MaxTileBytes) +
                      " can be counted",
                  "make the tile smaller: it has to fit in shared memory");
  if (!R.Stride.empty() && !R.Extent.empty() &&
      R.Stride.size() != R.Extent.size())
    Faults.report("the stride has rank " + Twine(R.Stride.size()) +
                  ", the extent has rank " + Twine(R.Extent.size()));
  else if (!R.Stride.empty() && !R.Extent.empty() &&
           spanOverflows(R.Extent, R.Stride, R.ElementBytes))
    Faults.report("the stride puts the tile's last element further than 2^63 "
                  "bytes from its first");
}

} // namespace vx
