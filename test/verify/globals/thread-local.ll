; thread_local becomes one variable for all.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX422: thread_local becomes one variable for all threads: 'a' is thread_local
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = thread_local addrspace(1) global i32 0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global i32 0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
