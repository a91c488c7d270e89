//===- Printf.h - device printf -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_SIMT_PRINTF_H
#define VX_SIMT_PRINTF_H

#include <cstdint>
#include <string>

namespace vx::simt {

/// Formats as vprintf does on a device: \p Args is a packed buffer in which each
/// value is aligned to its size (int 4, double, long long and pointers 8).
/// Appends to \p Out and returns the number of conversions.
uint32_t formatDevice(const char *Format, const char *Args, std::string &Out);

} // namespace vx::simt

#endif // VX_SIMT_PRINTF_H
