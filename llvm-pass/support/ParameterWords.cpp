//===- ParameterWords.cpp - the words of a pass's parameters -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/ParameterWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace vx {

static std::string namesOf(ArrayRef<ParameterWord> Known) {
  std::string Text;
  ListSeparator Comma;
  for (const ParameterWord &W : Known)
    Text += (StringRef(Comma) + W.Name + (W.HasValue ? "=" : "")).str();
  return Text;
}

Error readParameterWords(StringRef Params, ArrayRef<ParameterWord> Known,
                         function_ref<Error(size_t, StringRef)> Set) {
  SmallVector<StringRef, 8> Seen;
  while (!Params.empty()) {
    size_t End = Params.find_first_of(",;");
    StringRef Word = Params.take_front(End).trim();
    Params = End == StringRef::npos ? StringRef() : Params.drop_front(End + 1);
    auto [Name, Value] = Word.split('=');
    const ParameterWord *Row =
        find_if(Known, [&](const ParameterWord &W) { return W.Name == Name; });
    if (Row == Known.end())
      return badParameter("unknown parameter '", Word, "'; known: ", namesOf(Known));
    if (is_contained(Seen, Name))
      return badParameter("parameter '", Name, "' is given twice");
    Seen.push_back(Name);
    if (Row->HasValue && Value.empty())
      return badParameter("parameter '", Word, "' needs a value: '", Name, "=<value>'");
    if (!Row->HasValue && Word.contains('='))
      return badParameter("parameter '", Word, "' takes no value");
    if (Error E = Set(Row - Known.begin(), Value))
      return E;
  }
  return Error::success();
}

} // namespace vx
