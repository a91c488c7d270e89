; The remarks say what was emitted: engine, width, stages, copies, groups and bytes in flight,
; and the rule by which a cost model composes the legs.
; RUN: %vx-opt -disable-output -pass-remarks=vx -passes='vx-placement<sm=80>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -disable-output -pass-remarks=vx -passes='vx-placement<sm=80;stages=3>' %s 2>&1 | FileCheck %s --check-prefix=THREE
; RUN: %vx-opt -disable-output -pass-remarks=vx -passes='vx-placement<sm=80;stages=1>' %s 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: %vx-opt -disable-output -pass-remarks=vx -passes='vx-placement<sm=80;crossing=sequenced>' %s 2>&1 | FileCheck %s --check-prefix=SEQ
target triple = "nvptx64-nvidia-cuda"

; CHECK: tile a at line 0: 1024 bytes in 2 slot(s), {{.*}}copies of 16 bytes, 64 copies a block, at most 2 a thread, engine cp.async, stages 2, {{.*}}composition slowest leg
; CHECK: ring of 1 tile(s) at line 0: stages 2, groups in flight 1, bytes in flight 1024; an iteration has 1 commit, 1 wait that leaves 0 group(s), 1 barrier(s), 0 vote(s); schema
; THREE: stages 3, groups in flight 2, bytes in flight 2048; an iteration has 1 commit, 1 wait that leaves 1 group(s), 1 barrier(s)
; ONE: VX309: streamed tile issues and waits at once
; ONE: tile a at line 0: 1024 bytes in 1 slot(s), {{.*}}engine cp.async, stages 1, {{.*}}composition legs add
; ONE: ring of 1 tile(s) at line 0: stages 1, groups in flight 0, bytes in flight 0; an iteration has 1 commit, 1 wait that leaves 0 group(s), 2 barrier(s), 0 vote(s); one stage: issued and waited for at once, nothing overlaps
; SEQ: engine load-store, stages 1, crossing asked sequenced, emitted sequenced, {{.*}}composition legs add
; SEQ-NOT: ring of
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="256" "vx.crossing"="streamed" "vx.align"="16"
define ptx_kernel void @f(ptr %A, ptr %O, i64 %n) "nvvm.reqntid"="48" {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [256 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %x = load float, ptr %a
  %o = getelementptr float, ptr %O, i64 %t
  store float %x, ptr %o
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
