//===- VerifierOptions.cpp - parameters of vx-verify-device===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/DeviceVerifier.h"
#include "vx/ParameterWords.h"
#include "vx/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

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

Error set(DeviceVerifierOptions &O, const Row &R, StringRef Value) {
  if (R.Flag)
    O.*R.Flag = true;
  else if (R.Name == "ptx" && !parsePtx(Value))
    return badParameter("'ptx=", Value, "' is not a PTX version such as 78, 7.8");
  else if (R.Text)
    O.*R.Text = Value.str();
  else if (Value.getAsInteger(10, O.*R.Number) || !(O.*R.Number))
    return badParameter("'", R.Name, "=", Value, "' is no whole number above 0");
  return Error::success();
}
} // namespace

Expected<DeviceVerifierOptions> parseDeviceVerifierOptions(StringRef Params) {
  DeviceVerifierOptions O;
  auto Known = map_to_vector(
      Rows, [](const Row &R) { return ParameterWord{R.Name, /*HasValue=*/!R.Flag}; });
  auto Set = [&](size_t Row, StringRef Value) { return set(O, Rows[Row], Value); };
  if (Error E = readParameterWords(Params, Known, Set))
    return std::move(E);
  return O;
}

} // namespace vx
