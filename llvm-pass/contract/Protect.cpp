//===- Protect.cpp - vx-protect-transfers -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Carrier B through LLVM's interprocedural passes. Those would inline a
// wrapper, drop its arguments, or learn from a body that returns its source
// that the result is the source:
//
//   define private {...} @t(...) { call @_mlir_ciface_t }     declare {...}
//   @t(...) declare void @_mlir_ciface_t(ptr, ptr)                =>
//                                                  !vx.tiles = !{!{ptr @k, ptr
//                                                  @t}}
//
// 1. Refuse whatever the contract refuses; nothing has been changed by then.
// 2. Drop the bodies; make the callees external and convergent, with no promise
//    left on callee or call from which a pass could move, merge or replace
//    calls (memory(none), willreturn, returned, ...).
// 3. Erase MLIR's C interface functions.
// 4. List each (kernel, callee), so that a call that is lost later is an error.
#include "ContractInternal.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
/// String attributes, nounwind and convergent; nothing on arguments and result.
AttributeList opaqueAttributes(LLVMContext &Context, AttributeList From) {
  AttrBuilder Kept(Context);
  for (Attribute A : From.getFnAttrs())
    if (A.isStringAttribute() || A.hasAttribute(Attribute::NoUnwind))
      Kept.addAttribute(A);
  Kept.addAttribute(Attribute::Convergent);
  return AttributeList::get(Context, AttributeList::FunctionIndex, Kept);
}

bool makeExternal(Function &F) {
  bool Changed = !F.isDeclaration() || !F.hasExternalLinkage();
  F.deleteBody(); // external linkage from here on
  F.setComdat(nullptr);
  F.setVisibility(GlobalValue::DefaultVisibility);
  F.setDSOLocal(false);
  AttributeList Attributes =
      opaqueAttributes(F.getContext(), F.getAttributes());
  Changed |= Attributes != F.getAttributes();
  F.setAttributes(Attributes);
  return Changed;
}

bool clearCall(CallBase &CB) {
  AttributeList Attributes =
      opaqueAttributes(CB.getContext(), CB.getAttributes());
  bool Changed = Attributes != CB.getAttributes();
  CB.setAttributes(Attributes);
  return Changed;
}

bool listInManifest(Module &M, const ModuleRequests &Requests) {
  DiagnosticSink Ignored; // parseModule has judged the list already
  SetVector<std::pair<Function *, Function *>> Listed;
  for (const ManifestEntry &Entry : readManifest(M, Ignored))
    if (Entry.Callee)
      Listed.insert({Entry.Kernel, Entry.Callee});
  bool Changed = false;
  for (const KernelRequests &K : Requests.Kernels)
    for (const TileUse &Use : K.Tiles) {
      Function *Callee = Use.Request.Callee;
      if (!Callee || !Listed.insert({K.Kernel, Callee}))
        continue;
      Metadata *Line[] = {ConstantAsMetadata::get(K.Kernel),
                          ConstantAsMetadata::get(Callee)};
      M.getOrInsertNamedMetadata(TilesMD)->addOperand(
          MDNode::get(M.getContext(), Line));
      Changed = true;
    }
  return Changed;
}
} // namespace

bool protectTransfers(Module &M, DiagnosticSink &Sink) {
  if (transferCallees(M).empty())
    return false;
  DiagnosticSink Local;
  ModuleRequests Requests = parseModule(M, PlacementOptions(), Local);
  bool Refused = Local.hasErrors();
  Sink.append(Local.take());
  if (Refused)
    return false;

  bool Changed = dropTransferBodies(M);
  Changed |= eraseCInterfaces(M);
  for (Function *F : transferCallees(M)) {
    Changed |= makeExternal(*F);
    for (User *U : F->users())
      if (auto *CB = dyn_cast<CallBase>(U))
        Changed |= clearCall(*CB);
  }
  Changed |= listInManifest(M, Requests);
  return Changed;
}

} // namespace vx
