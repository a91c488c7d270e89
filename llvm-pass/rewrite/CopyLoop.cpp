//===- CopyLoop.cpp - one cooperative copy of a tile ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CopyLoop.h"
#include "llvm/ADT/MapVector.h"
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
  unsigned Batch = 1;    ///< copies of a thread that go together, by the plan
};

/// Addresses of one copy; no Valid: always inside the extent's valid part. Sized (i32): how many of
/// its bytes are valid, where the valid part may end within a copy.
struct OneCopy {
  uint64_t Width = 0;
  Value *From = nullptr, *To = nullptr, *Valid = nullptr, *Sized = nullptr;
  Value *Loaded = nullptr;
};

/// One tile of the group: which copy moves which bytes.
class TileCopy {
public:
  TileCopy(const CopyJob &Job, IRBuilderBase &B)
      : Fill(*Job.Fill), Operands(Job.Operands) {
    Source = B.CreateAddrSpaceCast(Operands.Source,
                                   B.getPtrTy(GlobalAddressSpace));
    for (const FillPlan::Dimension &Dim : Fill.Dims) {
      Value *Stride = Dim.Stride
                          ? B.getInt64(*Dim.Stride)
                          : B.CreateSExtOrTrunc(Operands.Strides[Dim.StrideOf],
                                                B.getInt64Ty());
      Pitch.push_back(B.CreateMul(Stride, B.getInt64(Fill.ElementBytes)));
      Bound.push_back(Dim.BoundOf ? boundOf(B, Dim) : nullptr);
    }
  }

  bool needsTest() const { return Fill.Proof == WidthProof::RunTimeTest; }

  /// Base and the distances of rows are multiples of the wide form: the same in all threads.
  Value *alignmentTest(IRBuilderBase &B) const {
    Value *Bits = B.CreatePtrToInt(Source, B.getInt64Ty());
    for (Value *RowPitch : drop_end(Pitch))
      Bits = B.CreateOr(Bits, RowPitch);
    Value *Low = B.CreateAnd(Bits, B.getInt64(Fill.WideBytes - 1));
    return B.CreateICmpEQ(Low, B.getInt64(0));
  }

  /// The part of every row that copies of the wide or narrow width cover, and what is left of it.
  SmallVector<Span, 2> spans(bool Wide) const {
    uint64_t Width = Wide ? Fill.WideBytes : Fill.NarrowBytes;
    unsigned Batch = Wide ? Fill.WideBatch : Fill.NarrowBatch;
    uint64_t Row = Fill.rowBytes(), Whole = Row / Width * Width;
    SmallVector<Span, 2> Spans;
    if (Whole)
      Spans.push_back({Width, 0, Whole, Batch});
    if (Whole != Row)
      Spans.push_back({Fill.ElementBytes, Whole, Row - Whole, 1});
    return Spans;
  }

  uint64_t copies(const Span &S) const {
    uint64_t Copies = S.RowBytes / S.Width;
    for (const FillPlan::Dimension &Dim : drop_end(Fill.Dims))
      Copies *= Dim.Extent;
    return Copies;
  }

  /// Copy number \p Index of the span: split into row and column.
  OneCopy address(IRBuilderBase &B, const Span &S, Value *Index) const {
    OneCopy Copy;
    Copy.Width = S.Width;
    uint64_t PerRow = S.RowBytes / S.Width;
    bool OneRow = Fill.Dims.size() == 1; // then the loop's bound says the same
    Value *Column = OneRow ? Index : B.CreateURem(Index, B.getInt32(PerRow));
    Value *Row = OneRow ? B.getInt32(0) : B.CreateUDiv(Index, B.getInt32(PerRow));
    Value *InRow = B.CreateNUWAdd(B.CreateNUWMul(Column, B.getInt32(S.Width)),
                                  B.getInt32(S.RowStart));
    Value *RowStart = B.CreateNUWMul(Row, B.getInt32(Fill.rowBytes() + Fill.RowPad));
    Copy.To = B.CreateInBoundsPtrAdd(Operands.Destination,
                                     B.CreateNUWAdd(RowStart, InRow));
    Value *Offset = innermostOffset(B, InRow, Copy);
    for (unsigned D = Fill.Dims.size() - 1; D-- > 0;) {
      Value *Extent = B.getInt32(Fill.Dims[D].Extent);
      Value *I = D ? B.CreateURem(Row, Extent) : Row;
      Row = D ? B.CreateUDiv(Row, Extent) : Row;
      Value *Wide = B.CreateZExt(I, B.getInt64Ty());
      Offset = B.CreateAdd(Offset, B.CreateMul(Wide, Pitch[D]));
      restrict(B, Copy.Valid, Wide, Bound[D]);
    }
    Copy.From = B.CreatePtrAdd(Source, Offset);
    return Copy;
  }

  /// Neighbouring copies are neighbours in memory, and all of them are valid.
  bool isOneRun() const {
    return Fill.Dims.size() == 1 && Fill.Dims[0].Stride == 1 && !Fill.ragged();
  }

