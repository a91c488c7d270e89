//===- TagParser.cpp - carrier A's tag -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A tag is one level of nodes below its own:
//
//   distinct !{!"vx.tile", !{!"name", !"k"}, !{!"extent", i64 16, i64 64}, ...}
//
// Each field is looked up in one table by its first string. Nothing here
// follows a node deeper than that, so cyclic and nested metadata end as unknown
// fields; null operands and wrong types are printed as what they are.
//===----------------------------------------------------------------------===//
#include "MetadataText.h"
#include "RequestChecks.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace vx {

std::string metadataText(const Metadata *MD) {
  if (!MD)
    return "null";
  if (const auto *Text = dyn_cast<MDString>(MD))
    return ("!\"" + Text->getString().take_front(MaxNameLength) + "\"").str();
  const auto *Constant = dyn_cast<ConstantAsMetadata>(MD);
  if (!Constant)
    return isa<MDNode>(MD) ? "a node" : "a value that is no constant";
  const auto *Int = dyn_cast<ConstantInt>(Constant->getValue());
  if (!Int)
    return "a constant that is no integer";
  std::string Type = "i" + std::to_string(Int->getBitWidth());
  if (Int->getValue().getSignificantBits() > 64)
    return "an " + Type + " of more than 64 bits";
  return Type + " " + std::to_string(Int->getSExtValue());
}

std::optional<uint64_t> metadataInt(const Metadata *MD) {
  const auto *Constant = dyn_cast_or_null<ConstantAsMetadata>(MD);
  const auto *Int =
      Constant ? dyn_cast<ConstantInt>(Constant->getValue()) : nullptr;
  if (!Int || Int->isNegative() || Int->getValue().getActiveBits() > 64)
    return std::nullopt;
  return Int->getZExtValue();
}

namespace {
WrittenInt writtenInt(const Metadata *MD) {
  return {metadataText(MD), metadataInt(MD)};
}

class TagReader {
public:
  TagReader(const MDNode &Tag, DiagnosticSink &Sink)
      : Tag(Tag), Faults(Sink, Diag::MalformedTag, Request) {
    Request.From = Carrier::PlacedLoad;
    Request.Tag = &Tag;
  }

  std::optional<TileRequest> read();

private:
  using Operands = ArrayRef<MDOperand>;
  using Handler = void (TagReader::*)(Operands);
  struct Field {
    StringLiteral Key;
    bool Required;
    Handler Read;
  };
  static ArrayRef<Field> fields();

  void readField(const Metadata *MD, unsigned Index);
  const MDString *oneString(Operands Ops, const Twine &What);
  const Metadata *one(Operands Ops, const Twine &What);

  void name(Operands Ops);
  void space(Operands Ops);
  void extent(Operands Ops);
  void element(Operands Ops);
  void crossing(Operands Ops);
  void stride(Operands Ops);
  void align(Operands Ops);
  void granule(Operands Ops);

