; Constant memory cannot be written by a kernel.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX420: store to read-only memory: kernel 'k': addrspace(4) is constant memory [store i32 %n
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@c = addrspace(4) global i32 3
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store i32 %n, ptr addrspace(4) @c
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@c = addrspace(4) global i32 3
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load i32, ptr addrspace(4) @c
  store i32 %x, ptr %p
  ret void
}