  /// The copy that is \p Count copies after \p Last in one run of bytes: two additions and no index.
  OneCopy next(IRBuilderBase &B, const OneCopy &Last, Value *Count) const {
    OneCopy Copy = Last;
    Value *Step = B.CreateNUWMul(Count, B.getInt32(Last.Width));
    Copy.From = B.CreatePtrAdd(Last.From, B.CreateZExt(Step, B.getInt64Ty()));
    Copy.To = B.CreatePtrAdd(Last.To, Step);
    return Copy;
  }

private:
  const FillPlan &Fill;
  const CopyOperands &Operands;
  Value *Source = nullptr;
  SmallVector<Value *, MaxRank> Pitch; ///< i64 bytes between neighbours
  SmallVector<Value *, MaxRank> Bound; ///< i64 elements, nullptr: none

  /// "A size above the extent is clamped to it"; a negative one leaves nothing valid.
  Value *boundOf(IRBuilderBase &B, const FillPlan::Dimension &Dim) const {
    Value *Size =
        B.CreateSExtOrTrunc(Operands.Sizes[*Dim.BoundOf], B.getInt64Ty());
    Value *Most = B.getInt64(Dim.Extent / Dim.BoundScale);
    Value *Clamped = B.CreateBinaryIntrinsic(Intrinsic::smin, Size, Most);
    return B.CreateMul(Clamped, B.getInt64(Dim.BoundScale));
  }

  /// Byte offset of \p InRow in the source row; rows with gaps are copied element by element.
  Value *innermostOffset(IRBuilderBase &B, Value *InRow, OneCopy &Copy) const {
    const FillPlan::Dimension &Dim = Fill.Dims.back();
    Value *Bytes = B.CreateZExt(InRow, B.getInt64Ty());
    Value *Element = B.CreateUDiv(Bytes, B.getInt64(Fill.ElementBytes));
    restrict(B, Copy.Valid, Element, Bound.back());
    if (Bound.back() && Dim.BoundScale * Fill.ElementBytes % Copy.Width)
      Copy.Sized = validBytes(B, Element, Copy.Width);
    return Dim.Stride == 1 ? Bytes : B.CreateMul(Element, Pitch.back());
  }

  /// Bytes of a copy of \p Width from \p Element on that lie inside the innermost bound. Only
  /// asynchronous copies are planned so wide that it may be fewer (PlanFills.cpp).
  Value *validBytes(IRBuilderBase &B, Value *Element, uint64_t Width) const {
    Value *Left = B.CreateMul(B.CreateSub(Bound.back(), Element),
                              B.getInt64(Fill.ElementBytes));
    return B.CreateTrunc(
        B.CreateBinaryIntrinsic(Intrinsic::smin, Left, B.getInt64(Width)),
        B.getInt32Ty());
  }

  static void restrict(IRBuilderBase &B, Value *&Valid, Value *Index,
                       Value *Limit) {
    if (!Limit)
      return;
    Value *In = B.CreateICmpSLT(Index, Limit);
    Valid = Valid ? B.CreateAnd(Valid, In) : In;
  }
};

/// Emits the loops of one group.
class GroupEmitter {
public:
  GroupEmitter(ArrayRef<CopyJob> Jobs, CopyEngine Engine)
      : Jobs(Jobs), Engine(Engine) {}

  void emit(Instruction &At) {
    IRBuilder<> B(&At);
    Loc = At.getDebugLoc();
    Threads = linearThread(B, *At.getFunction());
    Value *Aligned = nullptr;
    for (const CopyJob &Job : Jobs) {
      TileCopy &Tile = Tiles.emplace_back(Job, B);
      if (!Tile.needsTest())
        continue;
      Value *Test = Tile.alignmentTest(B);
      Aligned = Aligned ? B.CreateAnd(Aligned, Test) : Test;
    }
    if (!Aligned)
      return emitForm(At, /*Wide=*/true);
    Instruction *Wide = nullptr, *Narrow = nullptr;
    SplitBlockAndInsertIfThenElse(Aligned, At.getIterator(), &Wide, &Narrow);
    emitForm(*Wide, /*Wide=*/true);
    emitForm(*Narrow, /*Wide=*/false);
  }

private:
  ArrayRef<CopyJob> Jobs;
  CopyEngine Engine;
  DebugLoc Loc; ///< of the site, for everything that is emitted
  ThreadIndex Threads = {};
  SmallVector<TileCopy, 4> Tiles;

  using Part = std::pair<const TileCopy *, Span>;

  /// Spans with the same number of copies share a loop: their loads are in flight together.
  void emitForm(Instruction &At, bool Wide) {
    MapVector<uint64_t, SmallVector<Part, 4>> ByCopies;
    for (const TileCopy &Tile : Tiles)
      for (const Span &S : Tile.spans(Wide || !Tile.needsTest()))
        ByCopies[Tile.copies(S)].push_back({&Tile, S});
    for (auto &[Copies, Parts] : ByCopies)
      emitLoops(At, Copies, Parts);
  }

