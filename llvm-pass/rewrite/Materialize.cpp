//===- Materialize.cpp - transfers become shared memory ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 0. padded rows       PadReads.cpp
// 1. storage           Storage.cpp
// 2. sync points       barriers and fill markers at each group's fill point; rings (Ring.cpp)
// 3. results           every use of a transfer's result becomes one of the storage
// 4. participation     Participation.cpp
// 5. expansion         ExpandSyncPoints.cpp
// 6. clean-up          address spaces, metadata that spoke of global memory
#include "vx/Materialize.h"
#include "PadReads.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedAddressSpace = 3;
constexpr StringLiteral OursMD = "vx.ours";

class Materialiser {
public:
  Materialiser(ScratchKernel &Kernel, KernelPlan &Plan, DiagnosticSink &Sink)
      : F(Kernel.clone()), M(*F.getParent()), Plan(Plan), Sink(Sink),
        Storage(createStorage(Plan, M, Kernel.original().getName())) {}

  const TileStorage &storage() const { return Storage; }

  bool insertSyncPoints() {
    for (const SiteGroup &Group : Plan.Groups)
      fillGroup(Group);
    for (const RingPlan &Ring : Plan.Rings)
      if (!fillRing(Ring))
        return false;
    for (const TransferSite &Site : Plan.Sites)
      Site.Call->eraseFromParent();
    return true;
  }

private:
  Function &F;
  Module &M;
  KernelPlan &Plan;
  DiagnosticSink &Sink;
  TileStorage Storage;

  Instruction *ours(Instruction *I) {
    I->setMetadata(OursMD, MDNode::get(M.getContext(), {}));
    cast<CallBase>(I)->addFnAttr(Attribute::Convergent);
    return I;
  }

