//===- ShapeStorage.cpp - which bytes of shared memory an access means===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShapeStorage.h"
#include "RingPhis.h"
#include "ShapeEvents.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedSpace = 3;
/// An outer dimension of more elements is no ring of slots.
constexpr size_t MaxSlots = 9;
/// Bounds the evaluation of one value.
constexpr unsigned MaxDepth = 24;
/// Bounds the walk for the range of one value: it branches at each operator.
constexpr unsigned MaxRangeDepth = 6;
/// Width of the arithmetic on offsets.
constexpr unsigned OffsetBits = 64;

bool isPlacedStorage(const GlobalVariable &G) {
  return G.hasMetadata(StorageMD) ||
         (G.hasLocalLinkage() && G.getName().starts_with(StoragePrefix));
}

void globalsBehind(const Value *V, SetVector<const GlobalVariable *> &Out,
                   SmallPtrSetImpl<const Value *> &Seen) {
  SmallVector<const Value *, 8> Work = {V};
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (const auto *G = dyn_cast<GlobalVariable>(At)) {
      if (G->getAddressSpace() == SharedSpace)
        Out.insert(G);
    } else if (const auto *Op = dyn_cast<Operator>(At)) {
      if (isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator, FreezeInst>(Op))
        Work.push_back(Op->getOperand(0));
      else if (isa<PHINode, SelectInst>(Op))
        append_range(Work, Op->operands());
    }
  }
}
} // namespace

ShapeStorage::ShapeStorage(Function &F)
    : DL(F.getDataLayout()), Limits(blockLimits(F)) {
  SetVector<const GlobalVariable *> Used;
  MapVector<const GlobalVariable *, unsigned> Copied; // by how many instructions
  SmallPtrSet<const Value *, 32> SeenUsed;
  bool Asynchronous = false;
  for (const Instruction &I : instructions(F)) {
    if (const CallBase *Copy = asAsyncCopy(I)) {
      Asynchronous = true;
      SetVector<const GlobalVariable *> Into;
      SmallPtrSet<const Value *, 8> Seen;
      globalsBehind(Copy->getArgOperand(0), Into, Seen);
      for (const GlobalVariable *G : Into)
        ++Copied[G];
    }
    for (const Value *Op : I.operands())
      if (Op->getType()->isPointerTy())
        globalsBehind(Op, Used, SeenUsed);
  }
  // Placed storage is known by its metadata, other storage by copies into it. Only what
  // the kernel uses is looked at: a module may have thousands of others.
  for (const GlobalVariable *G : Used)
    if (isPlacedStorage(*G))
      Globals.insert(G);
  Placed = !Globals.empty();
  for (auto [G, Copies] : Copied)
    Globals.insert(G);
  for (const GlobalVariable *G : Globals)
    addGlobal(*G, Copied.lookup(G));
  if (hasStorage() && Asynchronous) // else no slot turns
    Ring = findRingPhis(F, [&](const Value &V, const RingValues &Values) {
      return evaluate(V, Values);
    });
}

void ShapeStorage::addGlobal(const GlobalVariable &G, unsigned Copies) {
  auto &L = Layouts[&G];
  SmallVector<MDNode *, 2> Nodes;
  G.getMetadata(StorageMD, Nodes);
  for (const MDNode *N : Nodes) {
    if (N->getNumOperands() != 4)
      continue;
    const auto *Name = dyn_cast<MDString>(N->getOperand(0));
    uint64_t Value[3] = {};
    for (unsigned I = 0; I != 3; ++I)
      if (auto *C = mdconst::dyn_extract<ConstantInt>(N->getOperand(I + 1)))
        Value[I] = C->getZExtValue();
    if (Name && Value[1] && Value[2])
      L.push_back({Name->getString().str(), Value[0], Value[1], Value[2], 0});
  }
  if (L.empty()) {
    uint64_t Bytes = std::max<uint64_t>(DL.getTypeAllocSize(G.getValueType()), 1);
    uint64_t Pitch = Bytes, Slots = 1;
    if (auto *Outer = dyn_cast<ArrayType>(G.getValueType()))
      if (Outer->getElementType()->isArrayTy() && Outer->getNumElements() < MaxSlots) {
        Slots = std::max<uint64_t>(Outer->getNumElements(), 1);
        Pitch = Bytes / Slots;
      }
    L.push_back({G.getName().str(), 0, std::max<uint64_t>(Pitch, 1), Slots, 0});
  }
  bool Placed = isPlacedStorage(G);
  for (Layout &One : L) {
    One.FirstCell = Cells.size();
    for (unsigned S = 0; S != One.Slots; ++S)
      Cells.push_back({&G, One.Tile, S, Placed, !Placed && One.Slots == 1 && Copies > 1});
  }
}

