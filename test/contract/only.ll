; RUN: not %vx-opt -passes='vx-placement<sm=80;only=v>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80;only=w>' -S %s | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80;only=w>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; CHECK: error: VX119: no tile of that name: only=v names no tile of the module; its tiles: w
; CHECK-NOT: error:
; GOOD: addrspace(3) global [16 x i8] poison
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
