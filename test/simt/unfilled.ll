; A byte that nothing has filled is named; filling one byte less than is read is
; found, byte-exact.
; RUN: %vx-simt run %s --arg=i32:1:zero
; RUN: sed 's/i64 4, i1 false/i64 3, i1 false/' %s > %t.ll
; RUN: not %vx-simt run %t.ll --arg=i32:1:zero | FileCheck %s
; RUN: not %vx-simt run %t.ll --checks=cheap --arg=i32:1:zero | FileCheck %s
; CHECK: read of unfilled shared memory: thread (0,0,0) of block (0,0,0) reads byte 3 of shared 's' (4 bytes), which nothing has filled
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global i32 poison, align 4
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)
define ptx_kernel void @k(ptr %out) {
  call void @llvm.memset.p3.i64(ptr addrspace(3) @s, i8 1, i64 4, i1 false)
  %v = load i32, ptr addrspace(3) @s, align 4
  store i32 %v, ptr %out, align 4
  ret void
}
