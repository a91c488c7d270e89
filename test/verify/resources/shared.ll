; Static shared memory of a block is limited to 48 KiB, padding counted, per kernel.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX430: static shared memory is over the limit: kernel 'k': static shared memory of the block: 49156 bytes, limit 49152 bytes
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [49151 x i8] poison, align 4
@b = internal addrspace(3) global i32 poison, align 4
define internal void @f(i32 %n) {
  store i32 %n, ptr addrspace(3) @b
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store i32 %n, ptr addrspace(3) @a
  call void @f(i32 %n)
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [49148 x i8] poison, align 4
@b = internal addrspace(3) global i32 poison, align 4
@c = internal addrspace(3) global [30000 x i8] poison, align 4
define internal void @f(i32 %n) {
  store i32 %n, ptr addrspace(3) @b
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store i32 %n, ptr addrspace(3) @a
  call void @f(i32 %n)
  ret void
}
define ptx_kernel void @other(i32 %n) {
  store i32 %n, ptr addrspace(3) @c
  ret void
}
