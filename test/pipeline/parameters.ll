; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ASKED
; RUN: %vx-opt -passes='print<vx-plan;sm=80;stages=4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FOUR
; RUN: %vx-opt -passes='print<vx-plan;sm=80;crossing=sequenced>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SEQUENCED
; RUN: %vx-opt -passes='print<vx-plan;sm=80;crossing=streamed>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=STREAMED
; RUN: %vx-opt -passes='vx-placement<strip>' -S %s | FileCheck %s --check-prefix=STRIP
; RUN: not %vx-opt -passes='print<vx-plan;sm=75>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SM75
; RUN: %vx-opt -passes='print<vx-plan;sm=75;crossing=sequenced>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SM75-OK

; Parameters stand over attributes: how the tiles cross, and how many copies of them.
; ASKED: tile 'q' 64 of 4 bytes, sequenced, 1 slot
; ASKED: tile 's' 64 of 4 bytes, streamed, 3 slots of 256 bytes
; FOUR: tile 'q' 64 of 4 bytes, sequenced, 1 slot
; FOUR: tile 's' 64 of 4 bytes, streamed, 4 slots of 256 bytes
; SEQUENCED: tile 's' 64 of 4 bytes, sequenced, 1 slot of 256 bytes
; STREAMED: tile 'q' 64 of 4 bytes, streamed, 2 slots of 256 bytes
; STREAMED: tile 's' 64 of 4 bytes, streamed, 3 slots
; STRIP-NOT: addrspace(3)
; STRIP: load float, ptr %a
; SM75: error: VX301: {{.*}}kernel 'f', tile 's'
; SM75-OK: plan for kernel 'f', sm_75
declare ptr @q(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="q" "vx.align"="16"
declare ptr @s(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="s" "vx.align"="16" "vx.crossing"="streamed" "vx.stages"="3"
define ptx_kernel void @f(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @q(ptr %a)
  %t = call ptr @s(ptr %a)
  %x = load float, ptr %r
  %y = load float, ptr %t
  store float %x, ptr %o
  store float %y, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
