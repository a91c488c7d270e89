//===- TransferParser.cpp - carrier B's callees -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A transfer callee is told by "vx.transfer" and read from its attributes; its
// type says which of the two calling conventions it follows:
//
//   descriptor   {P, P, I, [r x I], [r x I]} f(S, S, I offset, I x r, I x r)
//   bare         P f(S)
//
// P is generic or addrspace(3), S generic or addrspace(1), I is i32 or i64
// (MLIR's index width). Anything else was most likely rewritten by an LLVM
// pass.
//===----------------------------------------------------------------------===//
#include "ContractInternal.h"
#include "RequestChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
bool isPointerIn(const Type *T, std::initializer_list<unsigned> Spaces) {
  const auto *P = dyn_cast<PointerType>(T);
  return P && is_contained(Spaces, P->getAddressSpace());
}
bool isResultPointer(const Type *T) {
  return isPointerIn(T, {GenericSpace, SharedSpace});
}
bool isSourcePointer(const Type *T) {
  return isPointerIn(T, {GenericSpace, GlobalSpace});
}

/// {P, P, I, [r x I], [r x I]}: sets the rank and I.
bool isDescriptor(const Type *T, unsigned &Rank, Type *&Index) {
  const auto *S = dyn_cast<StructType>(T);
  if (!S || S->isOpaque() || S->getNumElements() != DescriptorFields)
    return false;
  const auto *Sizes = dyn_cast<ArrayType>(S->getElementType(DescSizes));
  Index = S->getElementType(DescOffset);
  if (!Sizes || !isResultPointer(S->getElementType(DescBase)) ||
      S->getElementType(DescBase) != S->getElementType(DescAligned) ||
      S->getElementType(DescStrides) != Sizes ||
      Sizes->getElementType() != Index ||
      !(Index->isIntegerTy(32) || Index->isIntegerTy(64)))
    return false;
  if (Sizes->getNumElements() < 1 || Sizes->getNumElements() > MaxRank)
    return false;
  Rank = Sizes->getNumElements();
  return true;
}

std::string typeText(const Type &T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T.print(OS);
  return Text.size() <= MaxNameLength ? Text
                                      : Text.substr(0, MaxNameLength) + "...";
}

WrittenInt writtenInt(StringRef Text) {
  uint64_t Value;
  std::string Shown = ("\"" + Text.take_front(MaxNameLength) + "\"").str();
  if (!Text.empty() && all_of(Text, isDigit) && !Text.getAsInteger(10, Value))
    return {Shown, Value};
  return {Shown, std::nullopt};
}

/// "16x64" -> 16, 64.
SmallVector<WrittenInt, MaxRank> writtenInts(StringRef Text) {
  SmallVector<WrittenInt, MaxRank> Ints;
  SmallVector<StringRef, MaxRank> Words;
  Text.split(Words, 'x');
  for (StringRef Word : Words)
    Ints.push_back(writtenInt(Word));
  return Ints;
}

class CalleeReader {
public:
  CalleeReader(Function &F, DiagnosticSink &Sink)
      : F(F), Faults(Sink, Diag::MalformedTransfer, Request) {
    Request.From = Carrier::Transfer;
    Request.Callee = &F;
    // The name is for diagnostics only: a callee without one has its own.
    Request.Name = F.getName().take_front(MaxNameLength).str();
  }

  std::optional<TileRequest> read();

private:
  void readAttribute(StringRef Key, StringRef Value);
  void checkUnknownAttributes();
  void checkSignature();
  void checkShape(TransferConvention Convention, unsigned Rank);

  Function &F;
  TileRequest Request;
  RequestFaults Faults;
};

/// Order matters in one place: the stage count is judged by the crossing.
constexpr StringLiteral KnownAttributes[] = {
    "vx.transfer", "vx.name",  "vx.element", "vx.crossing", "vx.stages",
    "vx.granule",  "vx.align", "vx.extent",  "vx.stride"};

std::optional<TileRequest> CalleeReader::read() {
  for (StringRef Key : KnownAttributes)
    if (F.hasFnAttribute(Key))
      readAttribute(Key, F.getFnAttribute(Key).getValueAsString());
  if (!F.hasFnAttribute("vx.element"))
    Faults.report("\"vx.element\" is missing",
                  "state the bytes per element: 1, 2, 4 or 8");
  checkUnknownAttributes();
  checkSignature();
  checkTogether(Request, Faults);
  if (Faults.any())
    return std::nullopt;
  return Request;
}

void CalleeReader::readAttribute(StringRef Key, StringRef Value) {
  std::string What = ("\"" + Key + "\"").str();
  if (Key == "vx.name")
    return setName(Request, Value, What, Faults);
  if (Key == "vx.element")
    return setElement(Request, writtenInt(Value), What, Faults);
  if (Key == "vx.crossing")
    return setCrossing(Request, Value, What, Faults);
  if (Key == "vx.stages")
    return setStages(Request, writtenInt(Value), What, Faults);
  if (Key == "vx.granule")
    return setGranule(Request, writtenInt(Value), What, Faults);
  if (Key == "vx.align")
    return setAlign(Request, writtenInt(Value), What, Faults);
  if (Key == "vx.extent")
    return setExtent(Request, writtenInts(Value), What, Faults);
  if (Key == "vx.stride")
    return setStride(Request, writtenInts(Value), What, Faults);
  if (Value != "smem")
    Faults.report(What + " is \"" + Value.take_front(MaxNameLength) +
                  "\", must be \"smem\"");
}

