//===- RequestChecks.h - value checks shared by both carriers -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A tag's fields and a callee's attributes say the same things in two
// spellings. Each reader turns its spelling into (text as written, number if it
// is one); the ranges and the relations between fields are checked here, once.
#ifndef VX_CONTRACT_REQUESTCHECKS_H
#define VX_CONTRACT_REQUESTCHECKS_H

#include "vx/Contract.h"

namespace vx {

/// Bounds that keep every later product within 64 bits. They are far above what
/// fits in a block's shared memory; what does not fit there is VX208, not this.
constexpr uint64_t MaxExtent = (1ull << 31) - 1;    ///< elements, one dimension
constexpr uint64_t MaxTileBytes = (1ull << 32) - 1; ///< product of all of it
constexpr uint64_t MaxStride = 1ull << 40;          ///< elements
constexpr uint64_t MaxGranule = 1ull << 31;         ///< bytes
constexpr uint64_t MaxAlign = 1ull << 32;           ///< bytes, LLVM's own bound
constexpr size_t MaxNameLength = 256;               ///< characters

/// An integer as the front end wrote it.
struct WrittenInt {
  std::string Text;              ///< for messages: "i32 -1", "\"abc\"", "null"
  std::optional<uint64_t> Value; ///< absent: not a non-negative 64-bit integer
};

/// Reports the faults of one request under one code and counts them.
class RequestFaults {
public:
  RequestFaults(DiagnosticSink &Sink, Diag Code, const TileRequest &Request)
      : Sink(Sink), Code(Code), Request(Request) {}

  void report(const llvm::Twine &Detail, const llvm::Twine &Remedy = "") {
    reportAs(Code, Detail, Remedy);
  }
  void reportAs(Diag Other, const llvm::Twine &Detail,
                const llvm::Twine &Remedy = "");
  bool any() const { return Count != 0; }

private:
  DiagnosticSink &Sink;
  Diag Code;
  const TileRequest &Request; ///< its name so far
  unsigned Count = 0;
};

/// \p Int if it lies in [Low, High], else a fault "<What> is <text>, must be
/// ...".
std::optional<uint64_t> inRange(const WrittenInt &Int, uint64_t Low,
                                uint64_t High, const llvm::Twine &What,
                                RequestFaults &Faults);

/// Field setters: check the range, then store.
void setName(TileRequest &R, llvm::StringRef Name, const llvm::Twine &What,
             RequestFaults &Faults);
void setElement(TileRequest &R, const WrittenInt &Int, const llvm::Twine &What,
                RequestFaults &Faults);
void setExtent(TileRequest &R, llvm::ArrayRef<WrittenInt> Ints,
               const llvm::Twine &What, RequestFaults &Faults);
void setStride(TileRequest &R, llvm::ArrayRef<WrittenInt> Ints,
               const llvm::Twine &What, RequestFaults &Faults);
void setAlign(TileRequest &R, const WrittenInt &Int, const llvm::Twine &What,
              RequestFaults &Faults);
void setGranule(TileRequest &R, const WrittenInt &Int, const llvm::Twine &What,
                RequestFaults &Faults);
void setCrossing(TileRequest &R, llvm::StringRef Word, const llvm::Twine &What,
                 RequestFaults &Faults);
/// Stage counts may be written on a sequenced tile too; 1 is then allowed and
/// means what sequenced means.
void setStages(TileRequest &R, const WrittenInt &Int, const llvm::Twine &What,
               RequestFaults &Faults);

/// The tile's last element is further from its first than a 64-bit distance in bytes can say.
bool spanOverflows(llvm::ArrayRef<uint64_t> Extent, llvm::ArrayRef<uint64_t> Stride,
                   uint64_t ElementBytes);

/// Relations between fields: bytes of the tile, rank and reach of the stride.
void checkTogether(const TileRequest &R, RequestFaults &Faults);

} // namespace vx

#endif // VX_CONTRACT_REQUESTCHECKS_H
