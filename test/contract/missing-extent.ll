; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:3:rand:1 --arg=i64:3 --arg=f32:4:zero

; Storage needs the largest size: from constants or from "vx.extent".
; CHECK: error: VX118: tile extent is unknown: {{.*}}tile 'f': {{.*}}size operand{{.*}} is not a constant and the callee has no "vx.extent"
; CHECK-SAME: "vx.extent"="16x64"
; CHECK-NOT: error:
; GOOD: addrspace(3) global [64 x i8] poison
;--- bad.ll
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p, i64 %n, ptr %o) {
  %r = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr %p, ptr %p, i64 0, i64 %n, i64 1)
  %q = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %r, 1
  %x = load float, ptr %q
  store float %x, ptr %o
  ret void
}
;--- good.ll
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16"
define ptx_kernel void @k(ptr %p, i64 %n, ptr %o) {
  %r = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr %p, ptr %p, i64 0, i64 %n, i64 1)
  %q = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %r, 1
  %x = load float, ptr %q
  store float %x, ptr %o
  ret void
}
