//===- BlockLimits.h - what thread indices and block sizes can be -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_BLOCKLIMITS_H
#define VX_BLOCKLIMITS_H

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Function.h"
#include <array>

namespace vx {

/// The most threads of a block along x, y, z: reqntid, else maxntid, else the devices' limits.
using BlockLimits = std::array<unsigned, 3>;
BlockLimits blockLimits(const llvm::Function &Kernel);

/// \p R, and no more than \p Limits allow where \p V reads tid or ntid.
llvm::ConstantRange blockRegisterRange(const llvm::Value &V,
                                       const BlockLimits &Limits,
                                       llvm::ConstantRange R);

} // namespace vx

#endif // VX_BLOCKLIMITS_H
