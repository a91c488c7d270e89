; Producer and consumer warps with a named, counted barrier: arrive and sync order
; the bytes between the two, and nothing more.
; RUN: %vx-simt run %s --sweep --block=64 --arg=i32:32:zero | FileCheck %s
; RUN: sed '/ARRIVE$/d; s/sync.aligned.count(i32 1, i32 64)/sync.aligned.count(i32 1, i32 32)/' %s > %t.ll
; RUN: not %vx-simt run %t.ll --schedule=inorder --block=64 --arg=i32:32:zero | FileCheck %s --check-prefix=RACE
; CHECK: arg 0: 32 elements, hash {{[0-9a-f]+}}: 0 1 2 3
; RACE: data race: byte 0 of shared 's' (128 bytes): thread (32,0,0) of block (0,0,0) reads it here, thread (0,0,0) of block (0,0,0) wrote it
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 31
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %c = icmp slt i32 %t, 32
  br i1 %c, label %produce, label %consume
produce:
  store i32 %t, ptr addrspace(3) %p, align 4
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64) ; ARRIVE
  ret void
consume:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  %v = load i32, ptr addrspace(3) %p, align 4
  %q = getelementptr i32, ptr %out, i32 %i
  store i32 %v, ptr %q, align 4
  ret void
}
