//===- Lowering.cpp - the order of the steps, and what they share -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "Runtime.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace vx::simt {

/// Longest instruction text that a message quotes.
constexpr size_t MaxSiteText = 110;

std::string Site::where() const {
  if (!File.empty())
    return File + ":" + std::to_string(Line) + ":" + std::to_string(Column);
  if (Text.empty())
    return "an unknown place";
  return "'" + Text + "' in " + Function;
}

LoweringContext::LoweringContext(Module &M, Function &Kernel, KernelInfo &Info,
                                 Checks Level)
    : M(M), Kernel(Kernel), Info(Info), Level(Level),
      Slots(std::make_unique<ModuleSlotTracker>(&M, false)) {}
LoweringContext::~LoweringContext() = default;

Value *LoweringContext::thread(Function &F) {
  Value *&T = ThreadOf[&F];
  if (!T) {
    BasicBlock &Entry = F.getEntryBlock();
    auto *CI = cast<CallInst>(call(&*Entry.getFirstInsertionPt(), "thread",
                                   PointerType::get(F.getContext(), 0), {}));
    CI->setMemoryEffects(MemoryEffects::none());
    CI->addFnAttr(Attribute::WillReturn);
    T = CI;
  }
  return T;
}

void LoweringContext::recordSite(const Instruction &I) {
  Site S;
  S.Function = I.getFunction()->getName().str();
  if (const DebugLoc &Loc = I.getDebugLoc()) {
    S.File = Loc->getFilename().str();
    S.Line = Loc.getLine();
    S.Column = Loc.getCol();
  }
  raw_string_ostream OS(S.Text);
  if (Slots->getCurrentFunction() != I.getFunction())
    Slots->incorporateFunction(*I.getFunction());
  I.print(OS, *Slots);
  // A switch is written on several lines.
  StringRef Line = StringRef(S.Text).trim().split('\n').first;
  S.Text = Line.split(", !").first.rtrim(" [").str();
  if (S.Text.size() > MaxSiteText)
    S.Text = S.Text.substr(0, MaxSiteText) + " ...";
  S.Write = I.mayWriteToMemory();
  S.Atomic = I.isAtomic();
  S.Volatile = I.isVolatile();
  S.Invariant = I.hasMetadata("vx.invariant");
  SiteOf[&I] = Info.Sites.size();
  Info.Sites.push_back(std::move(S));
}

uint32_t LoweringContext::site(const Instruction &I) const {
  return SiteOf.lookup(&I);
}

Value *LoweringContext::siteValue(const Instruction &I) const {
  return ConstantInt::get(Type::getInt32Ty(M.getContext()), site(I));
}

Value *LoweringContext::call(Instruction *Before, StringRef Name, Type *Result,
                             ArrayRef<Value *> Args) {
  SmallVector<Type *> Types;
  for (Value *V : Args)
    Types.push_back(V->getType());
  FunctionCallee F = M.getOrInsertFunction(
      (RuntimePrefix + Name).str(), FunctionType::get(Result, Types, false));
  auto *CI = CallInst::Create(F, Args, "", Before->getIterator());
  CI->addFnAttr(Attribute::NoUnwind);
  return CI;
}

Value *LoweringContext::flat(Instruction *Before, Value *Pointer) {
  Type *Generic = PointerType::get(M.getContext(), 0);
  if (Pointer->getType() == Generic)
    return Pointer;
  return IRBuilder<>(Before).CreateAddrSpaceCast(Pointer, Generic);
}

std::vector<std::string> kernelNames(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (isKernelFunction(F))
      Names.push_back(F.getName().str());
  return Names;
}

bool isKernelFunction(const Function &F) {
  if (F.isDeclaration())
    return false;
  if (F.getCallingConv() == CallingConv::PTX_Kernel ||
      F.hasFnAttribute("nvvm.kernel"))
    return true;
  const NamedMDNode *N = F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!N)
    return false;
  for (const MDNode *Node : N->operands()) {
    if (Node->getNumOperands() < 3)
      continue;
    auto *Fn = dyn_cast_or_null<ValueAsMetadata>(Node->getOperand(0));
    auto *Key = dyn_cast_or_null<MDString>(Node->getOperand(1));
    if (Fn && Key && Fn->getValue() == &F && Key->getString() == "kernel")
      return true;
  }
  return false;
}

Error lowerKernel(Module &M, StringRef Name, Checks Level, KernelInfo &Info) {
  Function *Kernel = M.getFunction(Name);
  std::vector<std::string> Names = kernelNames(M);
  if (!Kernel || !isKernelFunction(*Kernel))
    return createStringError("no kernel '" + Name +
                             "' is defined in the module (kernels: " +
                             (Names.empty() ? "none" : join(Names, ", ")) + ")");
  Info.Kernel = Name.str();
  LoweringContext C(M, *Kernel, Info, Level);
  prepareModule(C);
  trackGarbage(C);
  lowerTransfers(C);
  instrumentAccesses(C);
  lowerIntrinsics(C);
  bindExternals(C);
  lowerShared(C);
  emitEntry(C);
  if (!C.Errors.empty())
    return createStringError(join(C.Errors, "; "));
  std::string Text;
  raw_string_ostream OS(Text);
  if (verifyModule(M, &OS))
    return createStringError("the lowered kernel is not valid IR: " + Text);
  return Error::success();
}

} // namespace vx::simt
