; The constant bank of a module is 64 KiB.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX431: constant memory is over the limit: constant memory of the module: 65537 bytes, limit 65536 bytes
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(4) constant [65537 x i8] zeroinitializer
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(4) constant [65536 x i8] zeroinitializer
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
