//===- Mutations.cpp - damages requests for placement ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a front end may get wrong, and what linkers and passes may do to metadata:
//
//   node     an operand becomes null, another type, huge, negative, itself (a cycle),
//            another node; operands are dropped, doubled, swapped
//   list     an entry of !vx.tiles, !vx.kernels, ... vanishes, is doubled, is foreign
//   tag      a load loses its tag, an instruction of any kind gets one
//   attr     a "vx." attribute of a function is removed or gets another text
//   operand  an argument of a transfer call becomes another constant
//   kernel   marks, targets and block sizes of kernels change
//   module   bodies vanish, addresses are taken, shared arrays and nests of nodes appear
//===----------------------------------------------------------------------===//
#include "Mutations.h"
#include "vx/Contract.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::mutate {

namespace {

constexpr StringLiteral Lists[] = {TilesMD, KernelsMD, ContractMD,
                                   "nvvm.annotations"};

constexpr StringLiteral Words[] = {
    "",       "vx.tile", "name",     "space",    "smem",  "extent", "element",
    "stride", "align",   "granule",  "crossing", "k",     "stages", "sequenced",
    "streamed", "SMEM",  "a b%\n\"", "kernel",   "0",     "-1",     "\xff\xfe"};

/// Numbers at the borders of what the contract takes, as 64 bits.
constexpr int64_t Numbers[] = {0,  1,  2,  3,   4,   5,    7,    8,         9,
                               16, 32, 64, 127, 128, 1000, 4096, 49152,     49153,
                               -1, -2, -16, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
constexpr unsigned Widths[] = {1, 8, 16, 32, 64, 128, 256};

constexpr StringLiteral AttributeNames[] = {
    "vx.transfer", "vx.name",  "vx.element", "vx.crossing", "vx.stages", "vx.granule",
    "vx.align",    "vx.extent", "vx.stride", "vx.unknown",  "vx.sync",   "vx.scratch-of"};
constexpr StringLiteral AttributeTexts[] = {
    "",     "0",        "1",         "2",      "3",      "4",     "8",   "9",
    "16",   "-1",       "64",        "8x8",    "64x1",   "0x0",   "x",   "8x",
    "x8",   "8X8",      "8x-8",      " 8x8",   "8x8 ",   "1x2x4x8x16",
    "1x1x1x1x1x1",      "4294967296x4294967296",         "99999999999999999999",
    "0x10", "1.5",      "smem",      "SMEM",   "sequenced", "streamed", "none", "%\n"};

constexpr StringLiteral KernelAttributes[] = {"target-cpu", "nvvm.reqntid", "nvvm.maxntid",
                                             "vx.dynamic-smem"};
constexpr StringLiteral KernelTexts[] = {
    "",   "sm_80",  "sm_75", "sm_90a", "sm_999", "x86-64",  "64",
    "64,1,1", "0", "-1",     "1025",   "1,2,3,4", "99999999999", "a,b"};
/// LLVM's verifier wants a sign before each of these.
constexpr StringLiteral FeatureTexts[] = {"",       "+ptx70",        "+ptx99999999999",
                                          "+ptx",   "-ptx70",        "+sm_80,+ptx86",
                                          "+ptxab", "+ptx70,+ptx63", "+avx"};

/// Every node that the contract's lists and the loads' tags lead to.
SetVector<MDNode *> contractNodes(Module &M) {
  SetVector<MDNode *> Nodes;
  for (StringRef List : Lists)
    if (NamedMDNode *Named = M.getNamedMetadata(List))
      for (MDNode *Node : Named->operands())
        Nodes.insert(Node);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (MDNode *Tag = I.getMetadata(PlacementMD))
        Nodes.insert(Tag);
  for (unsigned N = 0; N < Nodes.size(); ++N)
    for (const MDOperand &Operand : Nodes[N]->operands())
      if (auto *Child = dyn_cast_or_null<MDNode>(Operand.get()))
        Nodes.insert(Child);
  return Nodes;
}

/// Now and then a text that no table would hold.
std::string drawText(ArrayRef<StringLiteral> From, Random &R) {
  switch (R.below(40)) {
  case 0:
    return std::string(1 + R.below(5000), 'n');
  case 1:
    return std::string("k\0v", 3);
  default:
    return R.pick<StringLiteral>(From).str();
  }
}

Constant *drawNumber(LLVMContext &C, Random &R) {
  auto *Type = IntegerType::get(C, R.pick<unsigned>(Widths));
  APInt Value(64, R.pick<int64_t>(Numbers), /*isSigned=*/true);
  return ConstantInt::get(Type, Value.sextOrTrunc(Type->getBitWidth()));
}

GlobalValue *drawGlobal(Module &M, Random &R) {
  SmallVector<GlobalValue *> All;
  for (Function &F : M)
    if (!F.isIntrinsic())
      All.push_back(&F);
  return R.pick<GlobalValue *>(All);
}

/// Anything that may stand as an operand of a node: null, text, numbers, other
/// constants, functions, other nodes (the node itself too: a cycle).
Metadata *drawMetadata(Module &M, ArrayRef<MDNode *> Nodes, Random &R) {
  LLVMContext &C = M.getContext();
  switch (R.below(7)) {
  case 0:
    return nullptr;
  case 1:
    return MDString::get(C, drawText(Words, R));
  case 2:
  case 3:
    return ConstantAsMetadata::get(drawNumber(C, R));
  case 4:
    return ConstantAsMetadata::get(
        R.below(2) ? static_cast<Constant *>(PoisonValue::get(Type::getInt64Ty(C)))
                   : ConstantFP::get(Type::getFloatTy(C), 16.0));
  case 5:
    return ConstantAsMetadata::get(drawGlobal(M, R));
  default:
    return Nodes.empty() ? MDNode::get(C, {}) : R.pick<MDNode *>(Nodes);
  }
}

/// \p Node with other operands, as a new node in all places that refer to it.
void replaceNode(Module &M, MDNode *Node, ArrayRef<Metadata *> Operands) {
  LLVMContext &C = M.getContext();
  MDNode *New = Node->isDistinct() ? MDNode::getDistinct(C, Operands)
                                   : MDNode::get(C, Operands);
  for (MDNode *User : contractNodes(M))
    for (unsigned I = 0; I < User->getNumOperands(); ++I)
      if (User->getOperand(I) == Node)
        User->replaceOperandWith(I, New);
  for (StringRef List : Lists)
    if (NamedMDNode *Named = M.getNamedMetadata(List))
      for (unsigned I = 0; I < Named->getNumOperands(); ++I)
        if (Named->getOperand(I) == Node)
          Named->setOperand(I, New);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.getMetadata(PlacementMD) == Node)
        I.setMetadata(PlacementMD, New);
}

std::string mutateNode(Module &M, Random &R) {
  SetVector<MDNode *> Nodes = contractNodes(M);
  if (Nodes.empty())
    return "";
  MDNode *Node = R.pick<MDNode *>(Nodes.getArrayRef());
  SmallVector<Metadata *> Operands;
  for (const MDOperand &Operand : Node->operands())
    Operands.push_back(Operand.get());
  unsigned Size = Operands.size(), At = R.below(Size);
  switch (R.below(6)) {
  case 0:
    if (!Size)
      return "";
    Operands.erase(Operands.begin() + At);
    replaceNode(M, Node, Operands);
    return "node operand dropped";
  case 1:
    Operands.insert(Operands.begin() + At,
                    drawMetadata(M, Nodes.getArrayRef(), R));
    replaceNode(M, Node, Operands);
    return "node operand added";
  case 2:
    if (Size < 2)
      return "";
    std::swap(Operands[At], Operands[R.below(Size)]);
    replaceNode(M, Node, Operands);
    return "node operands swapped";
  default:
    if (!Size)
      return "";
    // In place: the only way to a cycle.
    Node->replaceOperandWith(At, drawMetadata(M, Nodes.getArrayRef(), R));
    return "node operand replaced";
  }
}

std::string mutateList(Module &M, Random &R) {
  StringRef Name = R.pick<StringLiteral>(Lists);
  NamedMDNode *Named = M.getOrInsertNamedMetadata(Name);
  SmallVector<MDNode *> Entries(Named->operands());
  SetVector<MDNode *> Nodes = contractNodes(M);
  Named->clearOperands();
  unsigned At = R.below(Entries.size());
  switch (R.below(4)) {
  case 0:
    if (!Entries.empty())
      Entries.erase(Entries.begin() + At);
    break;
  case 1:
    if (!Entries.empty())
      Entries.push_back(Entries[At]);
    break;
  case 2:
    Entries.push_back(Nodes.empty() ? MDNode::get(M.getContext(), {})
                                    : R.pick<MDNode *>(Nodes.getArrayRef()));
    break;
  default:
    Entries.clear();
  }
  for (MDNode *Entry : Entries)
    Named->addOperand(Entry);
  return ("list " + Name).str();
}

std::string mutateTag(Module &M, Random &R) {
  SmallVector<Instruction *> All, Tagged;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      All.push_back(&I);
      if (I.getMetadata(PlacementMD))
        Tagged.push_back(&I);
    }
  SetVector<MDNode *> Nodes = contractNodes(M);
  if (!Tagged.empty() && R.below(3) == 0) {
    R.pick<Instruction *>(Tagged)->setMetadata(PlacementMD, nullptr);
    return "tag removed";
  }
  if (!Tagged.empty() && R.below(3) == 0) {
    auto *Load = dyn_cast<LoadInst>(R.pick<Instruction *>(Tagged));
    if (!Load)
      return "";
    R.below(2) ? Load->setVolatile(true) : Load->setAtomic(AtomicOrdering::Monotonic);
    return "tagged load made volatile or atomic";
  }
  if (Nodes.empty() || All.empty())
    return "";
  R.pick<Instruction *>(All)->setMetadata(PlacementMD,
                                          R.pick<MDNode *>(Nodes.getArrayRef()));
  return "tag added";
}

