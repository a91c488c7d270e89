//===- FootprintTerms.h - addresses as sums of products -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// An address is a pointer plus a polynomial over *factors*: loop counters {0,+,1}, thread
// ids, arguments and whatever ScalarEvolution can't take apart. 64-bit addresses are modulo
// 2^64, so sums and products distribute exactly. Sums under a zext or sext are distributed
// where they provably don't wrap, or where wrapping would make the load's address poison:
//
//   sext(%row +nsw %i) * 4  ->  4 * sext(%row) + 4 * sext(%i)
//
// What is left, a 32-bit sum that lost its flags (LICM reassociates), is distributed once it
// is known what walks in the tile (FactorTable::splitWrapped).
#ifndef VX_ANALYSIS_FOOTPRINTTERMS_H
#define VX_ANALYSIS_FOOTPRINTTERMS_H

#include "vx/InferTransfers.h"
#include "vx/BlockLimits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <vector>

namespace vx {

/// Sorted numbers of factors, with repetition. Empty: the number 1.
using Product = std::vector<unsigned>;
/// Product -> coefficient. Numbers are given in the order of discovery, so that
/// iteration does not depend on addresses.
using Polynomial = std::map<Product, int64_t>;

struct AddressForm {
  const llvm::Value *Pointer = nullptr; ///< stripped of casts and offsets
  Polynomial Offset;                    ///< bytes
};

/// Inclusive signed range.
struct Range {
  int64_t Lo, Hi;
};

/// An address split over what walks in one loop (FactorTable::splitWrapped), kept because site
/// loops and visits are tried one after the other.
struct SplitAddress {
  Polynomial Formal;
  Polynomial Wrap; ///< exact minus formal
};

/// Numbers factors, and knows their ranges and whether threads share them.
class FactorTable {
public:
  explicit FactorTable(const InferContext &Context);

  unsigned number(const llvm::SCEV *S);
  const llvm::SCEV *scev(unsigned Factor) const { return Factors[Factor]; }
  const llvm::SCEV *scev(const Product &P) const;
  /// The counter of \p L, {0,+,1}.
  const llvm::SCEV *counter(const llvm::Loop &L) const;
  const llvm::Loop *counterLoop(unsigned Factor) const;

  /// What one iteration of \p L adds to the factor, wrapped sums aside.
  std::optional<int64_t> stepIn(unsigned Factor, const llvm::Loop &L) const;

  /// First value in \p S that varies by thread, or nullptr.
  const llvm::Value *divergentLeaf(const llvm::SCEV *S) const;
  bool isDivergent(unsigned Factor) const {
    auto [It, New] = Divergence.try_emplace(Factor, false);
    if (New)
      It->second = divergentLeaf(Factors[Factor]) != nullptr;
    return It->second;
  }
  bool variesIn(unsigned Factor, const llvm::Loop &L) const;

  /// Values of \p S when \p At is executed, if they are in [0, Limit) or at least
  /// known from types, block size, trip counts and dominating guards.
  std::optional<Range> rangeAt(const llvm::SCEV *S, llvm::Instruction &At,
                               int64_t Limit);
  std::optional<Range> rangeAt(unsigned Factor, llvm::Instruction &At,
                               int64_t Limit) {
    return rangeAt(Factors[Factor], At, Limit);
  }
  /// Product of the factors' ranges.
  /// Whether a guard of a sum keeps a factor of \p P below what rangeAt says: then that range
  /// is an upper bound that no thread need reach.
  bool boundTogether(const Product &P, llvm::Instruction &At, int64_t Limit);
  std::optional<Range> rangeAt(const Product &P, llvm::Instruction &At,
                               int64_t Limit);
  /// Range of the exact sum, where every part has one.
  std::optional<Range> sumRange(const Polynomial &Sum, llvm::Instruction &At,
                                int64_t Limit);
  /// Iterations of \p L before which \p At can run: [0, n - 1].
  std::optional<Range> counterRange(const llvm::Loop &L,
                                    const llvm::Instruction &At);
  /// \p At runs at most once each time \p L is entered, and perhaps not at all, for all
  /// threads alike.
  bool mayBeSkipped(const llvm::Loop &L, const llvm::Instruction &At);

  /// How the fixed part of a narrow sum is extended: as it is computed, or term by term.
  enum class FixedPart { Exact, Formal };
  /// Distributes extensions of narrow sums over the parts that vary by thread or in \p Outermost,
  /// although the sum may wrap (FootprintWrap.cpp says why that is right in a tile):
  ///
  ///   sext(i + j + tid + k * ld)  ->  sext(i + j) + tid + k * sext(ld)          exact
  ///                                   sext(i) + sext(j) + tid + k * sext(ld)    formal
  ///
  /// Loads of one tile are compared formally; the base is exact.
  Polynomial splitWrapped(const Polynomial &Offset, llvm::Instruction &At,
                          const llvm::Loop *Outermost, int64_t Limit,
                          FixedPart Kind);
  /// Both forms of \p Offset, the address that \p At accesses.
  const SplitAddress &split(const Polynomial &Offset, llvm::Instruction &At,
                            const llvm::Loop *Outermost, int64_t Limit);
  bool walks(unsigned Factor, const llvm::Loop *Outermost) const {
    return isDivergent(Factor) || (Outermost && variesIn(Factor, *Outermost));
  }

