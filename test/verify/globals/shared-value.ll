; Shared memory has no initial values: arrays lose theirs, scalars abort llc.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX421: {{.*}}kernel 'k': 'a' is in shared memory
; CHECK-NEXT: error: VX421: {{.*}}kernel 'k': 'b' is in shared memory
; CHECK-NEXT: error: VX421: {{.*}}kernel 'k': 'c' is in shared memory
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [2 x i32] [i32 1, i32 2]
@b = internal addrspace(3) global i32 0
@c = internal addrspace(3) global i32 7
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store i32 %n, ptr addrspace(3) @c
  store i32 %n, ptr addrspace(3) @b
  store i32 %n, ptr addrspace(3) @a
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [2 x i32] poison
@b = internal addrspace(3) global i32 undef
@c = internal addrspace(3) global i32 poison
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store i32 %n, ptr addrspace(3) @c
  store i32 %n, ptr addrspace(3) @b
  store i32 %n, ptr addrspace(3) @a
  ret void
}