  const MDNode &Tag;
  TileRequest Request;
  RequestFaults Faults;
  SmallVector<StringRef, 8> Seen;
};

ArrayRef<TagReader::Field> TagReader::fields() {
  static constexpr Field Table[] = {
      {"name", true, &TagReader::name},
      {"space", true, &TagReader::space},
      {"extent", true, &TagReader::extent},
      {"element", true, &TagReader::element},
      {"crossing", false, &TagReader::crossing},
      {"stride", false, &TagReader::stride},
      {"align", false, &TagReader::align},
      {"granule", false, &TagReader::granule},
  };
  return Table;
}

std::optional<TileRequest> TagReader::read() {
  const auto *Head = Tag.getNumOperands()
                         ? dyn_cast_or_null<MDString>(Tag.getOperand(0).get())
                         : nullptr;
  if (!Head || Head->getString() != "vx.tile") {
    Faults.report("the node does not begin with !\"vx.tile\"",
                  "attach a tile node as the contract shows it");
    return std::nullopt;
  }
  for (unsigned I = 1, E = Tag.getNumOperands(); I != E; ++I)
    readField(Tag.getOperand(I).get(), I);
  for (const Field &F : fields())
    if (F.Required && !is_contained(Seen, F.Key))
      Faults.report("field \"" + F.Key + "\" is missing");
  checkTogether(Request, Faults);
  if (Faults.any())
    return std::nullopt;
  return Request;
}

void TagReader::readField(const Metadata *MD, unsigned Index) {
  const auto *Node = dyn_cast_or_null<MDNode>(MD);
  const auto *Key = Node && Node->getNumOperands()
                        ? dyn_cast_or_null<MDString>(Node->getOperand(0).get())
                        : nullptr;
  if (!Key) {
    Faults.report("operand " + Twine(Index) + " is " + metadataText(MD) +
                  (Node ? " that does not begin with a string" : "") +
                  ", must be a field such as !{!\"name\", !\"k\"}");
    return;
  }
  const Field *F = find_if(
      fields(), [&](const Field &Row) { return Row.Key == Key->getString(); });
  if (F == fields().end()) {
    Faults.report("unknown field " + metadataText(Key),
                  "known: name, space, extent, element, crossing, stride, "
                  "align, granule");
    return;
  }
  if (is_contained(Seen, F->Key)) {
    Faults.report("field \"" + F->Key + "\" is given twice");
    return;
  }
  Seen.push_back(F->Key);
  (this->*F->Read)(Operands(Node->op_begin(), Node->op_end()).drop_front());
}

const Metadata *TagReader::one(Operands Ops, const Twine &What) {
  if (Ops.size() == 1 && Ops[0])
    return Ops[0].get();
  Faults.report(What + " has " +
                (Ops.size() == 1 ? Twine("a null value")
                                 : Twine(Ops.size()) + " values") +
                ", must have one");
  return nullptr;
}

const MDString *TagReader::oneString(Operands Ops, const Twine &What) {
  const Metadata *MD = one(Ops, What);
  const auto *Text = dyn_cast_or_null<MDString>(MD);
  if (MD && !Text)
    Faults.report(What + " is " + metadataText(MD) + ", must be a string");
  return Text;
}

void TagReader::name(Operands Ops) {
  if (const MDString *Text = oneString(Ops, "field \"name\""))
    setName(Request, Text->getString(), "field \"name\"", Faults);
}

void TagReader::space(Operands Ops) {
  const MDString *Text = oneString(Ops, "field \"space\"");
  if (Text && Text->getString() != "smem")
    Faults.report("field \"space\" is " + metadataText(Text) +
                  ", must be !\"smem\"");
}

void TagReader::extent(Operands Ops) {
  setExtent(Request, map_to_vector<MaxRank>(Ops, writtenInt),
            "field \"extent\"", Faults);
}

void TagReader::stride(Operands Ops) {
  setStride(Request, map_to_vector<MaxRank>(Ops, writtenInt),
            "field \"stride\"", Faults);
}

void TagReader::element(Operands Ops) {
  if (const Metadata *MD = one(Ops, "field \"element\""))
    setElement(Request, writtenInt(MD), "field \"element\"", Faults);
}

void TagReader::align(Operands Ops) {
  if (const Metadata *MD = one(Ops, "field \"align\""))
    setAlign(Request, writtenInt(MD), "field \"align\"", Faults);
}

void TagReader::granule(Operands Ops) {
  if (const Metadata *MD = one(Ops, "field \"granule\""))
    setGranule(Request, writtenInt(MD), "field \"granule\"", Faults);
}

void TagReader::crossing(Operands Ops) {
  if (Ops.empty() || Ops.size() > 2) {
    Faults.report("field \"crossing\" has " + Twine(Ops.size()) +
                  " values, must have one, and a stage count where streamed");
    return;
  }
  const MDString *Word = oneString(Ops.take_front(), "field \"crossing\"");
  if (!Word)
    return;
  setCrossing(Request, Word->getString(), "field \"crossing\"", Faults);
  if (Ops.size() == 2)
    setStages(Request, writtenInt(Ops[1].get()),
              "field \"crossing\", stage count", Faults);
}
} // namespace

std::optional<TileRequest> parseTag(const MDNode &Tag, DiagnosticSink &Sink) {
  return TagReader(Tag, Sink).read();
}

} // namespace vx