  void barrier(IRBuilderBase &B) {
    B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                      {B.getInt32(0)});
  }

  void commitGroup(IRBuilderBase &B) {
    ours(B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_commit_group, {}));
  }

  void waitGroup(IRBuilderBase &B, unsigned Pending) {
    ours(B.CreateIntrinsic(Intrinsic::nvvm_cp_async_wait_group, {},
                           {B.getInt32(Pending)}));
  }

  void fillGroup(const SiteGroup &Group) {
    IRBuilder<> B(Group.FillPoint);
    bool Streamed = Group.Emitted == Crossing::Streamed;
    if (Group.BarrierBefore)
      barrier(B);
    for (unsigned Index : Group.Sites) {
      SmallVector<Value *, 16> Operands(Plan.Sites[Index].Call->args());
      Value *Slot = Streamed ? B.getInt32(Plan.FirstSlot[Index]) : nullptr;
      marker(B, Index, Operands, Slot);
    }
    if (Streamed)
      commitGroup(B);
    else if (Group.BarrierAfter)
      barrier(B);
    if (Group.WaitPoint) {
      IRBuilder<> AtWait(Group.WaitPoint);
      AtWait.SetCurrentDebugLocation(Group.FillPoint->getDebugLoc());
      waitGroup(AtWait, 0);
      if (Group.BarrierAfter)
        barrier(AtWait);
    }
    for (unsigned Index : Group.Sites)
      replaceResult(Index, B.getInt32(Plan.FirstSlot[Index]));
  }

  bool fillRing(const RingPlan &Ring) {
    SmallVector<unsigned, 4> SiteOf;
    for (const RingSite &InRing : Ring.Sites)
      for (auto [Index, Site] : enumerate(Plan.Sites))
        if (Site.Call == InRing.Call)
          SiteOf.push_back(Index);
    auto Issue = [&](IRBuilderBase &B, unsigned Index,
                     ArrayRef<Value *> Operands, Value *Slot) {
      marker(B, SiteOf[Index], Operands, ownSlot(B, SiteOf[Index], Slot));
    };
    std::vector<Value *> Slots = applyRing(Ring, Issue, Sink);
    if (Slots.size() != SiteOf.size())
      return false;
    for (auto [Index, Slot] : zip(SiteOf, Slots)) {
      IRBuilder<> B(Plan.Sites[Index].Call);
      replaceResult(Index, ownSlot(B, Index, Slot));
    }
    return true;
  }

  /// Slot of the tile, from the slot \p InRing that a ring counts from 0.
  Value *ownSlot(IRBuilderBase &B, unsigned Index, Value *InRing) {
    unsigned First = Plan.FirstSlot[Index];
    return First ? B.CreateNUWAdd(InRing, B.getInt32(First)) : InRing;
  }

  /// The tile's first source element as a pointer.
  Value *sourceOf(IRBuilderBase &B, const TransferSite &Site,
                  ArrayRef<Value *> Operands) {
    if (!Site.isDescriptor())
      return Operands[ArgBase];
    Value *Elements = B.CreateSExtOrTrunc(Operands[ArgOffset], B.getInt64Ty());
    Value *Offset = B.CreateMul(
        Elements, B.getInt64(Plan.Tiles[Site.Tile].Request.ElementBytes));
    return B.CreatePtrAdd(Operands[ArgAligned], Offset);
  }

  /// A fill or issue marker for site \p Index: source, sizes, strides, slot.
  void marker(IRBuilderBase &B, unsigned Index, ArrayRef<Value *> Operands,
              Value *Slot) {
    const TransferSite &Site = Plan.Sites[Index];
    SmallVector<Value *, 16> Args = {sourceOf(B, Site, Operands)};
    if (Site.isDescriptor())
      append_range(Args, Operands.drop_front(ArgSizes));
    if (Slot)
      Args.push_back(Slot);
    SmallVector<Type *, 16> Types;
    for (Value *V : Args)
      Types.push_back(V->getType());
    StringRef Kind = Slot ? "issue" : "fill";
    auto *Ty = FunctionType::get(B.getVoidTy(), Types, false);
    Function *Callee =
        Function::Create(Ty, GlobalValue::ExternalLinkage,
                         "vx.sync." + Kind + "." + Twine(Index), M);
    AttrBuilder Attributes(M.getContext());
    Attributes.addAttribute(SyncAttr, Kind);
    Attributes.addAttribute("vx.site", utostr(Index));
    Attributes.addAttribute(Attribute::Convergent);
    Attributes.addAttribute(Attribute::NoUnwind);
    Callee->addFnAttrs(Attributes);
    B.CreateCall(Callee, Args);
  }

  /// The tile in shared memory, as a pointer of type \p Ty.
  Value *resultPointer(IRBuilderBase &B, unsigned Tile, Value *Slot,
                       Type *Ty) {
    Value *Pointer = Storage.Base[Tile];
    if (auto *Fixed = dyn_cast<ConstantInt>(Slot); !Fixed || !Fixed->isZero()) {
      Value *Offset =
          B.CreateNUWMul(Slot, B.getInt32(Plan.Tiles[Tile].SlotPitch));
      Pointer = B.CreateInBoundsPtrAdd(Pointer, Offset);
    }
    return B.CreateAddrSpaceCast(Pointer, Ty);
  }

  void replaceResult(unsigned Index, Value *Slot) {
    const TransferSite &Site = Plan.Sites[Index];
    forgetSource(Site);
    IRBuilder<> B(Site.Call);
    if (!Site.isDescriptor()) {
      Site.Call->replaceAllUsesWith(
          resultPointer(B, Site.Tile, Slot, Site.Call->getType()));
      return;
    }
    auto *Ty = cast<StructType>(Site.Call->getType());
    Value *Pointer =
        resultPointer(B, Site.Tile, Slot, Ty->getElementType(DescBase));
    // Field by field: InstSimplify does not look through an aggregate that begins as a constant. The plan has
    // made sure that no other use is left.
    for (User *U : make_early_inc_range(Site.Call->users())) {
      auto *Field = cast<ExtractValueInst>(U);
      B.SetInsertPoint(Field);
      Field->replaceAllUsesWith(descriptorField(B, Site, *Field, Pointer));
      Field->eraseFromParent();
    }
  }

  /// "The sizes as passed, and the strides of the storage" (contract, "Carrier B").
  Value *descriptorField(IRBuilderBase &B, const TransferSite &Site,
                         ExtractValueInst &Field, Value *Pointer) {
    unsigned Which = Field.getIndices().front();
    if (Which == DescBase || Which == DescAligned)
      return Pointer;
    if (Which == DescOffset)
      return ConstantInt::get(Field.getType(), 0);
    ArrayRef<uint64_t> Strides = Plan.Tiles[Site.Tile].StorageStride;
    auto Number = [&](unsigned Dim) -> Value * {
      return Which == DescSizes
                 ? Site.size(Dim)
                 : ConstantInt::get(Site.stride(Dim)->getType(), Strides[Dim]);
    };
    if (Field.getNumIndices() == 2)
      return Number(Field.getIndices().back());
    Value *All = PoisonValue::get(Field.getType());
    for (unsigned Dim = 0; Dim != Site.Rank; ++Dim)
      All = B.CreateInsertValue(All, Number(Dim), Dim);
    return All;
  }

  /// What was known of the source in global memory is not true of a shared copy that is refilled: LLVM
  /// would hoist the load over the fill, or count on an alignment that the storage has not.
  void forgetSource(const TransferSite &Site) {
    for (Instruction *Read : Site.Reads) {
      for (unsigned Kind :
           {LLVMContext::MD_invariant_load, LLVMContext::MD_tbaa,
            LLVMContext::MD_tbaa_struct, LLVMContext::MD_alias_scope,
            LLVMContext::MD_noalias, LLVMContext::MD_invariant_group,
            LLVMContext::MD_access_group,
            LLVMContext::MD_mem_parallel_loop_access})
        Read->setMetadata(Kind, nullptr);
      limitAlignment(*Read);
      if (auto *II = dyn_cast<IntrinsicInst>(Read))
        readAsShared(*II, Site);
    }
    for (Instruction *Pointer : Site.Pointers) {
      // Each hint once: an assumption may name a pointer in several bundles.
      SmallSetVector<IntrinsicInst *, 4> Hints;
      for (User *U : Pointer->users())
        if (auto *II = dyn_cast<IntrinsicInst>(U))
          Hints.insert(II);
      for (IntrinsicInst *Hint : Hints)
        dropHint(*Hint);
      if (auto *Freeze = dyn_cast<FreezeInst>(Pointer))
        freezeAsShared(*Freeze);
    }
  }

  /// InferAddressSpaces does not look through freeze: freeze what is known to be shared as such.
  void freezeAsShared(FreezeInst &Freeze) {
    auto *Cast = dyn_cast<AddrSpaceCastInst>(Freeze.getOperand(0));
    unsigned Space = Freeze.getType()->getPointerAddressSpace();
    if (Space == SharedAddressSpace || (Cast && Cast->getSrcAddressSpace() == SharedAddressSpace))
      return; // done for another site
    IRBuilder<> B(&Freeze);
    Value *Shared = B.CreateAddrSpaceCast(Freeze.getOperand(0),
                                          B.getPtrTy(SharedAddressSpace));
    Value *Frozen = B.CreateFreeze(Shared);
    Value *Generic = B.CreateAddrSpaceCast(Frozen, Freeze.getType());
    Freeze.replaceAllUsesWith(Generic);
    Freeze.setOperand(0, Generic); // in place: the plan refers to it
  }

  /// InferAddressSpaces knows memory intrinsics only: ldmatrix, wmma loads and their like get the variant for
  /// shared pointers here. In place, as results that are merged share their reads.
  void readAsShared(IntrinsicInst &II, const TransferSite &Site) {
    if (isa<AnyMemTransferInst>(II) || II.getIntrinsicID() == Intrinsic::masked_load)
      return;
    SmallVector<Type *, 8> Params(II.getFunctionType()->params());
    SmallVector<unsigned, 2> Changed;
    for (Use &Arg : II.args())
      if (is_contained(Site.Pointers, Arg.get()) &&
          Arg->getType()->getPointerAddressSpace() != SharedAddressSpace) {
        Changed.push_back(Arg.getOperandNo());
        Params[Arg.getOperandNo()] = PointerType::get(M.getContext(), SharedAddressSpace);
      }
    SmallVector<Type *, 4> Overloads;
    auto *Ty = FunctionType::get(II.getType(), Params, false);
    if (Changed.empty() ||
        !Intrinsic::getIntrinsicSignature(II.getIntrinsicID(), Ty, Overloads))
      return; // no such variant: the shape check refuses it by name
    IRBuilder<> B(&II);
    for (unsigned Arg : Changed)
      II.setArgOperand(Arg, B.CreateAddrSpaceCast(II.getArgOperand(Arg), Params[Arg]));
    II.setCalledFunction(
        Intrinsic::getOrInsertDeclaration(&M, II.getIntrinsicID(), Overloads));
  }

  void limitAlignment(Instruction &Read) {
    if (auto *Load = dyn_cast<LoadInst>(&Read))
      Load->setAlignment(std::min(Load->getAlign(), Align(StorageAlign)));
    else if (auto *Copy = dyn_cast<AnyMemTransferInst>(&Read))
      Copy->setSourceAlignment(
          std::min(Copy->getSourceAlign().valueOrOne(), Align(StorageAlign)));
    else if (auto *II = dyn_cast<IntrinsicInst>(&Read);
             II && II->getIntrinsicID() == Intrinsic::masked_load)
      if (MaybeAlign A = II->getParamAlign(0); A && *A > StorageAlign) {
        II->removeParamAttr(0, Attribute::Alignment);
        II->addParamAttr(0, Attribute::getWithAlignment(II->getContext(),
                                                        Align(StorageAlign)));
      }
  }

  /// A prefetch of shared memory does nothing and has no code on NVPTX; what an assumption says of the
  /// address was said of another memory.
  void dropHint(IntrinsicInst &II) {
    if (auto *Assume = dyn_cast<AssumeInst>(&II)) {
      IRBuilder<> B(Assume);
      B.CreateAssumption(Assume->getArgOperand(0));
      Assume->eraseFromParent();
    } else if (II.getCalledFunction()->getName().contains("prefetch")) {
      II.eraseFromParent();
    }
  }
};

