; In a hand-written kernel a thread may read what it copied itself without a barrier, so
; what is not proven is a warning. Two slots of an array of arrays are told apart.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/own.ll | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s
; RUN: cat %t/common.ll %t/proven.ll | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | count 0
; CHECK: warning: VX453: copy of other threads is read before a block barrier: kernel 'k': slot 0 of tile 'buffer'
; CHECK-NOT: error

;--- common.ll
target triple = "nvptx64-nvidia-cuda"
@buffer = internal addrspace(3) global [2 x [128 x float]] poison, align 16
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

;--- own.ll
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(3) @buffer, i32 %tid
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %p, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  %v = load float, ptr addrspace(3) %p
  store float %v, ptr addrspace(1) %out
  ret void
}

;--- proven.ll
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(3) @buffer, i32 %tid
  %q = getelementptr i8, ptr addrspace(3) %p, i32 512
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %p, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %q, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load float, ptr addrspace(3) %p
  store float %v, ptr addrspace(1) %out
  ret void
}
