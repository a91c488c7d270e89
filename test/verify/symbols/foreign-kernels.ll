; Kernels of other GPUs become plain functions.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX428: kernel of another target becomes a plain function: 'a' is amdgpu_kernel: no entry is emitted for it (in a); use the calling convention ptx_kernel
; CHECK-NEXT: error: VX428: {{.*}}'b' is spir_kernel
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define amdgpu_kernel void @a() {
  ret void
}
define spir_kernel void @b() {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @a() {
  ret void
}
