//===- Mutator.h - bad input out of good input -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TEST_FUZZ_MUTATOR_H
#define VX_TEST_FUZZ_MUTATOR_H

#include "vx/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <random>
#include <string>
#include <vector>

namespace vx::fuzz {

/// Spoils what a front end writes: metadata of the contract, attributes of
/// transfer callees and kernels, operands of transfer calls. The result is
/// still a module that LLVM's verifier may accept; nothing else about it is
/// certain.
class Mutator {
public:
  Mutator(llvm::Module &M, uint64_t Seed) : M(M), Random(Seed) {}

  /// One random change; returns what it did, or "" if it found nothing to
  /// change.
  std::string mutate();

  /// Parameters of a run, most often just the target.
  PlacementOptions options();

private:
  using Kind = std::string (Mutator::*)();

  // Metadata.
  std::string replaceOperand();
  std::string dropOperand();
  std::string addOperand();
  std::string dropNamed();
  std::string shortenNamed();
  std::string extendNamed();
  std::string untag();
  std::string tagAnything();
  // Attributes and operands.
  std::string dropAttribute();
  std::string changeAttribute();
  std::string strangeAttribute();
  std::string strangeTarget();
  std::string changeCallOperand();
  // Functions and instructions.
  std::string unmarkKernel();
  std::string dropBody();
  std::string makeVolatile();
  std::string takeAddress();
  std::string initialiseShared();

  size_t below(size_t N) { return N ? Random() % N : 0; }
  bool chance(unsigned OneIn) { return below(OneIn) == 0; }
  template <typename T> T pick(const std::vector<T> &From) {
    return From.empty() ? T() : From[below(From.size())];
  }

  std::vector<llvm::MDNode *> nodes();
  std::vector<llvm::Instruction *> instructions();
  std::vector<llvm::Function *> functions();
  std::vector<llvm::CallBase *> transfers();
  void replaceNode(llvm::MDNode *Old, llvm::MDNode *New);
  llvm::Metadata *strangeMetadata();
  llvm::ConstantInt *strangeInt();
  std::string strangeText();

  llvm::Module &M;
  std::mt19937_64 Random;
};

} // namespace vx::fuzz

#endif // VX_TEST_FUZZ_MUTATOR_H
