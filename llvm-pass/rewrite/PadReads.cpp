//===- PadReads.cpp - loads from tiles with padded rows ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//   %p = getelementptr float, ptr %tile, i64 (32 * tid + j)      %p as it was
//   %x = load float, ptr %p                                 =>   %q = getelementptr i8, ptr %p, i64 (16 * tid)
//                                                                %x = load float, ptr %q
#include "PadReads.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// Nothing but additions of what the address is made of already, next to the load.
Value *paddingBefore(IRBuilderBase &B, const PaddedRead &Place, uint64_t Bytes) {
  Value *Sum = nullptr;
  for (const PaddedRead::Rows &Term : Place.Terms) {
    Value *Wide = Term.Signed ? B.CreateSExt(Term.V, B.getInt64Ty()) : B.CreateZExt(Term.V, B.getInt64Ty());
    Value *Part = B.CreateMul(Wide, ConstantInt::getSigned(B.getInt64Ty(), Term.Factor * int64_t(Bytes)));
    Sum = Sum ? B.CreateAdd(Sum, Part) : Part;
  }
  Value *Fixed = ConstantInt::getSigned(B.getInt64Ty(), Place.Constant * int64_t(Bytes));
  if (!Sum)
    return Fixed;
  return Place.Constant ? B.CreateAdd(Sum, Fixed) : Sum;
}

bool addsNothing(const Value &Offset) {
  const auto *C = dyn_cast<ConstantInt>(&Offset);
  return C && C->isZero();
}
} // namespace

void padReads(KernelPlan &Plan) {
  for (auto [Index, Tile] : enumerate(Plan.Tiles))
    for (const PaddedRead &Place : Tile.Padding.Reads) {
      auto *Load = cast<LoadInst>(Place.Read);
      IRBuilder<> B(Load);
      Value *Offset = paddingBefore(B, Place, Tile.Padding.Bytes);
      if (addsNothing(*Offset))
        continue;
      auto *Moved = cast<Instruction>(
          B.Insert(GetElementPtrInst::Create(B.getInt8Ty(), Load->getPointerOperand(), {Offset}), "padded"));
      Load->setOperand(LoadInst::getPointerOperandIndex(), Moved);
      Load->setAlignment(commonAlignment(Load->getAlign(), Tile.Padding.Bytes));
      for (TransferSite &Site : Plan.Sites)
        if (Site.Tile == Index && is_contained(Site.Reads, Load))
          Site.Pointers.push_back(Moved);
    }
}

} // namespace vx
