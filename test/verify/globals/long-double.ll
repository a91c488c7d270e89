; The value of an x86_fp80 or ppc_fp128 becomes 0.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX421: {{.*}}'a' holds a long double
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global x86_fp80 0xK3FFF8000000000000000
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global fp128 0xL00000000000000003FFF000000000000
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
