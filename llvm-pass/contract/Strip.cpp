//===- Strip.cpp - drop every request, keep the global loads -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The third form for measuring: what the kernel does with no placement at all.
//
//   %x = load float, ptr %p, !vx.placement !0   =>   %x = load float, ptr %p
//   %r = call {...} @t(%base, %ptr, %off, ...)  =>   %r = {%s, %s, 0, sizes,
//   strides}
//                                                    with %s = %ptr + %off
//                                                    elements
//
// The result's users address a row-major tile. Where the source is one, they
// read the right elements as they are. Where its rows are further apart, or the
// tile is ragged, each read is moved to the element that it means, and elements
// past a ragged tile's size are not read but zero (StripRemap.cpp).
//
// A result in address space 3 becomes generic with all that is derived from it
// (StripRetype.cpp).
//
// What strip cannot keep: a result holds the bytes as they were at the call, a
// read of global memory those of now. A write to the source's own object in
// between is warned of: whether it meets the tile is not looked into.
#include "ContractInternal.h"
#include "StripRemap.h"
#include "StripRetype.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral StripRemedy =
    "measure this kernel's global-only form from a source of its own";

/// Elements between neighbours of a row-major tile of \p Extent.
SmallVector<uint64_t, MaxRank> rowMajor(ArrayRef<uint64_t> Extent) {
  SmallVector<uint64_t, MaxRank> Strides(Extent.size(), 1);
  for (size_t D = Extent.size(); D-- > 1;)
    Strides[D - 1] = Strides[D] * Extent[D];
  return Strides;
}

/// One transfer call with what it copies.
struct StripCall {
  CallBase *Call;
  const TileRequest *Request;
  TransferConvention Convention;

  unsigned rank() const { return Request->Extent.size(); }
  /// The source's stride in elements: an operand or a constant of \p Index
  /// type.
  Value *stride(unsigned D) const {
    if (Convention == TransferConvention::Descriptor)
      return Call->getArgOperand(ArgSizes + rank() + D);
    uint64_t Elements = Request->Stride.empty() ? rowMajor(Request->Extent)[D]
                                                : Request->Stride[D];
    return ConstantInt::get(Type::getInt64Ty(Call->getContext()), Elements);
  }
  bool sourceIsRowMajor() const;
  /// The outermost size where it may be below the extent, else nullptr.
  Value *raggedSize() const {
    if (Convention == TransferConvention::BarePointer)
      return nullptr;
    Value *Size = Call->getArgOperand(ArgSizes);
    const auto *Constant = dyn_cast<ConstantInt>(Size);
    return Constant && Constant->getValue().sge(Request->Extent[0]) ? nullptr
                                                                    : Size;
  }
  /// The tile's address arithmetic is right for the source as it is.
  bool readsInPlace() const { return sourceIsRowMajor() && !raggedSize(); }
  Type *resultPointer() const {
    Type *T = Call->getType();
    return T->isPointerTy() ? T
                            : cast<StructType>(T)->getElementType(DescAligned);
  }
};

bool StripCall::sourceIsRowMajor() const {
  SmallVector<uint64_t, MaxRank> Wanted = rowMajor(Request->Extent);
  for (unsigned D = 0; D != rank(); ++D) {
    if (Request->Extent[D] == 1)
      continue; // its stride is never used
    const auto *Stride = dyn_cast<ConstantInt>(stride(D));
    if (!Stride || Stride->getValue() != Wanted[D])
      return false;
  }
  return true;
}

/// Calls of \p Tiles; one in a device function that kernels share is there
/// once.
MapVector<CallBase *, StripCall> callsOf(ArrayRef<const TileUse *> Tiles) {
  MapVector<CallBase *, StripCall> Calls;
  for (const TileUse *Use : Tiles)
    for (CallBase *CB : Use->Transfers) {
      unsigned Rank;
      auto Convention = transferConvention(*CB->getCalledFunction(), Rank);
      Calls.insert({CB, {CB, &Use->Request, *Convention}});
    }
  return Calls;
}

void refuse(const StripCall &C, const Instruction &At, const Twine &Why,
            DiagnosticSink &Sink) {
  Sink.report(Diag::StripUnsupported, At, Why, StripRemedy).Tile =
      C.Request->Name;
}

