//===- Globals.cpp - global variables against PTX===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// llc writes a global as one PTX variable, or as bytes. What it drops on the way:
//
//   @a = addrspace(3) global [2 x i32] [i32 1, i32 2]   .shared without a value  wrong-code
//   @b = addrspace(1) global half 1.0                   .b16 b = 0d3FF0...: 0    wrong-code
//   @c = addrspace(1) global [2 x i24] [...]            elements 3 bytes apart   wrong-code
//   @d = thread_local global i32 0                      one for all threads      wrong-code
//   @e = addrspace(1) global i24 3                      .u24: no such type       unsupported
#include "Checks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned Shared = 3, Local = 5, MaxVariableBits = 64, ByteBits = 8;

std::string quoted(const GlobalValue &G) { return ("'" + G.getName() + "'").str(); }

void report(const GlobalVariable &G, Diag Code, FindingClass Class, const Twine &Detail,
            const Twine &Remedy, const CheckContext &C) {
  C.Out.add(G, {Code, Class, quoted(G) + " " + Detail.str(), Remedy.str()});
}

void checkSpace(const GlobalVariable &G, const CheckContext &C) {
  unsigned S = G.getAddressSpace();
  if (is_contained({0u, 1u, Shared, 4u}, S))
    return;
  report(G, Diag::UnsupportedGlobal, FindingClass::Unsupported,
         "is in addrspace(" + Twine(S) + ")",
         S == Local ? "PTX has no local variables of a module: use an alloca"
                    : "use addrspace 1 (global), 3 (shared) or 4 (constant)", C);
}

/// An integer that fills no PTX type: as a variable of its own it has no name there, in
/// an aggregate its elements come out too close to each other.
bool isOddInteger(const Type *Ty) {
  const auto *I = dyn_cast<IntegerType>(Ty);
  return I && I->getBitWidth() != 1 &&
         (!isPowerOf2_32(I->getBitWidth()) || I->getBitWidth() < ByteBits);
}

bool holdsOddInteger(const Type *Ty) {
  if (const auto *V = dyn_cast<VectorType>(Ty))
    return V->getScalarSizeInBits() % ByteBits != 0;
  if (const auto *A = dyn_cast<ArrayType>(Ty))
    return isOddInteger(A->getElementType()) || holdsOddInteger(A->getElementType());
  if (const auto *S = dyn_cast<StructType>(Ty))
    return any_of(S->elements(),
                  [](const Type *E) { return isOddInteger(E) || holdsOddInteger(E); });
  return false;
}

bool holdsX87(const Type *Ty) {
  if (Ty->isX86_FP80Ty() || Ty->isPPC_FP128Ty())
    return true;
  return any_of(Ty->subtypes(), [](const Type *E) { return holdsX87(E); });
}

void checkType(const GlobalVariable &G, const CheckContext &C) {
  const Type *Ty = G.getValueType();
  bool HasValue = G.hasInitializer() && !G.getInitializer()->isNullValue() &&
                  !isa<UndefValue>(G.getInitializer());
  if (isOddInteger(Ty) && Ty->getIntegerBitWidth() < MaxVariableBits)
    report(G, Diag::UnsupportedGlobal, FindingClass::Unsupported,
           "is an integer of " + Twine(Ty->getIntegerBitWidth()) + " bits",
           "use i8, i16, i32 or i64", C);
  else if (HasValue && holdsOddInteger(Ty))
    report(G, Diag::InitialValueLost, FindingClass::WrongCode,
           "holds integers whose width is no whole PTX type: their bytes come out misplaced",
           "use i8, i16, i32 or i64 elements", C);
  if (HasValue && holdsX87(Ty))
    report(G, Diag::InitialValueLost, FindingClass::WrongCode,
           "holds a long double: its initial value becomes 0", "use double", C);
}