  const InferContext &context() const { return Context; }

  /// c * x - c * n * (x / n) as c * (x % n), whose range is known.
  Polynomial joinRemainders(Polynomial P);
  /// \p S as a polynomial over factors of its own width. A sum over threads that \p Keep holds
  /// of stays a factor.
  using KeepWhole = llvm::function_ref<bool(const llvm::SCEV *)>;
  Polynomial narrowParts(const llvm::SCEV *S, KeepWhole Keep = nullptr, unsigned Depth = 0);
private:
  Polynomial splitFactor(unsigned Factor, llvm::Instruction &At,
                         const llvm::Loop *Outermost, int64_t Limit,
                         FixedPart Kind);
  const llvm::SCEV *narrowSum(const Polynomial &P, const llvm::Type *Narrow) const;
  llvm::ConstantRange range(const llvm::SCEV *S, unsigned Depth = 0) const;
  std::optional<llvm::ConstantRange>
  remainderRange(const llvm::SCEV &Sum, unsigned Depth) const;
  llvm::ConstantRange leafRange(const llvm::Value &V, llvm::ConstantRange R,
                                unsigned Depth) const;
  std::optional<int64_t> boundAt(const llvm::SCEV *S, llvm::Instruction &At,
                                 int64_t Limit) const;
  /// A bound of a part of a guarded sum. Alone: nothing else in the sum varies, so the part reaches it.
  struct SumBound {
    std::optional<int64_t> Any, Alone;
  };
  bool aloneInSum(const llvm::SCEV *S, const llvm::SCEV *Sum) const;
  SumBound boundBySum(const llvm::SCEV *S, llvm::Instruction &At, int64_t Limit) const;
  std::optional<int64_t> mostInSum(const llvm::SCEV *S, const llvm::SCEV *Sum,
                                   int64_t Most) const;
  std::optional<Range> guardRange(const llvm::SCEV *S, llvm::Instruction &At,
                                  int64_t Limit) const;
  bool knownBelow(const llvm::SCEV *S, int64_t Bound,
                  llvm::Instruction &At) const;

  const InferContext &Context;
  llvm::SmallVector<const llvm::SCEV *, 32> Factors;
  llvm::DenseMap<const llvm::SCEV *, unsigned> Numbers;
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::BasicBlock *>,
                 std::optional<Range>>
      Guarded;
  std::map<std::pair<const llvm::Instruction *, const llvm::Loop *>,
           SplitAddress>
      Splits;
  mutable llvm::DenseMap<unsigned, bool> Divergence;
  /// Largest block size in each dimension.
  BlockLimits BlockLimit;
};

/// Reads the addresses of one tile's accesses.
class AddressReader {
public:
  /// \p Limit: bytes of the tile's extent; a thread-dependent index that is
  /// provably in [0, Limit) by a guard is kept whole.
  AddressReader(FactorTable &Factors, int64_t Limit)
      : Factors(Factors), SE(Factors.context().SE), Limit(Limit) {}

  AddressForm read(llvm::Value &Pointer, llvm::Instruction &At);

private:
  Polynomial readPointer(llvm::Value &V, const llvm::Value *&Base);
  Polynomial readIndex(llvm::Value &V);
  Polynomial readValue(llvm::Value &V);
  Polynomial splitValue(llvm::Value &V);
  Polynomial readExtended(llvm::Value &V, bool Signed);
  Polynomial splitExtended(llvm::Value &V, bool Signed);
  Polynomial
  splitSelect(llvm::SelectInst &Select,
              llvm::function_ref<Polynomial(llvm::Value &)> ReadArm);
  Polynomial readScev(const llvm::SCEV *S);
  Polynomial splitScev(const llvm::SCEV *S);
  Polynomial readAddRec(const llvm::SCEVAddRecExpr &Rec);
  Polynomial readCast(const llvm::SCEVCastExpr &Cast);
  Polynomial opaque(const llvm::SCEV *S);
  Polynomial preferWhole(const llvm::SCEV *S, Polynomial Parts);
  const llvm::SCEV *scevAtScope(llvm::Value &V) const;
  bool sumFits(llvm::ArrayRef<std::pair<const llvm::SCEV *, int64_t>> Terms,
               const llvm::Type *Narrow, bool Signed);
  bool distributes(const llvm::BinaryOperator &Op, bool Signed) const;

  FactorTable &Factors;
  llvm::ScalarEvolution &SE;
  int64_t Limit;
  llvm::Instruction *At = nullptr;
  unsigned Depth = 0;
  /// What has been read for this access: expressions share their parts.
  enum Form { Plain, SignExtended, ZeroExtended };
  llvm::DenseMap<std::pair<const void *, unsigned>, Polynomial> Known;
};

Polynomial addPolynomials(const Polynomial &A, const Polynomial &B,
                          int64_t ScaleB = 1);
Polynomial multiplyPolynomials(const Polynomial &A, const Polynomial &B);

} // namespace vx

#endif // VX_ANALYSIS_FOOTPRINTTERMS_H
