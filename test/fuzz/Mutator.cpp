//===- Mutator.cpp - bad input out of good input -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mutator.h"
#include "vx/Contract.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx::fuzz {

namespace {
constexpr StringLiteral Lists[] = {TilesMD, KernelsMD, ContractMD};

constexpr StringLiteral Attributes[] = {
    "vx.transfer", "vx.name",  "vx.element", "vx.crossing", "vx.stages",
    "vx.granule",  "vx.align", "vx.extent",  "vx.stride"};

constexpr StringLiteral Words[] = {"",
                                   "0",
                                   "-1",
                                   "1",
                                   "2",
                                   "3",
                                   "4",
                                   "8",
                                   "16",
                                   "64",
                                   "16x16",
                                   "16x",
                                   "x",
                                   "x16",
                                   "4x8",
                                   "abc",
                                   "smem",
                                   "gmem",
                                   "1e3",
                                   " 4",
                                   "4 ",
                                   "0x4",
                                   "8x4x2",
                                   "streamed",
                                   "sequenced",
                                   "64x1",
                                   "128x1",
                                   "99999999999",
                                   "k",
                                   "k v",
                                   "%",
                                   "\"",
                                   "1x1x1",
                                   "2x2x2x2",
                                   "1x1x1x1x1x1",
                                   "18446744073709551616",
                                   "9223372036854775807x9223372036854775807"};

constexpr StringLiteral Cpus[] = {"sm_75",   "sm_80", "sm_90a",
                                  "sm_120f", "sm_70", "",
                                  "x86-64",  "sm_",   "sm_999"};
} // namespace

std::string Mutator::mutate() {
  // Metadata and attributes are what this is about; they come up most often.
  static constexpr Kind Kinds[] = {&Mutator::replaceOperand,
                                   &Mutator::replaceOperand,
                                   &Mutator::replaceOperand,
                                   &Mutator::dropOperand,
                                   &Mutator::addOperand,
                                   &Mutator::dropNamed,
                                   &Mutator::shortenNamed,
                                   &Mutator::extendNamed,
                                   &Mutator::untag,
                                   &Mutator::tagAnything,
                                   &Mutator::dropAttribute,
                                   &Mutator::changeAttribute,
                                   &Mutator::changeAttribute,
                                   &Mutator::changeAttribute,
                                   &Mutator::strangeAttribute,
                                   &Mutator::strangeTarget,
                                   &Mutator::changeCallOperand,
                                   &Mutator::changeCallOperand,
                                   &Mutator::unmarkKernel,
                                   &Mutator::dropBody,
                                   &Mutator::makeVolatile,
                                   &Mutator::takeAddress,
                                   &Mutator::initialiseShared};
  return (this->*Kinds[below(std::size(Kinds))])();
}

PlacementOptions Mutator::options() {
  PlacementOptions O;
  static constexpr StringLiteral Sms[] = {"80", "75", "90a", "86", "120"};
  if (!chance(12))
    O.Sm = chance(3) ? Sms[below(std::size(Sms))].str() : "80";
  O.AllowUndefined = true;
  if (chance(12))
    O.Stages = 1 + below(MaxStages);
  if (chance(8))
    O.ForceCrossing = chance(2) ? Crossing::Streamed : Crossing::Sequenced;
  O.Strip = chance(10);
  O.DryRun = chance(15);
  if (chance(20))
    O.Only = chance(2) ? "k" : strangeText();
  return O;
}

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

std::vector<MDNode *> Mutator::nodes() {
  SmallSetVector<MDNode *, 32> Found;
  for (StringRef Name : Lists)
    if (NamedMDNode *List = M.getNamedMetadata(Name))
      Found.insert(List->op_begin(), List->op_end());
  for (Instruction *I : instructions())
    if (MDNode *Tag = I->getMetadata(PlacementMD))
      Found.insert(Tag);
  for (size_t I = 0; I != Found.size(); ++I)
    for (const MDOperand &Op : Found[I]->operands())
      if (auto *Node = dyn_cast_or_null<MDTuple>(Op.get()))
        Found.insert(Node);
  std::vector<MDNode *> Tuples;
  for (MDNode *Node : Found)
    if (isa<MDTuple>(Node))
      Tuples.push_back(Node);
  return Tuples;
}

