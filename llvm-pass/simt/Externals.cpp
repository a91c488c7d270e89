//===- Externals.cpp - functions without a body -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Calls of functions that the module only declares: libdevice is bound to the
// host's math by name, the device run-time's functions to ours; anything else
// is an error that names the function and its first caller.
#include "Lowering.h"
#include "MathSymbols.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx::simt {

static bool lowerDeviceRuntime(LoweringContext &C, CallBase &CB,
                               StringRef Name) {
  IRBuilder<> B(&CB);
  Value *Thread = C.thread(*CB.getFunction());
  Value *Result = nullptr;
  if (Name == "vprintf" && CB.arg_size() == 2)
    Result = C.call(&CB, "vprintf", B.getInt32Ty(),
                    {Thread, C.flat(&CB, CB.getArgOperand(0)),
                     C.flat(&CB, CB.getArgOperand(1)), C.siteValue(CB)});
  else if (Name == "malloc" && CB.arg_size() == 1)
    Result = C.call(&CB, "malloc", B.getPtrTy(),
                    {Thread, B.CreateZExt(CB.getArgOperand(0), B.getInt64Ty())});
  else if (Name == "free" && CB.arg_size() == 1)
    C.call(&CB, "free", B.getVoidTy(),
           {Thread, C.flat(&CB, CB.getArgOperand(0)), C.siteValue(CB)});
  else if (Name == "__assertfail" || Name == "abort")
    C.call(&CB, "trap", B.getVoidTy(), {Thread, C.siteValue(CB)});
  else if (Name == "__nvvm_reflect")
    Result = ConstantInt::get(CB.getType(), 0);
  else
    return false;
  if (Result)
    CB.replaceAllUsesWith(Result);
  CB.eraseFromParent();
  return true;
}

static void bindOne(LoweringContext &C, Function &F) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *CB = dyn_cast<CallBase>(U);
    if (CB && CB->getCalledOperand() == &F &&
        lowerDeviceRuntime(C, *CB, F.getName()))
      continue;
    if (mathSymbol(F.getName()))
      continue;
    auto *I = dyn_cast<Instruction>(U);
    bool Libdevice = F.getName().starts_with("__nv_");
    C.error("function '" + F.getName() + "' is defined nowhere, used in '" +
            (I ? I->getFunction()->getName() : "a constant") + "'" +
            (Libdevice ? " (link libdevice with --libdevice)" : ""));
    return;
  }
}

void bindExternals(LoweringContext &C) {
  for (Function &F : make_early_inc_range(C.M))
    if (F.isDeclaration() && !F.isIntrinsic() &&
        !F.getName().starts_with(RuntimePrefix))
      bindOne(C, F);
}

} // namespace vx::simt
