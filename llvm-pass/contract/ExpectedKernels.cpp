//===- ExpectedKernels.cpp - !vx.kernels -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// !vx.kernels = !{!{!"flash"}, !{!"matmul"}} names the kernels that must be
// there as definitions. A front end that drops a kernel it cannot lower says
// nothing; this list makes the module say it.
#include "ContractInternal.h"
#include "MetadataText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
const MDString *onlyString(const MDNode *Node) {
  if (!Node || Node->getNumOperands() != 1)
    return nullptr;
  return dyn_cast_or_null<MDString>(Node->getOperand(0).get());
}

/// What is wrong with the kernel of that name; empty if nothing is.
std::string whyMissing(const Module &M, StringRef Name) {
  const Function *F = M.getFunction(Name);
  if (!F)
    return "no function of that name is in the module";
  if (!isKernel(*F))
    return "the function of that name is not marked as a kernel";
  if (F->isDeclaration())
    return "it is declared but not defined";
  return "";
}
} // namespace

void checkExpectedKernels(const Module &M, DiagnosticSink &Sink) {
  const NamedMDNode *List = M.getNamedMetadata(KernelsMD);
  if (!List)
    return;
  for (auto [Index, Node] : enumerate(List->operands())) {
    const MDString *Name = onlyString(Node);
    if (!Name || Name->getString().empty()) {
      Sink.report(Diag::MalformedExpectedKernels,
                  "line " + Twine(Index) + " of !vx.kernels is not one name",
                  "write !{!\"kernel\"}");
      continue;
    }
    std::string Why = whyMissing(M, Name->getString());
    if (!Why.empty())
      Sink.report(Diag::ExpectedKernelMissing, Why,
                  "find out which step dropped it: an operation outside the "
                  "front end's device lowering is the usual cause")
          .Kernel = Name->getString().str();
  }
}

} // namespace vx
