//===- ParameterWords.h - the words of a pass's parameters -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A pass's parameters are words between angle brackets, separated by ';' (the
// pipeline parser takes ',' for itself) or, for other callers, by ',':
//
//   vx-placement<sm=90a;stages=3;dry-run>
//
// Every word must be known, must stand once, and must have a value exactly when
// it takes one.
//===----------------------------------------------------------------------===//
#ifndef VX_PARAMETERWORDS_H
#define VX_PARAMETERWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace vx {

template <typename... Ts> llvm::Error badParameter(const Ts &...Parts) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  (OS << ... << Parts);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

/// A word that a pass knows.
struct ParameterWord {
  llvm::StringRef Name;
  bool HasValue;
};

/// Calls \p Set with the place in \p Known and the value of each word of \p Params, in order, up to
/// the first error. Errors quote the word.
llvm::Error readParameterWords(llvm::StringRef Params, llvm::ArrayRef<ParameterWord> Known,
                               llvm::function_ref<llvm::Error(size_t, llvm::StringRef)> Set);

} // namespace vx

#endif // VX_PARAMETERWORDS_H
