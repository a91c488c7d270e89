; exp2 becomes an approximation that nobody allowed.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: warning: VX411: intrinsic becomes an approximation: kernel 'k': 'llvm.exp2.f32' becomes ex2.approx
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.exp2.f32(float)
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call float @llvm.exp2.f32(float %x)
  store float %a, ptr %p
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.exp2.f32(float)
define ptx_kernel void @k(ptr %p, float %x) {
  %a = call afn float @llvm.exp2.f32(float %x)
  store float %a, ptr %p
  ret void
}
