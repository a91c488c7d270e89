//===- Enumerate.cpp - every probe of LLVM's intrinsic tables===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// For each intrinsic: all choices of its overload types from a list per kind of slot, for
// each of these all choices of its immediate operands, and for floating-point results the
// fast-math flags that open an approximate form. Choices whose signature LLVM's verifier
// rejects fall out later, in the child process.
#include "Probes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::probe {

namespace {
using Descriptor = Intrinsic::IITDescriptor;

/// Bounds that keep the list finite where slots or immediates multiply.
constexpr size_t MaxOverloads = 48, MaxImmediateTuples = 20;
constexpr int64_t WideRange = 16;
/// Immediates of target-independent intrinsics decide about meaning, seldom about code.
constexpr size_t MaxGenericTuples = 4;

bool isNvvm(Intrinsic::ID ID) {
  return Intrinsic::getBaseName(ID).starts_with("llvm.nvvm.");
}

void addInts(std::vector<TypeSpec> &L) {
  for (unsigned Bits : {1, 8, 16, 32, 64, 128})
    L.push_back({'i', Bits, 1});
}
void addFloats(std::vector<TypeSpec> &L) {
  for (char Kind : {'h', 'b', 'f', 'd'})
    L.push_back({Kind, 0, 1});
}
void addIntVectors(std::vector<TypeSpec> &L) {
  for (unsigned Width : {2, 4})
    for (unsigned Bits : {1, 8, 16, 32, 64})
      L.push_back({'i', Bits, Width});
}
void addFloatVectors(std::vector<TypeSpec> &L) {
  for (unsigned Width : {2, 4})
    for (char Kind : {'h', 'b', 'f', 'd'})
      L.push_back({Kind, 0, Width});
}
/// Generic, global, shared, constant, local and shared::cluster.
void addPointers(std::vector<TypeSpec> &L) {
  for (unsigned Space : {0, 1, 3, 4, 5, 7})
    L.push_back({'p', Space, 1});
}

std::vector<TypeSpec> choicesOf(Descriptor::ArgKind Kind) {
  std::vector<TypeSpec> L;
  bool Any = Kind == Descriptor::AK_Any;
  if (Any || Kind == Descriptor::AK_AnyInteger) {
    addInts(L);
    addIntVectors(L);
  }
  if (Any || Kind == Descriptor::AK_AnyFloat) {
    addFloats(L);
    addFloatVectors(L);
  }
  if (Kind == Descriptor::AK_AnyVector) {
    addIntVectors(L);
    addFloatVectors(L);
  }
  if (Any || Kind == Descriptor::AK_AnyPointer)
    addPointers(L);
  return L;
}

/// What later slots try once the product is too large.
bool isCommon(const TypeSpec &T) {
  if (T.Kind == 'p')
    return T.Bits == 0 || T.Bits == 3;
  bool Word = T.Kind == 'f' || (T.Kind == 'i' && (T.Bits == 32 || T.Bits == 64));
  return Word && (T.Width == 1 || T.Width == 4);
}

/// Overload slots in order, with the kind of each; false when one has a kind that is no
/// plain choice of a type.
bool slotsOf(Intrinsic::ID ID, SmallVectorImpl<Descriptor::ArgKind> &Slots,
             BitVector &NeedsVector) {
  SmallVector<Descriptor, 8> Table;
  Intrinsic::getIntrinsicInfoTableEntries(ID, Table);
  NeedsVector.resize(8);
  for (const Descriptor &D : Table) {
    switch (D.Kind) {
    case Descriptor::Argument:
      if (D.getArgumentKind() == Descriptor::AK_MatchType)
        break;
      if (D.getArgumentNumber() != Slots.size())
        return false;
      Slots.push_back(D.getArgumentKind());
      break;
    case Descriptor::VecElementArgument:
    case Descriptor::Subdivide2Argument:
    case Descriptor::Subdivide4Argument:
    case Descriptor::VecOfBitcastsToInt:
      NeedsVector.set(D.getArgumentNumber());
      break;
    case Descriptor::OneNthEltsVecArgument:
      NeedsVector.set(D.getRefArgNumber());
      break;
    case Descriptor::VecOfAnyPtrsToElt:
    case Descriptor::Token:
    case Descriptor::VarArg:
    case Descriptor::AMX:
    case Descriptor::MMX:
      return false;
    default:
      break;
    }
  }
  return true;
}

std::vector<int64_t> immediatesOf(Type *Ty, const AttributeSet &Attrs, bool Generic) {
  std::vector<int64_t> Values;
  if (Ty->isIntegerTy(1))
    return {0, 1};
  if (Attrs.hasAttribute(Attribute::Range)) {
    const ConstantRange &R = Attrs.getAttribute(Attribute::Range).getRange();
    int64_t Lo = R.getLower().getSExtValue(), Hi = R.getUpper().getSExtValue();
    for (int64_t V = Lo; V < Hi && V < Lo + WideRange; ++V)
      Values.push_back(V);
    return Values;
  }
  if (Generic)
    return {0, 1, 4};
  return {0, 1, 2, 3, 4, 8, 16, 32, 128};
}

/// All tuples of \p Choices, or, when they are too many, the first choices with one
/// operand varied at a time.
std::vector<SmallVector<int64_t, 4>> tuplesOf(ArrayRef<std::vector<int64_t>> Choices,
                                             size_t MaxTuples) {
  std::vector<SmallVector<int64_t, 4>> Tuples = {{}};
  size_t Product = 1;
  for (const auto &C : Choices)
    Product *= C.size();
  if (Product <= MaxTuples) {
    for (const auto &C : Choices) {
      std::vector<SmallVector<int64_t, 4>> Longer;
      for (const auto &T : Tuples)
        for (int64_t V : C)
          Longer.emplace_back(T).push_back(V);
      Tuples = std::move(Longer);
    }
    return Tuples;
  }
  for (const auto &C : Choices)
    Tuples[0].push_back(C.front());
  for (size_t I = 0; I != Choices.size(); ++I)
    for (int64_t V : drop_begin(Choices[I])) {
      Tuples.push_back(Tuples[0]);
      Tuples.back()[I] = V;
    }
  return Tuples;
}
} // namespace

