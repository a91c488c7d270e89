//===- Writer.cpp - the kernel of a shape -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Everything is written as an unoptimised front end writes it: variables in
// allocas, loops with a test at the top. The general form, with the parts that a
// shape leaves out:
//
//   k(sources..., out, steps, limit, flag)
//     i = global thread id
//     [if (i >= limit) return | if (i < limit) | for (; i < limit; i += threads)] {
//       acc = i / 4
//       [for (pass = 0; pass < 2; ++pass)]
//         for (t = first; t < first + trip; ++t) {
//           for each tile [if ((t + flag) is even)]
//             view = transfer(source + t * rows) | placed loads
//             for each element e of it: acc = acc / 2 + e
//           [exchange acc with the neighbour through an own shared array]
//           [out[i + (1 + t) * threads] = acc]
//         }
//       out[i] = acc
//     }
#include "KernelGen.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace vx::gen {

constexpr unsigned MaxBlockThreads = 1024;
constexpr unsigned CausalRows = 7; ///< threads that see equally many tiles
constexpr unsigned SharedSpace = 3;

namespace {

class Writer {
public:
  Writer(LLVMContext &Ctx, const KernelShape &S)
      : Ctx(Ctx), S(S), M(std::make_unique<Module>("generated", Ctx)), B(Ctx) {}
  std::unique_ptr<Module> write();

private:
  using Body = function_ref<void(Value *)>;

  void signature();
  void ids();
  void guarded();
  void body(Value *I);
  void tileLoop(Value *I);
  void step(Value *I, Value *T, Value *RowsLeft);
  void tile(unsigned K, Value *T, Value *RowsLeft);
  Value *transfer(unsigned K, Value *T, Value *Rows, SmallVectorImpl<Value *> &Strides);
  void consume(unsigned K, Value *Base, Value *Rows, ArrayRef<Value *> Strides,
               Value *First);
  void readElement(unsigned K, Value *Pointer, Value *Index);
  void exchange();

  AllocaInst *variable(Type *T, const Twine &Name);
  void loop(Value *Low, Value *High, Value *Step, Body F);
  void loopDown(Value *Last, Value *First, Body F);
  void ifThen(Value *Condition, function_ref<void()> F);
  Value *reg(Intrinsic::ID ID) { return B.CreateIntrinsic(ID, {}); }
  Value *toIndex(Value *V) { return B.CreateSExtOrTrunc(V, Index); }
  Value *number(int64_t N) { return ConstantInt::getSigned(Index, N); }
  Value *wide(Value *V) { return B.CreateSExtOrTrunc(V, B.getInt64Ty()); }
  Type *elementType(const TileShape &T);
  Function *callee(unsigned K);
  MDNode *tag(unsigned K);

  LLVMContext &Ctx;
  const KernelShape &S;
  std::unique_ptr<Module> M;
  IRBuilder<> B;
  Function *F = nullptr;
  Type *Index = nullptr; ///< of loops and address arithmetic
  std::vector<unsigned> SourceArg;
  Value *Out = nullptr, *Steps = nullptr, *Limit = nullptr, *Flag = nullptr;
  Value *Global = nullptr, *Linear = nullptr, *Threads = nullptr;
  Value *BlockThreads = nullptr, *BlockIndex = nullptr;
  AllocaInst *Acc = nullptr;
  std::vector<MDNode *> Tags;
};

} // namespace

Type *Writer::elementType(const TileShape &T) {
  if (T.Element[0] == 'i')
    return B.getIntNTy(std::stoi(T.Element.substr(1)));
  if (T.Element == "f16")
    return B.getHalfTy();
  if (T.Element == "bf16")
    return B.getBFloatTy();
  return T.Element == "f32" ? B.getFloatTy() : B.getDoubleTy();
}

AllocaInst *Writer::variable(Type *T, const Twine &Name) {
  BasicBlock &Entry = F->getEntryBlock();
  return new AllocaInst(T, 0, Name, Entry.begin());
}

