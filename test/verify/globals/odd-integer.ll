; Integers that are no PTX type fail as variables and come out misplaced in arrays.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX421: initial value of a global is lost: 'b' holds integers
; CHECK-NEXT: error: VX421: {{.*}}'c' holds integers
; CHECK-NEXT: error: VX443: {{.*}}'a' is an integer of 24 bits
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global i24 3
@b = addrspace(1) global [2 x i24] [i24 1, i24 2]
@c = addrspace(1) global <4 x i1> <i1 1, i1 1, i1 1, i1 1>
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global i32 3
@b = addrspace(1) global [2 x i32] [i32 1, i32 2]
@c = addrspace(1) global [2 x i1] [i1 1, i1 0]
@d = addrspace(1) global i128 3
@e = addrspace(1) global [2 x i24] zeroinitializer
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