SmallVector<Instruction *, 16> syncPointsOf(Function &F) {
  SmallVector<Instruction *, 16> Points;
  for (Instruction &I : instructions(F))
    if (syncKind(I) != SyncKind::None)
      Points.push_back(&I);
  return Points;
}

/// What LLVM inferred of the kernel's effects is no longer so: it writes shared memory and synchronises.
void dropEffectAttributes(Function &F) {
  F.removeFnAttr(Attribute::Memory);
  F.removeFnAttr(Attribute::NoSync);
}

/// Marks of this rewrite that mean nothing outside it.
void removeMarks(Function &F) {
  for (Instruction &I : instructions(F)) {
    I.setMetadata(OursMD, nullptr);
    I.setMetadata(UnvotedMD, nullptr);
  }
}
} // namespace

namespace {
/// Allocas of constant size in the entry block: part of the frame, wherever in the block they stand.
SmallVector<WeakTrackingVH, 8> staticAllocas(Function &F) {
  SmallVector<WeakTrackingVH, 8> Found;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && Alloca->isStaticAlloca())
      Found.push_back(Alloca);
  return Found;
}

/// A fill at the kernel's start splits the entry block; an alloca left behind it would be one of a size and
/// place known only at run time, which needs a stack that older targets do not have.
void keepInEntry(Function &F, ArrayRef<WeakTrackingVH> Allocas) {
  BasicBlock &Entry = F.getEntryBlock();
  for (const WeakTrackingVH &Handle : Allocas)
    if (auto *Alloca = cast_or_null<AllocaInst>(Handle); Alloca && Alloca->getParent() != &Entry)
      Alloca->moveBefore(Entry, Entry.getFirstInsertionPt());
}
} // namespace

bool materialise(ScratchKernel &Kernel, KernelPlan &Plan,
                 DiagnosticSink &Sink) {
  Function &F = Kernel.clone();
  SmallVector<WeakTrackingVH, 8> Frame = staticAllocas(F);
  markUnvoted(Plan.Participation);
  padReads(Plan);
  Materialiser Step(Kernel, Plan, Sink);
  if (!Step.insertSyncPoints())
    return false;
  if (Plan.Participation.needed() &&
      !applyParticipation(F, syncPointsOf(F), Sink))
    return false;
  expandSyncPoints(F, Plan, Step.storage());
  keepInEntry(F, Frame);
  removeMarks(F);
  dropEffectAttributes(F);
  Kernel.finish();
  return true;
}

} // namespace vx