void Writer::loop(Value *Low, Value *High, Value *Step, Body F) {
  AllocaInst *V = variable(Low->getType(), "i");
  BasicBlock *Head = BasicBlock::Create(Ctx, "head", this->F);
  BasicBlock *In = BasicBlock::Create(Ctx, "body", this->F);
  BasicBlock *Done = BasicBlock::Create(Ctx, "done", this->F);
  B.CreateStore(Low, V);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  Value *I = B.CreateLoad(Low->getType(), V);
  B.CreateCondBr(B.CreateICmpSLT(I, High), In, Done);
  B.SetInsertPoint(In);
  F(I);
  B.CreateStore(B.CreateAdd(B.CreateLoad(Low->getType(), V), Step), V);
  B.CreateBr(Head);
  B.SetInsertPoint(Done);
}

void Writer::loopDown(Value *Last, Value *First, Body F) {
  Value *One = ConstantInt::get(Last->getType(), 1);
  loop(First, B.CreateAdd(Last, One), One, [&](Value *Up) {
    F(B.CreateSub(B.CreateAdd(Last, First), Up));
  });
}

void Writer::ifThen(Value *Condition, function_ref<void()> F) {
  BasicBlock *Then = BasicBlock::Create(Ctx, "then", this->F);
  BasicBlock *End = BasicBlock::Create(Ctx, "end", this->F);
  B.CreateCondBr(Condition, Then, End);
  B.SetInsertPoint(Then);
  F();
  B.CreateBr(End);
  B.SetInsertPoint(End);
}

