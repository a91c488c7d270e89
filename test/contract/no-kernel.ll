; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; A request without anything to launch.
; CHECK: error: VX114: placement requested but the module has no kernel
; CHECK-NOT: error:
; GOOD: addrspace(3) global [16 x i8] poison
;--- bad.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- good.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
