//===- CopyLoop.cpp - one cooperative copy of a tile ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CopyLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned GlobalAddressSpace = 1;
/// cp.async exists for 4, 8 and 16 bytes; only 16 has the L1-bypassing form (PTX ISA 9.7.9.25.3.1).
constexpr unsigned MinAsyncBytes = 4, BypassBytes = 16;

struct ThreadIndex {
  Value *Linear, *Count; ///< i32
};

/// Constant block dimension from the kernel's reqntid, 0 if it is not stated.
unsigned requiredDim(const Function &F, unsigned Dim) {
  StringRef Text = F.getFnAttribute("nvvm.reqntid").getValueAsString();
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  unsigned N = 0;
  if (Text.empty())
    return 0;
  if (Dim >= Parts.size())
    return 1;
  return Parts[Dim].trim().getAsInteger(10, N) ? 0 : N;
}

/// x + ntid.x * (y + ntid.y * z), and the number of threads: right for any 1-D to 3-D block.
ThreadIndex linearThread(IRBuilderBase &B, const Function &F) {
  constexpr Intrinsic::ID Tid[] = {Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                   Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                   Intrinsic::nvvm_read_ptx_sreg_tid_z};
  constexpr Intrinsic::ID Ntid[] = {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                    Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                    Intrinsic::nvvm_read_ptx_sreg_ntid_z};
  ThreadIndex T = {B.getInt32(0), B.getInt32(1)};
  for (unsigned Dim = 3; Dim-- > 0;) {
    unsigned Fixed = requiredDim(F, Dim);
    if (Fixed == 1)
      continue;
    Value *Extent = B.getInt32(Fixed);
    if (!Fixed)
      Extent = B.CreateIntrinsic(B.getInt32Ty(), Ntid[Dim], {});
    Value *Id = B.CreateIntrinsic(B.getInt32Ty(), Tid[Dim], {});
    T.Linear = B.CreateNUWAdd(B.CreateNUWMul(T.Linear, Extent), Id);
    T.Count = B.CreateNUWMul(T.Count, Extent);
  }
  return T;
}

/// Copies of one width over a part of each row.
struct Span {
  uint64_t Width = 0;    ///< bytes of one copy
  uint64_t RowStart = 0; ///< bytes from the row's start
  uint64_t RowBytes = 0; ///< bytes of each row that this span covers
};

class CopyEmitter {
public:
  CopyEmitter(const FillPlan &Fill, const CopyOperands &Operands,
              CopyEngine Engine)
      : Fill(Fill), Operands(Operands), Engine(Engine) {}

  void emit(Instruction &At) {
    IRBuilder<> B(&At);
    Loc = At.getDebugLoc();
    Threads = linearThread(B, *At.getFunction());
    Source = B.CreateAddrSpaceCast(Operands.Source,
                                   B.getPtrTy(GlobalAddressSpace));
    prepareDimensions(B);
    if (Fill.Proof != WidthProof::RunTimeTest)
      return emitWidth(At, Fill.WideBytes);
    Instruction *Wide = nullptr, *Narrow = nullptr;
    SplitBlockAndInsertIfThenElse(alignmentTest(B), At.getIterator(), &Wide,
                                  &Narrow);
    emitWidth(*Wide, Fill.WideBytes);
    emitWidth(*Narrow, Fill.NarrowBytes);
  }

private:
  const FillPlan &Fill;
  const CopyOperands &Operands;
  CopyEngine Engine;
  DebugLoc Loc; ///< of the site, for everything that is emitted
  ThreadIndex Threads = {};
  Value *Source = nullptr;
  SmallVector<Value *, MaxRank> Pitch; ///< i64 bytes between neighbours
  SmallVector<Value *, MaxRank> Bound; ///< i64 elements, nullptr: none

  void prepareDimensions(IRBuilderBase &B) {
    for (const FillPlan::Dimension &Dim : Fill.Dims) {
      Value *Stride = Dim.Stride
                          ? B.getInt64(*Dim.Stride)
                          : B.CreateSExtOrTrunc(Operands.Strides[Dim.StrideOf],
                                                B.getInt64Ty());
      Pitch.push_back(B.CreateMul(Stride, B.getInt64(Fill.ElementBytes)));
      Bound.push_back(Dim.BoundOf ? boundOf(B, Dim) : nullptr);
    }
  }