std::vector<Instruction *> Mutator::instructions() {
  std::vector<Instruction *> All;
  for (Function &F : M)
    for (Instruction &I : llvm::instructions(F))
      All.push_back(&I);
  return All;
}

std::vector<Function *> Mutator::functions() {
  std::vector<Function *> All;
  for (Function &F : M)
    if (!F.isIntrinsic())
      All.push_back(&F);
  return All;
}

std::vector<CallBase *> Mutator::transfers() {
  std::vector<CallBase *> All;
  for (Instruction *I : instructions())
    if (auto *CB = dyn_cast<CallBase>(I))
      if (Function *F = CB->getCalledFunction(); F && !F->isIntrinsic())
        All.push_back(CB);
  return All;
}

void Mutator::replaceNode(MDNode *Old, MDNode *New) {
  for (StringRef Name : Lists)
    if (NamedMDNode *List = M.getNamedMetadata(Name))
      for (unsigned I = 0; I != List->getNumOperands(); ++I)
        if (List->getOperand(I) == Old)
          List->setOperand(I, New);
  for (Instruction *I : instructions())
    if (I->getMetadata(PlacementMD) == Old)
      I->setMetadata(PlacementMD, New);
  for (MDNode *Node : nodes())
    for (unsigned I = 0; I != Node->getNumOperands(); ++I)
      if (Node->getOperand(I).get() == Old)
        Node->replaceOperandWith(I, New);
}

//===----------------------------------------------------------------------===//
// Strange values
//===----------------------------------------------------------------------===//

ConstantInt *Mutator::strangeInt() {
  static constexpr unsigned Widths[] = {1, 8, 16, 32, 32, 64, 64, 128, 4096};
  static constexpr int64_t Values[] = {
      0,  1,   2,    3,     4,       8,         16,        64,       -1,
      -4, 127, 4096, 65536, 1 << 20, INT32_MAX, INT64_MAX, INT64_MIN};
  unsigned Width = Widths[below(std::size(Widths))];
  APInt Value(64, uint64_t(Values[below(std::size(Values))]));
  Value = Value.sextOrTrunc(Width);
  if (Width > 64 && chance(2))
    Value = APInt::getOneBitSet(Width, Width - 2);
  return ConstantInt::get(M.getContext(), Value);
}

std::string Mutator::strangeText() {
  if (chance(20))
    return std::string(1 + below(5000), 'n');
  if (chance(20))
    return std::string("k\0v", 3);
  return Words[below(std::size(Words))].str();
}

