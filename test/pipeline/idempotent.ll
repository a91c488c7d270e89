; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.1
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.again
; RUN: cmp %t.1 %t.again
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t.1 -o - | sed 's/^; ModuleID.*//' > %t.2
; RUN: sed 's/^; ModuleID.*//' %t.1 | cmp - %t.2
; RUN: FileCheck %s < %t.1
; All threads store to one element: races are not looked for.
; RUN: %vx-simt compare %s %t.1 --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16512:rand:1 --arg=f32:4:zero --arg=i32:3
; RUN: %vx-simt compare %s %t.1 --kernel=tagged --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16:rand:1 --arg=f32:4:zero

; P8: the same bytes on every run, and nothing more to do on the pass's own output: tags,
; list and callees are gone; the version and the expected kernels stay.
; CHECK: @__vx_dynamic_f
; CHECK-NOT: vx.placement
; CHECK-NOT: vx.transfer
; CHECK-NOT: vx.tiles
; CHECK: !vx.contract = !{
; CHECK: !vx.kernels = !{
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="256x64" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="v" "vx.align"="16"
define internal void @device(ptr %p, ptr %o) {
  %r = call ptr @v(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @f(ptr %p, ptr %o, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @device(ptr %p, ptr %o)
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
define ptx_kernel void @tagged(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !2
  store float %x, ptr %o
  ret void
}
!vx.contract = !{!0}
!vx.kernels = !{!8}
!vx.tiles = !{!1, !7}
!0 = !{i32 1}
!1 = !{ptr @tagged, !2}
!2 = distinct !{!"vx.tile", !3, !4, !5, !6}
!3 = !{!"name", !"t"}
!4 = !{!"space", !"smem"}
!5 = !{!"extent", i64 16}
!6 = !{!"element", i32 4}
!7 = !{ptr @f, ptr @k}
!8 = !{!"f"}
