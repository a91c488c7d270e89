//===- Shape.cpp - proof of the order of asynchronous copies===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checks.h"

namespace vx {
void verifyShape(llvm::Function &F, DiagnosticSink &Sink) {}
} // namespace vx
