; Reducing barriers give every thread the block's result.
; RUN: %vx-simt run %s --sweep --block=40 --arg=i32:40:zero --print=2 | FileCheck %s
; CHECK: arg 0: 40 elements, hash {{[0-9a-f]+}}: 75 75 ...
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1)
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %last = icmp eq i32 %t, 39
  %rest = icmp ne i32 %t, 39
  %low = icmp slt i32 %t, 11
  %or = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %last)
  %and = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %rest)
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %low)
  %a = select i1 %or, i32 64, i32 0
  %b = select i1 %and, i32 128, i32 0
  %x = add i32 %a, %b
  %y = add i32 %x, %n
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %y, ptr %q, align 4
  ret void
}
