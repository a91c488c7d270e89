; A constrained operation rounds to nearest whatever it asks for.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX438: rounding mode is lost: kernel 'k': {{.*}}; call the llvm.nvvm form with the mode in its name
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define ptx_kernel void @k(ptr %p, float %x) {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.upward", metadata !"fpexcept.ignore")
  store float %r, ptr %p
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define ptx_kernel void @k(ptr %p, float %x) {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.tonearest", metadata !"fpexcept.ignore")
  store float %r, ptr %p
  ret void
}