  /// "A size above the extent is clamped to it"; a negative one leaves nothing valid.
  Value *boundOf(IRBuilderBase &B, const FillPlan::Dimension &Dim) {
    Value *Size =
        B.CreateSExtOrTrunc(Operands.Sizes[*Dim.BoundOf], B.getInt64Ty());
    Value *Most = B.getInt64(Dim.Extent / Dim.BoundScale);
    Value *Clamped = B.CreateBinaryIntrinsic(Intrinsic::smin, Size, Most);
    return B.CreateMul(Clamped, B.getInt64(Dim.BoundScale));
  }

  /// Base and the distances of rows are multiples of the wide form: the same in all threads.
  Value *alignmentTest(IRBuilderBase &B) {
    Value *Bits = B.CreatePtrToInt(Source, B.getInt64Ty());
    for (Value *RowPitch : drop_end(Pitch))
      Bits = B.CreateOr(Bits, RowPitch);
    Value *Low = B.CreateAnd(Bits, B.getInt64(Fill.WideBytes - 1));
    return B.CreateICmpEQ(Low, B.getInt64(0));
  }

  void emitWidth(Instruction &At, uint64_t Width) {
    uint64_t Row = Fill.rowBytes(), Whole = Row / Width * Width;
    if (Whole)
      emitSpan(At, Span{Width, 0, Whole});
    if (Whole != Row)
      emitSpan(At, Span{Fill.ElementBytes, Whole, Row - Whole});
  }

  void emitSpan(Instruction &At, const Span &S) {
    uint64_t Copies = S.RowBytes / S.Width;
    for (const FillPlan::Dimension &Dim : drop_end(Fill.Dims))
      Copies *= Dim.Extent;
    BasicBlock *Before = At.getParent();
    BasicBlock *After = SplitBlock(Before, At.getIterator());
    LLVMContext &C = After->getContext();
    Function *F = After->getParent();
    auto *Header = BasicBlock::Create(C, "vx.fill", F, After);
    auto *Body = BasicBlock::Create(C, "vx.copy", F, After);
    Before->getTerminator()->setSuccessor(0, Header);
    IRBuilder<> B(Header);
    B.SetCurrentDebugLocation(Loc);
    PHINode *Index = B.CreatePHI(B.getInt32Ty(), 2);
    Index->addIncoming(Threads.Linear, Before);
    B.CreateCondBr(B.CreateICmpULT(Index, B.getInt32(Copies)), Body, After);
    B.SetInsertPoint(Body);
    Instruction *Back = B.CreateBr(Header);
    B.SetInsertPoint(Back);
    B.SetCurrentDebugLocation(Loc);
    emitOne(B, *Back, S, Index);
    B.SetInsertPoint(Back);
    // No wrap: both are below the number of copies plus 1024 threads.
    Index->addIncoming(B.CreateNUWAdd(Index, Threads.Count), Back->getParent());
  }

  /// Copy number \p Index of the span: split into row and column, then moved.
  void emitOne(IRBuilder<> &B, Instruction &Back, const Span &S,
               Value *Index) {
    uint64_t PerRow = S.RowBytes / S.Width;
    Value *Column = B.CreateURem(Index, B.getInt32(PerRow));
    Value *Row = B.CreateUDiv(Index, B.getInt32(PerRow));
    Value *RowBytes = B.getInt32(Fill.rowBytes());
    Value *InRow = B.CreateNUWAdd(B.CreateNUWMul(Column, B.getInt32(S.Width)),
                                  B.getInt32(S.RowStart));
    Value *Destination = B.CreateInBoundsPtrAdd(
        Operands.Destination,
        B.CreateNUWAdd(B.CreateNUWMul(Row, RowBytes), InRow));
    Value *Valid = nullptr;
    Value *Offset = innermostOffset(B, InRow, Valid);
    for (unsigned D = Fill.Dims.size() - 1; D-- > 0;) {
      Value *Extent = B.getInt32(Fill.Dims[D].Extent);
      Value *I = D ? B.CreateURem(Row, Extent) : Row;
      Row = D ? B.CreateUDiv(Row, Extent) : Row;
      Value *Wide = B.CreateZExt(I, B.getInt64Ty());
      Offset = B.CreateAdd(Offset, B.CreateMul(Wide, Pitch[D]));
      restrict(B, Valid, Wide, Bound[D]);
    }
    move(B, Back, S.Width, B.CreatePtrAdd(Source, Offset), Destination, Valid);
  }

