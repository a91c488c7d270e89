; Functions of the C library have no code, with the remedy that there is.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX404: {{.*}}'llvm.exp.f32' [%a = call float @llvm.exp.f32(float %x)]; link libdevice and call __nv_expf
; CHECK-NEXT: error: VX404: {{.*}}'llvm.pow.f64' {{.*}}link libdevice and call __nv_pow
; CHECK-NEXT: error: VX404: {{.*}}'llvm.sin.f32' {{.*}}; allow its approximate form with the fast-math flag afn, or link libdevice and call __nv_sinf
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.exp.f32(float)
declare float @llvm.sin.f32(float)
declare double @llvm.pow.f64(double, double)
define ptx_kernel void @k(ptr %p, float %x, double %y) {
  %a = call float @llvm.exp.f32(float %x)
  store float %a, ptr %p
  %b = call float @llvm.sin.f32(float %x)
  store float %b, ptr %p
  %c = call double @llvm.pow.f64(double %y, double %y)
  store double %c, ptr %p
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.sqrt.f32(float)
declare float @llvm.sin.f32(float)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.exp.f32(float)
define ptx_kernel void @k(ptr %p, float %x, double %y) {
  %a = call float @llvm.sqrt.f32(float %x)
  store float %a, ptr %p
  %b = call afn float @llvm.sin.f32(float %x)
  store float %b, ptr %p
  %c = call double @llvm.fma.f64(double %y, double %y, double %y)
  store double %c, ptr %p
  %unused = call float @llvm.exp.f32(float %x)
  ret void
}
