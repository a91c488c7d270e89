; Initial values that PTX cannot spell.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX443: {{.*}}'a' has an initial value that PTX cannot spell: sub
; CHECK-NEXT: error: VX443: {{.*}}'b' has an initial value that PTX cannot spell: addrspacecast
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@h = addrspace(1) global i32 0
@s = addrspace(3) global i32 poison
@a = addrspace(1) global i64 sub (i64 ptrtoint (ptr addrspace(1) @h to i64), i64 4)
@b = addrspace(1) global ptr addrspacecast (ptr addrspace(3) @s to ptr)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@h = addrspace(1) global [4 x i32] zeroinitializer
@a = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @h, i64 4)
@b = addrspace(1) global ptr addrspacecast (ptr addrspace(1) @h to ptr)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