  /// Byte offset of \p InRow in the source row; rows with gaps are copied element by element.
  Value *innermostOffset(IRBuilderBase &B, Value *InRow, Value *&Valid) {
    const FillPlan::Dimension &Dim = Fill.Dims.back();
    Value *Bytes = B.CreateZExt(InRow, B.getInt64Ty());
    Value *Element = B.CreateUDiv(Bytes, B.getInt64(Fill.ElementBytes));
    restrict(B, Valid, Element, Bound.back());
    return Dim.Stride == 1 ? Bytes : B.CreateMul(Element, Pitch.back());
  }

  void restrict(IRBuilderBase &B, Value *&Valid, Value *Index, Value *Limit) {
    if (!Limit)
      return;
    Value *In = B.CreateICmpSLT(Index, Limit);
    Valid = Valid ? B.CreateAnd(Valid, In) : In;
  }

  Type *copyType(IRBuilderBase &B, uint64_t Width) {
    if (Width <= 4)
      return B.getIntNTy(8 * Width);
    return FixedVectorType::get(B.getInt32Ty(), Width / 4);
  }

  void move(IRBuilder<> &B, Instruction &Back, uint64_t Width, Value *From,
            Value *To, Value *Valid) {
    if (Engine == CopyEngine::CpAsync && Width >= MinAsyncBytes)
      return moveAsync(B, Width, From, To, Valid);
    Type *Ty = copyType(B, Width);
    if (!Valid) {
      B.CreateAlignedStore(B.CreateAlignedLoad(Ty, From, Align(Width)), To,
                           Align(Width));
      return;
    }
    // Bytes past the valid part may not be readable: zero without a load.
    BasicBlock *Head = B.GetInsertBlock();
    Instruction *Then = SplitBlockAndInsertIfThen(Valid, Back.getIterator(),
                                                  /*Unreachable=*/false);
    B.SetInsertPoint(Then);
    Value *Loaded = B.CreateAlignedLoad(Ty, From, Align(Width));
    B.SetInsertPoint(&Back);
    PHINode *Bytes = B.CreatePHI(Ty, 2);
    Bytes->addIncoming(Loaded, Then->getParent());
    Bytes->addIncoming(Constant::getNullValue(Ty), Head);
    B.CreateAlignedStore(Bytes, To, Align(Width));
  }

  void moveAsync(IRBuilderBase &B, uint64_t Width, Value *From, Value *To,
                 Value *Valid) {
    struct Form {
      uint64_t Width;
      Intrinsic::ID Full, Sized;
    };
    constexpr Form Forms[] = {
        {MinAsyncBytes, Intrinsic::nvvm_cp_async_ca_shared_global_4,
         Intrinsic::nvvm_cp_async_ca_shared_global_4_s},
        {8, Intrinsic::nvvm_cp_async_ca_shared_global_8,
         Intrinsic::nvvm_cp_async_ca_shared_global_8_s},
        {BypassBytes, Intrinsic::nvvm_cp_async_cg_shared_global_16,
         Intrinsic::nvvm_cp_async_cg_shared_global_16_s}};
    const Form &F =
        *find_if(Forms, [&](const Form &X) { return X.Width == Width; });
    if (!Valid) {
      B.CreateIntrinsic(F.Full, {}, {To, From});
      return;
    }
    Value *Bytes = B.CreateSelect(Valid, B.getInt32(Width), B.getInt32(0));
    B.CreateIntrinsic(F.Sized, {}, {To, From, Bytes});
  }
};
} // namespace

void emitCopy(Instruction &At, const FillPlan &Fill, const TilePlan &Tile,
              const CopyOperands &Operands, CopyEngine Engine) {
  CopyEmitter(Fill, Operands, Engine).emit(At);
}

} // namespace vx
