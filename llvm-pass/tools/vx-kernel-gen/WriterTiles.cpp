//===- WriterTiles.cpp - sites of generated kernels -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A tile is taken in one of these ways, in the kernel or in a device function that
// gets its source and acc, and returns acc:
//
//   plain       d = take(T); read d
//   phi         if (odd) d = take(T) else d = take'(first); read d
//   select      d = odd ? take(T) : take'(first); read d     odd by block or by thread
//   aggregate   {d, e} = {take(T), take'(first)} through memory; read d, read e
//   carried     d = take(first); loop { read d; d = take(T + 1) }
//
// take' is a callee of its own, or the same one (OneCallee).
#include "Writer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace vx::gen {

/// The memref descriptor of rank r: {allocated, aligned, offset, sizes, strides}.
constexpr unsigned DescAligned = 1, DescSizes = 3, DescStrides = 4;

FunctionType *Writer::calleeType(unsigned K) {
  Type *Source = B.getPtrTy(S.SpacedPointers ? GlobalSpace : 0);
  Type *Result = B.getPtrTy(S.SpacedPointers ? SharedSpace : 0);
  if (S.Carrier == Form::BarePointer)
    return FunctionType::get(Result, {Source}, false);
  unsigned Rank = S.Tiles[K].Extent.size();
  Type *I = S.NarrowView ? B.getInt32Ty() : B.getInt64Ty();
  auto *A = ArrayType::get(I, Rank);
  SmallVector<Type *> Params = {Source, Source};
  Params.append(1 + 2 * Rank, I);
  return FunctionType::get(StructType::get(Ctx, {Result, Result, I, A, A}), Params, false);
}

void Writer::describeTile(Function &C, unsigned K) {
  const TileShape &T = S.Tiles[K];
  auto shape = [](ArrayRef<uint64_t> V) {
    return join(map_range(V, [](uint64_t N) { return std::to_string(N); }), "x");
  };
  auto set = [&](StringRef Name, uint64_t N) { C.addFnAttr(Name, std::to_string(N)); };
  C.addFnAttr(Attribute::Convergent);
  C.addFnAttr(Attribute::NoUnwind);
  C.addFnAttr("vx.transfer", "smem");
  C.addFnAttr("vx.name", "t" + std::to_string(K));
  C.addFnAttr("vx.crossing", T.Streamed ? "streamed" : "sequenced");
  set("vx.element", elementBytes(T));
  if (T.Streamed)
    set("vx.stages", T.Stages);
  if (T.Align)
    set("vx.align", T.Align);
  if (T.Granule)
    set("vx.granule", T.Granule);
  if (S.Ragged || S.Carrier == Form::BarePointer)
    C.addFnAttr("vx.extent", shape(T.Extent));
  if (S.Carrier == Form::BarePointer)
    C.addFnAttr("vx.stride", shape(T.Stride));
}

Function *Writer::callee(unsigned K, bool Twin) {
  std::string Name = "take_" + std::to_string(S.OneCallee ? 0 : K);
  if (Twin && !S.OneCallee)
    Name += "_other";
  if (Function *Old = M->getFunction(Name))
    return Old;
  Function *C = Function::Create(calleeType(K), GlobalValue::ExternalLinkage, Name, *M);
  describeTile(*C, K);
  return C;
}

/// Valid rows of tile \p T, where steps counts rows.
Value *Writer::rowsAt(Value *T, const TileShape &Tile) {
  Value *Extent = number(int64_t(Tile.Extent[0])), *Zero = number(0);
  Value *Left = B.CreateSub(Steps, B.CreateMul(B.CreateSub(T, firstTile()), Extent));
  Left = B.CreateSelect(B.CreateICmpSLT(Left, Extent), Left, Extent);
  return B.CreateSelect(B.CreateICmpSLT(Left, Zero), Zero, Left);
}

