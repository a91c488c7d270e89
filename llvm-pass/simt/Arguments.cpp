//===- Arguments.cpp - typed buffers from text -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/simt/Arguments.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace llvm;

namespace vx::simt {

/// Most elements of one buffer, and most dimensions of a memref.
constexpr uint64_t MaxElements = 1ull << 31;
constexpr unsigned MaxMemrefRank = 8;

std::optional<ElementType> parseElementType(StringRef Name) {
  return StringSwitch<std::optional<ElementType>>(Name)
      .Case("i8", ElementType::I8)
      .Case("i16", ElementType::I16)
      .Case("i32", ElementType::I32)
      .Case("i64", ElementType::I64)
      .Case("f16", ElementType::F16)
      .Case("bf16", ElementType::BF16)
      .Case("f32", ElementType::F32)
      .Case("f64", ElementType::F64)
      .Default(std::nullopt);
}

unsigned elementBytes(ElementType T) {
  switch (T) {
  case ElementType::I8:
    return 1;
  case ElementType::I16:
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::I32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::F64:
    return 8;
  }
  return 0;
}

bool isFloat(ElementType T) { return T >= ElementType::F16; }

static const fltSemantics &semantics(ElementType T) {
  switch (T) {
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

static uint64_t rawBits(ElementType T, const uint8_t *Bytes) {
  uint64_t Bits = 0;
  for (unsigned I = 0; I < elementBytes(T); ++I)
    Bits |= uint64_t(Bytes[I]) << (8 * I);
  return Bits;
}

static APFloat floatOf(ElementType T, const uint8_t *Bytes) {
  return APFloat(semantics(T), APInt(8 * elementBytes(T), rawBits(T, Bytes)));
}

double elementValue(ElementType T, const uint8_t *Bytes) {
  if (!isFloat(T))
    return double(SignExtend64(rawBits(T, Bytes), 8 * elementBytes(T)));
  APFloat F = floatOf(T, Bytes);
  bool Lost;
  F.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lost);
  return F.convertToDouble();
}

std::string elementText(ElementType T, const uint8_t *Bytes) {
  if (!isFloat(T))
    return std::to_string(SignExtend64(rawBits(T, Bytes), 8 * elementBytes(T)));
  SmallString<32> S;
  floatOf(T, Bytes).toString(S);
  return S.str().str();
}

static void putBits(ElementType T, uint8_t *Bytes, uint64_t Bits) {
  for (unsigned I = 0; I < elementBytes(T); ++I)
    Bytes[I] = uint8_t(Bits >> (8 * I));
}

static void putValue(ElementType T, uint8_t *Bytes, double V) {
  if (!isFloat(T))
    return putBits(T, Bytes, uint64_t(int64_t(V)));
  APFloat F(V);
  bool Lost;
  F.convert(semantics(T), APFloat::rmNearestTiesToEven, &Lost);
  putBits(T, Bytes, F.bitcastToAPInt().getZExtValue());
}

/// A value that the type holds; integers of 64 bits without a detour over double.
static bool putText(ElementType T, uint8_t *Bytes, StringRef Text) {
  if (!isFloat(T)) {
    unsigned Width = 8 * elementBytes(T);
    int64_t Signed;
    uint64_t Unsigned;
    if (!Text.getAsInteger(0, Signed) && isIntN(Width, Signed))
      putBits(T, Bytes, uint64_t(Signed));
    else if (!Text.getAsInteger(0, Unsigned) && isUIntN(Width, Unsigned))
      putBits(T, Bytes, Unsigned);
    else
      return false;
    return true;
  }
  double V;
  if (Text.getAsDouble(V))
    return false;
  putValue(T, Bytes, V);
  return true;
}

namespace {

/// One --arg word being taken apart.
class WordParser {
public:
  WordParser(StringRef Word, unsigned Index, ArgumentSet &Set,
             ArrayRef<int> BufferOfWord)
      : Word(Word), Index(Index), Set(Set), BufferOfWord(BufferOfWord) {
    SmallVector<StringRef, 8> Parts;
    Word.split(Parts, ':');
    Fields.assign(Parts.begin(), Parts.end());
  }
  Error parse();
  int bufferIndex() const { return Made; }

private:
  Error fail(const Twine &What) const {
    return createStringError("argument '" + Word + "': " + What);
  }
  Error scalar(ElementType T);
  Error buffer(ElementType T, uint64_t Count, size_t Next);
  Error memref();
  Error same();
  Error fill(ElementType T, std::vector<uint8_t> &Bytes, StringRef How,
             size_t &Next);
  Error options(size_t Next, Buffer &B, BufferView &V);

  StringRef Word;
  unsigned Index;
  ArgumentSet &Set;
  ArrayRef<int> BufferOfWord;
  SmallVector<StringRef, 8> Fields;
  int64_t Offset = 0;
  SmallVector<int64_t, 5> Strides;
  int Made = -1;
};

} // namespace

Error WordParser::scalar(ElementType T) {
  Argument A;
  A.Scalar.resize(elementBytes(T));
  if (!putText(T, A.Scalar.data(), Fields[1]))
    return fail("'" + Fields[1] + "' is not a value of type " + Fields[0]);
  Set.Arguments.push_back(std::move(A));
  return Error::success();
}

/// Uniform in [-1, 1), or small integers; the same on every host.
static void randomise(ElementType T, std::vector<uint8_t> &Bytes,
                      uint64_t Seed) {
  std::mt19937_64 R(Seed);
  constexpr double Scale = 1.0 / (1ull << 52);
  for (size_t I = 0; I < Bytes.size(); I += elementBytes(T)) {
    uint64_t V = R();
    double D = double(V >> 11) * Scale - 1.0;
    putValue(T, &Bytes[I], isFloat(T) ? D : double(int(V % 201) - 100));
  }
}

Error WordParser::fill(ElementType T, std::vector<uint8_t> &Bytes,
                       StringRef How, size_t &Next) {
  unsigned Size = elementBytes(T);
  auto operand = [&] { return Next < Fields.size() ? Fields[Next++] : StringRef(); };
  if (How == "zero")
    return Error::success();
  if (How == "poison") {
    std::fill(Bytes.begin(), Bytes.end(), 0xff);
  } else if (How == "iota") {
    for (size_t I = 0; I < Bytes.size() / Size; ++I)
      putValue(T, &Bytes[I * Size], double(I));
  } else if (How == "rand") {
    uint64_t Seed = 1;
    if (Next < Fields.size() && !Fields[Next].contains('=') &&
        Fields[Next] != "readonly" && operand().getAsInteger(10, Seed))
      return fail("'rand' takes a number as its seed");
    randomise(T, Bytes, Seed);
  } else if (How == "fill") {
    StringRef V = operand();
    for (size_t I = 0; I < Bytes.size(); I += Size)
      if (!putText(T, &Bytes[I], V))
        return fail("'" + V + "' is not a value of type " + Fields[0]);
  } else if (How == "file") {
    StringRef Path = operand();
    auto File = MemoryBuffer::getFile(Path);
    if (!File)
      return fail("cannot read '" + Path + "': " + File.getError().message());
    if ((*File)->getBufferSize() != Bytes.size())
      return fail("file '" + Path + "' has " + Twine((*File)->getBufferSize()) +
                  " bytes, the buffer " + Twine(Bytes.size()));
    std::memcpy(Bytes.data(), (*File)->getBufferStart(), Bytes.size());
  } else {
    return fail("'" + How + "' is not one of zero, poison, iota, rand, fill, file");
  }
  return Error::success();
}

Error WordParser::options(size_t Next, Buffer &B, BufferView &V) {
  for (; Next < Fields.size(); ++Next) {
    auto [Key, Value] = Fields[Next].split('=');
    if (Key == "out" && !Value.empty()) {
      V.OutFile = Value.str();
    } else if (Key == "readonly" && Value.empty()) {
      B.ReadOnly = true;
    } else if (Key == "skew") {
      if (Value.getAsInteger(10, B.Skew))
        return fail("'skew' takes a number of bytes");
    } else if (Key == "offset") {
      if (Value.getAsInteger(10, Offset))
        return fail("'offset' takes a number of elements");
    } else if (Key == "strides") {
      SmallVector<StringRef, 5> Parts;
      Value.split(Parts, 'x');
      for (StringRef P : Parts)
        if (P.getAsInteger(10, Strides.emplace_back()))
          return fail("'strides' takes numbers with x between");
    } else {
      return fail("'" + Fields[Next] +
                  "' is not one of skew=, offset=, strides=, out=, readonly");
    }
  }
  return Error::success();
}

Error WordParser::buffer(ElementType T, uint64_t Count, size_t Next) {
  if (Count > MaxElements)
    return fail("more than " + Twine(MaxElements) + " elements");
  Buffer B;
  B.Name = "argument " + std::to_string(Index);
  B.Bytes.resize(Count * elementBytes(T));
  BufferView V{T, Index, ""};
  StringRef How = Next < Fields.size() ? Fields[Next++] : "zero";
  if (Error E = fill(T, B.Bytes, How, Next))
    return E;
  if (Error E = options(Next, B, V))
    return E;
  Made = int(Set.Buffers.size());
  Set.Buffers.push_back(std::move(B));
  Set.Views.push_back(std::move(V));
  return Error::success();
}

/// {allocated, aligned, offset, sizes, strides}.
Error WordParser::memref() {
  std::optional<ElementType> T =
      Fields.size() > 2 ? parseElementType(Fields[1]) : std::nullopt;
  if (!T)
    return fail("a memref is memref:TYPE:SHAPE:HOW");
  SmallVector<StringRef, 5> Parts;
  Fields[2].split(Parts, 'x');
  SmallVector<int64_t, 5> Sizes;
  for (StringRef P : Parts)
    if (P.getAsInteger(10, Sizes.emplace_back()) || Sizes.back() < 0)
      return fail("'" + Fields[2] + "' is not a shape");
  if (Sizes.size() > MaxMemrefRank)
    return fail("more than " + Twine(MaxMemrefRank) + " dimensions");
  // Strides and offset are options, so the fill must know the size before: read
  // them first.
  Buffer Scratch;
  BufferView ScratchView{*T, Index, ""};
  for (size_t I = 3; I < Fields.size(); ++I)
    if (Fields[I].starts_with("strides=") || Fields[I].starts_with("offset=")) {
      StringRef Keep = Fields[I];
      auto Saved = Fields;
      Fields.assign({Keep});
      Error E = options(0, Scratch, ScratchView);
      Fields = Saved;
      if (E)
        return E;
      Fields.erase(Fields.begin() + I--);
    }
  if (Strides.empty()) {
    Strides.assign(Sizes.size(), 1);
    for (size_t D = Sizes.size(); D-- > 1;)
      Strides[D - 1] = Strides[D] * Sizes[D];
  }
  if (Strides.size() != Sizes.size())
    return fail("as many strides as sizes are needed");
  uint64_t Count = 1;
  for (size_t D = 0; D < Sizes.size(); ++D) {
    if (Sizes[D] == 0)
      Count = 0;
    else if (Count)
      Count += uint64_t(Sizes[D] - 1) * uint64_t(Strides[D]);
  }
  if (Error E = buffer(*T, uint64_t(Offset) + Count, 3))
    return E;
  for (unsigned I = 0; I < 2; ++I)
    Set.Arguments.push_back(Argument::pointer(unsigned(Made)));
  Set.Arguments.push_back(Argument::scalar(uint64_t(Offset), 8));
  for (int64_t S : Sizes)
    Set.Arguments.push_back(Argument::scalar(uint64_t(S), 8));
  for (int64_t S : Strides)
    Set.Arguments.push_back(Argument::scalar(uint64_t(S), 8));
  return Error::success();
}

Error WordParser::same() {
  unsigned N;
  if (Fields.size() < 2 || Fields[1].getAsInteger(10, N) ||
      N >= BufferOfWord.size() || BufferOfWord[N] < 0)
    return fail("'same' takes the index of an earlier buffer argument");
  Buffer B;
  BufferView V{ElementType::I8, Index, ""};
  if (Error E = options(2, B, V))
    return E;
  int64_t Scale = elementBytes(Set.Views[BufferOfWord[N]].Type);
  Set.Arguments.push_back(
      Argument::pointer(unsigned(BufferOfWord[N]), Offset * Scale));
  return Error::success();
}

Error WordParser::parse() {
  if (Word == "null") {
    Set.Arguments.push_back(Argument::null());
    return Error::success();
  }
  if (Fields[0] == "memref")
    return memref();
  if (Fields[0] == "same")
    return same();
  std::optional<ElementType> T = parseElementType(Fields[0]);
  if (!T || Fields.size() < 2)
    return fail("expected TYPE:VALUE, TYPE:COUNT:HOW, memref:TYPE:SHAPE:HOW, "
                "same:N or null; types are i8 i16 i32 i64 f16 bf16 f32 f64");
  if (Fields.size() == 2)
    return scalar(*T);
  uint64_t Count;
  if (Fields[1].getAsInteger(10, Count))
    return fail("'" + Fields[1] + "' is not a number of elements");
  if (Error E = buffer(*T, Count, 2))
    return E;
  Set.Arguments.push_back(
      Argument::pointer(unsigned(Made), Offset * int64_t(elementBytes(*T))));
  return Error::success();
}

Expected<ArgumentSet> parseArguments(ArrayRef<std::string> Words) {
  ArgumentSet Set;
  std::vector<int> BufferOfWord;
  for (unsigned I = 0; I < Words.size(); ++I) {
    WordParser P(Words[I], I, Set, BufferOfWord);
    if (Error E = P.parse())
      return std::move(E);
    BufferOfWord.push_back(P.bufferIndex());
  }
  return Set;
}

Expected<Dim3> parseDim3(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, Text.contains(',') ? ',' : 'x');
  uint32_t V[3] = {1, 1, 1};
  bool Bad = Parts.size() > 3;
  for (size_t I = 0; I < Parts.size() && !Bad; ++I)
    Bad = Parts[I].getAsInteger(10, V[I]) || V[I] == 0;
  if (Bad)
    return createStringError("'" + Text +
                             "' is not one to three positive numbers, as in 2x3x4");
  return Dim3{V[0], V[1], V[2]};
}

static bool sameElement(ElementType T, const uint8_t *A, const uint8_t *B,
                        double Tolerance) {
  if (std::memcmp(A, B, elementBytes(T)) == 0)
    return true;
  if (!isFloat(T))
    return false;
  double X = elementValue(T, A), Y = elementValue(T, B);
  if (std::isnan(X) || std::isnan(Y))
    return std::isnan(X) && std::isnan(Y);
  return Tolerance > 0 && std::fabs(X - Y) <=
                              Tolerance * std::max({1.0, std::fabs(X), std::fabs(Y)});
}

std::optional<Difference> firstDifference(ArrayRef<Buffer> A, ArrayRef<Buffer> B,
                                          ArrayRef<BufferView> Views,
                                          double Tolerance) {
  std::optional<Difference> First;
  for (unsigned K = 0; K < A.size(); ++K) {
    if (A[K].Bytes == B[K].Bytes)
      continue;
    ElementType T = Views[K].Type;
    unsigned Size = elementBytes(T);
    for (uint64_t I = 0; (I + 1) * Size <= A[K].Bytes.size(); ++I) {
      const uint8_t *X = &A[K].Bytes[I * Size], *Y = &B[K].Bytes[I * Size];
      if (sameElement(T, X, Y, Tolerance))
        continue;
      if (!First)
        First = Difference{K, I, elementText(T, X), elementText(T, Y), 0};
      ++First->Count;
    }
  }
  return First;
}

} // namespace vx::simt