/// An offset outside every tile may mean each of them: addresses that loops build
/// backwards start there.
void ShapeStorage::cellAt(const GlobalVariable &G, int64_t Offset,
                          SmallVectorImpl<unsigned> &Out) const {
  const auto &L = Layouts.at(&G);
  for (const Layout &One : L) {
    int64_t In = Offset - static_cast<int64_t>(One.Offset);
    if (In >= 0 && In < static_cast<int64_t>(One.Pitch * One.Slots)) {
      Out.push_back(One.FirstCell + In / One.Pitch);
      return;
    }
  }
  for (const Layout &One : L)
    for (unsigned S = 0; S != One.Slots; ++S)
      Out.push_back(One.FirstCell + S);
}

/// The one cell that holds all of \p Offsets; false when there is none.
bool ShapeStorage::cellWithin(const GlobalVariable &G, const ConstantRange &Offsets,
                              SmallVectorImpl<unsigned> &Out) const {
  if (Offsets.isFullSet() || Offsets.isEmptySet() || Offsets.getSignedMin().isNegative())
    return false;
  uint64_t First = Offsets.getSignedMin().getZExtValue();
  uint64_t Last = Offsets.getSignedMax().getZExtValue();
  for (const Layout &One : Layouts.at(&G)) {
    if (First < One.Offset || Last >= One.Offset + One.Pitch * One.Slots)
      continue;
    uint64_t Slot = (First - One.Offset) / One.Pitch;
    if ((Last - One.Offset) / One.Pitch != Slot)
      return false;
    Out.push_back(One.FirstCell + Slot);
    return true;
  }
  return false;
}

Constant *ShapeStorage::evaluate(const Value &V, const RingValues &Values) const {
  return evaluate(V, Values, 0);
}

Constant *ShapeStorage::evaluate(const Value &V, const RingValues &Values,
                                 unsigned Depth) const {
  if (auto *C = dyn_cast<Constant>(&V))
    return const_cast<Constant *>(C);
  if (Depth > MaxDepth)
    return nullptr;
  if (const auto *Phi = dyn_cast<PHINode>(&V)) {
    auto It = Values.find(Phi);
    return It == Values.end() ? nullptr : It->second;
  }
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || !isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I) ||
      !I->getType()->isIntegerTy())
    return nullptr;
  if (const auto *Sel = dyn_cast<SelectInst>(I)) {
    auto *C = dyn_cast_or_null<ConstantInt>(evaluate(*Sel->getCondition(), Values, Depth + 1));
    if (!C)
      return nullptr;
    return evaluate(C->isOne() ? *Sel->getTrueValue() : *Sel->getFalseValue(), Values, Depth + 1);
  }
  SmallVector<Constant *, 2> Ops;
  for (const Value *Op : I->operands()) {
    Constant *C = evaluate(*Op, Values, Depth + 1);
    if (!C)
      return nullptr;
    Ops.push_back(C);
  }
  if (isa<FreezeInst>(I))
    return Ops[0];
  return ConstantFoldInstOperands(const_cast<Instruction *>(I), Ops, DL);
}

/// What \p V can be, as a signed number.
ConstantRange ShapeStorage::rangeOf(const Value &V, const RingValues &Values,
                                    unsigned Depth) const {
  if (auto *C = dyn_cast_or_null<ConstantInt>(evaluate(V, Values)))
    return ConstantRange(C->getValue());
  ConstantRange Range = blockRegisterRange(
      V, Limits, computeConstantRange(&V, /*ForSigned=*/true));
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || Depth > MaxRangeDepth)
    return Range;
  auto Of = [&](unsigned Op) { return rangeOf(*I->getOperand(Op), Values, Depth + 1); };
  if (const auto *Or = dyn_cast<PossiblyDisjointInst>(I); Or && Or->isDisjoint())
    return Range.intersectWith(Of(0).add(Of(1)));
  if (const auto *Op = dyn_cast<BinaryOperator>(I)) {
    ConstantRange Left = Of(0);
    if (Left.isFullSet() && Op->getOpcode() == Instruction::Mul)
      return Range; // the product says nothing either
    return Range.intersectWith(Left.binaryOp(Op->getOpcode(), Of(1)), ConstantRange::Signed);
  }
  if (isa<ZExtInst, SExtInst, TruncInst>(I))
    return Of(0).castOp(cast<CastInst>(I)->getOpcode(), I->getType()->getIntegerBitWidth());
  return Range;
}