/// The call at step \p T.
Value *Writer::transfer(unsigned K, bool Twin, Value *T, Value *Rows) {
  const TileShape &Tile = S.Tiles[K];
  unsigned Rank = Tile.Extent.size(), A = SourceArg[K];
  auto source = [&](Value *P) {
    return S.SpacedPointers ? B.CreateAddrSpaceCast(P, B.getPtrTy(GlobalSpace)) : P;
  };
  Value *Row = B.CreateMul(T, number(int64_t(Tile.Extent[0])));
  if (S.Carrier == Form::BarePointer) {
    Value *Off = B.CreateMul(Row, number(int64_t(Tile.Stride[0])));
    Value *P = B.CreateGEP(elementType(Tile), source(F->getArg(A)), wide(Off));
    return B.CreateCall(callee(K, Twin), {P});
  }
  auto stride = [&](unsigned D) -> Value * {
    bool Known = !S.RunTimeStride || (D + 1 == Rank && !S.InnerRunTime);
    return Known ? static_cast<Value *>(B.getInt64(Tile.Stride[D]))
                 : F->getArg(A + 3 + Rank + D);
  };
  Type *I = S.NarrowView ? B.getInt32Ty() : B.getInt64Ty();
  auto field = [&](Value *V) { return B.CreateSExtOrTrunc(V, I); };
  SmallVector<Value *> Args = {source(F->getArg(A)), source(F->getArg(A + 1))};
  Args.push_back(field(B.CreateAdd(F->getArg(A + 2), B.CreateMul(wide(Row), stride(0)))));
  for (unsigned D = 0; D < Rank; ++D)
    Args.push_back(field(D == 0 && Rows ? Rows : B.getInt64(Tile.Extent[D])));
  for (unsigned D = 0; D < Rank; ++D)
    Args.push_back(field(stride(D)));
  return B.CreateCall(callee(K, Twin), Args);
}

/// The first tile's first step, by its other callee.
Value *Writer::otherTransfer() {
  Value *First = S.Loop == Trip::NoLoop ? number(0) : firstTile();
  Value *Rows = S.Ragged ? rowsAt(First, S.Tiles[0]) : nullptr;
  return transfer(0, /*Twin=*/true, First, Rows);
}

/// How the result of a call is read: strides, and the rows, from the descriptor itself where
/// the kernel does not know them.
Writer::View Writer::viewOf(unsigned K, Value *Result, Value *Rows) {
  const TileShape &Tile = S.Tiles[K];
  unsigned Rank = Tile.Extent.size();
  View V;
  V.First = number(0);
  V.Rows = Rows;
  V.Strides.resize(Rank);
  uint64_t RowMajor = 1;
  for (unsigned D = Rank; D-- > 0;) {
    V.Strides[D] = S.RunTimeStride
                       ? toIndex(B.CreateExtractValue(Result, {DescStrides, D}))
                       : number(int64_t(RowMajor));
    RowMajor *= Tile.Extent[D];
  }
  bool Descriptor = S.Carrier == Form::B;
  if (Rows && S.RunTimeStride)
    V.Rows = toIndex(B.CreateExtractValue(Result, {DescSizes, 0}));
  V.Pointer = Descriptor ? B.CreateExtractValue(Result, DescAligned) : Result;
  return V;
}

Writer::View Writer::placedView(unsigned K, Value *T) {
  const TileShape &Tile = S.Tiles[K];
  View V;
  for (uint64_t N : Tile.Stride)
    V.Strides.push_back(number(int64_t(N)));
  V.Pointer = F->getArg(SourceArg[K]);
  if (S.SpacedPointers)
    V.Pointer = B.CreateAddrSpaceCast(V.Pointer, B.getPtrTy(GlobalSpace));
  Value *Row = B.CreateMul(T, number(int64_t(Tile.Extent[0])));
  V.First = B.CreateMul(Row, V.Strides[0]);
  return V;
}

void Writer::tile(unsigned K, Value *T, Value *Rows) {
  bool Here = !S.inDevice(K) || S.Site == Place::Reader;
  Here ? tileHere(K, T, Rows) : viaDevice(K, T, Rows);
}

void Writer::tileHere(unsigned K, Value *T, Value *Rows) {
  if (S.Carrier == Form::A)
    return readView(K, placedView(K, T));
  if (K == 0 && S.Results == Merge::Carried)
    return carriedTile(T, Rows);
  if (K == 0 && S.Results != Merge::None)
    return mergedTile(T, Rows);
  readView(K, viewOf(K, transfer(K, false, T, Rows), Rows));
}

/// Rows that are valid may differ between the merged results: those are read that both
/// have.
static Value *fewer(IRBuilder<> &B, Value *X, Value *Y) {
  return X ? B.CreateSelect(B.CreateICmpSLT(X, Y), X, Y) : nullptr;
}

