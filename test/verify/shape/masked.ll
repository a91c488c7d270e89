; Lanes that a constant mask switches off are not read: the address of a masked load may lie before
; the slot that it reads. With the lane on, it reads the end of a slot that is still in flight.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: sed 's/<i1 false, /<i1 true, /' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s
; CHECK: error: VX452: asynchronous copy is read before it has arrived: kernel 'k': slot 0 of tile 'x'{{.*}}still in flight
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i8] poison, align 16, !vx.storage !0

declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare <2 x float> @llvm.masked.load.v2f32.p3(ptr addrspace(3) captures(none), <2 x i1>, <2 x float>)

define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %second = getelementptr i8, ptr addrspace(3) @tile, i32 32
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %second, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %before = getelementptr i8, ptr addrspace(3) %second, i32 -4
  %x = call <2 x float> @llvm.masked.load.v2f32.p3(ptr addrspace(3) align 4 %before, <2 x i1> <i1 false, i1 true>, <2 x float> zeroinitializer)
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  store <2 x float> %x, ptr addrspace(1) %out
  ret void
}
!0 = !{!"x", i64 0, i64 32, i64 2}
