//===- ParticipationWitness.cpp - a guard's condition for one thread of the block ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What differs by thread in the condition is copied, each copy behind its original, with the witness's index for tid:
//
//   %gid = add %base, %tid                          %gid.w = add %base, 0
//   loop:                                      =>   loop:
//     %i = phi [ %gid, ... ], [ %i.next, ... ]        %i.w = phi [ %gid.w, ... ], [ %i.next.w, ... ]
//     %c = icmp slt %i, %n                            %c.w = icmp slt %i.w, %n
//
// The copies drop flags and metadata that make poison: nothing is gained by them here.
//===----------------------------------------------------------------------===//
#include "OneFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx {

namespace {

constexpr Intrinsic::ID BlockSize[] = {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                       Intrinsic::nvvm_read_ptx_sreg_ntid_z};

/// Copies for one of the two witnesses. Guards share them.
class WitnessEmitter {
public:
  WitnessEmitter(AskBy Witness, SmallVectorImpl<Instruction *> &Emitted) : Witness(Witness), Emitted(Emitted) {}

  Value *condition(const OrderedCondition &Condition) {
    for (Instruction *I : Condition.Varying)
      if (!Copies.contains(I))
        copy(*I);
    for (Instruction *I : Condition.Varying)
      if (auto *Copied = dyn_cast<Instruction>(Copies.lookup(I)); Copied && !threadIndexDimension(*I))
        for (Use &U : Copied->operands())
          if (Value *Op = Copies.lookup(U.get()))
            U.set(Op);
    return Copies.lookup(Condition.Varying.front());
  }

private:
  void copy(Instruction &I) {
    if (std::optional<unsigned> Dim = threadIndexDimension(I)) {
      Copies[&I] = index(I, *Dim);
      return;
    }
    Instruction *Copy = I.clone();
    Copy->dropPoisonGeneratingAnnotations();
    Copy->dropUnknownNonDebugMetadata();
    Copy->setName((I.getName().empty() ? "guard" : I.getName()) + ".witness");
    Copy->insertAfter(I.getIterator());
    Emitted.push_back(Copy);
    Copies[&I] = Copy;
  }

  Value *index(Instruction &Tid, unsigned Dim) {
    if (Witness == AskBy::FirstThread)
      return ConstantInt::get(Tid.getType(), 0);
    IRBuilder<> B(Tid.getParent(), std::next(Tid.getIterator()));
    CallInst *Size = B.CreateIntrinsic(Tid.getType(), BlockSize[Dim], {});
    Value *Last = B.CreateSub(Size, ConstantInt::get(Size->getType(), 1), "last.thread");
    Emitted.append({Size, cast<Instruction>(Last)});
    return Last;
  }

  AskBy Witness;
  SmallVectorImpl<Instruction *> &Emitted;
  DenseMap<Value *, Value *> Copies;
};

} // namespace

WitnessCode emitWitnesses(const ParticipationFacts &Facts) {
  WitnessCode Code;
  WitnessEmitter First(AskBy::FirstThread, Code.ForAll), Last(AskBy::LastThread, Code.ForAll);
  for (unsigned I = 0; I != Facts.Slice.guards().size(); ++I) {
    const GuardAnswer &Answer = Facts.answer(I);
    Code.Conditions.emplace_back(nullptr);
    if (Answer.Ask != AskBy::Vote)
      Code.Conditions.back() = (Answer.Ask == AskBy::FirstThread ? First : Last).condition(Answer.Condition);
  }
  return Code;
}

} // namespace vx
