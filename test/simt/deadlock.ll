; Threads that wait for each other at different barriers, and a collective whose
; lanes do not come, are stuck; the finding says who waits where.
; RUN: split-file %s %t
; RUN: %vx-simt run %t/exited.ll --block=64
; RUN: not %vx-simt run %t/exited.ll --strict-barriers --block=64 | FileCheck %s --check-prefix=STRICT
; RUN: not %vx-simt run %t/diverge.ll --block=64 | FileCheck %s --check-prefix=DIVERGE
; RUN: not %vx-simt run %t/lanes.ll --block=32 | FileCheck %s --check-prefix=LANES
; STRICT: barrier divergence: 32 threads of the block have ended and miss this barrier
; DIVERGE: barrier divergence: no thread of the block can go on: threads 0-31 at barrier 1 at '{{.*}}' in k, threads 32-63 at barrier 0 at
; LANES: deadlock: no thread of the block can go on: threads 0-15 at '{{.*}}shfl{{.*}}' in k, threads 16-31 at barrier 0 at

;--- exited.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 32
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
b:
  ret void
}
;--- diverge.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
define ptx_kernel void @k() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 32
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 1)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}
;--- lanes.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
define ptx_kernel void @k() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, 16
  br i1 %c, label %a, label %b
a:
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 1, i32 31)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}
