//===- StripRetype.cpp - shared results as generic ones -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A transfer may return pointers in address space 3. What strip puts in its
// place points to global memory, so that everything derived from the result has
// to become generic:
//
//   %r = call {ptr addrspace(3), ...} @t(...)      (replaced by a {ptr, ...})
//   %q = extractvalue %r, 1                        ptr addrspace(3)  =>  ptr
//   %e = getelementptr float, %q, i64 %i           ptr addrspace(3)  =>  ptr
//   %g = addrspacecast %e to ptr                   is %e
//   %x = load float, %e                            as it is
//
// The types are changed in place; intrinsics get the declaration of the new
// type. A use whose type is fixed elsewhere (a callee's parameter, memory, a
// merge with other shared memory) is an obstacle.
#include "StripRetype.h"
#include "ContractInternal.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

namespace {
bool mentionsShared(const Type *T) {
  if (const auto *P = dyn_cast<PointerType>(T))
    return P->getAddressSpace() == SharedSpace;
  return any_of(T->subtypes(), mentionsShared);
}

enum class UseKind { Carries, Reads, Intrinsic, Casts, Fixed };

bool readsGenericToo(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::masked_load:
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::prefetch:
    return true;
  default:
    return false; // ldmatrix and its like exist for shared memory only
  }
}

UseKind useKind(const Use &U) {
  const auto *I = cast<Instruction>(U.getUser());
  if (isa<ExtractValueInst>(I) || isa<InsertValueInst>(I) || isa<PHINode>(I) ||
      isa<SelectInst>(I) || isa<FreezeInst>(I) || isa<GetElementPtrInst>(I))
    return I->getType()->isVectorTy() ? UseKind::Fixed : UseKind::Carries;
  if (isa<LoadInst>(I) || isa<PtrToIntInst>(I) || isa<PtrToAddrInst>(I) ||
      isa<ICmpInst>(I))
    return UseKind::Reads;
  if (isa<AddrSpaceCastInst>(I))
    return I->getType()->getPointerAddressSpace() == GenericSpace
               ? UseKind::Casts
               : UseKind::Fixed;
  const auto *Call = dyn_cast<IntrinsicInst>(I);
  if (!Call || !Call->isArgOperand(&U))
    return Call && Call->getIntrinsicID() == Intrinsic::assume ? UseKind::Reads
                                                               : UseKind::Fixed;
  bool Source = !isa<MemTransferInst>(Call) || U.getOperandNo() == 1;
  return Source && readsGenericToo(Call->getIntrinsicID()) ? UseKind::Intrinsic
                                                           : UseKind::Fixed;
}

/// A constant that may stand beside a result in a merge or compare.
Constant *asGeneric(Constant *C) {
  Type *T = genericType(C->getType());
  if (isa<PoisonValue>(C))
    return PoisonValue::get(T);
  if (isa<UndefValue>(C))
    return UndefValue::get(T);
  return C->isNullValue() ? Constant::getNullValue(T) : nullptr;
}

/// The declaration of the same intrinsic for the types that \p Call now has.
void retypeIntrinsic(CallBase &Call) {
  SmallVector<Type *, 4> Params;
  for (const Use &Argument : Call.args())
    Params.push_back(Argument->getType());
  auto *T = FunctionType::get(Call.getType(), Params, /*isVarArg=*/false);
  SmallVector<Type *, 4> Overloads;
  if (Intrinsic::getIntrinsicSignature(Call.getIntrinsicID(), T, Overloads))
    Call.setCalledFunction(Intrinsic::getOrInsertDeclaration(
        Call.getModule(), Call.getIntrinsicID(), Overloads));
}
} // namespace

Type *genericType(Type *T) {
  if (!mentionsShared(T))
    return T;
  if (T->isPointerTy())
    return PointerType::get(T->getContext(), GenericSpace);
  if (auto *A = dyn_cast<ArrayType>(T))
    return ArrayType::get(genericType(A->getElementType()),
                          A->getNumElements());
  auto *S = cast<StructType>(T);
  SmallVector<Type *, DescriptorFields> Elements;
  for (Type *Element : S->elements())
    Elements.push_back(genericType(Element));
  return StructType::get(T->getContext(), Elements, S->isPacked());
}

SharedResults::SharedResults(ArrayRef<CallBase *> Transfers) {
  for (CallBase *Transfer : Transfers)
    if (mentionsShared(Transfer->getType()) && !Obstacle)
      follow(*Transfer);
  if (!Obstacle)
    checkMerges();
}

void SharedResults::follow(CallBase &Transfer) {
  From = &Transfer;
  size_t Next = Values.size();
  for (Values.insert({&Transfer, &Transfer}); Next != Values.size(); ++Next)
    for (Use &U : (Values.begin() + Next)->first->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      switch (useKind(U)) {
      case UseKind::Carries:
        if (mentionsShared(User->getType()))
          Values.insert({User, &Transfer});
        break;
      case UseKind::Intrinsic:
        Readers.insert(User);
        break;
      case UseKind::Casts:
        Casts.insert(User);
        break;
      case UseKind::Reads:
        break;
      case UseKind::Fixed:
        Obstacle = &U;
        return;
      }
    }
}

/// What meets a result in a merge or compare must become generic too.
void SharedResults::checkMerges() {
  for (auto &[V, Transfer] : Values)
    for (const User *U : V->users())
      for (const Use &Operand : U->operands()) {
        if (!mentionsShared(Operand->getType()))
          continue;
        auto *I = dyn_cast<Instruction>(Operand.get());
        auto *C = dyn_cast<Constant>(Operand.get());
        if ((I && Values.contains(I)) || (C && asGeneric(C)))
          continue;
        Obstacle = &Operand;
        From = Transfer;
        return;
      }
}

void SharedResults::makeGeneric() {
  for (auto &[V, Transfer] : Values)
    for (User *U : V->users())
      for (Use &Operand : U->operands())
        if (auto *C = dyn_cast<Constant>(Operand.get());
            C && mentionsShared(C->getType()))
          Operand.set(asGeneric(C));
  for (auto &[V, Transfer] : Values)
    V->mutateType(genericType(V->getType()));
  for (Instruction *Cast : Casts) {
    Cast->replaceAllUsesWith(Cast->getOperand(0));
    Cast->eraseFromParent();
  }
  for (Instruction *Reader : Readers)
    retypeIntrinsic(cast<CallBase>(*Reader));
}

} // namespace vx
