; The run-ahead is the loop's own state: where it may lie past the last iteration it must not
; trap, carry flags that make poison, or start again once it has ended.
; RUN: %vx-opt -S -passes='test-vx-ring<stages=2>' %s | FileCheck %s
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=2>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=rotated --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=rotated --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:0
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=division --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:2
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=guarded --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5 --arg=i64:3

declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)

; Rotated: the first tile is fetched without a test, later ones while the loop still runs.
; CHECK-LABEL: define ptx_kernel void @rotated(
; CHECK:      pre:
; CHECK:        %[[T1:.*]] = add i64 0, 1
; CHECK-NEXT:   %[[C:.*]] = icmp slt i64 %[[T1]], %n
; CHECK-NEXT:   %[[F:.*]] = freeze i1 %[[C]]
; CHECK-NEXT:   call void @vx.sync.issue.a(
; CHECK:      body:
; CHECK:        %ahead.runs = phi i1 [ %[[F]], %pre ], [ %[[STICKY:.*]], %ring.issued ]
; CHECK:        getelementptr [64 x float], ptr %A, i64 %t.ahead
; CHECK-NEXT:   %[[NEXT:.*]] = add i64 %t.ahead, 1
; CHECK-NEXT:   %[[NC:.*]] = icmp slt i64 %[[NEXT]], %n
; CHECK-NEXT:   %[[NF:.*]] = freeze i1 %[[NC]]
; CHECK-NEXT:   %[[STICKY]] = select i1 %ahead.runs, i1 %[[NF]], i1 false
; CHECK-NEXT:   wait.group(i32 0)
; CHECK:        br i1 %ahead.runs, label %ring.issue, label %ring.issued
define ptx_kernel void @rotated(ptr %A, i64 %n) {
entry:
  %g = icmp slt i64 0, %n
  br i1 %g, label %pre, label %out
pre:
  br label %body
body:
  %t = phi i64 [ 0, %pre ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nuw nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  br label %out
out:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @division(
; CHECK:      body:
; CHECK:        %[[D:.*]] = sub i64 %n, %t.ahead
; CHECK-NEXT:   %[[SAFE:.*]] = select i1 %ahead.runs, i64 %[[D]], i64 1
; CHECK-NEXT:   udiv i64 100, %[[SAFE]]
define ptx_kernel void @division(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %left = sub i64 %n, %t
  %q = udiv exact i64 100, %left
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %q
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add i64 %t, 1
  %c = icmp ult i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}

; A uniform guard becomes part of the copy's condition, computed ahead; the commit stays
; unconditional.
; CHECK-LABEL: define ptx_kernel void @guarded(
; CHECK:      body:
; CHECK:        %[[G:.*]] = icmp slt i64 %t.ahead, %k
; CHECK:        %[[GF:.*]] = freeze i1 %[[G]]
; CHECK:        %[[AND:.*]] = select i1 %{{.*}}, i1 %[[GF]], i1 false
; CHECK:        wait.group(i32 0)
; CHECK:        br i1 %[[AND]], label %ring.issue{{.*}}, label %[[NEXT:ring.issued.*]]
; CHECK:        call void @vx.sync.issue.a(
; CHECK:      [[NEXT]]:
; CHECK-NEXT:   call void @llvm.nvvm.cp.async.commit.group()
; CHECK:      then:
; CHECK:        call ptr @vx.test.slot.a(i32 %ring.slot)
define ptx_kernel void @guarded(ptr %A, i64 %n, i64 %k) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %latch ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %g = icmp slt i64 %t, %k
  br i1 %g, label %then, label %latch
then:
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  br label %latch
latch:
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  ret void
}
