; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/good.ll 2>&1 | FileCheck %s --check-prefix=GOOD

; A tile comes from global memory. What provably does not is refused.
; CHECK: error: VX217: tile source is not global memory: kernel 'shared', tile 'k': its source is in address space 3
; CHECK: error: VX217: {{.*}}kernel 'constant', tile 'k': its source is in address space 4
; CHECK: error: VX217: {{.*}}kernel 'by_value', tile 'k': its source is a parameter passed by value
; CHECK: error: VX217: {{.*}}kernel 'local', tile 'k': its source is a local variable
; CHECK-NOT: error:
; GOOD: plan for kernel 'variable'
; GOOD: plan for kernel 'cast'
;--- bad.ll
@s = internal addrspace(3) global [64 x float] poison
@c = internal addrspace(4) constant [64 x float] zeroinitializer
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @shared(ptr %o) {
  %r = call ptr @k(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @constant(ptr %o, i32 %i) {
  %a = getelementptr float, ptr addrspacecast (ptr addrspace(4) @c to ptr), i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @by_value(ptr byval([64 x float]) %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @local(ptr %o) {
  %a = alloca [64 x float]
  store float 1.0, ptr %a
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- good.ll
@g = internal addrspace(1) global [64 x float] zeroinitializer
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @g1(ptr addrspace(1)) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="g1"
define ptx_kernel void @variable(ptr %o) {
  %r = call ptr @k(ptr addrspacecast (ptr addrspace(1) @g to ptr))
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @cast(ptr addrspace(1) %p, ptr %o) {
  %r = call ptr @g1(ptr addrspace(1) %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
