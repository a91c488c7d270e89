//===- Mutations.h - damages requests for placement -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TEST_MUTATIONS_H
#define VX_TEST_MUTATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <random>
#include <string>

namespace llvm {
class Module;
}

namespace vx::mutate {

/// The same sequence on every platform: the engine is standard, distributions are not.
class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  /// Uniform in [0, Bound), near enough.
  uint64_t below(uint64_t Bound) { return Bound ? Engine() % Bound : 0; }
  template <typename T> const T &pick(llvm::ArrayRef<T> From) {
    return From[below(From.size())];
  }

private:
  std::mt19937_64 Engine;
};

/// Makes one change to the contract's metadata or attributes in \p M, which stays a
/// module that LLVM's verifier takes. Returns what was done, for the log; empty if
/// \p M offers nothing to the kind of change that was drawn.
std::string mutateOnce(llvm::Module &M, Random &R);

/// Parameters of vx-placement, mostly none.
std::string drawParameters(Random &R);

} // namespace vx::mutate

#endif // VX_TEST_MUTATIONS_H