/// Not the condition of a uniform if, under which LLVM would know it.
Value *Writer::openChoice(Value *T) {
  return isOdd(B.CreateLShr(B.CreateAdd(T, Flag), number(1)));
}

void Writer::mergedTile(Value *T, Value *Rows) {
  if (S.Results == Merge::Phi)
    return throughPhi(T, Rows);
  Value *D = transfer(0, false, T, Rows), *E = otherTransfer();
  Value *First = S.Loop == Trip::NoLoop ? number(0) : firstTile();
  Value *OtherRows = S.Ragged ? rowsAt(First, S.Tiles[0]) : nullptr;
  if (S.Results == Merge::Select) {
    Value *Choice = S.ThreadChoice ? isOdd(B.CreateAdd(Linear, Flag)) : openChoice(T);
    Value *R = B.CreateSelect(Choice, D, E);
    return readView(0, viewOf(0, R, fewer(B, Rows, OtherRows)));
  }
  Type *Ty = D->getType();
  auto *Pair = StructType::get(Ctx, {Ty, Ty});
  AllocaInst *Both = variable(Pair, "both");
  Value *P = B.CreateInsertValue(PoisonValue::get(Pair), D, 0);
  B.CreateStore(B.CreateInsertValue(P, E, 1), Both);
  P = B.CreateLoad(Pair, Both);
  readView(0, viewOf(0, B.CreateExtractValue(P, 0), Rows));
  readView(0, viewOf(0, B.CreateExtractValue(P, 1), OtherRows));
}

void Writer::throughPhi(Value *T, Value *Rows) {
  AllocaInst *D = variable(callee(0, false)->getReturnType(), "view");
  Value *First = S.Loop == Trip::NoLoop ? number(0) : firstTile();
  Value *OtherRows = S.Ragged ? rowsAt(First, S.Tiles[0]) : nullptr;
  BasicBlock *Then = block("then"), *Else = block("else"), *End = block("end");
  branch(openChoice(T), Then, Else);
  B.SetInsertPoint(Then);
  B.CreateStore(transfer(0, false, T, Rows), D);
  B.CreateBr(End);
  B.SetInsertPoint(Else);
  B.CreateStore(otherTransfer(), D);
  B.CreateBr(End);
  B.SetInsertPoint(End);
  readView(0, viewOf(0, B.CreateLoad(D->getAllocatedType(), D), fewer(B, Rows, OtherRows)));
}

/// Before the tile loop: the result that its first iteration reads.
void Writer::startCarried(Value *T) {
  if (S.Results != Merge::Carried)
    return;
  Carried = variable(callee(0, false)->getReturnType(), "carried");
  // A loop that counts down and never runs begins below 0.
  if (S.CountDown)
    T = B.CreateSelect(B.CreateICmpSLT(T, number(0)), number(0), T);
  B.CreateStore(transfer(0, false, T, S.Ragged ? rowsAt(T, S.Tiles[0]) : nullptr), Carried);
}

void Writer::carriedTile(Value *T, Value *Rows) {
  readView(0, viewOf(0, B.CreateLoad(Carried->getAllocatedType(), Carried), Rows));
  Value *Next = B.CreateAdd(T, number(S.CountDown ? -1 : 1));
  if (S.CountDown)
    Next = B.CreateSelect(B.CreateICmpSLT(Next, number(0)), number(0), Next);
  Value *NextRows = S.Ragged ? rowsAt(Next, S.Tiles[0]) : nullptr;
  B.CreateStore(transfer(0, false, Next, NextRows), Carried);
}

/// double Name(types of Args..., double acc), written once per module by \p Write.
Function *Writer::deviceFunction(const Twine &Name, ArrayRef<Value *> Args,
                                 function_ref<void()> Write) {
  if (Function *Old = M->getFunction(Name.str()))
    return Old;
  SmallVector<Type *> Params;
  for (Value *V : Args)
    Params.push_back(V->getType());
  Type *F64 = B.getDoubleTy();
  Params.push_back(F64);
  auto *Ty = FunctionType::get(F64, Params, false);
  IRBuilder<>::InsertPointGuard Back(B);
  Frame Caller = *this;
  static_cast<Frame &>(*this) = Frame();
  F = Function::Create(Ty, GlobalValue::InternalLinkage, Name, *M);
  if (S.NoInline)
    F->addFnAttr(Attribute::NoInline);
  B.SetInsertPoint(block("entry"));
  Acc = variable(F64, "acc");
  B.CreateStore(F->getArg(Args.size()), Acc);
  Write();
  B.CreateRet(B.CreateLoad(F64, Acc));
  Function *Written = F;
  static_cast<Frame &>(*this) = Caller;
  return Written;
}

