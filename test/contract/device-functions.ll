; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s | FileCheck %s
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=a --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=b --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; Functions on the way to a site are inlined into their kernels and go, even from
; llvm.used; each kernel has its own storage.
; CHECK-DAG: @__vx_tile_a_t = internal addrspace(3) global
; CHECK-DAG: @__vx_tile_b_t = internal addrspace(3) global
; CHECK-NOT: @inner
; CHECK-NOT: @outer
; CHECK: define ptx_kernel void @a(
; CHECK: load float, ptr addrspace(3) @__vx_tile_a_t
; CHECK: define ptx_kernel void @b(
; CHECK: load float, ptr addrspace(3) @__vx_tile_b_t
; CHECK-NOT: @inner
@llvm.used = appending global [1 x ptr] [ptr @outer], section "llvm.metadata"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @inner(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define void @outer(ptr %p, ptr %o) {
  call void @inner(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @a(ptr %p, ptr %o) {
  call void @outer(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @b(ptr %p, ptr %o) {
  call void @inner(ptr %p, ptr %o)
  ret void
}
