; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; Every fault of a callee's attributes is named in one run.
; CHECK: error: VX108: malformed transfer attribute: tile 'w': "vx.align" is "12", must be a power of two
; CHECK-NEXT: error: VX108: {{.*}}: "vx.element" is missing
; CHECK-NEXT: error: VX108: {{.*}}: unknown attribute "vx.algin"; known: vx.transfer, vx.name
; CHECK-NOT: error:
; GOOD: addrspace(3) global [16 x i8] poison
; GOOD-NOT: vx.transfer
;--- bad.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.align"="12" "vx.algin"="16" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
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
