; Source sizes below the copy's fill with zeros and read no more than they say; a
; size of 0 may come with any source.
; RUN: %vx-simt run %s --arg=i8:6:fill:7 --arg=i8:32:poison --print=all | FileCheck %s
; RUN: sed 's/i32 6)/i32 7)/' %s > %t.bad.ll
; RUN: not %vx-simt run %t.bad.ll --arg=i8:6:fill:7 --arg=i8:32:poison | FileCheck %s --check-prefix=BAD
; CHECK: arg 1: 32 elements, hash {{[0-9a-f]+}}: 7 7 7 7 0 0 0 0 7 7 7 7 7 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
; BAD: out of bounds: thread (0,0,0) of block (0,0,0) reads 7 bytes at byte 0 of argument 0 (6 bytes); the first bad byte is number 6
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i8] poison, align 16
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.8.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
define ptx_kernel void @k(ptr addrspace(1) %in, ptr %out) {
  %s4 = getelementptr i8, ptr addrspace(3) @s, i64 4
  %s8 = getelementptr i8, ptr addrspace(3) @s, i64 8
  %s16 = getelementptr i8, ptr addrspace(3) @s, i64 16
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3) %s4, ptr addrspace(1) null, i32 0)
  call void @llvm.nvvm.cp.async.ca.shared.global.8.s(ptr addrspace(3) %s8, ptr addrspace(1) %in, i32 6)
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %s16, ptr addrspace(1) null, i32 0)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.memcpy.p0.p3.i64(ptr %out, ptr addrspace(3) @s, i64 32, i1 false)
  ret void
}
