; A ring that runs again refills slots which a slower thread may still read: a barrier stands
; before its first tiles. A ring that runs once has none there. With a tile in the outer loop
; too, each ring drains what it committed and the outer wait counts its own groups.
; RUN: %vx-opt -S -passes='test-vx-ring<stages=2>' %s | FileCheck %s
; RUN: %vx-opt -disable-output -passes='print<vx-ring>' %s 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=again --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=f32:8192:rand:2 --arg=i64:4

declare ptr @q(ptr) "vx.transfer"="smem" "vx.name"="q" "vx.element"="4" "vx.extent"="64"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.name"="k" "vx.element"="4" "vx.extent"="64" "vx.stages"="3"
declare void @use(ptr, ptr) memory(read)

; CHECK-LABEL: define ptx_kernel void @again(
; CHECK:      entry:
; CHECK-NOT:    barrier
; CHECK:        issue.q(
; CHECK:        commit.group()
; CHECK:      outer:
; CHECK:        wait.group(i32 0)
; CHECK-NEXT:   barrier
; CHECK:        issue.q(
; CHECK:        commit.group()
; CHECK:        barrier
; CHECK-NOT:    wait
; CHECK:        issue.k(
; CHECK:        commit.group()
; CHECK:      inner:
; CHECK:        wait.group(i32 0)
; CHECK-NEXT:   barrier
; CHECK:        issue.k(
; CHECK:        commit.group()
; CHECK:      next:
; CHECK-NEXT:   wait.group(i32 0)
; CHECK:      exit:
; CHECK-NEXT:   wait.group(i32 0)

; PLAN:      rings of 'again'
; PLAN-NEXT: ring in loop %outer:
; PLAN-NEXT:   barrier before: no, the loop runs once
; PLAN-NEXT:   'q', stages 2
; PLAN-NEXT:   step in %outer: wait 0, barrier, issue, commit
; PLAN-NEXT:   ahead: %i and 3 instructions
; PLAN-NEXT:   drains in: %exit
; PLAN-NEXT: ring in loop %inner:
; PLAN-NEXT:   barrier before: yes, the loop may run again
; PLAN-NEXT:   'k', stages 3
; PLAN-NEXT:   step in %inner: wait 1, barrier, issue, commit
; PLAN-NEXT:   ahead: %t and 3 instructions
; PLAN-NEXT:   drains in: %next
define ptx_kernel void @again(ptr %Q, ptr %K, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %qp = getelementptr inbounds [64 x float], ptr %Q, i64 %i
  %q = call ptr @q(ptr %qp)
  br label %inner
inner:
  %t = phi i64 [ 0, %outer ], [ %t1, %inner ]
  %p = getelementptr inbounds [64 x float], ptr %K, i64 %t
  %k = call ptr @k(ptr %p)
  call void @use(ptr %q, ptr %k)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %inner, label %next
next:
  %i1 = add nsw i64 %i, 1
  %ic = icmp slt i64 %i1, %n
  br i1 %ic, label %outer, label %exit
exit:
  ret void
}