void Writer::callDevice(Function *Callee, ArrayRef<Value *> Args) {
  SmallVector<Value *> All(Args);
  All.push_back(B.CreateLoad(B.getDoubleTy(), Acc));
  B.CreateStore(B.CreateCall(Callee, All), Acc);
}

/// The site in a device function: source of the tile, linear thread, flag, steps, step,
/// rows.
void Writer::viaDevice(unsigned K, Value *T, Value *Rows) {
  SmallVector<Value *> Args;
  unsigned Count = sourceParams(K);
  for (unsigned I = 0; I < Count; ++I)
    Args.push_back(F->getArg(SourceArg[K] + I));
  Args.append({Linear, Flag, Steps, T});
  if (Rows)
    Args.push_back(Rows);
  Function *Callee = deviceFunction("device_" + Twine(K), Args, [&] {
    SourceArg.assign(S.Tiles.size(), 0);
    Linear = F->getArg(Count);
    Flag = F->getArg(Count + 1);
    Steps = F->getArg(Count + 2);
    tileHere(K, F->getArg(Count + 3), Rows ? F->getArg(Count + 4) : nullptr);
  });
  callDevice(Callee, Args);
  if (S.Site != Place::DeviceTwice)
    return;
  Value *First = S.Loop == Trip::NoLoop ? number(0) : firstTile();
  Args[Count + 3] = First;
  if (Rows)
    Args[Count + 4] = rowsAt(First, S.Tiles[K]);
  callDevice(Callee, Args);
}

/// Reads all of a view here, or in a device function that takes it apart.
void Writer::readView(unsigned K, const View &V) {
  if (S.Site != Place::Reader)
    return consume(K, V);
  SmallVector<Value *> Args = {V.Pointer, V.First, Linear, Flag};
  append_range(Args, V.Strides);
  if (V.Rows)
    Args.push_back(V.Rows);
  Function *Callee = deviceFunction("read_" + Twine(K), Args, [&] {
    View Mine;
    Mine.Pointer = F->getArg(0);
    Mine.First = F->getArg(1);
    Linear = F->getArg(2);
    Flag = F->getArg(3);
    for (unsigned D = 0; D < V.Strides.size(); ++D)
      Mine.Strides.push_back(F->getArg(4 + D));
    if (V.Rows)
      Mine.Rows = F->getArg(4 + V.Strides.size());
    consume(K, Mine);
  });
  callDevice(Callee, Args);
}

MDNode *Writer::tag(unsigned K) {
  const TileShape &T = S.Tiles[K];
  auto field = [&](StringRef Name, ArrayRef<Metadata *> Values) {
    SmallVector<Metadata *> Ops = {MDString::get(Ctx, Name)};
    Ops.append(Values.begin(), Values.end());
    return MDNode::get(Ctx, Ops);
  };
  auto number = [&](Type *Ty, uint64_t N) -> Metadata * {
    return ConstantAsMetadata::get(ConstantInt::get(Ty, N));
  };
  SmallVector<Metadata *> Extent;
  for (uint64_t N : T.Extent)
    Extent.push_back(number(B.getInt64Ty(), N));
  SmallVector<Metadata *> Crossing = {MDString::get(Ctx, T.Streamed ? "streamed" : "sequenced")};
  if (T.Streamed)
    Crossing.push_back(number(B.getInt32Ty(), T.Stages));
  SmallVector<Metadata *> Ops = {
      MDString::get(Ctx, "vx.tile"),
      field("name", {MDString::get(Ctx, "t" + std::to_string(K))}),
      field("space", {MDString::get(Ctx, "smem")}),
      field("extent", Extent),
      field("element", {number(B.getInt32Ty(), elementBytes(T))}),
      field("crossing", Crossing)};
  if (T.Align)
    Ops.push_back(field("align", {number(B.getInt32Ty(), T.Align)}));
  return MDNode::getDistinct(Ctx, Ops);
}

} // namespace vx::gen