void checkStrippable(const StripCall &C, DiagnosticSink &Sink) {
  if (C.Request->Extent.empty())
    return refuse(C, *C.Call, "the tile's extent is not known here", Sink);
  if (C.readsInPlace())
    return;
  TileReads Reads = readsThrough(*C.Call, C.Request->ElementBytes);
  if (Reads.Escape)
    refuse(C, *Reads.Escape,
           Twine(C.raggedSize()
                     ? "elements past the tile's size must read as zero"
                     : "the source's rows are not contiguous") +
               ", and this use of the tile is no plain read of elements that "
               "could be "
               "moved to the right one",
           Sink);
}

/// What reads memory through \p Transfer's result or passes it on.
SmallVector<Instruction *, 8> readersOf(CallBase &Transfer) {
  SmallVector<Instruction *, 8> Readers;
  SetVector<Instruction *> Work;
  Work.insert(&Transfer);
  for (size_t N = 0; N != Work.size(); ++N)
    for (User *U : Work[N]->users()) {
      auto *I = cast<Instruction>(U);
      if (I->mayReadFromMemory())
        Readers.push_back(I);
      else
        Work.insert(I);
    }
  return Readers;
}

/// Control may pass from \p Write to \p Read with no new \p Transfer between.
bool comesBetween(Instruction &Write, Instruction &Read, CallBase &Transfer) {
  BasicBlock *Block = Transfer.getParent();
  if (!isPotentiallyReachable(&Transfer, &Write))
    return false;
  if (Write.getParent() == Read.getParent() && Write.comesBefore(&Read))
    return Block != Read.getParent() || Transfer.comesBefore(&Write) ||
           Read.comesBefore(&Transfer);
  if (Block == Read.getParent() && Transfer.comesBefore(&Read))
    return false;
  SmallPtrSet<BasicBlock *, 1> Again{Block};
  return isPotentiallyReachable(&Write, &Read, &Again);
}

void warnOfWrites(const StripCall &C, DiagnosticSink &Sink) {
  unsigned Source = C.Convention == TransferConvention::Descriptor ? ArgAligned : 0;
  const Value *Object = getUnderlyingObject(C.Call->getArgOperand(Source));
  SmallVector<Instruction *, 8> Readers = readersOf(*C.Call);
  for (Instruction &I : instructions(*C.Call->getFunction())) {
    std::optional<MemoryLocation> To =
        I.mayWriteToMemory() ? MemoryLocation::getOrNone(&I) : std::nullopt;
    if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&I))
      To = MemoryLocation::getForDest(Copy);
    if (!To || getUnderlyingObject(To->Ptr) != Object ||
        none_of(Readers, [&](Instruction *R) { return comesBetween(I, *R, *C.Call); }))
      continue;
    Diagnostic &D = Sink.report(
        Diag::StripUnsupported, I,
        "it writes to the object that the tile is read from, between the transfer and a "
        "read of the result: without the copy the read may see the new bytes",
        StripRemedy);
    D.Level = Severity::Warning;
    D.Tile = C.Request->Name;
    return; // one is enough to know
  }
}

/// Start of the tile in global memory, as the result's pointer type.
Value *sourceStart(IRBuilder<> &B, const StripCall &C) {
  Value *Start = C.Call->getArgOperand(0);
  if (C.Convention == TransferConvention::Descriptor) {
    Value *Offset =
        B.CreateSExtOrTrunc(C.Call->getArgOperand(ArgOffset), B.getInt64Ty());
    Value *Bytes = B.CreateMul(Offset, B.getInt64(C.Request->ElementBytes));
    Start =
        B.CreateGEP(B.getInt8Ty(), C.Call->getArgOperand(ArgAligned), Bytes);
  }
  return B.CreateAddrSpaceCast(Start, C.resultPointer());
}

/// The value that takes the call's place.
Value *replacement(IRBuilder<> &B, const StripCall &C, Value *Start) {
  if (C.Convention == TransferConvention::BarePointer)
    return Start;
  Value *Result = PoisonValue::get(C.Call->getType());
  Result = B.CreateInsertValue(Result, Start, DescBase);
  Result = B.CreateInsertValue(Result, Start, DescAligned);
  Type *Index = C.Call->getArgOperand(ArgOffset)->getType();
  Result = B.CreateInsertValue(Result, ConstantInt::get(Index, 0), DescOffset);
  SmallVector<uint64_t, MaxRank> Strides = rowMajor(C.Request->Extent);
  for (unsigned D = 0; D != C.rank(); ++D) {
    Result = B.CreateInsertValue(Result, C.Call->getArgOperand(ArgSizes + D),
                                 {DescSizes, D});
    Result = B.CreateInsertValue(Result, ConstantInt::get(Index, Strides[D]),
                                 {DescStrides, D});
  }
  return Result;
}