/// Families whose calls cannot stand alone in a kernel, or that LLVM's own passes remove
/// before code generation in pipelines that know them; and calls on which the back end
/// loops until memory ends. The overlay of the table speaks for them.
constexpr StringLiteral NotProbed[] = {
    "llvm.matrix.",       "llvm.coro.",        "llvm.gc.",
    "llvm.eh.",           "llvm.load.relative", "llvm.adjust.trampoline",
    "llvm.init.trampoline", "llvm.objc.",      "llvm.swift.",
    "llvm.experimental.gc.", "llvm.experimental.vp.", "llvm.localescape",
    "llvm.localrecover",  "llvm.seh.",         "llvm.call.preallocated.",
    "llvm.experimental.memset.pattern", "llvm.loop.decrement", "llvm.start.loop.",
    "llvm.test.start.loop.", "llvm.set.loop.", "llvm.test.set.loop.", "llvm.vp.",
    // The legaliser takes seconds, or for ever, on some of their types.
    "llvm.smul.fix", "llvm.umul.fix", "llvm.sdiv.fix", "llvm.udiv.fix",
    "llvm.experimental.cttz.elts", "llvm.experimental.get.vector.length",
    "llvm.experimental.vector.", "llvm.loop.dependence.", "llvm.preserve.",
    "llvm.vector.splice.", "llvm.get.active.lane.mask"};

