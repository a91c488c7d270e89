; RUN: %vx-opt -passes='vx-placement<sm=80;only=k>' -S %s | FileCheck %s --check-prefixes=CHECK,K
; RUN: %vx-opt -passes='vx-placement<sm=80;only=t>' -S %s | FileCheck %s --check-prefixes=CHECK,T
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80;only=k>' -S %s | FileCheck %s --check-prefix=STEP
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80;only=k>' -S %s -o %t.k.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;only=t>' -S %s -o %t.t.ll
; RUN: %vx-simt compare %s %t.k.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.k.ll --kernel=tagged --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.t.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.t.ll --kernel=tagged --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16:rand:1 --arg=f32:4:zero

; One tile is placed; the others, of either carrier and in whichever kernel, become global
; loads. Nothing of the requests is left.
; CHECK-NOT: declare ptr
; K-LABEL: define ptx_kernel void @f(
; K: store <4 x i32> {{.*}}addrspace(3)
; K: load float, ptr addrspace(3) @__vx_tile_f_k
; K-NEXT: load float, ptr %q
; T-LABEL: define ptx_kernel void @f(
; T-NOT: barrier
; T: load float, ptr %p
; T-NEXT: load float, ptr %q
; K-LABEL: define ptx_kernel void @tagged(
; K-NEXT: load float, ptr %p, align 4{{$}}
; T-LABEL: define ptx_kernel void @tagged(
; T: load float, ptr addrspace(3) @__vx_tile_tagged_t
; CHECK-NOT: vx.tiles

; The pass for carrier B leaves carrier A alone.
; STEP: load float, ptr addrspace(3) @__vx_tile_f_k
; STEP-LABEL: define ptx_kernel void @tagged(
; STEP: load float, ptr %p, align 4, !vx.placement
; STEP: !vx.tiles = !{[[LINE:![0-9]+]]}
; STEP: [[LINE]] = !{ptr @tagged,
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k" "vx.align"="16"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="v"
define ptx_kernel void @f(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %s = call ptr @v(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %s
  store float %x, ptr %o
  store float %y, ptr %o
  ret void
}
define ptx_kernel void @tagged(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !2
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!0, !1}
!0 = !{ptr @f, ptr @k}
!1 = !{ptr @tagged, !2}
!2 = distinct !{!"vx.tile", !3, !4, !5, !6}
!3 = !{!"name", !"t"}
!4 = !{!"space", !"smem"}
!5 = !{!"extent", i64 16}
!6 = !{!"element", i32 4}
