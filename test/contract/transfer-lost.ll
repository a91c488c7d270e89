; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; vx-protect-transfers listed the callee; a pass has removed its call since.
; CHECK: error: VX110: listed transfer is no longer called: kernel 'k': line 1 of !vx.tiles lists a callee that was deleted
; CHECK-NEXT: error: VX110: {{.*}}: kernel 'k', tile 'w': !vx.tiles lists @t, which the kernel does not call
; CHECK-NOT: error:
; GOOD-NOT: vx.tiles
;--- bad.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
  ret void
}
!vx.tiles = !{!0, !1}
!0 = !{ptr @k, ptr @t}
!1 = !{ptr @k, null}
;--- good.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @k, ptr @t}
