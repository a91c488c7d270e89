; The value of a scalar half or bfloat becomes 0; an array of one keeps it.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX421: {{.*}}'a' is a scalar of 16-bit floating point: its initial value becomes 0; make it an array of one element
; CHECK-NEXT: error: VX421: {{.*}}'b' is a scalar
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global half 1.0
@b = addrspace(1) global bfloat 1.0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global [1 x half] [half 1.0]
@b = addrspace(1) global bfloat 0.0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
