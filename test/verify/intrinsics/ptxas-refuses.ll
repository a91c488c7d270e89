; Calls that LLVM has code for and ptxas refuses, with its reason; the twins pass both.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=75;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=75;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0
; RUN: %llc -mcpu=sm_75 -mattr=+ptx90 %t/bad.ll -o %t/bad.ptx
; RUN: %llc -mcpu=sm_75 -mattr=+ptx90 %t/good.ll -o %t/good.ptx
; RUN: %if ptxas %{ not %ptxas -arch=sm_75 %t/bad.ptx -o /dev/null %}
; RUN: %if ptxas %{ %ptxas -arch=sm_75 %t/good.ptx -o /dev/null %}

; CHECK: error: VX403: {{.*}}'llvm.nvvm.f2bf16.rn': ptxas: conversions to bf16 need sm_80 (PTX ISA, cvt); needed: sm_80 to sm_121f; stated: sm_75
; CHECK-NEXT: error: VX403: {{.*}}'llvm.nvvm.vote.any': ptxas: vote without .sync is gone from PTX 6.4 on (PTX ISA, vote (deprecated)); needed: sm_75 (PTX 6.3)
; CHECK-NEXT: error: VX404: {{.*}}'llvm.nvvm.lg2.approx.d': ptxas: lg2 has no .f64 (PTX ISA, lg2) [
; CHECK-NEXT: error: VX420: {{.*}}addrspace(4) is constant memory [call void @llvm.memset
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare bfloat @llvm.nvvm.f2bf16.rn(float)
declare i1 @llvm.nvvm.vote.any(i1)
declare double @llvm.nvvm.lg2.approx.d(double)
declare void @llvm.memset.p4.i32(ptr addrspace(4), i8, i32, i1)
define ptx_kernel void @k(ptr %p, float %f, double %d, i1 %c, ptr addrspace(4) %q, i32 %n) {
  %b = call bfloat @llvm.nvvm.f2bf16.rn(float %f)
  store bfloat %b, ptr %p
  %v = call i1 @llvm.nvvm.vote.any(i1 %c)
  store i1 %v, ptr %p
  %l = call double @llvm.nvvm.lg2.approx.d(double %d)
  store double %l, ptr %p
  call void @llvm.memset.p4.i32(ptr addrspace(4) %q, i8 0, i32 %n, i1 false)
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i16 @llvm.nvvm.f2h.rn(float)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare float @llvm.nvvm.lg2.approx.f(float)
declare void @llvm.memset.p1.i32(ptr addrspace(1), i8, i32, i1)
define ptx_kernel void @k(ptr %p, float %f, i1 %c, ptr addrspace(1) %q, i32 %n) {
  %b = call i16 @llvm.nvvm.f2h.rn(float %f)
  store i16 %b, ptr %p
  %v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  store i1 %v, ptr %p
  %l = call float @llvm.nvvm.lg2.approx.f(float %f)
  store float %l, ptr %p
  call void @llvm.memset.p1.i32(ptr addrspace(1) %q, i8 0, i32 %n, i1 false)
  ret void
}
