; Loops over tiles of 24 floats: each thread reads what another thread copied (mirrored), so a
; tile that is not there, or not there for all, changes the sum. Arguments: source, results,
; lower bound, trip count, step.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare ptr @tile(ptr) "vx.transfer"="smem" "vx.name"="tile" "vx.element"="4" "vx.extent"="24" "vx.crossing"="streamed" "vx.align"="16"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @up64(ptr %src, ptr %out, i64 %lb, i64 %trips, i64 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  %len = mul i64 %trips, %step
  %ub = add i64 %lb, %len
  br label %head
head:
  %t = phi i64 [ %lb, %entry ], [ %t1, %body ]
  %acc = phi float [ 1.0, %entry ], [ %acc1, %body ]
  %c = icmp slt i64 %t, %ub
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [24 x float], ptr %src, i64 %t
  %r = call ptr @tile(ptr %p)
  %e = getelementptr float, ptr %r, i32 %mirror
  %x = load float, ptr %e
  %half = fmul float %acc, 0.5
  %acc1 = fadd float %half, %x
  %t1 = add nsw i64 %t, %step
  br label %head
exit:
  %o = getelementptr float, ptr %out, i32 %tid
  store float %acc, ptr %o
  ret void
}

define ptx_kernel void @down32(ptr %src, ptr %out, i64 %lb, i64 %trips, i64 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  %lb32 = trunc i64 %lb to i32
  %step32 = trunc i64 %step to i32
  %trips32 = trunc i64 %trips to i32
  %len = mul i32 %trips32, %step32
  %end = add i32 %lb32, %len
  %top = sub i32 %end, %step32
  %any = icmp sgt i32 %trips32, 0
  br i1 %any, label %pre, label %none
pre:
  br label %body
body:
  %t = phi i32 [ %top, %pre ], [ %t1, %body ]
  %acc = phi float [ 1.0, %pre ], [ %acc1, %body ]
  %p = getelementptr inbounds [24 x float], ptr %src, i32 %t
  %r = call ptr @tile(ptr %p)
  %e = getelementptr float, ptr %r, i32 %mirror
  %x = load float, ptr %e
  %half = fmul float %acc, 0.5
  %acc1 = fadd float %half, %x
  %t1 = sub nsw i32 %t, %step32
  %c = icmp sge i32 %t1, %lb32
  br i1 %c, label %body, label %exit
exit:
  br label %none
none:
  %res = phi float [ 1.0, %entry ], [ %acc1, %exit ]
  %o = getelementptr float, ptr %out, i32 %tid
  store float %res, ptr %o
  ret void
}

; The trip count varies by thread: the block's longest sequence is fetched for all.
define ptx_kernel void @causal(ptr %src, ptr %out, i64 %lb, i64 %trips, i64 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  %tid64 = zext i32 %tid to i64
  %own = call i64 @llvm.smin.i64(i64 %tid64, i64 %trips)
  %len = mul i64 %own, %step
  %ub = add i64 %lb, %len
  br label %head
head:
  %t = phi i64 [ %lb, %entry ], [ %t1, %body ]
  %acc = phi float [ 1.0, %entry ], [ %acc1, %body ]
  %c = icmp slt i64 %t, %ub
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [24 x float], ptr %src, i64 %t
  %r = call ptr @tile(ptr %p)
  %e = getelementptr float, ptr %r, i32 %mirror
  %x = load float, ptr %e
  %half = fmul float %acc, 0.5
  %acc1 = fadd float %half, %x
  %t1 = add nsw i64 %t, %step
  br label %head
exit:
  %o = getelementptr float, ptr %out, i32 %tid
  store float %acc, ptr %o
  ret void
}

; Two tiles, one under a uniform guard, in a loop that runs again for each outer iteration.
define ptx_kernel void @nest(ptr %src, ptr %out, i64 %lb, i64 %trips, i64 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  %len = mul i64 %trips, %step
  %ub = add i64 %lb, %len
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %sum = phi float [ 1.0, %entry ], [ %acc, %next ]
  %q = getelementptr inbounds [24 x float], ptr %src, i64 %i
  %qr = call ptr @tile(ptr %q)
  %qe = getelementptr float, ptr %qr, i32 %mirror
  %qx = load float, ptr %qe
  br label %head
head:
  %t = phi i64 [ %lb, %outer ], [ %t1, %latch ]
  %acc = phi float [ %sum, %outer ], [ %acc2, %latch ]
  %c = icmp slt i64 %t, %ub
  br i1 %c, label %body, label %next
body:
  %odd = and i64 %t, 1
  %g = icmp eq i64 %odd, 0
  %half = fmul float %acc, 0.5
  br i1 %g, label %then, label %latch
then:
  %p = getelementptr inbounds [24 x float], ptr %src, i64 %t
  %r = call ptr @tile(ptr %p)
  %e = getelementptr float, ptr %r, i32 %mirror
  %x = load float, ptr %e
  %acc1 = fadd float %half, %x
  br label %latch
latch:
  %base = phi float [ %half, %body ], [ %acc1, %then ]
  %acc2 = fadd float %base, %qx
  %t1 = add nsw i64 %t, %step
  br label %head
next:
  %i1 = add nsw i64 %i, 1
  %oc = icmp slt i64 %i1, 3
  br i1 %oc, label %outer, label %exit
exit:
  %o = getelementptr float, ptr %out, i32 %tid
  store float %acc, ptr %o
  ret void
}
