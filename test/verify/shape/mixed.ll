; A flat array of a hand-written kernel may be a ring: where several copies fill parts of it,
; the proof says that it does not follow them, once, instead of naming an order that may be
; right. With one copy into each array it is followed: the second is read too early.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FLAT
; RUN: sed 's/\[256 x float\]/[2 x [128 x float]]/' %s | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=SLOTS
; FLAT: warning: VX455: order of asynchronous copies cannot be proven: kernel 'k': which part of 'buffer' each of its copies fills is not known
; FLAT-NOT: VX4
; SLOTS-NOT: VX455
; SLOTS: warning: VX452: {{.*}}kernel 'k': slot 1 of tile 'buffer'
; SLOTS-NOT: VX4
target triple = "nvptx64-nvidia-cuda"
@buffer = internal addrspace(3) global [256 x float] poison, align 16
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
  %w = load float, ptr addrspace(3) %q
  %s = fadd float %v, %w
  store float %s, ptr addrspace(1) %out
  ret void
}