Metadata *Mutator::strangeMetadata() {
  LLVMContext &C = M.getContext();
  switch (below(9)) {
  case 0:
    return nullptr;
  case 1:
    return MDString::get(C, strangeText());
  case 2:
    return ConstantAsMetadata::get(ConstantFP::get(Type::getFloatTy(C), 16.0));
  case 3:
    return ConstantAsMetadata::get(PoisonValue::get(Type::getInt32Ty(C)));
  case 4:
    if (Function *F = pick(functions()))
      return ConstantAsMetadata::get(F);
    return nullptr;
  case 5:
    return pick(nodes()); // may close a circle
  case 6:
    return MDNode::get(C, {MDString::get(C, strangeText())});
  case 7: {
    Metadata *Deep = MDNode::get(C, {});
    for (unsigned I = 0; I != 200; ++I)
      Deep = MDNode::get(C, {Deep, Deep});
    return Deep;
  }
  default:
    return ConstantAsMetadata::get(strangeInt());
  }
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

std::string Mutator::replaceOperand() {
  MDNode *Node = pick(nodes());
  if (!Node || !Node->getNumOperands())
    return "";
  unsigned Index = below(Node->getNumOperands());
  Node->replaceOperandWith(Index, strangeMetadata());
  return "replace operand " + std::to_string(Index) + " of a node";
}

std::string Mutator::dropOperand() {
  MDNode *Node = pick(nodes());
  if (!Node || !Node->getNumOperands())
    return "";
  SmallVector<Metadata *, 8> Ops(Node->op_begin(), Node->op_end());
  Ops.erase(Ops.begin() + below(Ops.size()));
  replaceNode(Node, Node->isDistinct()
                        ? MDNode::getDistinct(M.getContext(), Ops)
                        : MDNode::get(M.getContext(), Ops));
  return "drop an operand of a node";
}

std::string Mutator::addOperand() {
  MDNode *Node = pick(nodes());
  if (!Node)
    return "";
  SmallVector<Metadata *, 8> Ops(Node->op_begin(), Node->op_end());
  unsigned Count = chance(30) ? 2000 : 1;
  for (unsigned I = 0; I != Count; ++I)
    Ops.insert(Ops.begin() + below(Ops.size() + 1), strangeMetadata());
  replaceNode(Node, Node->isDistinct()
                        ? MDNode::getDistinct(M.getContext(), Ops)
                        : MDNode::get(M.getContext(), Ops));
  return "add " + std::to_string(Count) + " operands to a node";
}

std::string Mutator::dropNamed() {
  StringRef Name = Lists[below(std::size(Lists))];
  NamedMDNode *List = M.getNamedMetadata(Name);
  if (!List)
    return "";
  M.eraseNamedMetadata(List);
  return ("drop !" + Name).str();
}

std::string Mutator::shortenNamed() {
  StringRef Name = Lists[below(std::size(Lists))];
  NamedMDNode *List = M.getNamedMetadata(Name);
  if (!List || !List->getNumOperands())
    return "";
  SmallVector<MDNode *, 8> Ops(List->op_begin(), List->op_end());
  Ops.erase(Ops.begin() + below(Ops.size()));
  List->clearOperands();
  for (MDNode *Op : Ops)
    List->addOperand(Op);
  return ("drop a line of !" + Name).str();
}

std::string Mutator::extendNamed() {
  StringRef Name = Lists[below(std::size(Lists))];
  MDNode *Line = pick(nodes());
  if (!Line || chance(2)) {
    Metadata *Ops[] = {strangeMetadata(), strangeMetadata()};
    Line = MDNode::get(M.getContext(), ArrayRef(Ops).take_front(below(3)));
  }
  M.getOrInsertNamedMetadata(Name)->addOperand(Line);
  return ("add a line to !" + Name).str();
}

std::string Mutator::untag() {
  std::vector<Instruction *> Tagged;
  for (Instruction *I : instructions())
    if (I->getMetadata(PlacementMD))
      Tagged.push_back(I);
  Instruction *I = pick(Tagged);
  if (!I)
    return "";
  I->setMetadata(PlacementMD, nullptr);
  return "untag a load";
}

std::string Mutator::tagAnything() {
  Instruction *I = pick(instructions());
  MDNode *Tag = chance(2) ? pick(nodes()) : MDNode::get(M.getContext(), {});
  if (!I || !Tag)
    return "";
  if (chance(10)) {
    I->getFunction()->setMetadata(PlacementMD, Tag);
    return "tag a function";
  }
  I->setMetadata(PlacementMD, Tag);
  return std::string("tag a ") + I->getOpcodeName();
}

//===----------------------------------------------------------------------===//
// Attributes and operands
//===----------------------------------------------------------------------===//

std::string Mutator::dropAttribute() {
  Function *F = pick(functions());
  StringRef Name = Attributes[below(std::size(Attributes))];
  if (!F || !F->hasFnAttribute(Name))
    return "";
  F->removeFnAttr(Name);
  return ("drop " + Name).str();
}

std::string Mutator::changeAttribute() {
  Function *F = pick(functions());
  StringRef Name = Attributes[below(std::size(Attributes))];
  if (!F || (!isTransferCallee(*F) && !chance(10)))
    return "";
  std::string Text = strangeText();
  F->addFnAttr(Name, Text);
  return ("set " + Name + " to '" + StringRef(Text).take_front(20) + "'").str();
}

std::string Mutator::strangeAttribute() {
  Function *F = pick(functions());
  if (!F)
    return "";
  static constexpr StringLiteral Names[] = {
      "vx.unknown", "vx.sync",      "vx.scratch-of", "vx.dynamic-smem",
      "vx.",        "nvvm.reqntid", "nvvm.maxntid",  "nvvm.minctasm"};
  StringRef Name = Names[below(std::size(Names))];
  F->addFnAttr(Name, strangeText());
  return ("add " + Name).str();
}

std::string Mutator::strangeTarget() {
  Function *F = pick(functions());
  if (!F)
    return "";
  F->addFnAttr("target-cpu", Cpus[below(std::size(Cpus))]);
  if (chance(2))
    F->addFnAttr("target-features", chance(2) ? "+ptx63" : strangeText());
  return "state another target";
}

std::string Mutator::changeCallOperand() {
  CallBase *CB = pick(transfers());
  if (!CB || !CB->arg_size())
    return "";
  unsigned Index = below(CB->arg_size());
  Type *T = CB->getArgOperand(Index)->getType();
  Value *New = chance(2) ? static_cast<Value *>(PoisonValue::get(T))
                         : Constant::getNullValue(T);
  if (T->isIntegerTy() && !chance(4))
    New = ConstantInt::get(M.getContext(), strangeInt()->getValue().sextOrTrunc(
                                               T->getIntegerBitWidth()));
  CB->setArgOperand(Index, New);
  return "change operand " + std::to_string(Index) + " of a call";
}

//===----------------------------------------------------------------------===//
// Functions and instructions
//===----------------------------------------------------------------------===//

std::string Mutator::unmarkKernel() {
  Function *F = pick(functions());
  if (!F || !F->use_empty())
    return "";
  F->setCallingConv(F->getCallingConv() == CallingConv::C
                        ? CallingConv::PTX_Kernel
                        : CallingConv::C);
  return "change the mark of " + F->getName().str();
}

std::string Mutator::dropBody() {
  Function *F = pick(functions());
  if (!F || F->isDeclaration())
    return "";
  F->deleteBody();
  return "drop the body of " + F->getName().str();
}

std::string Mutator::makeVolatile() {
  auto *Load = dyn_cast_or_null<LoadInst>(pick(instructions()));
  if (!Load)
    return "";
  Load->setVolatile(true);
  return "make a load volatile";
}

std::string Mutator::takeAddress() {
  Function *F = pick(functions());
  if (!F)
    return "";
  new GlobalVariable(M, F->getType(), true, GlobalValue::ExternalLinkage, F,
                     "address");
  return "take the address of " + F->getName().str();
}

std::string Mutator::initialiseShared() {
  Type *T = ArrayType::get(Type::getInt8Ty(M.getContext()), 1 + below(1 << 18));
  Constant *Value = chance(2) ? static_cast<Constant *>(PoisonValue::get(T))
                              : Constant::getNullValue(T);
  auto *G =
      new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, Value,
                         "own", nullptr, GlobalVariable::NotThreadLocal, 3);
  if (Instruction *I = pick(instructions()); I && !isa<PHINode>(I))
    new StoreInst(ConstantInt::get(Type::getInt8Ty(M.getContext()), 1), G,
                  I->getIterator());
  return "add a shared array";
}

} // namespace vx::fuzz
