//===- OperandChecks.cpp - constant operands of transfer calls -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sizes and strides of the descriptor convention are operands. What is a constant is judged:
//
//   call ... @t(ptr, ptr, i64 0, i64 -3, i64 64, i64 0, i64 1)
//                               |               stride: 1 to MaxStride
//                               size: 0 or more
//
// and a tile whose last element is further from its first than 64 bits of bytes can say is refused
// in whichever of the three ways its strides were stated.
#include "RequestChecks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral Remedy =
    "pass the sizes and strides of a memref with positive strides";

class OperandChecker {
public:
  OperandChecker(const TileRequest &Request, DiagnosticSink &Sink)
      : Request(Request), Sink(Sink) {}

  void check(const CallBase &Call, unsigned Rank) {
    bool Known = true;
    SmallVector<uint64_t, MaxRank> Strides;
    for (unsigned D = 0; D != Rank; ++D)
      checkSize(Call, D);
    for (unsigned D = 0; D != Rank; ++D)
      if (auto Stride = checkStride(Call, D, Rank))
        Strides.push_back(*Stride);
      else
        Known = false;
    if (Known && Request.Extent.size() == Rank)
      checkSpan(Call, Strides);
  }

private:
  const TileRequest &Request;
  DiagnosticSink &Sink;

  void report(const CallBase &Call, const Twine &Detail) {
    Sink.report(Diag::TransferOperand, Call, Detail, Remedy).Tile = Request.Name;
  }

  static std::string textOf(const ConstantInt &C) {
    SmallString<24> Text;
    C.getValue().toStringSigned(Text);
    return Text.str().str();
  }

  /// Without "vx.extent" a negative size leaves the extent unknown, which is said elsewhere.
  void checkSize(const CallBase &Call, unsigned D) {
    const auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(ArgSizes + D));
    if (Size && Size->isNegative() && !Request.Extent.empty())
      report(Call, "size operand " + Twine(D) + " is " + textOf(*Size) + ", must be 0 or more");
  }

  std::optional<uint64_t> checkStride(const CallBase &Call, unsigned D, unsigned Rank) {
    const auto *Stride = dyn_cast<ConstantInt>(Call.getArgOperand(ArgSizes + Rank + D));
    if (!Stride)
      return std::nullopt;
    if (Stride->getValue().isStrictlyPositive() && Stride->getValue().ule(MaxStride))
      return Stride->getZExtValue();
    report(Call, "stride operand " + Twine(D) + " is " + textOf(*Stride) +
                     ", must be 1 to " + Twine(MaxStride));
    return std::nullopt;
  }

  void checkSpan(const CallBase &Call, ArrayRef<uint64_t> Strides) {
    if (spanOverflows(Request.Extent, Strides, Request.ElementBytes))
      report(Call, "its strides put the tile's last element further than 2^63 bytes from its first");
  }
};
} // namespace

bool spanOverflows(ArrayRef<uint64_t> Extent, ArrayRef<uint64_t> Stride, uint64_t ElementBytes) {
  uint64_t Elements = 0;
  for (auto [N, Step] : zip_equal(Extent, Stride))
    Elements = SaturatingMultiplyAdd(N ? N - 1 : 0, Step, Elements);
  return SaturatingMultiply(Elements, ElementBytes) > uint64_t(INT64_MAX);
}

void checkTransferOperands(const TileUse &Use, DiagnosticSink &Sink) {
  OperandChecker Checker(Use.Request, Sink);
  for (const CallBase *Call : Use.Transfers) {
    unsigned Rank = 0;
    if (transferConvention(*Call->getCalledFunction(), Rank) == TransferConvention::Descriptor)
      Checker.check(*Call, Rank);
  }
}

} // namespace vx
