//===- WriterReads.cpp - what reads a tile in generated kernels -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Loops over the dimensions; the innermost one, a row, by what the shape says:
//
//   Element        for i: acc = acc / 2 + p[i]
//   Vector         for i in steps of 4: v = <4> p[i..]; each lane as above
//   ConstantMask   v = masked load of p[i..], mask <1,0,1,1>, 0 in the other lanes
//   RunTimeMask    the same, lane l on where i + l < n and (i + l + flag) % 4 != 0
//   Copy           memcpy(private, p, row); elements of private
//
// or one column (vector) a thread.
#include "Writer.h"

using namespace llvm;

namespace vx::gen {

constexpr unsigned MaskBits = 3; ///< one lane of four is off

void Writer::accumulate(Value *X) {
  Type *F64 = B.getDoubleTy();
  Value *D = X->getType()->isIntegerTy() ? B.CreateSIToFP(X, F64) : B.CreateFPCast(X, F64);
  Value *Half = B.CreateFMul(B.CreateLoad(F64, Acc), ConstantFP::get(F64, 0.5));
  B.CreateStore(B.CreateFAdd(Half, D), Acc);
}

void Writer::readElement(unsigned K, const View &V, Value *At) {
  Type *T = elementType(S.Tiles[K]);
  Value *P = B.CreateGEP(T, V.Pointer, wide(At));
  LoadInst *X = B.CreateAlignedLoad(T, P, M->getDataLayout().getABITypeAlign(T));
  if (S.Carrier == Form::A)
    X->setMetadata("vx.placement", Tags[K]);
  accumulate(X);
}

Value *Writer::laneMask(const TileShape &T, Value *From, Value *N) {
  SmallVector<Constant *> Lanes;
  if (T.How == Read::ConstantMask) {
    for (unsigned L = 0; L < T.Width; ++L)
      Lanes.push_back(B.getInt1(T.Mask >> L & 1));
    return ConstantVector::get(Lanes);
  }
  for (unsigned L = 0; L < T.Width; ++L)
    Lanes.push_back(ConstantInt::get(Index, L));
  auto all = [&](Value *X) { return B.CreateVectorSplat(T.Width, X); };
  Value *I = B.CreateAdd(all(From), ConstantVector::get(Lanes));
  Value *Odd = B.CreateAnd(B.CreateAdd(I, all(Flag)), all(number(MaskBits)));
  return B.CreateAnd(B.CreateICmpSLT(I, all(N)), B.CreateICmpNE(Odd, all(number(0))));
}

/// Elements From .. From + width - 1 of a row of \p N that starts at \p At.
void Writer::readVector(unsigned K, const View &V, Value *At, Value *From, Value *N) {
  const TileShape &T = S.Tiles[K];
  Type *Element = elementType(T);
  auto *Ty = FixedVectorType::get(Element, T.Width);
  Align A = M->getDataLayout().getABITypeAlign(Element);
  Value *Place = B.CreateAdd(At, B.CreateMul(From, V.Strides.back()));
  Value *P = B.CreateGEP(Element, V.Pointer, wide(Place));
  Instruction *X;
  if (T.How == Read::Vector)
    X = B.CreateAlignedLoad(Ty, P, A);
  else
    X = B.CreateMaskedLoad(Ty, P, A, laneMask(T, From, N), Constant::getNullValue(Ty));
  if (S.Carrier == Form::A)
    X->setMetadata("vx.placement", Tags[K]);
  for (unsigned L = 0; L < T.Width; ++L)
    accumulate(B.CreateExtractElement(X, L));
}

/// The row by a memcpy. Rows past a ragged tile's size are zero and may be copied.
void Writer::readCopy(unsigned K, const View &V, Value *At, Value *N) {
  const TileShape &T = S.Tiles[K];
  Type *Element = elementType(T);
  bool ByThread = S.ThreadColumn && T.Extent.size() > 1;
  uint64_t Count = ByThread ? 1 : T.Extent.back();
  auto *Ty = ArrayType::get(Element, Count);
  AllocaInst *Private = variable(Ty, "private");
  MaybeAlign A = M->getDataLayout().getABITypeAlign(Element);
  auto copyFrom = [&](Value *Place) {
    B.CreateMemCpy(Private, A, B.CreateGEP(Element, V.Pointer, wide(Place)), A,
                   Count * elementBytes(T));
  };
  auto read = [&](Value *I) {
    accumulate(B.CreateLoad(Element, B.CreateGEP(Element, Private, wide(I))));
  };
  if (ByThread)
    return overElements(N, true, 1, [&](Value *I) {
      copyFrom(B.CreateAdd(At, B.CreateMul(I, V.Strides.back())));
      read(number(0));
    });
  copyFrom(At);
  loop(number(0), N, number(1), read);
}

/// For each element (or start of a vector) of a row, or for this thread's one.
void Writer::overElements(Value *N, bool ByThread, unsigned Width, Body Inside) {
  if (!ByThread)
    return loop(number(0), N, number(Width), Inside);
  Value *Mine = Width == 1 ? Linear : B.CreateMul(Linear, number(Width));
  ifThen(B.CreateICmpSLT(Mine, N), [&] { Inside(Mine); });
}

/// A row of \p N elements that starts at \p At.
void Writer::readRow(unsigned K, const View &V, Value *At, Value *N) {
  const TileShape &T = S.Tiles[K];
  bool ByThread = S.ThreadColumn && T.Extent.size() > 1;
  switch (T.How) {
  case Read::Copy:
    return readCopy(K, V, At, N);
  case Read::Element:
    return overElements(N, ByThread, 1, [&](Value *I) {
      readElement(K, V, B.CreateAdd(At, B.CreateMul(I, V.Strides.back())));
    });
  default:
    return overElements(N, ByThread, T.Width,
                        [&](Value *I) { readVector(K, V, At, I, N); });
  }
}

void Writer::consume(unsigned K, const View &V) {
  const TileShape &T = S.Tiles[K];
  unsigned Rank = T.Extent.size();
  std::function<void(unsigned, Value *)> dimension = [&](unsigned D, Value *At) {
    bool Valid = D == 0 && V.Rows && !S.ReadPast;
    Value *N = Valid ? V.Rows : number(int64_t(T.Extent[D]));
    if (D + 1 == Rank)
      return readRow(K, V, At, N);
    loop(number(0), N, number(1), [&](Value *I) {
      dimension(D + 1, B.CreateAdd(At, B.CreateMul(I, V.Strides[D])));
    });
  };
  dimension(0, V.First);
}

} // namespace vx::gen
