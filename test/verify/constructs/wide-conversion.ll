; Integers of more than 64 bits have no conversion to floating point; their arithmetic is fine.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX412: {{.*}}conversion between double and i65
; CHECK-NEXT: error: VX412: {{.*}}conversion between i128 and float
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load i128, ptr %p
  %y = sitofp i128 %x to float
  store float %y, ptr %q
  %d = load double, ptr %p
  %u = fptoui double %d to i65
  store i65 %u, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load i128, ptr %p
  %m = mul i128 %x, %x
  store i128 %m, ptr %q
  %t = trunc i128 %x to i64
  %y = sitofp i64 %t to float
  store float %y, ptr %q
  ret void
}