std::string mutateAttribute(Module &M, Random &R) {
  auto &F = *cast<Function>(drawGlobal(M, R));
  StringRef Name = R.pick<StringLiteral>(AttributeNames);
  if (R.below(4) == 0) {
    F.removeFnAttr(Name);
    return ("attribute " + Name + " removed").str();
  }
  std::string Text = drawText(AttributeTexts, R);
  F.addFnAttr(Name, Text);
  return ("attribute " + Name + "=" + StringRef(Text).take_front(40)).str();
}

std::string mutateOperand(Module &M, Random &R) {
  SmallVector<Use *> Integers;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && transferCallee(*CB))
        for (Use &Argument : CB->args())
          if (Argument->getType()->isIntegerTy())
            Integers.push_back(&Argument);
  if (Integers.empty())
    return "";
  Use *At = R.pick<Use *>(Integers);
  auto *T = cast<IntegerType>((*At)->getType());
  if (R.below(8) == 0) {
    At->set(PoisonValue::get(T));
    return "operand of a transfer is poison";
  }
  APInt Value(64, R.pick<int64_t>(Numbers), /*isSigned=*/true);
  At->set(ConstantInt::get(T, Value.sextOrTrunc(T->getBitWidth())));
  return "operand of a transfer";
}

std::string mutateKernel(Module &M, Random &R) {
  auto &F = *cast<Function>(drawGlobal(M, R));
  if (R.below(6) == 0 && !F.isDeclaration() && F.use_empty()) {
    F.setCallingConv(F.getCallingConv() == CallingConv::PTX_Kernel
                         ? CallingConv::C
                         : CallingConv::PTX_Kernel);
    return "calling convention";
  }
  if (R.below(4) == 0) {
    StringRef Text = R.pick<StringLiteral>(FeatureTexts);
    F.addFnAttr("target-features", Text);
    return ("attribute target-features=" + Text).str();
  }
  StringRef Name = R.pick<StringLiteral>(KernelAttributes);
  StringRef Text = R.pick<StringLiteral>(KernelTexts);
  F.addFnAttr(Name, Text);
  return ("attribute " + Name + "=" + Text).str();
}

