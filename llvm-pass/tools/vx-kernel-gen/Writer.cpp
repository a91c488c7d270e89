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
//     [if (flag == 3) return]
//     i = global thread id
//     [if (i >= limit) return | if (i < limit) | for (; i < limit; i += threads)] {
//       acc = i / 4
//       [if (i + 5 < limit)]
//       [for (pass = 0; pass < 2; ++pass)]
//         for (t = first; t < first + trip; ++t) {
//           for each tile [if ((t + flag) is even) | switch ((t + flag) % 3)]
//             view = transfer(source + t * rows) | placed loads
//             for each element e of it: acc = acc / 2 + e
//           [exchange acc with the neighbour through an own shared array]
//           [out[i + (1 + t) * threads] = acc]
//           [if (t == first + flag + 1) break]
//         }
//       out[i] = acc
//     }
#include "Writer.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace vx::gen {

constexpr unsigned MaxBlockThreads = 1024;
constexpr unsigned LargeOwnElements = 48 * 1024 / 8; ///< no tile fits beside it below 48 KiB
constexpr unsigned CausalRows = 7; ///< threads that see equally many tiles
constexpr unsigned InnerMargin = 5; ///< threads in front of the limit that the inner guard leaves out
constexpr unsigned FlagToLeave = 3; ///< flags are 0 to 3

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

/// As a switch, a condition is what languages with sum types make of it: a
/// discriminant, and an arm that is never taken.
void Writer::branch(Value *Condition, BasicBlock *Then, BasicBlock *Else) {
  if (!S.Switch) {
    B.CreateCondBr(Condition, Then, Else);
    return;
  }
  BasicBlock *Never = block("never");
  SwitchInst *Sw = B.CreateSwitch(B.CreateZExt(Condition, B.getInt32Ty()), Never, 2);
  Sw->addCase(B.getInt32(0), Else);
  Sw->addCase(B.getInt32(1), Then);
  B.SetInsertPoint(Never);
  B.CreateUnreachable();
}

void Writer::loop(Value *Low, Value *High, Value *Step, Body Inside) {
  AllocaInst *V = variable(Low->getType(), "i");
  BasicBlock *Head = block("head"), *In = block("body"), *Done = block("done");
  BasicBlock *Outer = std::exchange(LoopEnd, Done);
  B.CreateStore(Low, V);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  Value *I = B.CreateLoad(Low->getType(), V);
  branch(B.CreateICmpSLT(I, High), In, Done);
  B.SetInsertPoint(In);
  Inside(I);
  B.CreateStore(B.CreateAdd(B.CreateLoad(Low->getType(), V), Step), V);
  B.CreateBr(Head);
  B.SetInsertPoint(Done);
  LoopEnd = Outer;
}

void Writer::loopDown(Value *Last, Value *First, Body Inside) {
  Value *One = ConstantInt::get(Last->getType(), 1);
  loop(First, B.CreateAdd(Last, One), One, [&](Value *Up) {
    Inside(B.CreateSub(B.CreateAdd(Last, First), Up));
  });
}

void Writer::ifThen(Value *Condition, function_ref<void()> Inside) {
  BasicBlock *Then = block("then"), *End = block("end");
  branch(Condition, Then, End);
  B.SetInsertPoint(Then);
  Inside();
  B.CreateBr(End);
  B.SetInsertPoint(End);
}

void Writer::breakIf(Value *Condition) {
  BasicBlock *Go = block("go.on");
  branch(Condition, LoopEnd, Go);
  B.SetInsertPoint(Go);
}

unsigned Writer::sourceParams(unsigned K) const {
  return S.Carrier == Form::B ? 3 + 2 * unsigned(S.Tiles[K].Extent.size()) : 1;
}