/// The sum of what is known in \p V; the rest moves inside a slot.
int64_t ShapeStorage::knownPart(const Value &V, const RingValues &Values,
                                unsigned Depth) const {
  if (auto *C = dyn_cast_or_null<ConstantInt>(evaluate(V, Values)))
    return C->getValue().getSExtValue();
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || Depth > MaxDepth)
    return 0;
  auto Part = [&](unsigned Op) { return knownPart(*I->getOperand(Op), Values, Depth + 1); };
  switch (I->getOpcode()) {
  case Instruction::Add:
    return Part(0) + Part(1);
  case Instruction::Sub:
    return Part(0) - Part(1);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(I)->isDisjoint() ? Part(0) + Part(1) : 0;
  case Instruction::Mul:
    return isa<ConstantInt>(I->getOperand(1)) ? Part(0) * Part(1) : 0;
  case Instruction::Shl:
    return isa<ConstantInt>(I->getOperand(1)) && Part(1) < 32 ? Part(0) * (int64_t(1) << Part(1)) : 0;
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return Part(0);
  default:
    return 0;
  }
}

/// Behind \p Pointer stands one variable that has one cell.
const ShapeStorage::Layout *ShapeStorage::onlyCell(const Value &Pointer) const {
  const Value *V = &Pointer;
  while (isa<GEPOperator, AddrSpaceCastOperator>(V))
    V = cast<Operator>(V)->getOperand(0);
  auto It = Layouts.find(dyn_cast<GlobalVariable>(V));
  if (It == Layouts.end() || It->second.size() != 1 || It->second.front().Slots != 1)
    return nullptr;
  return &It->second.front();
}

SmallVector<unsigned, 2> ShapeStorage::cellsOf(const Value &Pointer, uint64_t Lead,
                                               const RingValues &Values,
                                               bool &Unknown) const {
  SmallVector<unsigned, 2> Out;
  if (const Layout *Only = onlyCell(Pointer)) // the usual case, whatever the offset
    return {Only->FirstCell};
  struct Address {
    const Value *V;
    int64_t Offset;       ///< the known part
    ConstantRange Within; ///< all of the offset
  };
  SmallVector<Address, 4> Work = {
      {&Pointer, static_cast<int64_t>(Lead), ConstantRange(APInt(OffsetBits, Lead))}};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto [V, Offset, Within] = Work.pop_back_val();
    if (const auto *G = dyn_cast<GlobalVariable>(V)) {
      if (Globals.contains(G) && !cellWithin(*G, Within, Out))
        cellAt(*G, Offset, Out);
      continue;
    }
    const auto *Op = dyn_cast<Operator>(V);
    if (const auto *GEP = dyn_cast_or_null<GEPOperator>(Op)) {
      for (auto It = gep_type_begin(GEP), End = gep_type_end(GEP); It != End; ++It) {
        int64_t Index = knownPart(*It.getOperand(), Values);
        if (StructType *S = It.getStructTypeOrNull()) {
          uint64_t Field = DL.getStructLayout(S)->getElementOffset(Index);
          Offset += Field;
          Within = Within.add(ConstantRange(APInt(OffsetBits, Field)));
          continue;
        }
        uint64_t Stride = It.getSequentialElementStride(DL).getFixedValue();
        Offset += Index * static_cast<int64_t>(Stride);
        Within = Within.add(rangeOf(*It.getOperand(), Values)
                                .sextOrTrunc(OffsetBits)
                                .smul_fast(ConstantRange(APInt(OffsetBits, Stride))));
      }
      Work.push_back({GEP->getPointerOperand(), Offset, Within});
    } else if (Op && isa<AddrSpaceCastOperator, BitCastOperator, FreezeInst>(Op)) {
      Work.push_back({Op->getOperand(0), Offset, Within});
    } else if (const auto *Phi = dyn_cast<PHINode>(V)) {
      if (Seen.insert(Phi).second)
        for (const Value *In : Phi->incoming_values())
          Work.push_back({In, Offset, Within});
    } else if (const auto *Sel = dyn_cast<SelectInst>(V)) {
      auto *C = dyn_cast_or_null<ConstantInt>(evaluate(*Sel->getCondition(), Values));
      if (!C || C->isOne())
        Work.push_back({Sel->getTrueValue(), Offset, Within});
      if (!C || C->isZero())
        Work.push_back({Sel->getFalseValue(), Offset, Within});
    } else if (!isa<Constant>(V) && V->getType()->getPointerAddressSpace() == SharedSpace) {
      Unknown = true;
    }
  }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Out;
}

} // namespace vx