/// A node of two operands a thousand deep, as an operand of some node.
std::string addNest(Module &M, Random &R) {
  SetVector<MDNode *> Nodes = contractNodes(M);
  if (Nodes.empty())
    return "";
  constexpr unsigned Depth = 1000;
  Metadata *Nest = MDNode::get(M.getContext(), {});
  for (unsigned I = 0; I < Depth; ++I)
    Nest = MDNode::get(M.getContext(), {Nest, Nest});
  MDNode *Node = R.pick<MDNode *>(Nodes.getArrayRef());
  SmallVector<Metadata *> Operands(Node->operands());
  Operands.push_back(Nest);
  replaceNode(M, Node, Operands);
  return "nest of nodes";
}

std::string addSharedArray(Module &M, Random &R) {
  constexpr unsigned MaxBytes = 1 << 18;
  Type *T = ArrayType::get(Type::getInt8Ty(M.getContext()), R.below(MaxBytes));
  Constant *Value = R.below(2) ? static_cast<Constant *>(PoisonValue::get(T))
                               : Constant::getNullValue(T);
  auto *Array = new GlobalVariable(M, T, /*isConstant=*/false,
                                   GlobalValue::InternalLinkage, Value, "own", nullptr,
                                   GlobalVariable::NotThreadLocal, /*AddressSpace=*/3);
  for (Function &F : M)
    if (!F.isDeclaration() && R.below(2)) {
      Type *I32 = Type::getInt32Ty(M.getContext());
      new StoreInst(ConstantInt::get(I32, 1), Array, /*isVolatile=*/false, Align(1),
                    F.getEntryBlock().getTerminator()->getIterator());
    }
  return "shared array";
}

