; An address that counts down from the end of a slot, where the next slot begins, is in the slot
; that its range says. Not bounded, or bounded to the next slot, it is in the one still in flight.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: sed 's/, 8$/, 80/' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s
; RUN: sed 's/xor i32 %m, -1/add i32 %m, 1/' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s
; CHECK: error: VX452: asynchronous copy is read before it has arrived: kernel 'k': slot 1 of tile 'x'{{.*}}still in flight
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i8] poison, align 16, !vx.storage !0

declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 8
  %to = getelementptr float, ptr addrspace(3) @tile, i32 %m
  %next = getelementptr i8, ptr addrspace(3) %to, i32 32
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %next, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %back = xor i32 %m, -1
  %end = getelementptr i8, ptr addrspace(3) @tile, i32 32
  %p = getelementptr float, ptr addrspace(3) %end, i32 %back
  %x = load float, ptr addrspace(3) %p
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  %o = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %x, ptr addrspace(1) %o
  ret void
}
!0 = !{!"x", i64 0, i64 32, i64 2}
