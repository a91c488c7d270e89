; What a thread computed before it was masked is there when it goes on.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s -o %t.placed.ll
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=live_out --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:128:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=live_out_rotated --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:128:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=across_fill --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:128:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=grid_stride_causal --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:128:iota --arg=i32:70 --arg=i32:48

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare float @use(float)
declare void @out(float, i32)

; The accumulator stands still while its thread waits, so it needs no second register
; to be carried out of the loop. The counter runs on: its exit value is kept.
; CHECK-LABEL: define ptx_kernel void @live_out
; CHECK:     loop:
; CHECK:       %[[ACC:acc.move[^ ]*]] = phi float {{.*}}[ %[[NEW:acc[^ ]*]], 
; CHECK-NOT:   phi float
; CHECK:     body.masked:
; CHECK-NEXT:  %acc.next = call float @use(float %[[ACC]])
; CHECK:       %[[NEW]] = phi float [ %acc.next, %body.masked ], [ %[[ACC]], %{{.*}} ]
; CHECK-NOT:   phi float
; CHECK:     exit{{.*}}:
; CHECK-NEXT:  call void @out(float %[[ACC]], i32 %t.{{.*}})
define ptx_kernel void @live_out(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %body ]
  %acc = phi float [ 0.0, %entry ], [ %acc.next, %body ]
  %c = icmp sle i32 %t, %tid
  br i1 %c, label %body, label %exit
body:
  %q = getelementptr i32, ptr %p, i32 %t
  call void @fill(ptr %q)
  %acc.next = call float @use(float %acc)
  %t.next = add i32 %t, 1
  br label %loop
exit:
  call void @out(float %acc, i32 %t)
  ret void
}

; The same of a rotated loop, where the next value leaves it.
; CHECK-LABEL: define ptx_kernel void @live_out_rotated
; CHECK:     loop:
; CHECK:       %[[ACC:acc.move[^ ]*]] = phi float {{.*}}[ %[[NEW:acc[^ ]*]], 
; CHECK-NOT:   phi float
; CHECK:       %[[NEW]] = phi float [ %acc.next, %loop.masked{{.*}} ], [ %[[ACC]], %{{.*}} ]
; CHECK-NOT:   phi float
; CHECK:     exit{{.*}}:
; CHECK-NEXT:  call void @out(float %[[NEW]], i32 0)
define ptx_kernel void @live_out_rotated(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %loop ]
  %acc = phi float [ 0.0, %entry ], [ %acc.next, %loop ]
  call void @fill(ptr %p)
  %acc.next = call float @use(float %acc)
  %t.next = add i32 %t, 1
  %c = icmp sle i32 %t.next, %tid
  br i1 %c, label %loop, label %exit
exit:
  call void @out(float %acc.next, i32 0)
  ret void
}

; A value from before the fill that is read behind it does not live around the loop.
; CHECK-LABEL: define ptx_kernel void @across_fill
; CHECK:       %x.slot{{.*}} = phi float [ %x, %{{.*}} ], [ poison, %{{.*}} ]
; CHECK-NEXT:  call void @fill(ptr %p)
define ptx_kernel void @across_fill(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %loop ]
  %x = call float @use(float 1.0)
  call void @fill(ptr %p)
  call void @out(float %x, i32 %t)
  %t.next = add i32 %t, 1
  %c = icmp sle i32 %t.next, %tid
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Grid stride around a causal loop: two masks, one inside the other.
; CHECK-LABEL: define ptx_kernel void @grid_stride_causal
; CHECK:     outer:
; CHECK-NEXT:  %[[M:vx.mask.*]] = phi i1 [ true, %entry ]
; CHECK:       %[[S:stay.*]] = select i1 %[[M]], i1 %co, i1 false
; CHECK-NEXT:  %any{{.*}} = call i1 @vx.sync.any(i1 %[[S]])
; CHECK:     inner:
; CHECK-NEXT:  %[[N:vx.mask.*]] = phi i1 {{.*}}[ %[[S]], %{{.*}} ]
; CHECK:       %[[T:stay.*]] = select i1 %[[N]], i1 %ci, i1 false
; CHECK-NEXT:  %any{{.*}} = call i1 @vx.sync.any(i1 %[[T]])
; CHECK:       call void @fill(ptr %q)
; CHECK:       br i1 %[[T]],
; CHECK:       %i.next = add i32
; CHECK-NEXT:  br i1 %[[S]],
; CHECK:       call void @out(
define ptx_kernel void @grid_stride_causal(ptr %p, i32 %n, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %latch ]
  %co = icmp slt i32 %i, %n
  br i1 %co, label %inner, label %exit
inner:
  %t = phi i32 [ 0, %outer ], [ %t.next, %body ]
  %acc = phi float [ 0.0, %outer ], [ %acc.next, %body ]
  %ci = icmp sle i32 %t, %i
  br i1 %ci, label %body, label %latch
body:
  %q = getelementptr i32, ptr %p, i32 %t
  call void @fill(ptr %q)
  %acc.next = call float @use(float %acc)
  %t.next = add i32 %t, 1
  br label %inner
latch:
  call void @out(float %acc, i32 %i)
  %i.next = add i32 %i, %step
  br label %outer
exit:
  ret void
}