  /// A loop that moves several copies of each thread at a time, then one for the rest.
  void emitLoops(Instruction &At, uint64_t Copies, ArrayRef<Part> Parts) {
    Value *Index = Threads.Linear;
    unsigned Batch = Parts.front().second.Batch;
    for (const auto &[Tile, S] : Parts)
      Batch = std::min(Batch, S.Batch);
    if (Engine == CopyEngine::CpAsync && Parts.size() > 1)
      Batch = 1; // nothing waits, and several tiles in one loop are a batch already
    if (Batch > 1)
      Index = emitLoop(At, Copies, Parts, Index, Batch);
    emitLoop(At, Copies, Parts, Index, 1);
  }

  /// while (Index + (Batch - 1) * Count < Copies) { Batch copies; Index += Batch * Count; }  Returns Index
  /// after the loop.
  Value *emitLoop(Instruction &At, uint64_t Copies, ArrayRef<Part> Parts,
                  Value *Start, unsigned Batch) {
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
    Index->addIncoming(Start, Before);
    Value *Last = ahead(B, Index, Batch - 1);
    B.CreateCondBr(B.CreateICmpULT(Last, B.getInt32(Copies)), Body, After);
    B.SetInsertPoint(Body);
    Instruction *Back = B.CreateBr(Header);
    B.SetInsertPoint(Back);
    B.SetCurrentDebugLocation(Loc);
    SmallVector<OneCopy, 8> Batched;
    for (unsigned I = 0; I != Batch; ++I)
      for (const auto &[Tile, S] : Parts) {
        // Addresses that wait for one another make ptxas put each load next to its store.
        bool Steps = I && Engine == CopyEngine::CpAsync && Tile->isOneRun();
        Batched.push_back(
            Steps ? Tile->next(B, Batched.end()[-ptrdiff_t(Parts.size())], Threads.Count)
                  : Tile->address(B, S, ahead(B, Index, I)));
      }
    move(B, *Back, Batched);
    Index->addIncoming(ahead(B, Index, Batch), Back->getParent());
    return Index;
  }

  /// Index + Steps * Count. No wrap: both are below the number of copies plus a few thousand.
  Value *ahead(IRBuilderBase &B, Value *Index, unsigned Steps) {
    if (!Steps)
      return Index;
    return B.CreateNUWAdd(Index,
                          B.CreateNUWMul(Threads.Count, B.getInt32(Steps)));
  }

  /// All loads, then all stores; cp.async does both.
  void move(IRBuilder<> &B, Instruction &Back, MutableArrayRef<OneCopy> Copies) {
    for (OneCopy &Copy : Copies) {
      if (Engine == CopyEngine::CpAsync && Copy.Width >= MinAsyncBytes)
        moveAsync(B, Copy);
      else
        Copy.Loaded = load(B, Back, Copy);
      B.SetInsertPoint(&Back);
      B.SetCurrentDebugLocation(Loc);
    }
    for (const OneCopy &Copy : Copies)
      if (Copy.Loaded)
        B.CreateAlignedStore(Copy.Loaded, Copy.To, Align(Copy.Width));
  }

  Type *copyType(IRBuilderBase &B, uint64_t Width) {
    if (Width <= 4)
      return B.getIntNTy(8 * Width);
    return FixedVectorType::get(B.getInt32Ty(), Width / 4);
  }

  /// Bytes past the valid part may not be readable: zero without a load.
  Value *load(IRBuilder<> &B, Instruction &Back, const OneCopy &Copy) {
    Type *Ty = copyType(B, Copy.Width);
    if (!Copy.Valid)
      return B.CreateAlignedLoad(Ty, Copy.From, Align(Copy.Width));
    BasicBlock *Head = B.GetInsertBlock();
    Instruction *Then = SplitBlockAndInsertIfThen(
        Copy.Valid, Back.getIterator(), /*Unreachable=*/false);
    B.SetInsertPoint(Then);
    B.SetCurrentDebugLocation(Loc);
    Value *Loaded = B.CreateAlignedLoad(Ty, Copy.From, Align(Copy.Width));
    B.SetInsertPoint(&Back);
    B.SetCurrentDebugLocation(Loc);
    PHINode *Bytes = B.CreatePHI(Ty, 2);
    Bytes->addIncoming(Loaded, Then->getParent());
    Bytes->addIncoming(Constant::getNullValue(Ty), Head);
    return Bytes;
  }

  void moveAsync(IRBuilderBase &B, const OneCopy &Copy) {
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
        *find_if(Forms, [&](const Form &X) { return X.Width == Copy.Width; });
    if (!Copy.Valid) {
      B.CreateIntrinsic(F.Full, {}, {Copy.To, Copy.From});
      return;
    }
    Value *Most = Copy.Sized ? Copy.Sized : B.getInt32(Copy.Width);
    Value *Bytes = B.CreateSelect(Copy.Valid, Most, B.getInt32(0));
    B.CreateIntrinsic(F.Sized, {}, {Copy.To, Copy.From, Bytes});
  }
};
} // namespace

void emitCopies(Instruction &At, ArrayRef<CopyJob> Jobs, CopyEngine Engine) {
  GroupEmitter(Jobs, Engine).emit(At);
}

} // namespace vx
