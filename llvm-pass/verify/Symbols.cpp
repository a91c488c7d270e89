//===- Symbols.cpp - functions, globals, aliases and names against PTX===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a linker would tell on a CPU is told nowhere for PTX: llc declares what is missing
// and leaves it to ptxas or to the driver. Names have their own rules:
//
//   [A-Za-z][A-Za-z0-9_$]*  or  [_$][A-Za-z0-9_$]+
//
// LLVM rewrites the other characters in names with local linkage, but not a leading digit.
#include "Checks.h"
#include "vx/Contract.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace vx {

namespace {
/// Functions that the driver's device runtime defines.
bool isDeviceRuntime(const Function &F) {
  return is_contained({"vprintf", "malloc", "free", "__assertfail"}, F.getName());
}

bool isReflect(const Function &F) {
  return F.getName().starts_with("__nvvm_reflect");
}

std::string quoted(const GlobalValue &G) {
  const auto *F = dyn_cast<Function>(&G);
  return "'" + (F ? userName(*F) : G.getName().str()) + "'";
}

StringRef undefinedRemedy(const Function &F) {
  if (isTransferCallee(F))
    return "run vx-placement first, it turns transfers into copies";
  if (F.getName().starts_with("__nv_"))
    return "link libdevice";
  return "link a definition, or state allow-undefined if that happens later";
}

void checkUndefined(const Function &F, const CheckContext &C) {
  if (F.isIntrinsic() || isDeviceRuntime(F) || isReflect(F) ||
      F.hasFnAttribute("vx.sync") || C.Options.AllowUndefined)
    return;
  std::string What = F.hasExternalWeakLinkage() ? " (extern_weak)" : "";
  if (F.isVarArg())
    What += " (variadic)";
  C.Out.add(F, {Diag::UndefinedFunction, FindingClass::Unresolved,
                quoted(F) + What + " has no definition", undefinedRemedy(F).str()});
}

/// An undefined global that live code mentions. An `extern` shared array of no size is
/// the dynamic shared memory.
void checkUndefinedGlobal(const GlobalVariable &G, const CheckContext &C) {
  constexpr unsigned SharedSpace = 3;
  if (!G.isDeclaration() || !C.Reach.firstUser(G) || C.Options.AllowUndefined)
    return;
  const auto *Array = dyn_cast<ArrayType>(G.getValueType());
  if (G.getAddressSpace() == SharedSpace && Array && Array->getNumElements() == 0)
    return;
  if (G.hasExternalWeakLinkage()) {
    C.Out.add(G, {Diag::UndefinedGlobal, FindingClass::WrongCode,
                  quoted(G) + " is extern_weak: it becomes a variable of zeros, never null",
                  "do not test its address", TargetSet::none(), Severity::Warning});
    return;
  }
  C.Out.add(G, {Diag::UndefinedGlobal, FindingClass::Unresolved,
                quoted(G) + " has no definition",
                "link a definition, or state allow-undefined if that happens later"});
}

bool isWordChar(char Ch) { return isAlnum(Ch) || Ch == '_' || Ch == '$'; }

bool isPtxName(const GlobalValue &G) {
  StringRef Name = G.getName();
  if (Name.empty())
    return true; // LLVM names it
  if (isDigit(Name[0]))
    return false;
  if (!G.hasLocalLinkage() && !all_of(Name, isWordChar))
    return false;
  return Name != "_" && Name != "$";
}

/// \p Symbol has the name, \p G the place in the source.
void checkName(const GlobalValue &G, const GlobalValue &Symbol, const CheckContext &C) {
  if (!isPtxName(Symbol))
    C.Out.add(G, {Diag::SymbolName, FindingClass::Unsupported,
                  quoted(G) + " has characters or a first character that PTX does not allow",
                  "rename it to letters, digits, '_' and '$', or make it internal"});
}

void checkKernelSignature(const Function &F, const CheckContext &C) {
  if (!F.getReturnType()->isVoidTy())
    C.Out.add(F, {Diag::KernelSignature, FindingClass::Unsupported,
                  "kernel " + quoted(F) + " returns a value",
                  "return void and store the result through a pointer"});
  if (F.isVarArg())
    C.Out.add(F, {Diag::KernelSignature, FindingClass::Unsupported,
                  "kernel " + quoted(F) + " is variadic", "pass a pointer to the arguments"});
  const Function &Symbol = C.View.symbolOf(F);
  if (Symbol.hasLocalLinkage())
    C.Out.add(F, {Diag::KernelSignature, FindingClass::Unresolved,
                  "kernel " + quoted(F) + " has local linkage: no host can find it",
                  "make it external", TargetSet::none(), Severity::Warning});
  for (const User *U : Symbol.users())
    if (const auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledOperand() == &Symbol)
      C.Out.add(*CB, {Diag::KernelCalled, FindingClass::Unsupported,
                      "kernel " + quoted(F) + " is called from device code",
                      "move the body to a function that both call"});
}

void checkCallingConvention(const Function &F, const CheckContext &C) {
  StringRef Name;
  switch (C.View.symbolOf(F).getCallingConv()) {
  case CallingConv::AMDGPU_KERNEL:
    Name = "amdgpu_kernel";
    break;
  case CallingConv::SPIR_KERNEL:
    Name = "spir_kernel";
    break;
  default:
    return;
  }
  C.Out.add(F, {Diag::ForeignKernel, FindingClass::WrongCode,
                quoted(F) + " is " + Name.str() + ": no entry is emitted for it",
                "use the calling convention ptx_kernel"});
}

void checkAlias(const GlobalAlias &A, const CheckContext &C) {
  const auto *F = dyn_cast_or_null<Function>(A.getAliaseeObject());
  if (F && !F->isDeclaration() && !C.Reach.isKernel(*F))
    return;
  C.Out.add(A, {Diag::UnsupportedSymbol, FindingClass::Unsupported,
                "alias " + quoted(A) + " names " + (F ? "a kernel" : "a variable"),
                "PTX has aliases of device functions only: use the aliasee itself"});
}

/// llvm.global_ctors with entries: nobody runs them, nothing says so.
void checkConstructors(const CheckContext &C) {
  for (StringRef Name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    const GlobalVariable *G = C.M.getNamedGlobal(Name);
    if (!G || !G->hasInitializer() || isa<ConstantAggregateZero>(G->getInitializer()))
      continue;
    unsigned Count = G->getInitializer()->getNumOperands();
    if (Count)
      C.Out.add({Diag::ConstructorNeverRuns, FindingClass::WrongCode,
                 Name.str() + " lists " + std::to_string(Count) +
                     " functions that nothing runs on the device",
                 "initialise with constants, or run a kernel that does it"});
  }
}
} // namespace

void checkSymbols(const CheckContext &C) {
  for (const auto &[F, N] : C.Reach.functions()) {
    if (F->isDeclaration()) {
      checkUndefined(*F, C);
      continue;
    }
    checkName(*F, C.View.symbolOf(*F), C);
    checkCallingConvention(*F, C);
    if (C.Reach.isKernel(*F))
      checkKernelSignature(*F, C);
  }
  for (const GlobalVariable &G : C.M.globals()) {
    checkUndefinedGlobal(G, C);
    if (!G.getName().starts_with("llvm.") && !G.isDeclaration())
      checkName(G, G, C);
  }
  for (const GlobalAlias &A : C.M.aliases())
    checkAlias(A, C);
  for (const GlobalIFunc &I : C.M.ifuncs())
    C.Out.add(I, {Diag::UnsupportedSymbol, FindingClass::Unsupported,
                  quoted(I) + " is an ifunc", "call one of its functions directly"});
  checkConstructors(C);
}

} // namespace vx
