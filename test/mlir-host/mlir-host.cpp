//===- mlir-host.cpp - placement inside MLIR's gpu-to-binary step ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//   mlir-host kernel.mlir <cuda toolkit>  > kernel.ptx
//
// How a compiler that serialises gpu.modules in process hooks placement in
// (docs/pipelines.md). The input is a gpu.module with an #nvvm.target, lowered to the
// LLVM dialect. MLIR translates it, links libdevice, and calls back:
//
//   linked     vx::runPlacement, before LLVM's own passes
//   optimised  vx::verifyDevice, on what goes to the code generator
//
// The callbacks cannot fail, so findings are kept and looked at afterwards: a refused
// module is unchanged and would go on as a global-only kernel.
//===----------------------------------------------------------------------===//
#include "vx/DeviceVerifier.h"
#include "vx/Placement.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static void registerDialects(DialectRegistry &Registry) {
  Registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerBuiltinDialectTranslation(Registry);
  registerGPUDialectTranslation(Registry);
  registerLLVMDialectTranslation(Registry);
  registerNVVMDialectTranslation(Registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(Registry);
}

/// PTX of \p Module, or an empty string after printing why not.
static std::string serialise(gpu::GPUModuleOp Module, StringRef Toolkit) {
  auto Target = cast<NVVM::NVVMTargetAttr>((*Module.getTargets())[0]);
  std::vector<vx::Diagnostic> Findings;
  auto keep = [&](std::vector<vx::Diagnostic> More) {
    for (vx::Diagnostic &D : More)
      Findings.push_back(std::move(D));
  };
  vx::PlacementOptions Options;
  Options.Sm = Target.getChip().str();
  auto OnLinked = [&](llvm::Module &M) {
    keep(vx::runPlacement(M, Options).Findings);
  };
  vx::DeviceVerifierOptions Device;
  Device.Sm = Options.Sm;
  auto OnOptimised = [&](llvm::Module &M) {
    vx::DiagnosticSink Sink;
    vx::verifyDevice(M, Device, Sink);
    keep(Sink.take());
  };
  gpu::TargetOptions Callbacks(Toolkit, {}, "", "", gpu::CompilationTarget::Assembly,
                               {}, {}, OnLinked, OnOptimised);
  auto Serialiser = cast<gpu::TargetAttrInterface>(Attribute(Target));
  std::optional<SmallVector<char, 0>> Text =
      Serialiser.serializeToObject(Module, Callbacks);
  bool Failed = !Text;
  for (const vx::Diagnostic &D : Findings) {
    llvm::errs() << "mlir-host: " << D.str() << '\n';
    Failed |= D.Level == vx::Severity::Error;
  }
  return Failed ? "" : std::string(Text->begin(), Text->end());
}

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: mlir-host kernel.mlir <cuda toolkit>\n";
    return 2;
  }
  DialectRegistry Registry;
  registerDialects(Registry);
  MLIRContext Context(Registry);
  OwningOpRef<ModuleOp> Module = parseSourceFile<ModuleOp>(argv[1], &Context);
  if (!Module)
    return 1;
  int Status = 0;
  Module->walk([&](gpu::GPUModuleOp Kernels) {
    std::string Ptx = serialise(Kernels, argv[2]);
    llvm::outs() << Ptx;
    Status |= Ptx.empty();
  });
  return Status;
}
