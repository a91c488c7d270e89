//===- VerifierOptions.cpp - parameters of vx-verify-device===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Words between angle brackets, as in Options.cpp: each known, each once, each with a
// value exactly when its row says so.
#include "vx/DeviceVerifier.h"
#include "vx/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace vx {

namespace {
struct Row {
  StringLiteral Name;
  std::string DeviceVerifierOptions::*Text; ///< the word takes a value
  bool DeviceVerifierOptions::*Flag;        ///< it takes none
  unsigned DeviceVerifierOptions::*Number = nullptr; ///< its value is a number above 0
};

constexpr Row Rows[] = {
    {"sm", &DeviceVerifierOptions::Sm, nullptr},
    {"ptx", &DeviceVerifierOptions::Ptx, nullptr},
    {"strict-atomics", nullptr, &DeviceVerifierOptions::StrictAtomics},
    {"allow-inline-asm", nullptr, &DeviceVerifierOptions::AllowInlineAsm},
    {"allow-undefined", nullptr, &DeviceVerifierOptions::AllowUndefined},
    {"ptxas", &DeviceVerifierOptions::Ptxas, nullptr},
    {"llc", &DeviceVerifierOptions::Llc, nullptr},
    {"deep", nullptr, &DeviceVerifierOptions::Deep},
    {"helper-seconds", nullptr, nullptr, &DeviceVerifierOptions::HelperSeconds},
    {"helper-megabytes", nullptr, nullptr, &DeviceVerifierOptions::HelperMegabytes},
};

Error bad(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

std::string known() {
  std::string Text;
  for (const Row &R : Rows)
    Text += (Text.empty() ? "" : ", ") + R.Name.str() + (R.Flag ? "" : "=");
  return Text;
}

Error apply(DeviceVerifierOptions &O, StringRef Word, SmallVectorImpl<StringRef> &Seen) {
  auto [Name, Value] = Word.split('=');
  const Row *R = find_if(Rows, [&](const Row &R) { return R.Name == Name; });
  if (R == std::end(Rows))
    return bad("unknown parameter '" + Word + "'; known: " + known());
  if (is_contained(Seen, Name))
    return bad("parameter '" + Name + "' is given twice");
  Seen.push_back(Name);
  if (R->Flag) {
    if (Word.contains('='))
      return bad("parameter '" + Word + "' takes no value");
    O.*R->Flag = true;
    return Error::success();
  }
  if (Value.empty())
    return bad("parameter '" + Word + "' needs a value: '" + Name + "=<value>'");
  if (Name == "ptx" && !parsePtx(Value))
    return bad("'ptx=" + Value + "' is not a PTX version such as 78, 7.8");
  if (R->Text)
    O.*R->Text = Value.str();
  else if (Value.getAsInteger(10, O.*R->Number) || !(O.*R->Number))
    return bad("'" + Word + "' is no whole number above 0");
  return Error::success();
}
} // namespace

Expected<DeviceVerifierOptions> parseDeviceVerifierOptions(StringRef Params) {
  DeviceVerifierOptions O;
  SmallVector<StringRef, 8> Seen;
  while (!Params.empty()) {
    size_t End = Params.find_first_of(",;");
    StringRef Word = Params.take_front(End).trim();
    Params = End == StringRef::npos ? StringRef() : Params.drop_front(End + 1);
    if (Error E = apply(O, Word, Seen))
      return std::move(E);
  }
  return O;
}

} // namespace vx