void checkInitialValue(const GlobalVariable &G, const CheckContext &C) {
  if (!G.hasInitializer() || isa<UndefValue>(G.getInitializer()))
    return;
  const Constant *Init = G.getInitializer();
  if (G.getAddressSpace() == Shared) {
    if (C.View.contractChecked())
      return; // VX117
    report(G, Diag::InitialValueLost, FindingClass::WrongCode,
           "is in shared memory, which no value can be put into at load time",
           "initialise with poison and store in the kernel before a barrier", C);
    return;
  }
  const Type *Ty = G.getValueType();
  if ((Ty->isHalfTy() || Ty->isBFloatTy()) && !Init->isNullValue())
    report(G, Diag::InitialValueLost, FindingClass::WrongCode,
           "is a scalar of 16-bit floating point: its initial value becomes 0",
           "make it an array of one element", C);
}

/// Constant expressions that have a PTX spelling.
bool isWritable(const ConstantExpr &E, const DataLayout &DL) {
  switch (E.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
    return true;
  case Instruction::AddrSpaceCast:
    return E.getOperand(0)->getType()->getPointerAddressSpace() != Shared;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return DL.getTypeSizeInBits(E.getType()) ==
           DL.getTypeSizeInBits(E.getOperand(0)->getType());
  default:
    return false;
  }
}

/// Globals and expressions behind \p G's initial value.
void walkInitializer(const GlobalVariable &G, SmallVectorImpl<const GlobalVariable *> &Refs,
                     const ConstantExpr *&Unwritable) {
  SmallPtrSet<const Constant *, 16> Seen;
  SmallVector<const Constant *, 8> Work = {G.getInitializer()};
  while (!Work.empty()) {
    const Constant *K = Work.pop_back_val();
    if (isa<ConstantData>(K) || !Seen.insert(K).second)
      continue;
    if (const auto *R = dyn_cast<GlobalVariable>(K)) {
      Refs.push_back(R);
      continue;
    }
    if (isa<GlobalValue>(K))
      continue;
    if (const auto *E = dyn_cast<ConstantExpr>(K);
        E && !Unwritable && !isWritable(*E, G.getDataLayout()))
      Unwritable = E;
    for (const Value *Op : K->operands())
      if (const auto *OpK = dyn_cast<Constant>(Op))
        Work.push_back(OpK);
  }
}

using RefMap = DenseMap<const GlobalVariable *, SmallVector<const GlobalVariable *, 2>>;

/// True when \p From reaches itself through initial values.
bool reachesItself(const GlobalVariable &From, const RefMap &Refs) {
  SmallPtrSet<const GlobalVariable *, 16> Seen;
  SmallVector<const GlobalVariable *, 8> Work = {&From};
  while (!Work.empty()) {
    auto It = Refs.find(Work.pop_back_val());
    if (It == Refs.end())
      continue;
    for (const GlobalVariable *To : It->second) {
      if (To == &From)
        return true;
      if (Seen.insert(To).second)
        Work.push_back(To);
    }
  }
  return false;
}

void checkReferences(const CheckContext &C) {
  RefMap Refs;
  for (const GlobalVariable &G : C.M.globals()) {
    if (!G.hasInitializer() || G.getName().starts_with("llvm."))
      continue;
    SmallVector<const GlobalVariable *, 2> To;
    const ConstantExpr *Unwritable = nullptr;
    walkInitializer(G, To, Unwritable);
    if (!To.empty())
      Refs[&G] = To;
    if (Unwritable) {
      std::string Text;
      raw_string_ostream OS(Text);
      Unwritable->printAsOperand(OS, /*PrintType=*/false);
      report(G, Diag::UnsupportedGlobal, FindingClass::Unsupported,
             "has an initial value that PTX cannot spell: " + Text,
             "compute it in the kernel", C);
    }
  }
  for (const GlobalVariable &G : C.M.globals())
    if (Refs.count(&G) && reachesItself(G, Refs))
      report(G, Diag::GlobalCycle, FindingClass::Unsupported,
             "refers to itself through initial values", "store one of the pointers in a kernel", C);
}
} // namespace

void checkGlobals(const CheckContext &C) {
  for (const GlobalVariable &G : C.M.globals()) {
    if (G.getName().starts_with("llvm."))
      continue;
    checkSpace(G, C);
    if (G.isThreadLocal())
      report(G, Diag::ThreadLocalShared, FindingClass::WrongCode,
             "is thread_local, and becomes one variable that all threads share",
             "use an alloca, or an array indexed by the thread", C);
    checkType(G, C);
    checkInitialValue(G, C);
  }
  checkReferences(C);
}

} // namespace vx
