//===- Kernels.cpp - which functions are kernels, and what they reach -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A kernel is marked by its calling convention, or by the older list
//
//   !nvvm.annotations = !{!0}     !0 = !{ptr @f, !"kernel", i32 1, ...}
//
// LLVM rewrites the list into the convention when it reads a file; a module
// that was built in memory may still have it.
#include "ContractInternal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr StringLiteral AnnotationsMD = "nvvm.annotations";

Function *functionOperand(const MDNode &Node, unsigned Index) {
  if (Index >= Node.getNumOperands())
    return nullptr;
  return mdconst::dyn_extract_or_null<Function>(Node.getOperand(Index));
}

/// !{ptr @f, !"a", i32 x, !"kernel", i32 1}: the function, if so marked.
Function *annotatedKernel(const MDNode &Node) {
  Function *F = functionOperand(Node, 0);
  if (!F)
    return nullptr;
  for (unsigned I = 1; I + 1 < Node.getNumOperands(); I += 2) {
    const auto *Key = dyn_cast_or_null<MDString>(Node.getOperand(I).get());
    const auto *Value =
        mdconst::dyn_extract_or_null<ConstantInt>(Node.getOperand(I + 1));
    if (Key && Key->getString() == "kernel" && Value && Value->isOne())
      return F;
  }
  return nullptr;
}

SmallPtrSet<const Function *, 8> annotatedKernels(const Module &M) {
  SmallPtrSet<const Function *, 8> Found;
  if (const NamedMDNode *List = M.getNamedMetadata(AnnotationsMD))
    for (const MDNode *Node : List->operands())
      if (Node)
        if (const Function *F = annotatedKernel(*Node))
          Found.insert(F);
  return Found;
}
} // namespace

bool isKernel(const Function &F) {
  if (F.getCallingConv() == CallingConv::PTX_Kernel)
    return true;
  return F.getParent() && annotatedKernels(*F.getParent()).contains(&F);
}

std::vector<Function *> kernelsOf(Module &M) {
  SmallPtrSet<const Function *, 8> Annotated = annotatedKernels(M);
  std::vector<Function *> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && (F.getCallingConv() == CallingConv::PTX_Kernel ||
                               Annotated.contains(&F)))
      Kernels.push_back(&F);
  return Kernels;
}

SetVector<Function *> reachedFrom(Function &Kernel, const SiteMap &Sites) {
  SetVector<Function *> Reached;
  Reached.insert(&Kernel);
  for (size_t I = 0; I != Reached.size(); ++I) {
    auto Found = Sites.find(Reached[I]);
    if (Found != Sites.end())
      Reached.insert(Found->second.Calls.begin(), Found->second.Calls.end());
  }
  return Reached;
}

SetVector<Function *> leadingToSites(const SiteMap &Sites) {
  DenseMap<Function *, SmallVector<Function *, 4>> Callers;
  SmallPtrSet<Function *, 16> Leads;
  SmallVector<Function *, 16> Work;
  for (const auto &[F, S] : Sites) {
    for (Function *Callee : S.Calls)
      Callers[Callee].push_back(F);
    if (S.hasSites() && Leads.insert(F).second)
      Work.push_back(F);
  }
  while (!Work.empty())
    for (Function *Caller : Callers.lookup(Work.pop_back_val()))
      if (Leads.insert(Caller).second)
        Work.push_back(Caller);
  SetVector<Function *> Ordered;
  for (const auto &[F, S] : Sites)
    if (Leads.contains(F))
      Ordered.insert(F);
  return Ordered;
}

} // namespace vx
