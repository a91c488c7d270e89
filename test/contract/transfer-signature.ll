; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; A callee that LLVM has rewritten, and a call through another type.
; CHECK: error: VX109: transfer callee has an unknown signature: tile 'f': @f has type { ptr, ptr, i64, [1 x i64], [1 x i64] } (ptr, i64), which is neither
; CHECK-SAME: run earlier, or put the module through vx-protect-transfers
; CHECK-NEXT: error: VX109: {{.*}}: kernel 'k': @t cannot be a transfer here: it is called through another type than its own
; CHECK-NOT: error:
; GOOD: addrspace(3) global [16 x i8] poison
;--- bad.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, i64) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr %p, i64 4)
  %s = call ptr @t(ptr %p, i32 0)
  ret void
}
;--- good.ll
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr %p, ptr %p, i64 0, i64 4, i64 1)
  %q = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %r, 1
  %x = load float, ptr %q
  store float %x, ptr %o
  ret void
}