bool isProbed(Intrinsic::ID ID) {
  StringRef Name = Intrinsic::getBaseName(ID);
  if (isNvvm(ID))
    return true;
  return !Intrinsic::isTargetIntrinsic(ID) &&
         none_of(NotProbed, [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

std::vector<Probe> overloadsOf(Intrinsic::ID ID) {
  SmallVector<Descriptor::ArgKind, 4> Slots;
  BitVector NeedsVector;
  if (!slotsOf(ID, Slots, NeedsVector))
    return {};
  std::vector<std::vector<TypeSpec>> Choices;
  size_t Product = 1;
  for (unsigned S = 0; S != Slots.size(); ++S) {
    Choices.push_back(choicesOf(Slots[S]));
    if (NeedsVector[S])
      erase_if(Choices.back(), [](const TypeSpec &T) { return T.Width == 1 || T.Width == 3; });
    if (isNvvm(ID)) // a 128-bit operand of an nvvm intrinsic sends the legaliser round in circles
      erase_if(Choices.back(), [](const TypeSpec &T) { return T.Kind == 'i' && T.Bits == 128; });
    Product *= Choices.back().size();
  }
  // The first slot keeps its list longest: it is the operation's own type mostly.
  for (size_t S = Choices.size(); S-- && Product > MaxOverloads;) {
    Product /= std::max<size_t>(Choices[S].size(), 1);
    erase_if(Choices[S], [](const TypeSpec &T) { return !isCommon(T); });
    Product *= Choices[S].size();
  }
  std::vector<Probe> List(1);
  List[0].ID = ID;
  for (const auto &C : Choices) {
    std::vector<Probe> Longer;
    for (const Probe &P : List)
      for (const TypeSpec &T : C)
        Longer.emplace_back(P).Types.push_back(T);
    List = std::move(Longer);
  }
  // Element by element: other shapes pass LLVM's verifier, and mean nothing.
  if (isTriviallyVectorizable(ID) && ID != Intrinsic::powi)
    erase_if(List, [](const Probe &P) {
      return any_of(P.Types, [&](const TypeSpec &T) { return T.Width != P.Types[0].Width; });
    });
  // So does a length that is a vector.
  if (Intrinsic::getBaseName(ID).starts_with("llvm.mem"))
    erase_if(List, [](const Probe &P) { return !P.Types.empty() && P.Types.back().Width != 1; });
  // Vectors of these crash the back end or not by chance: no verdict of them holds.
  if (is_contained({Intrinsic::ldexp, Intrinsic::frexp, Intrinsic::convert_from_fp16, Intrinsic::convert_to_fp16},
                   ID))
    erase_if(List, [](const Probe &P) {
      return any_of(P.Types, [](const TypeSpec &T) { return T.Width != 1; });
    });
  return List;
}

std::vector<Probe> variantsOf(const Probe &P) {
  LLVMContext C;
  SmallVector<Type *, 3> Types;
  for (const TypeSpec &T : P.Types)
    Types.push_back(T.build(C));
  FunctionType *FT = Intrinsic::getType(C, P.ID, Types);
  AttributeList Attrs = Intrinsic::getAttributes(C, P.ID, FT);
  bool Constrained = Intrinsic::isConstrainedFPIntrinsic(P.ID);
  std::vector<std::vector<int64_t>> Choices;
  for (unsigned I = 0; I != FT->getNumParams(); ++I) {
    Type *Ty = FT->getParamType(I);
    if (Attrs.hasParamAttr(I, Attribute::ImmArg) && Ty->isIntegerTy())
      Choices.push_back(immediatesOf(Ty, Attrs.getParamAttrs(I), !isNvvm(P.ID)));
    else if (Ty->isTokenTy() || Ty->isLabelTy() || Ty->isX86_AMXTy() ||
             (Ty->isMetadataTy() && !Constrained))
      return {};
  }
  Type *Ret = FT->getReturnType();
  if (Ret->isTokenTy() || Ret->isMetadataTy())
    return {};
  // fp-math flags open approximate forms of target-independent functions alone.
  SmallVector<MathFlag, 3> Flags = {MathFlag::None};
  if (!isNvvm(P.ID) && Ret->isFPOrFPVectorTy() && !Constrained)
    Flags.append({MathFlag::Afn, MathFlag::Fast});
  std::vector<Probe> List;
  for (const auto &Tuple : tuplesOf(Choices, isNvvm(P.ID) ? MaxImmediateTuples : MaxGenericTuples))
    for (MathFlag Flag : Flags) {
      List.push_back(P);
      List.back().Imms = Tuple;
      List.back().Flag = Flag;
    }
  return List;
}

} // namespace vx::probe
