//===- ThreadOrder.h - conditions that one thread answers for its block -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Whether a value grows or falls from thread to thread. Threads are compared in each of tid.x, tid.y and tid.z;
// the first thread has zeros, the last one the block's sizes less one, and both are there in every block.
//
//   i = ctaid * ntid + tid      rising, if it does not wrap within a block
//   i < n                       falling (true, then false), for n equal in all threads
//
// If a falling condition holds for any thread, it holds for the first one; a rising one for the last. Where nothing
// else keeps that thread away, its answer is that of the block, and needs no vote.
//
// Values count as integers of their type, signed or not as their use asks. That an operation does not wrap follows
//  - from nsw and nuw: a thread for which it wraps branches on poison, which the input must not do, so for the
//    threads that get here it did not wrap. A freeze ends that argument, and the analysis with it;
//  - from ranges: of tid and ntid, of constants, of conditions that control has passed;
//  - from alignment: ctaid * 128 + tid wraps between blocks only, where tid is below 128.
#ifndef VX_ANALYSIS_THREADORDER_H
#define VX_ANALYSIS_THREADORDER_H

#include "vx/BlockLimits.h"
#include "vx/BlockUniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>
#include <string>

namespace vx {

/// From thread to thread a value does not change, does not fall, does not grow, or none of these.
enum class Course { Flat, Rising, Falling, Unknown };

/// tid.x, tid.y, tid.z: 0, 1, 2.
std::optional<unsigned> threadIndexDimension(const llvm::Value &V);

/// A condition that grows or falls, and what is needed to compute it for another thread.
struct OrderedCondition {
  Course Is = Course::Unknown;
  /// What differs by thread, from the condition down to thread indices.
  llvm::SetVector<llvm::Instruction *> Varying;
  /// What these read that is equal in all threads.
  llvm::SetVector<llvm::Instruction *> Shared;
  std::string Why; ///< of Unknown: the value at which the proof ends
};

class ThreadOrder {
public:
  ThreadOrder(llvm::Function &F, const llvm::DominatorTree &DT, const llvm::LoopInfo &LI, const BlockUniformity &BU);

  /// The condition of \p Branch.
  OrderedCondition condition(llvm::BranchInst &Branch);

private:
  using Key = llvm::PointerIntPair<const llvm::Instruction *, 1, bool>;

  Course courseOf(const llvm::Use &U, bool Signed);
  Course course(llvm::Instruction &I, bool Signed);
  Course compute(llvm::Instruction &I, bool Signed);
  Course ofComparison(llvm::ICmpInst &Compare);
  Course ofBinary(llvm::BinaryOperator &Op, bool Signed);
  Course ofQuotient(llvm::BinaryOperator &Op);
  Course ofProduct(llvm::BinaryOperator &Op, bool Signed);
  Course ofCast(llvm::CastInst &Cast, bool Signed);
  Course ofCall(llvm::CallInst &Call, bool Signed);
  Course ofPhi(llvm::PHINode &Phi, bool Signed);
  bool isExact(llvm::BinaryOperator &Op, bool Signed);
  bool addsBelowAlignment(llvm::BinaryOperator &Add);
  bool isNonNegative(llvm::Value &V, const llvm::Instruction &At);
  llvm::ConstantRange range(llvm::Value &V, bool Signed, const llvm::Instruction &At, unsigned Depth = 0);
  llvm::ConstantRange passedRange(llvm::Value &V, bool Signed, const llvm::Instruction &At, llvm::ConstantRange R,
                                  unsigned Depth);
  Course merged(const llvm::Instruction &I, Course A, Course B);
  Course stop(const llvm::Instruction &I, llvm::StringRef Reason);

  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const BlockUniformity &BU;
  const llvm::DataLayout &DL;
  BlockLimits Limits;
  llvm::AssumptionCache Assumptions;
  llvm::LazyValueInfo Values;
  const llvm::BasicBlock *Asker = nullptr;
  llvm::DenseMap<Key, Course> Known;
  llvm::DenseSet<Key> Refuted; ///< phis that do not do what was assumed of them
  unsigned Ranges = 0; ///< computed for the condition
  std::string Why;
};

} // namespace vx

#endif // VX_ANALYSIS_THREADORDER_H
