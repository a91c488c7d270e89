//===- Meaning.h - a placed module computes what its input says -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TEST_MEANING_H
#define VX_TEST_MEANING_H

#include <string>

namespace llvm {
class Module;
}

namespace vx::mutate {

enum class Meaning {
  Same,       ///< same bits in all buffers, and nothing found while running
  Different,  ///< other bits, or the placed kernel does what the input does not
  WrongInput, ///< the input itself breaks the contract at run time: nothing to say
};

/// Runs every kernel of \p Input and \p Placed in the SIMT executor with the same
/// buffers. The executor plays transfer calls by value, as the contract reads them, so
/// that the input needs no placement.
Meaning compareMeaning(const llvm::Module &Input, const llvm::Module &Placed,
                       std::string &Why);

} // namespace vx::mutate

#endif // VX_TEST_MEANING_H
