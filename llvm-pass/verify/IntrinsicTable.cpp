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
#include "llvm/Support/MathExtras.h"
#include <cstring>

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

IntrinsicTable::IntrinsicTable(StringRef Lines) {
  if (Lines.data() != Text.data()) {
    Own = Lines.str();
    Lines = Own;
  }
  read(Lines);
}

void IntrinsicTable::read(StringRef Rest) {
  constexpr size_t ShortLine = 24;
  Names.reserve(Rest.size() / ShortLine);
  Entries.reserve(Rest.size() / ShortLine);
  Slots.assign(PowerOf2Ceil(2 * Rest.size() / ShortLine + 1), NoEntry);
  unsigned Class = 0;
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    bool Tagged = Line.size() > 1 && Line[1] == ' ';
    if (!Tagged) {
      unsigned &Slot = slotOf(Line);
      if (Line.empty() || Class >= Classes.size() || Slot != NoEntry)
        continue;
      Slot = Names.size();
      Names.push_back(Line);
      Entries.emplace_back().Class = Class;
      if (2 * Names.size() > Slots.size())
        spreadOut();
    } else if (Line.consume_front("L ")) {
      Version = Line.str();
    } else if (Line.consume_front("C ")) {
      Classes.push_back(TargetSet::parse(Line.split(' ').second).value_or(TargetSet::none()));
    } else if (Line.consume_front("N ")) {
      Line.getAsInteger(10, Class);
    } else if (Line.consume_front("V ")) {
      readVariant(Line);
    }
  }
}

void IntrinsicTable::spreadOut() {
  Slots.assign(2 * Slots.size(), NoEntry);
  for (auto [Index, Name] : enumerate(Names))
    slotOf(Name) = Index;
}

/// "name variant class", behind the name's own line.
void IntrinsicTable::readVariant(StringRef Line) {
  SmallVector<StringRef, 3> Words;
  Line.split(Words, ' ');
  unsigned Of = 0;
  if (Words.size() != 3 || Words[2].getAsInteger(10, Of) || Of >= Classes.size())
    return;
  if (unsigned Index = slotOf(Words[0]); Index != NoEntry)
    Entries[Index].Variants.push_back({Words[1] == "-" ? "" : Words[1].str(), Of});
}

/// Where \p Name is noted, or would be.
unsigned &IntrinsicTable::slotOf(StringRef Name) {
  constexpr uint64_t Spread = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
  constexpr unsigned HashBits = 64;
  uint64_t Hash = Name.size();
  auto Mix = [&](size_t End) { // the characters in front of End
    uint64_t Part = 0;
    if (End >= sizeof(Part))
      std::memcpy(&Part, Name.data() + End - sizeof(Part), sizeof(Part));
    else
      std::memcpy(&Part, Name.data(), End);
    Hash = (Hash + Part) * Spread;
    Hash ^= Hash >> HashBits / 2;
  };
  // Families of names differ in the middle or at the end.
  Mix(Name.size() / 2);
  Mix(Name.size() * 3 / 4);
  Mix(Name.size());
  Hash *= Spread;
  size_t At = Hash >> (HashBits - Log2_64(Slots.size()));
  while (Slots[At] != NoEntry && Names[Slots[At]] != Name)
    At = (At + 1) & (Slots.size() - 1);
  return Slots[At];
}

const IntrinsicTable::Entry *IntrinsicTable::find(StringRef Name) const {
  if (!Name.consume_front(Prefix))
    return nullptr;
  unsigned Index = indexOf(Name);
  return Index == NoEntry ? nullptr : &Entries[Index];
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
