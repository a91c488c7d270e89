; RUN: %vx-opt -passes='vx-placement<sm=80;only=k>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s | FileCheck %s --check-prefix=ALL
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80;only=k>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=a --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:rand:2 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=b --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=a --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:rand:2 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=b --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; The named tile is placed; the other one, and the kernel that has only that one, go
; back to global memory. Nothing of either request is left.
; CHECK: @__vx_tile_a_k = internal addrspace(3) global
; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: define ptx_kernel void @a(
; CHECK: load float, ptr addrspace(3) @__vx_tile_a_k
; CHECK: load float, ptr %q
; CHECK-LABEL: define ptx_kernel void @b(
; CHECK-NOT: barrier
; CHECK: load float, ptr %q
; CHECK-NOT: declare ptr
; CHECK-NOT: vx.tiles
; ALL-COUNT-3: addrspace(3) global
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define ptx_kernel void @a(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %s = call ptr @v(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %s
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
define ptx_kernel void @b(ptr %q, ptr %o) {
  %s = call ptr @v(ptr %q)
  %y = load float, ptr %s
  store float %y, ptr %o
  ret void
}
!vx.tiles = !{!0, !1}
!0 = !{ptr @a, ptr @k}
!1 = !{ptr @b, ptr @v}
