; Loops that threads leave one by one: they wait in the flow until nobody is left.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s -o %t.placed.ll
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=header_tested --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=uniform_trip_count --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=one_block --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=divergent_break --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:20
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=two_divergent_exits --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:20

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32, i32)

; Header-tested, causal: thread i runs i + 1 iterations. All step the counter on.
; CHECK-LABEL: define ptx_kernel void @header_tested
; CHECK:     loop:
; CHECK-NEXT:  %[[MASK:vx.mask.*]] = phi i1 {{.*}}[ true, %entry ]
; CHECK-NEXT:  %[[T:t.*]] = phi i32 {{.*}}[ 0, %entry ]
; CHECK-NEXT:  %c = icmp sle i32 %[[T]], %tid
; CHECK-NEXT:  %stay = select i1 %[[MASK]], i1 %c, i1 false
; CHECK-NEXT:  %any = call i1 @vx.sync.any(i1 %stay)
; CHECK-NEXT:  br i1 %any, label %body, label %exit
; CHECK:     body:
; CHECK-NEXT:  %q = getelementptr i32, ptr %p, i32 %[[T]]
; CHECK-NEXT:  call void @fill(ptr %q)
; CHECK-NEXT:  %t.next = add i32 %[[T]], 1
; CHECK-NEXT:  br i1 %stay, label %body.masked, label %body.all
; CHECK:     body.masked:
; CHECK-NEXT:  call void @use(i32 %tid, i32 %[[T]])
; CHECK:     exit:
; CHECK-NEXT:  ret void
define ptx_kernel void @header_tested(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %body ]
  %c = icmp sle i32 %t, %tid
  br i1 %c, label %body, label %exit
body:
  %q = getelementptr i32, ptr %p, i32 %t
  call void @fill(ptr %q)
  call void @use(i32 %tid, i32 %t)
  %t.next = add i32 %t, 1
  br label %loop
exit:
  ret void
}

; The legal twin without a vote: the trip count is the same in all threads.
; CHECK-LABEL: define ptx_kernel void @uniform_trip_count
; CHECK-NOT:   vx.sync.any
; CHECK:       ret void
define ptx_kernel void @uniform_trip_count(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %body ]
  %c = icmp sle i32 %t, %n
  br i1 %c, label %body, label %exit
body:
  %q = getelementptr i32, ptr %p, i32 %t
  call void @fill(ptr %q)
  %t.next = add i32 %t, 1
  br label %loop
exit:
  ret void
}

; Rotated, one block.
; CHECK-LABEL: define ptx_kernel void @one_block
; CHECK:     loop:
; CHECK-NEXT:  %[[MASK:vx.mask.*]] = phi i1 {{.*}}[ true, %entry ]
; CHECK:       call void @fill(ptr %q)
; CHECK:       br i1 %[[MASK]], label %loop.masked, label %loop.all
; CHECK:     loop.all:
; CHECK-NEXT:  %stay = select i1 %[[MASK]], i1 %c, i1 false
; CHECK-NEXT:  %any = call i1 @vx.sync.any(i1 %stay)
; CHECK-NEXT:  br i1 %any, label %loop, label %exit
define ptx_kernel void @one_block(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %loop ]
  %q = getelementptr i32, ptr %p, i32 %t
  call void @fill(ptr %q)
  call void @use(i32 %tid, i32 %t)
  %t.next = add i32 %t, 1
  %c = icmp sle i32 %t.next, %tid
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A uniform main exit and a break that depends on the thread. The break's own code is run
; by the threads that take it, before they wait.
; CHECK-LABEL: define ptx_kernel void @divergent_break
; CHECK:       %u = icmp slt i32 %{{.*}}, %n
; CHECK-NEXT:  br i1 %u, label %body, label %exit
; CHECK:       %leave = select i1 %{{.*}}, i1 %{{.*}}, i1 false
; CHECK-NEXT:  br i1 %leave, label %leaving, label %[[VOTE:.*]]
; CHECK:     [[VOTE]]:
; CHECK-NEXT:  call i1 @vx.sync.any(i1 %stay)
; CHECK:     leaving:
; CHECK-NEXT:  call void @use(i32 %tid, i32 7)
; CHECK-NEXT:  br label %[[VOTE]]
define ptx_kernel void @divergent_break(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  %u = icmp slt i32 %t, %n
  br i1 %u, label %body, label %exit
body:
  call void @fill(ptr %p)
  %d = icmp eq i32 %t, %tid
  br i1 %d, label %leaving, label %latch
leaving:
  call void @use(i32 %tid, i32 7)
  br label %exit
latch:
  %t.next = add i32 %t, 1
  br label %loop
exit:
  ret void
}

; Two exits that depend on the thread share one mask, for both lead to the same code.
; CHECK-LABEL: define ptx_kernel void @two_divergent_exits
; CHECK:       %[[MASK:vx.mask.*]] = phi i1
; CHECK-NOT:   phi i1
; CHECK:       %[[FIRST:stay.*]] = select i1 %[[MASK]], i1 %c, i1 false
; CHECK-NEXT:  call i1 @vx.sync.any(i1 %[[FIRST]])
; CHECK:       call void @fill
; CHECK:       %[[SECOND:stay.*]] = select i1 %[[FIRST]], i1 %{{.*}}, i1 false
; CHECK-NEXT:  call i1 @vx.sync.any(i1 %[[SECOND]])
define ptx_kernel void @two_divergent_exits(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  %c = icmp slt i32 %t, %tid
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  %m = mul i32 %t, %tid
  %d = icmp eq i32 %m, %n
  br i1 %d, label %exit, label %latch
latch:
  %t.next = add i32 %t, 1
  br label %loop
exit:
  ret void
}
