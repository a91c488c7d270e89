//===- Launch.h - launch of a placed kernel, for hosts ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A kernel whose tiles need more than 48 KiB keeps them in dynamic shared memory and publishes the size in the
// module (docs/contract.md, "Launch contract"). Header only, CUDA driver API, no LLVM:
//
//   CUmodule M; cuModuleLoadData(&M, Ptx);
//   vx::host::PlacedKernel K;
//   CUresult R = vx::host::findKernel(K, M, "flash");
//   R = vx::host::launch(K, {132, 1, 1}, {128, 1, 1}, Stream, Params);
#ifndef VX_HOST_LAUNCH_H
#define VX_HOST_LAUNCH_H

#include <cuda.h>
#include <string>

namespace vx::host {

/// A kernel with the dynamic shared memory that its tiles need, in bytes; 0 where they are static.
struct PlacedKernel {
  CUfunction Function = nullptr;
  unsigned DynamicSharedBytes = 0;
};

struct Dim {
  unsigned X = 1, Y = 1, Z = 1;
};

/// Reads `__vx_dynamic_smem_<kernel>`. A module without it needs none: CUDA_SUCCESS and 0.
inline CUresult dynamicSharedBytes(CUmodule Module, const char *Kernel,
                                   unsigned &Bytes) {
  Bytes = 0;
  CUdeviceptr Address = 0;
  size_t Size = 0;
  std::string Name = "__vx_dynamic_smem_";
  // The published name is PTX-safe: letters, digits, '_' and '$'.
  for (const char *C = Kernel; *C; ++C) {
    bool Plain = (*C >= 'a' && *C <= 'z') || (*C >= 'A' && *C <= 'Z') ||
                 (*C >= '0' && *C <= '9') || *C == '$';
    Name += Plain ? *C : '_';
  }
  CUresult Found =
      cuModuleGetGlobal(&Address, &Size, Module, Name.c_str());
  if (Found == CUDA_ERROR_NOT_FOUND)
    return CUDA_SUCCESS;
  if (Found != CUDA_SUCCESS)
    return Found;
  if (Size != sizeof(Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return cuMemcpyDtoH(&Bytes, Address, sizeof(Bytes));
}

/// Looks a kernel up and opts in to the shared memory it needs (more than 48 KiB must be asked for, CUDA
/// programming guide, "Shared Memory" of compute capability 7.x and newer).
inline CUresult findKernel(PlacedKernel &Kernel, CUmodule Module,
                           const char *Name) {
  CUresult Status = cuModuleGetFunction(&Kernel.Function, Module, Name);
  if (Status == CUDA_SUCCESS)
    Status = dynamicSharedBytes(Module, Name, Kernel.DynamicSharedBytes);
  if (Status != CUDA_SUCCESS || Kernel.DynamicSharedBytes == 0)
    return Status;
  return cuFuncSetAttribute(Kernel.Function,
                            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                            static_cast<int>(Kernel.DynamicSharedBytes));
}

inline CUresult launch(const PlacedKernel &Kernel, Dim Grid, Dim Block,
                       CUstream Stream, void **Params) {
  return cuLaunchKernel(Kernel.Function, Grid.X, Grid.Y, Grid.Z, Block.X,
                        Block.Y, Block.Z, Kernel.DynamicSharedBytes, Stream,
                        Params, nullptr);
}

} // namespace vx::host

#endif // VX_HOST_LAUNCH_H