void Writer::signature() {
  SmallVector<Type *> Params;
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  for (const TileShape &T : S.Tiles) {
    SourceArg.push_back(Params.size());
    Params.push_back(Ptr);
    if (S.Carrier == Form::B) {
      Params.push_back(Ptr);
      Params.append(1 + 2 * T.Extent.size(), I64);
    }
  }
  unsigned Next = Params.size();
  Params.append({Ptr, I64, I64, B.getInt32Ty()});
  F = Function::Create(FunctionType::get(B.getVoidTy(), Params, false),
                       GlobalValue::ExternalLinkage, KernelName, *M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  B.SetInsertPoint(BasicBlock::Create(Ctx, "entry", F));
  Index = S.Narrow ? B.getInt32Ty() : I64;
  Out = F->getArg(Next);
  Steps = toIndex(F->getArg(Next + 1));
  Limit = toIndex(F->getArg(Next + 2));
  Flag = toIndex(F->getArg(Next + 3));
}

void Writer::ids() {
  Value *Tx = reg(Intrinsic::nvvm_read_ptx_sreg_tid_x);
  Value *Ty = reg(Intrinsic::nvvm_read_ptx_sreg_tid_y);
  Value *Tz = reg(Intrinsic::nvvm_read_ptx_sreg_tid_z);
  Value *Nx = reg(Intrinsic::nvvm_read_ptx_sreg_ntid_x);
  Value *Ny = reg(Intrinsic::nvvm_read_ptx_sreg_ntid_y);
  Value *Nz = reg(Intrinsic::nvvm_read_ptx_sreg_ntid_z);
  Value *Bx = reg(Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
  Value *By = reg(Intrinsic::nvvm_read_ptx_sreg_ctaid_y);
  Value *Gx = reg(Intrinsic::nvvm_read_ptx_sreg_nctaid_x);
  Value *Gy = reg(Intrinsic::nvvm_read_ptx_sreg_nctaid_y);
  Value *L = B.CreateAdd(B.CreateMul(B.CreateAdd(B.CreateMul(Tz, Ny), Ty), Nx), Tx);
  Linear = toIndex(L);
  BlockThreads = toIndex(B.CreateMul(B.CreateMul(Nx, Ny), Nz));
  BlockIndex = toIndex(B.CreateAdd(B.CreateMul(By, Gx), Bx));
  Global = B.CreateAdd(B.CreateMul(BlockIndex, BlockThreads), Linear);
  Threads = B.CreateMul(BlockThreads, toIndex(B.CreateMul(Gx, Gy)));
}

void Writer::guarded() {
  switch (S.Outer) {
  case Guard::None:
    return body(Global);
  case Guard::EarlyReturn: {
    BasicBlock *Leave = BasicBlock::Create(Ctx, "leave", F);
    BasicBlock *Stay = BasicBlock::Create(Ctx, "stay", F);
    B.CreateCondBr(B.CreateICmpSGE(Global, Limit), Leave, Stay);
    B.SetInsertPoint(Leave);
    B.CreateRetVoid();
    B.SetInsertPoint(Stay);
    return body(Global);
  }
  case Guard::IfAround:
    return ifThen(B.CreateICmpSLT(Global, Limit), [&] { body(Global); });
  case Guard::GridStride:
    return loop(Global, Limit, Threads, [&](Value *I) { body(I); });
  }
}

void Writer::body(Value *I) {
  Value *Start = B.CreateFMul(B.CreateSIToFP(I, B.getDoubleTy()),
                              ConstantFP::get(B.getDoubleTy(), 0.25));
  B.CreateStore(Start, Acc);
  if (S.Nested)
    loop(number(0), number(2), number(1), [&](Value *) { tileLoop(I); });
  else
    tileLoop(I);
  Value *P = B.CreateGEP(B.getDoubleTy(), Out, wide(I));
  B.CreateStore(B.CreateLoad(B.getDoubleTy(), Acc), P);
}

void Writer::tileLoop(Value *I) {
  Value *First = number(S.LowerBound ? 1 : 0);
  if (S.Loop == Trip::NoLoop)
    return step(I, number(0), nullptr);
  if (S.Ragged) {
    int64_t Rows = int64_t(S.Tiles[0].Extent[0]);
    Value *Low = number(S.LowerBound ? Rows : 0);
    Value *High = B.CreateAdd(Low, Steps);
    return loop(Low, High, number(Rows), [&](Value *T0) {
      Value *Left = B.CreateSub(High, T0);
      Value *N = B.CreateSelect(B.CreateICmpSLT(Left, number(Rows)), Left, number(Rows));
      step(I, B.CreateSDiv(T0, number(Rows)), N);
    });
  }
  Value *Trips = Steps;
  if (S.Loop == Trip::Constant)
    Trips = number(int64_t(S.ConstantTrip));
  else if (S.Loop == Trip::PerBlock)
    Trips = B.CreateAdd(Steps, BlockIndex);
  else if (S.Loop == Trip::Causal) {
    Value *Mine = B.CreateAdd(B.CreateSDiv(I, number(CausalRows)), number(1));
    Trips = B.CreateSelect(B.CreateICmpSLT(Mine, Steps), Mine, Steps);
  }
  Value *High = B.CreateAdd(First, Trips);
  if (S.CountDown)
    loopDown(B.CreateSub(High, number(1)), First, [&](Value *T) { step(I, T, nullptr); });
  else
    loop(First, High, number(1), [&](Value *T) { step(I, T, nullptr); });
}

void Writer::step(Value *I, Value *T, Value *RowsLeft) {
  for (unsigned K = 0; K < S.Tiles.size(); ++K) {
    if (!S.Tiles[K].UniformIf) {
      tile(K, T, RowsLeft);
      continue;
    }
    Value *Even = B.CreateAnd(B.CreateAdd(T, Flag), number(1));
    ifThen(B.CreateICmpEQ(Even, number(0)), [&] { tile(K, T, RowsLeft); });
  }
  if (S.OwnBarrier)
    exchange();
  if (S.StoreInLoop) {
    Value *At = B.CreateAdd(I, B.CreateMul(B.CreateAdd(T, number(1)), Threads));
    Value *P = B.CreateGEP(B.getDoubleTy(), Out, wide(At));
    B.CreateStore(B.CreateLoad(B.getDoubleTy(), Acc), P);
  }
}

Function *Writer::callee(unsigned K) {
  const TileShape &T = S.Tiles[K];
  std::string Name = "take_" + std::to_string(S.OneCallee ? 0 : K);
  if (Function *Old = M->getFunction(Name))
    return Old;
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  unsigned Rank = T.Extent.size();
  FunctionType *FT = FunctionType::get(Ptr, {Ptr}, false);
  if (S.Carrier == Form::B) {
    auto *A = ArrayType::get(I64, Rank);
    SmallVector<Type *> Params = {Ptr, Ptr};
    Params.append(1 + 2 * Rank, I64);
    FT = FunctionType::get(StructType::get(Ctx, {Ptr, Ptr, I64, A, A}), Params, false);
  }
  Function *C = Function::Create(FT, GlobalValue::ExternalLinkage, Name, *M);
  auto shape = [](ArrayRef<uint64_t> V) {
    return join(map_range(V, [](uint64_t N) { return std::to_string(N); }), "x");
  };
  C->addFnAttr(Attribute::Convergent);
  C->addFnAttr(Attribute::NoUnwind);
  C->addFnAttr("vx.transfer", "smem");
  C->addFnAttr("vx.name", "t" + std::to_string(K));
  C->addFnAttr("vx.element", std::to_string(elementType(T)->getPrimitiveSizeInBits() / 8));
  C->addFnAttr("vx.crossing", T.Streamed ? "streamed" : "sequenced");
  if (T.Streamed)
    C->addFnAttr("vx.stages", std::to_string(T.Stages));
  if (T.Align)
    C->addFnAttr("vx.align", std::to_string(T.Align));
  if (S.Ragged || S.Carrier == Form::BarePointer)
    C->addFnAttr("vx.extent", shape(T.Extent));
  if (S.Carrier == Form::BarePointer)
    C->addFnAttr("vx.stride", shape(T.Stride));
  return C;
}

/// The call at step \p T; returns the tile's address in the result and sets the
/// strides by which it is read.
Value *Writer::transfer(unsigned K, Value *T, Value *Rows,
                        SmallVectorImpl<Value *> &Strides) {
  const TileShape &Tile = S.Tiles[K];
  unsigned Rank = Tile.Extent.size(), A = SourceArg[K];
  uint64_t RowMajor = 1;
  SmallVector<Value *> Constant(Rank);
  for (unsigned D = Rank; D-- > 0;) {
    Constant[D] = number(int64_t(RowMajor));
    RowMajor *= Tile.Extent[D];
  }
  Value *Row = B.CreateMul(T, number(int64_t(Tile.Extent[0])));
  if (S.Carrier == Form::BarePointer) {
    Value *Off = B.CreateMul(Row, number(int64_t(Tile.Stride[0])));
    Value *P = B.CreateGEP(elementType(Tile), F->getArg(A), wide(Off));
    Strides.assign(Constant);
    return B.CreateCall(callee(K), {P});
  }
  auto stride = [&](unsigned D) -> Value * {
    bool Known = !S.RunTimeStride || (D + 1 == Rank && !S.InnerRunTime);
    return Known ? static_cast<Value *>(B.getInt64(Tile.Stride[D]))
                 : F->getArg(A + 3 + Rank + D);
  };
  SmallVector<Value *> Args = {F->getArg(A), F->getArg(A + 1)};
  Args.push_back(B.CreateAdd(F->getArg(A + 2), B.CreateMul(wide(Row), stride(0))));
  for (unsigned D = 0; D < Rank; ++D)
    Args.push_back(D == 0 && S.Ragged ? wide(Rows) : B.getInt64(Tile.Extent[D]));
  for (unsigned D = 0; D < Rank; ++D)
    Args.push_back(stride(D));
  Value *R = B.CreateCall(callee(K), Args);
  for (unsigned D = 0; D < Rank; ++D)
    Strides.push_back(S.RunTimeStride ? toIndex(B.CreateExtractValue(R, {4, D}))
                                      : Constant[D]);
  return B.CreateExtractValue(R, 1);
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
      field("element", {number(B.getInt32Ty(), elementType(T)->getPrimitiveSizeInBits() / 8)}),
      field("crossing", Crossing)};
  if (T.Align)
    Ops.push_back(field("align", {number(B.getInt32Ty(), T.Align)}));
  MDNode *Tag = MDNode::getDistinct(Ctx, Ops);
  M->getOrInsertNamedMetadata("vx.tiles")
      ->addOperand(MDNode::get(Ctx, {ConstantAsMetadata::get(F), Tag}));
  return Tag;
}

void Writer::readElement(unsigned K, Value *Pointer, Value *Index) {
  Type *T = elementType(S.Tiles[K]), *F64 = B.getDoubleTy();
  Value *P = B.CreateGEP(T, Pointer, wide(Index));
  LoadInst *X = B.CreateAlignedLoad(T, P, M->getDataLayout().getABITypeAlign(T));
  if (S.Carrier == Form::A)
    X->setMetadata("vx.placement", Tags[K]);
  Value *D = T->isIntegerTy() ? B.CreateSIToFP(X, F64) : B.CreateFPCast(X, F64);
  Value *Half = B.CreateFMul(B.CreateLoad(F64, Acc), ConstantFP::get(F64, 0.5));
  B.CreateStore(B.CreateFAdd(Half, D), Acc);
}

/// Loops over the elements; the innermost one is one column a thread, where the
/// shape says so.
void Writer::consume(unsigned K, Value *Base, Value *Rows,
                     ArrayRef<Value *> Strides, Value *First) {
  const TileShape &T = S.Tiles[K];
  unsigned Rank = T.Extent.size();
  std::function<void(unsigned, Value *)> dimension = [&](unsigned D, Value *At) {
    if (D == Rank)
      return readElement(K, Base, At);
    auto next = [&](Value *I) {
      dimension(D + 1, B.CreateAdd(At, B.CreateMul(I, Strides[D])));
    };
    Value *N = D == 0 && Rows ? Rows : number(int64_t(T.Extent[D]));
    if (D + 1 == Rank && D > 0 && S.ThreadColumn)
      ifThen(B.CreateICmpSLT(Linear, N), [&] { next(Linear); });
    else
      loop(number(0), N, number(1), next);
  };
  dimension(0, First);
}

void Writer::tile(unsigned K, Value *T, Value *RowsLeft) {
  const TileShape &Tile = S.Tiles[K];
  SmallVector<Value *> Strides;
  if (S.Carrier != Form::A) {
    Value *P = transfer(K, T, RowsLeft, Strides);
    return consume(K, P, RowsLeft, Strides, number(0));
  }
  for (uint64_t N : Tile.Stride)
    Strides.push_back(number(int64_t(N)));
  Value *Row = B.CreateMul(T, number(int64_t(Tile.Extent[0])));
  consume(K, F->getArg(SourceArg[K]), nullptr, Strides,
          B.CreateMul(Row, Strides[0]));
}

/// acc += the neighbour's acc, through shared memory of the kernel's own.
void Writer::exchange() {
  Type *F64 = B.getDoubleTy();
  GlobalVariable *Own = M->getNamedGlobal("own");
  if (!Own) {
    auto *Ty = ArrayType::get(F64, MaxBlockThreads);
    Own = new GlobalVariable(*M, Ty, false, GlobalValue::InternalLinkage,
                             PoisonValue::get(Ty), "own", nullptr,
                             GlobalValue::NotThreadLocal, SharedSpace);
    Own->setAlignment(Align(8));
  }
  auto barrier = [&] {
    B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {}, {B.getInt32(0)});
  };
  auto slot = [&](Value *I) { return B.CreateGEP(F64, Own, wide(I)); };
  B.CreateStore(B.CreateLoad(F64, Acc), slot(Linear));
  barrier();
  Value *Next = B.CreateAdd(Linear, number(1));
  Next = B.CreateSelect(B.CreateICmpSLT(Next, BlockThreads), Next, number(0));
  Value *Other = B.CreateLoad(F64, slot(Next));
  B.CreateStore(B.CreateFAdd(B.CreateLoad(F64, Acc), Other), Acc);
  barrier();
}

std::unique_ptr<Module> Writer::write() {
  M->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  signature();
  Acc = variable(B.getDoubleTy(), "acc");
  ids();
  if (S.Carrier == Form::A)
    for (unsigned K = 0; K < S.Tiles.size(); ++K)
      Tags.push_back(tag(K));
  guarded();
  B.CreateRetVoid();
  return std::move(M);
}

std::unique_ptr<Module> writeKernel(LLVMContext &Ctx, const KernelShape &S) {
  return Writer(Ctx, S).write();
}

} // namespace vx::gen
