//===- MathSymbols.h - libdevice names and host functions -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_SIMT_MATHSYMBOLS_H
#define VX_SIMT_MATHSYMBOLS_H

#include "llvm/ADT/StringRef.h"
#include <functional>

namespace vx::simt {

/// The host function that stands for a libdevice function, or nullptr.
void *mathSymbol(llvm::StringRef Name);
/// Calls \p Visit for every name and address.
void forEachMathSymbol(std::function<void(llvm::StringRef, void *)> Visit);

} // namespace vx::simt

#endif // VX_SIMT_MATHSYMBOLS_H
