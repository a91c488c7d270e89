//===- IntrinsicTable.cpp - which targets have code for which intrinsic===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IntrinsicTable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral Text =
#include "IntrinsicTable.inc"
    ;
constexpr StringLiteral Prefix = "llvm.";
} // namespace

const IntrinsicTable &IntrinsicTable::get() {
  static const IntrinsicTable Table(Text);
  return Table;
}

IntrinsicTable::IntrinsicTable(StringRef Rest) : Entries(Rest.count('\n')) {
  unsigned Class = 0;
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.consume_front("L ")) {
      Version = Line.str();
    } else if (Line.consume_front("C ")) {
      Classes.push_back(TargetSet::parse(Line.split(' ').second).value_or(TargetSet::none()));
    } else if (Line.consume_front("N ")) {
      Line.getAsInteger(10, Class);
    } else if (Line.consume_front("V ")) {
      SmallVector<StringRef, 3> Words;
      Line.split(Words, ' ');
      unsigned Of = 0;
      if (Words.size() == 3 && !Words[2].getAsInteger(10, Of) && Of < Classes.size())
        Entries[Words[0]].Variants.push_back({Words[1] == "-" ? "" : Words[1].str(), Of});
    } else if (!Line.empty() && Class < Classes.size()) {
      Entries[Line].Class = Class;
    }
  }
}

const IntrinsicTable::Entry *IntrinsicTable::find(StringRef Name) const {
  if (!Name.consume_front(Prefix))
    return nullptr;
  auto It = Entries.find(Name);
  return It == Entries.end() ? nullptr : &It->second;
}

const TargetSet &IntrinsicTable::targetsOf(const Entry &E, StringRef Variant) const {
  for (const auto &[V, Class] : E.Variants)
    if (V == Variant)
      return Classes[Class];
  return Classes[E.Class];
}

std::string variantOf(const CallBase &CB) {
  std::string Variant;
  for (unsigned I = 0; I != CB.arg_size(); ++I)
    if (CB.paramHasAttr(I, Attribute::ImmArg))
      if (const auto *C = dyn_cast<ConstantInt>(CB.getArgOperand(I))) {
        Variant += Variant.empty() ? "" : ",";
        Variant += C->getBitWidth() == 1 ? std::to_string(C->getZExtValue())
                                         : std::to_string(C->getSExtValue());
      }
  if (const auto *Op = dyn_cast<FPMathOperator>(&CB)) {
    if (Op->isFast())
      Variant += "!fast";
    else if (Op->hasApproxFunc())
      Variant += "!afn";
  }
  return Variant;
}

} // namespace vx
