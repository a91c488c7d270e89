//===- ShapeWalk.h - the order of fills and reads on every path -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_VERIFY_SHAPEWALK_H
#define VX_VERIFY_SHAPEWALK_H

namespace llvm {
class Function;
}

namespace vx {

class ShapeReport;
class ShapeStorage;

/// Reports where \p F reads what may not have arrived and refills what may still be read.
void walkPaths(llvm::Function &F, const ShapeStorage &Storage, ShapeReport &Out);

} // namespace vx

#endif // VX_VERIFY_SHAPEWALK_H
