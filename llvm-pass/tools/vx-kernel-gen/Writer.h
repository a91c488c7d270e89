//===- Writer.h - writes the kernel of a shape -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Writer.cpp has the control structure, WriterTiles.cpp sites and results,
// WriterReads.cpp what reads a tile.
#ifndef VX_TOOLS_WRITER_H
#define VX_TOOLS_WRITER_H

#include "KernelGen.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace vx::gen {

constexpr unsigned GlobalSpace = 1, SharedSpace = 3;

/// What the function that is being written has; device functions have their own.
struct Frame {
  llvm::Function *F = nullptr;
  std::vector<unsigned> SourceArg; ///< of each tile, its first parameter
  llvm::Value *Out = nullptr, *Steps = nullptr, *Limit = nullptr, *Flag = nullptr;
  llvm::Value *Global = nullptr, *Linear = nullptr, *Threads = nullptr;
  llvm::Value *BlockThreads = nullptr, *BlockIndex = nullptr;
  llvm::AllocaInst *Acc = nullptr, *Carried = nullptr;
  llvm::BasicBlock *LoopEnd = nullptr; ///< where the loop that is written ends
};

class Writer : private Frame {
public:
  Writer(llvm::LLVMContext &Ctx, const KernelShape &S)
      : Ctx(Ctx), S(S), M(std::make_unique<llvm::Module>("generated", Ctx)), B(Ctx) {}
  std::unique_ptr<llvm::Module> write();

private:
  using Value = llvm::Value;
  using Body = llvm::function_ref<void(Value *)>;
  using Values = llvm::SmallVector<Value *, 6>;

  /// What a tile is read through.
  struct View {
    Value *Pointer = nullptr;
    Values Strides;        ///< of the storage
    Value *Rows = nullptr; ///< that are valid, of a ragged tile
    Value *First = nullptr; ///< element that the tile starts at
  };

  // Control: Writer.cpp
  void kernel(llvm::StringRef Name);
  void signature(llvm::StringRef Name);
  void ids();
  void flatIds();
  void guarded();
  void body(Value *I);
  void tileLoop(Value *I);
  void overTiles(Value *I, Value *First, Value *High);
  void step(Value *I, Value *T, Value *RowsLeft);
  void breakIf(Value *Condition);
  void conditionalTile(unsigned K, Value *T, Value *Rows);
  void exchange();
  llvm::GlobalVariable *ownArray();
  void barrier();
  llvm::AllocaInst *variable(llvm::Type *T, const llvm::Twine &Name);
  void loop(Value *Low, Value *High, Value *Step, Body F);
  void loopDown(Value *Last, Value *First, Body F);
  void ifThen(Value *Condition, llvm::function_ref<void()> F);
  /// Ends the block with a branch, or a switch where the shape says so.
  void branch(Value *Condition, llvm::BasicBlock *Then, llvm::BasicBlock *Else);
  llvm::BasicBlock *block(const llvm::Twine &Name) {
    return llvm::BasicBlock::Create(Ctx, Name, F);
  }

  // Sites: WriterTiles.cpp
  void tile(unsigned K, Value *T, Value *Rows);
  void tileHere(unsigned K, Value *T, Value *Rows);
  View placedView(unsigned K, Value *T);
  View viewOf(unsigned K, Value *Result, Value *Rows);
  llvm::Value *openChoice(llvm::Value *T);
  void mergedTile(Value *T, Value *Rows);
  void throughPhi(Value *T, Value *Rows);
  void startCarried(Value *T);
  void carriedTile(Value *T, Value *Rows);
  Value *transfer(unsigned K, bool Twin, Value *T, Value *Rows);
  Value *otherTransfer();
  llvm::Function *callee(unsigned K, bool Twin);
  void describeTile(llvm::Function &Callee, unsigned K);
  llvm::FunctionType *calleeType(unsigned K);
  llvm::MDNode *tag(unsigned K);
  Value *rowsAt(Value *T, const TileShape &Tile);
  Value *firstTile() { return number(S.LowerBound ? 1 : 0); }
  Value *isOdd(Value *V) { return B.CreateTrunc(V, B.getInt1Ty()); }
  void viaDevice(unsigned K, Value *T, Value *Rows);
  void readView(unsigned K, const View &V);
  llvm::Function *deviceFunction(const llvm::Twine &Name, llvm::ArrayRef<Value *> Args,
                                 llvm::function_ref<void()> Write);
  void callDevice(llvm::Function *Callee, llvm::ArrayRef<Value *> Args);

  // Reads: WriterReads.cpp
  void consume(unsigned K, const View &V);
  void readRow(unsigned K, const View &V, Value *At, Value *N);
  void readElement(unsigned K, const View &V, Value *At);
  void readVector(unsigned K, const View &V, Value *At, Value *From, Value *N);
  void readCopy(unsigned K, const View &V, Value *At, Value *N);
  void overElements(Value *N, bool ByThread, unsigned Width, Body Inside);
  Value *laneMask(const TileShape &T, Value *From, Value *N);
  void accumulate(Value *X);

  Value *reg(llvm::Intrinsic::ID ID) { return B.CreateIntrinsic(ID, {}); }
  Value *toIndex(Value *V) { return B.CreateSExtOrTrunc(V, Index); }
  Value *number(int64_t N) { return llvm::ConstantInt::getSigned(Index, N); }
  Value *wide(Value *V) { return B.CreateSExtOrTrunc(V, B.getInt64Ty()); }
  llvm::Type *elementType(const TileShape &T);
  /// Parameters that hold the source of tile \p K.
  unsigned sourceParams(unsigned K) const;

  llvm::LLVMContext &Ctx;
  KernelShape S;
  std::unique_ptr<llvm::Module> M;
  llvm::IRBuilder<> B;

  llvm::Type *Index = nullptr;      ///< of loops and address arithmetic
  std::vector<llvm::MDNode *> Tags; ///< carrier A
};

} // namespace vx::gen

#endif // VX_TOOLS_WRITER_H
