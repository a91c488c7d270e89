; Lanes of one warp meet in an aligned barrier from two places: a fault although
; all arrive. The unaligned spelling allows it, and so do two whole warps.
; RUN: not %vx-simt run %s --block=32 --arg=i32:16 | FileCheck %s
; RUN: %vx-simt run %s --block=64 --arg=i32:32
; RUN: sed 's/sync.aligned.all/sync.all/' %s > %t.ll
; RUN: %vx-simt run %t.ll --block=32 --arg=i32:16
; CHECK: aligned barrier under divergence: threads of warp 0 meet in one aligned barrier from different places: here and
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(i32 %split) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %t, %split
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