std::string mutateModule(Module &M, Random &R) {
  auto &F = *cast<Function>(drawGlobal(M, R));
  switch (R.below(5)) {
  case 0:
    if (F.isDeclaration())
      return "";
    F.deleteBody();
    return ("body of " + F.getName() + " dropped").str();
  case 1:
    new GlobalVariable(M, F.getType(), /*isConstant=*/true,
                       GlobalValue::ExternalLinkage, &F, "address");
    return ("address of " + F.getName() + " taken").str();
  case 2:
    return addSharedArray(M, R);
  case 3:
    return addNest(M, R);
  default:
    F.setMetadata(PlacementMD, MDNode::get(M.getContext(), {}));
    return ("tag on function " + F.getName()).str();
  }
}

} // namespace

std::string mutateOnce(Module &M, Random &R) {
  switch (R.below(11)) {
  case 0:
  case 1:
  case 2:
    return mutateNode(M, R);
  case 3:
    return mutateList(M, R);
  case 4:
    return mutateTag(M, R);
  case 5:
  case 6:
  case 7:
    return mutateAttribute(M, R);
  case 8:
    return mutateOperand(M, R);
  case 9:
    return mutateModule(M, R);
  default:
    return mutateKernel(M, R);
  }
}

std::string drawParameters(Random &R) {
  constexpr StringLiteral Choices[] = {
      "sm=75", "sm=90a", "stages=1", "stages=4", "crossing=streamed",
      "crossing=sequenced", "strip", "only=k", "only=a", "dry-run", "allow-undefined"};
  if (R.below(3))
    return "";
  return R.pick<StringLiteral>(Choices).str();
}

} // namespace vx::mutate