void Writer::signature(StringRef Name) {
  SmallVector<Type *> Params;
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  for (unsigned K = 0; K < S.Tiles.size(); ++K) {
    SourceArg.push_back(Params.size());
    Params.push_back(Ptr);
    if (S.Carrier == Form::B) {
      Params.push_back(Ptr);
      Params.append(sourceParams(K) - 2, I64);
    }
  }
  unsigned Next = Params.size();
  Params.append({Ptr, I64, I64, B.getInt32Ty()});
  F = Function::Create(FunctionType::get(B.getVoidTy(), Params, false),
                       GlobalValue::ExternalLinkage, Name, *M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  if (!S.Block.empty()) {
    std::string Commas = S.Block;
    std::replace(Commas.begin(), Commas.end(), 'x', ',');
    F->addFnAttr("nvvm.reqntid", Commas);
  }
  B.SetInsertPoint(block("entry"));
  Index = S.Narrow ? B.getInt32Ty() : I64;
  Out = F->getArg(Next);
  Steps = toIndex(F->getArg(Next + 1));
  Limit = toIndex(F->getArg(Next + 2));
  Flag = toIndex(F->getArg(Next + 3));
}

/// As index types are lowered: registers first made as wide as indices.
void Writer::flatIds() {
  BlockThreads = toIndex(reg(Intrinsic::nvvm_read_ptx_sreg_ntid_x));
  BlockIndex = toIndex(reg(Intrinsic::nvvm_read_ptx_sreg_ctaid_x));
  Linear = toIndex(reg(Intrinsic::nvvm_read_ptx_sreg_tid_x));
  Global = B.CreateAdd(B.CreateMul(BlockIndex, BlockThreads), Linear);
  Threads = B.CreateMul(BlockThreads, toIndex(reg(Intrinsic::nvvm_read_ptx_sreg_nctaid_x)));
}

void Writer::ids() {
  if (S.Flat)
    return flatIds();
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
  auto leaveIf = [&](Value *Condition) {
    BasicBlock *Leave = block("leave"), *Stay = block("stay");
    branch(Condition, Leave, Stay);
    B.SetInsertPoint(Leave);
    B.CreateRetVoid();
    B.SetInsertPoint(Stay);
  };
  if (S.UniformReturn)
    leaveIf(B.CreateICmpEQ(Flag, number(FlagToLeave)));
  switch (S.Outer) {
  case Guard::None:
    return body(Global);
  case Guard::EarlyReturn:
    leaveIf(B.CreateICmpSGE(Global, Limit));
    return body(Global);
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
  auto passes = [&] {
    if (S.Nested)
      loop(number(0), number(2), number(1), [&](Value *) { tileLoop(I); });
    else
      tileLoop(I);
  };
  if (S.InnerGuard)
    ifThen(B.CreateICmpSLT(B.CreateAdd(I, number(InnerMargin)), Limit), passes);
  else
    passes();
  Value *P = B.CreateGEP(B.getDoubleTy(), Out, wide(I));
  B.CreateStore(B.CreateLoad(B.getDoubleTy(), Acc), P);
}

void Writer::tileLoop(Value *I) {
  if (S.Loop == Trip::NoLoop)
    return step(I, number(0), nullptr);
  Value *First = firstTile();
  int64_t Rows = int64_t(S.Tiles[0].Extent[0]);
  if (S.RowLoop) {
    startCarried(First);
    Value *Low = number(S.LowerBound ? Rows : 0);
    Value *High = B.CreateAdd(Low, Steps);
    return loop(Low, High, number(Rows), [&](Value *T0) {
      Value *Left = B.CreateSub(High, T0);
      Value *N = B.CreateSelect(B.CreateICmpSLT(Left, number(Rows)), Left, number(Rows));
      step(I, B.CreateSDiv(T0, number(Rows)), N);
    });
  }
  Value *Trips = Steps;
  if (S.Ragged) // steps counts rows
    Trips = B.CreateSDiv(B.CreateAdd(Steps, number(Rows - 1)), number(Rows));
  if (S.Loop == Trip::Constant)
    Trips = number(int64_t(S.ConstantTrip));
  else if (S.Loop == Trip::PerBlock)
    Trips = B.CreateAdd(Trips, BlockIndex);
  else if (S.Loop == Trip::Causal) {
    Value *Mine = B.CreateAdd(B.CreateSDiv(I, number(CausalRows)), number(1));
    Trips = B.CreateSelect(B.CreateICmpSLT(Mine, Trips), Mine, Trips);
  }
  overTiles(I, First, B.CreateAdd(First, Trips));
}

void Writer::overTiles(Value *I, Value *First, Value *High) {
  startCarried(S.CountDown ? B.CreateSub(High, number(1)) : First);
  if (S.CountDown)
    loopDown(B.CreateSub(High, number(1)), First, [&](Value *T) { step(I, T, nullptr); });
  else
    loop(First, High, number(1), [&](Value *T) { step(I, T, nullptr); });
}

/// A tile under a condition that is the same in all threads.
void Writer::conditionalTile(unsigned K, Value *T, Value *Rows) {
  Value *Sum = B.CreateAdd(T, Flag);
  if (!S.Switch)
    return ifThen(B.CreateNot(isOdd(Sum)), [&] { tile(K, T, Rows); });
  // Two arms with a site, one without.
  BasicBlock *Zero = block("case0"), *Other = block("otherwise"), *End = block("end");
  SwitchInst *Sw = B.CreateSwitch(B.CreateSRem(Sum, number(3)), Other, 2);
  auto *Ty = cast<IntegerType>(Index);
  Sw->addCase(ConstantInt::get(Ty, 0), Zero);
  Sw->addCase(ConstantInt::get(Ty, 1), End);
  for (BasicBlock *Arm : {Zero, Other}) {
    B.SetInsertPoint(Arm);
    tile(K, T, Rows);
    B.CreateBr(End);
  }
  B.SetInsertPoint(End);
}

void Writer::step(Value *I, Value *T, Value *RowsLeft) {
  for (unsigned K = 0; K < S.Tiles.size(); ++K) {
    Value *Rows = RowsLeft;
    if (S.Ragged && !Rows)
      Rows = rowsAt(T, S.Tiles[K]);
    if (S.Tiles[K].UniformIf)
      conditionalTile(K, T, Rows);
    else
      tile(K, T, Rows);
  }
  if (S.OwnBarrier)
    exchange();
  if (S.StoreInLoop) {
    Value *At = B.CreateAdd(I, B.CreateMul(B.CreateAdd(T, number(1)), Threads));
    Value *P = B.CreateGEP(B.getDoubleTy(), Out, wide(At));
    B.CreateStore(B.CreateLoad(B.getDoubleTy(), Acc), P);
  }
  if (S.Break)
    breakIf(B.CreateICmpEQ(T, B.CreateAdd(firstTile(), B.CreateAdd(Flag, number(1)))));
}

GlobalVariable *Writer::ownArray() {
  if (GlobalVariable *Old = M->getNamedGlobal("own"))
    return Old;
  auto *Ty = ArrayType::get(B.getDoubleTy(), S.LargeOwn ? LargeOwnElements : MaxBlockThreads);
  auto *Own = new GlobalVariable(*M, Ty, false, GlobalValue::InternalLinkage,
                                 PoisonValue::get(Ty), "own", nullptr,
                                 GlobalValue::NotThreadLocal, SharedSpace);
  Own->setAlignment(Align(8));
  return Own;
}

void Writer::barrier() {
  B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {}, {B.getInt32(0)});
}

/// acc += the neighbour's acc, through shared memory of the kernel's own. A
/// neighbour that has left counts with what it wrote last.
void Writer::exchange() {
  Type *F64 = B.getDoubleTy();
  auto slot = [&](Value *I) { return B.CreateGEP(F64, ownArray(), wide(I)); };
  B.CreateStore(B.CreateLoad(F64, Acc), slot(Linear));
  barrier();
  Value *Next = B.CreateAdd(Linear, number(1));
  Next = B.CreateSelect(B.CreateICmpSLT(Next, BlockThreads), Next, number(0));
  Value *Other = B.CreateLoad(F64, slot(Next));
  B.CreateStore(B.CreateFAdd(B.CreateLoad(F64, Acc), Other), Acc);
  barrier();
}

void Writer::kernel(StringRef Name) {
  static_cast<Frame &>(*this) = Frame();
  signature(Name);
  Acc = variable(B.getDoubleTy(), "acc");
  ids();
  if (S.Carrier == Form::A)
    for (unsigned K = 0; K < S.Tiles.size(); ++K) {
      if (Tags.size() == K)
        Tags.push_back(tag(K));
      M->getOrInsertNamedMetadata("vx.tiles")
          ->addOperand(MDNode::get(Ctx, {ConstantAsMetadata::get(F), Tags[K]}));
    }
  if (S.OwnBarrier) {
    B.CreateStore(ConstantFP::get(B.getDoubleTy(), 1.0),
                  B.CreateGEP(B.getDoubleTy(), ownArray(), wide(Linear)));
    barrier();
  }
  guarded();
  B.CreateRetVoid();
}

std::unique_ptr<Module> Writer::write() {
  M->setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  kernel(KernelNames[0]);
  if (S.TwoKernels) {
    // The second one goes over its tiles once where the first does it twice, or back.
    bool Restarts = S.OwnBarrier && S.Loop == Trip::Causal;
    if (S.Loop != Trip::NoLoop && !Restarts)
      S.Nested = !S.Nested;
    kernel(KernelNames[1]);
  }
  return std::move(M);
}

std::unique_ptr<Module> writeKernel(LLVMContext &Ctx, const KernelShape &S) {
  return Writer(Ctx, S).write();
}

} // namespace vx::gen