void stripCall(const StripCall &C) {
  IRBuilder<> B(C.Call);
  bool InPlace = C.readsInPlace();
  TileReads Reads =
      InPlace ? TileReads() : readsThrough(*C.Call, C.Request->ElementBytes);
  Value *Start = sourceStart(B, C);
  if (!InPlace) {
    RemapSource Source{Start, C.Request->ElementBytes, C.Request->Extent, {}};
    if (Value *Size = C.raggedSize())
      Source.Rows = B.CreateSExtOrTrunc(Size, B.getInt64Ty());
    for (unsigned D = 0; D != C.rank(); ++D)
      Source.Strides.push_back(
          B.CreateSExtOrTrunc(C.stride(D), B.getInt64Ty()));
    remapReads(Reads, Source);
  }
  C.Call->replaceAllUsesWith(replacement(B, C, Start));
  C.Call->eraseFromParent();
}

/// The carrier of a line of `!vx.tiles`: a transfer's second operand is its callee.
Carrier carrierOf(const MDNode &Line) {
  bool Callee = Line.getNumOperands() == 2 &&
                isa_and_nonnull<ConstantAsMetadata>(Line.getOperand(1));
  return Callee ? Carrier::Transfer : Carrier::PlacedLoad;
}

void eraseLines(Module &M, std::optional<Carrier> Of) {
  NamedMDNode *List = M.getNamedMetadata(TilesMD);
  if (!List)
    return;
  SmallVector<MDNode *, 8> Kept;
  for (MDNode *Line : List->operands())
    if (Of && carrierOf(*Line) != *Of)
      Kept.push_back(Line);
  if (Kept.empty())
    return M.eraseNamedMetadata(List);
  List->clearOperands();
  for (MDNode *Line : Kept)
    List->addOperand(Line);
}
} // namespace

void eraseRequests(Module &M, std::optional<Carrier> Of) {
  eraseLines(M, Of);
  if (Of != Carrier::Transfer)
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (placementTag(I))
          I.setMetadata(PlacementMD, nullptr);
  if (Of != Carrier::PlacedLoad)
    eraseUncalledTransfers(M);
}

bool stripTiles(ArrayRef<const TileUse *> Tiles, DiagnosticSink &Sink, bool CheckOnly) {
  MapVector<CallBase *, StripCall> Calls = callsOf(Tiles);
  unsigned Before = Sink.errorCount();
  for (auto &[CB, Call] : Calls)
    checkStrippable(Call, Sink);
  SharedResults Shared(
      map_to_vector(Calls, [](auto &Entry) { return Entry.first; }));
  if (const Use *U = Shared.obstacle())
    refuse(
        Calls.find(const_cast<CallBase *>(Shared.obstacleOf()))->second,
        *cast<Instruction>(U->getUser()),
        "the result is typed as shared memory (address space 3), and this use "
        "cannot take a pointer to global memory instead",
        Sink);
  if (Sink.errorCount() != Before)
    return false;
  for (auto &[CB, Call] : Calls)
    warnOfWrites(Call, Sink);
  if (CheckOnly)
    return true;
  Shared.makeGeneric();
  for (auto &[CB, Call] : Calls)
    stripCall(Call);
  for (const TileUse *Use : Tiles) {
    for (LoadInst *Load : Use->Loads)
      Load->setMetadata(PlacementMD, nullptr);
    for (CallBase *Load : Use->MaskedLoads)
      Load->setMetadata(PlacementMD, nullptr);
  }
  return true;
}

bool stripRequests(Module &M, const ModuleRequests &Requests, DiagnosticSink &Sink,
                   bool CheckOnly) {
  SmallVector<const TileUse *, 16> Tiles;
  for (const KernelRequests &K : Requests.Kernels)
    for (const TileUse &Use : K.Tiles)
      Tiles.push_back(&Use);
  for (const TileUse &Use : Requests.Leftovers)
    Tiles.push_back(&Use);
  if (!stripTiles(Tiles, Sink, CheckOnly))
    return false;
  if (!CheckOnly)
    eraseRequests(M);
  return true;
}

} // namespace vx