void CalleeReader::checkUnknownAttributes() {
  for (Attribute A : F.getAttributes().getFnAttrs()) {
    if (!A.isStringAttribute())
      continue;
    StringRef Key = A.getKindAsString();
    if (Key.starts_with("vx.") && !is_contained(KnownAttributes, Key))
      Faults.report(
          "unknown attribute \"" + Key.take_front(MaxNameLength) + "\"",
          "known: " + join(ArrayRef<StringLiteral>(KnownAttributes), ", "));
  }
}

void CalleeReader::checkSignature() {
  unsigned Rank = 0;
  if (auto Convention = transferConvention(F, Rank))
    return checkShape(*Convention, Rank);
  Faults.reportAs(
      Diag::TransferSignature,
      "@" + F.getName() + " has type " + typeText(*F.getFunctionType()) +
          ", which is neither a memref descriptor function of rank 1 to " +
          Twine(MaxRank) + " nor ptr (ptr)",
      "LLVM's interprocedural passes rewrite such callees: run earlier, or put "
      "the module through vx-protect-transfers before them");
}

void CalleeReader::checkShape(TransferConvention Convention, unsigned Rank) {
  if (Convention == TransferConvention::BarePointer) {
    if (!F.hasFnAttribute("vx.extent"))
      Faults.reportAs(
          Diag::MissingExtent,
          "a callee of type ptr (ptr) has no \"vx.extent\"",
          "state the tile's extent, such as \"vx.extent\"=\"16x64\"");
    return;
  }
  if (!Request.Extent.empty() && Request.Extent.size() != Rank)
    Faults.report("\"vx.extent\" has rank " + Twine(Request.Extent.size()) +
                  ", the descriptor has rank " + Twine(Rank));
  if (F.hasFnAttribute("vx.stride"))
    Faults.report("\"vx.stride\" on a callee that takes a descriptor",
                  "remove it: the strides are operands of the call");
}
} // namespace

std::optional<TransferConvention> transferConvention(const Function &F,
                                                     unsigned &Rank) {
  const FunctionType *T = F.getFunctionType();
  Rank = 0;
  if (T->isVarArg())
    return std::nullopt;
  if (T->getNumParams() == 1 && isSourcePointer(T->getParamType(0)) &&
      isResultPointer(T->getReturnType()))
    return TransferConvention::BarePointer;

  unsigned DescriptorRank = 0;
  Type *Index = nullptr;
  if (!isDescriptor(T->getReturnType(), DescriptorRank, Index) ||
      T->getNumParams() != ArgSizes + 2 * DescriptorRank ||
      !isSourcePointer(T->getParamType(ArgBase)) ||
      !isSourcePointer(T->getParamType(ArgAligned)))
    return std::nullopt;
  for (Type *Param : drop_begin(T->params(), ArgOffset))
    if (Param != Index)
      return std::nullopt;
  Rank = DescriptorRank;
  return TransferConvention::Descriptor;
}

std::optional<TileRequest> parseTransferCallee(Function &F,
                                               DiagnosticSink &Sink) {
  return CalleeReader(F, Sink).read();
}

bool resolveTransferExtent(TileUse &Use, DiagnosticSink *Sink) {
  TileRequest &R = Use.Request;
  if (R.From != Carrier::Transfer || !R.Extent.empty())
    return true;
  unsigned Rank = 0;
  if (!transferConvention(*R.Callee, Rank) || Rank == 0)
    return false;
  SmallVector<uint64_t, MaxRank> Largest(Rank, 0);
  for (const CallBase *CB : Use.Transfers)
    for (unsigned D = 0; D != Rank; ++D) {
      const auto *Size = dyn_cast<ConstantInt>(CB->getArgOperand(ArgSizes + D));
      if (Size && !Size->isNegative()) {
        Largest[D] = std::max(Largest[D], Size->getZExtValue());
        continue;
      }
      if (Sink)
        Sink->report(Diag::MissingExtent, *CB,
                     "size operand " + Twine(D) + " of the call is " +
                         (Size ? "negative" : "not a constant") +
                         " and the callee has no \"vx.extent\"",
                     "state the most it can be, such as "
                     "\"vx.extent\"=\"16x64\"")
            .Tile = R.Name;
      return false;
    }
  R.Extent.assign(Largest);
  uint64_t Elements = R.extentElements();
  if (Elements &&
      SaturatingMultiply<uint64_t>(Elements, R.ElementBytes) <= MaxTileBytes)
    return true;
  R.Extent.clear();
  if (Sink && !Use.Transfers.empty())
    Sink->report(Diag::MissingExtent, *Use.Transfers.front(),
                 Elements ? "the constant sizes of its calls are more bytes "
                            "than can be counted"
                          : "no call of the tile has a positive size in every "
                            "dimension",
                 "state the tile's extent, such as \"vx.extent\"=\"16x64\"")
        .Tile = R.Name;
  return false;
}

} // namespace vx
