//===- Arguments.h - typed buffers from text -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The command line's words for kernel arguments (docs/vx-simt.md):
//
//   i64:5                       scalar
//   f32:1024:rand:7             buffer of 1024 floats, uniform in [-1, 1), seed 7
//   f32:1024:{zero,iota,poison} buffer; fill:V each element, file:PATH raw bytes
//   null                        null pointer
//   same:2                      the buffer of argument word 2
//   memref:f32:32x16:rand:7     a memref descriptor: 3 + 2 * rank parameters
//
// Words behind a buffer, each after a colon: skew=BYTES (distance of the base
// from a 256-byte boundary), offset=N (elements; memref: its offset operand),
// strides=AxB (memref), out=PATH (written after the run), readonly.
#ifndef VX_SIMT_ARGUMENTS_H
#define VX_SIMT_ARGUMENTS_H

#include "vx/simt/Simt.h"
#include "llvm/ADT/ArrayRef.h"

namespace vx::simt {

enum class ElementType { I8, I16, I32, I64, F16, BF16, F32, F64 };

std::optional<ElementType> parseElementType(llvm::StringRef Name);
unsigned elementBytes(ElementType T);
/// One element as text, "1.5" or "-3".
std::string elementText(ElementType T, const uint8_t *Bytes);
/// Its value; integers are sign-extended.
double elementValue(ElementType T, const uint8_t *Bytes);
bool isFloat(ElementType T);

/// How to read one buffer of a launch back.
struct BufferView {
  ElementType Type;
  unsigned Word;       ///< index of the --arg that made it
  std::string OutFile; ///< raw bytes go here, or ""
};

struct ArgumentSet {
  std::vector<Argument> Arguments;
  std::vector<Buffer> Buffers;
  std::vector<BufferView> Views; ///< one a buffer
};

/// All --arg words in order. The error quotes the word and says what is wrong.
llvm::Expected<ArgumentSet> parseArguments(llvm::ArrayRef<std::string> Words);

/// "2", "2x3" or "2,3,4".
llvm::Expected<Dim3> parseDim3(llvm::StringRef Text);

/// First difference of two equally shaped sets of buffers, or nothing. NaNs of
/// any payload are equal. With \p Tolerance above 0, floats whose difference is
/// at most Tolerance * max(1, |a|, |b|) are equal.
struct Difference {
  unsigned Buffer;
  uint64_t Index;
  std::string A, B;
  uint64_t Count; ///< differing elements in all buffers
};
std::optional<Difference> firstDifference(llvm::ArrayRef<Buffer> A,
                                          llvm::ArrayRef<Buffer> B,
                                          llvm::ArrayRef<BufferView> Views,
                                          double Tolerance = 0);

} // namespace vx::simt

#endif // VX_SIMT_ARGUMENTS_H
