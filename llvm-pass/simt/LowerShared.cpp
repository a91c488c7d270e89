//===- LowerShared.cpp - shared globals as offsets, and the entry -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each block has its own shared memory, so a use of a shared global becomes the
// block's base plus the global's offset:
//
//   load float, ptr addrspace(3) getelementptr(@tile, 16)
//   -->  %b = load ptr addrspace(3), &thread->SharedBase       (entry block)
//        %tile = getelementptr i8, ptr addrspace(3) %b, i64 <offset of tile>
//
// The layout is adversarial: a global is aligned as it declares and no more, so
// an access that needs more is found; red zones lie between.
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace vx::simt {

constexpr unsigned SharedAddressSpace = 3;
constexpr uint64_t RedZone = 32;
/// What the hardware guarantees for the start of dynamic shared memory.
constexpr uint64_t DynamicSharedAlign = 16;

/// The next offset that is a multiple of \p A and of no larger power of two.
static uint64_t barelyAligned(uint64_t Offset, uint64_t A) {
  uint64_t Up = alignTo(Offset, A);
  return Up % (2 * A) ? Up : Up + A;
}

static bool isDynamic(const GlobalVariable &GV) {
  const DataLayout &DL = GV.getParent()->getDataLayout();
  return GV.isDeclaration() && DL.getTypeAllocSize(GV.getValueType()) == 0;
}

static uint64_t layOut(LoweringContext &C,
                       ArrayRef<GlobalVariable *> Globals,
                       DenseMap<GlobalVariable *, uint64_t> &OffsetOf) {
  const DataLayout &DL = C.M.getDataLayout();
  SharedLayout &L = C.Info.Shared;
  uint64_t Next = RedZone, DynamicAlign = DynamicSharedAlign;
  for (GlobalVariable *GV : Globals) {
    uint64_t Align = DL.getValueOrABITypeAlignment(GV->getAlign(), GV->getValueType()).value();
    if (isDynamic(*GV)) {
      DynamicAlign = std::max(DynamicAlign, Align);
      L.HasDynamic = true;
      L.DynamicName = GV->getName().str();
      continue;
    }
    uint64_t Size = DL.getTypeAllocSize(GV->getValueType()).getFixedValue();
    OffsetOf[GV] = barelyAligned(Next, Align);
    L.Objects.push_back({GV->getName().str(), OffsetOf[GV], Size});
    L.StaticBytes += Size;
    Next = OffsetOf[GV] + Size + RedZone;
  }
  L.StaticEnd = barelyAligned(Next, DynamicAlign);
  return L.StaticEnd;
}

/// The address of \p GV in \p F, made once in its entry block.
static Value *addressIn(LoweringContext &C, Function &F, GlobalVariable &GV,
                        uint64_t Offset) {
  auto *Thread = cast<Instruction>(C.thread(F));
  IRBuilder<> B(Thread->getNextNode());
  Value *Field = B.CreateConstGEP1_64(B.getInt8Ty(), Thread,
                                      offsetof(ThreadFields, SharedBase));
  Value *Base = B.CreateLoad(GV.getType(), Field);
  return B.CreateConstGEP1_64(B.getInt8Ty(), Base, Offset, GV.getName());
}

void lowerShared(LoweringContext &C) {
  SmallVector<GlobalVariable *> Shared;
  SmallVector<Constant *> Constants;
  for (GlobalVariable &GV : C.M.globals())
    if (GV.getAddressSpace() == SharedAddressSpace) {
      GV.removeDeadConstantUsers();
      if (GV.use_empty())
        continue;
      Shared.push_back(&GV);
      Constants.push_back(&GV);
    }
  DenseMap<GlobalVariable *, uint64_t> OffsetOf;
  uint64_t Dynamic = layOut(C, Shared, OffsetOf);
  convertUsersOfConstantsToInstructions(Constants);
  for (GlobalVariable *GV : Shared) {
    uint64_t Offset = isDynamic(*GV) ? Dynamic : OffsetOf[GV];
    MapVector<Function *, Value *> Made;
    for (Use &U : make_early_inc_range(GV->uses())) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (!I) {
        C.error("shared variable '" + GV->getName() +
                "' is used in the initial value of another variable");
        continue;
      }
      Value *&V = Made[I->getFunction()];
      if (!V)
        V = addressIn(C, *I->getFunction(), *GV, Offset);
      U.set(V);
    }
  }
}

static bool holdsPointers(Type *T) {
  return T->isPtrOrPtrVectorTy() ||
         any_of(T->subtypes(), [](Type *Part) { return holdsPointers(Part); });
}

/// @vx.globals: the addresses of every other global variable, so that the
/// run-time can check accesses to them.
static void emitGlobalsTable(LoweringContext &C) {
  const DataLayout &DL = C.M.getDataLayout();
  PointerType *Ptr = PointerType::get(C.M.getContext(), 0);
  SmallVector<Constant *> Addresses;
  for (GlobalVariable &GV : C.M.globals()) {
    if (GV.getAddressSpace() == SharedAddressSpace || GV.isDeclaration())
      continue;
    Addresses.push_back(ConstantExpr::getPointerBitCastOrAddrSpaceCast(&GV, Ptr));
    C.Info.Globals.push_back({GV.getName().str(),
                              DL.getTypeAllocSize(GV.getValueType()),
                              GV.isConstant() || GV.getAddressSpace() == 4,
                              holdsPointers(GV.getValueType())});
  }
  auto *Ty = ArrayType::get(Ptr, Addresses.size());
  new GlobalVariable(C.M, Ty, true, GlobalValue::ExternalLinkage,
                     ConstantArray::get(Ty, Addresses), GlobalsTableName);
}

void emitEntry(LoweringContext &C) {
  emitGlobalsTable(C);
  LLVMContext &Ctx = C.M.getContext();
  const DataLayout &DL = C.M.getDataLayout();
  PointerType *Ptr = PointerType::get(Ctx, 0);
  auto *Entry = Function::Create(
      FunctionType::get(Type::getVoidTy(Ctx), {Ptr}, false),
      GlobalValue::ExternalLinkage, EntryName, C.M);
  IRBuilder<> B(BasicBlock::Create(Ctx, "", Entry));
  SmallVector<Value *> Args;
  for (llvm::Argument &A : C.Kernel.args()) {
    Value *Slot = B.CreateLoad(
        Ptr, B.CreateConstGEP1_64(Ptr, Entry->getArg(0), A.getArgNo()));
    Type *ByVal = A.hasByValAttr() ? A.getParamByValType() : nullptr;
    Type *T = ByVal ? ByVal : A.getType();
    C.Info.Parameters.push_back(
        {!ByVal && T->isPointerTy(), DL.getTypeStoreSize(T).getFixedValue()});
    if (ByVal)
      Args.push_back(B.CreatePointerBitCastOrAddrSpaceCast(Slot, A.getType()));
    else
      Args.push_back(B.CreateAlignedLoad(T, Slot, Align(1)));
  }
  CallInst *CI = B.CreateCall(&C.Kernel, Args);
  for (llvm::Argument &A : C.Kernel.args())
    if (A.hasByValAttr())
      CI->addParamAttr(A.getArgNo(),
                       Attribute::getWithByValType(Ctx, A.getParamByValType()));
  B.CreateRetVoid();
  C.Kernel.setLinkage(GlobalValue::InternalLinkage);
}

} // namespace vx::simt
