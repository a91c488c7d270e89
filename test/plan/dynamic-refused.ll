; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=f --block=48 --sweep=1 --checks=cheap --dynamic-shared=16 --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=g --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16384:rand:1 --arg=f32:4:zero

; Dynamic tiles begin where an extern array of unknown size would; a static tile does not.
; CHECK: error: VX209: shared arrays of unknown size beside placed tiles: kernel 'f': 'dyn' starts where the placed tiles would: both are dynamic shared memory, because the tiles need 65536 bytes; give the array a size, or keep the sum within 49152 bytes
; CHECK: error: VX221: name of the published size is taken: kernel 'g': the module has its own @__vx_dynamic_smem_g
; CHECK-NOT: error:
; GOOD: @__vx_tile_f_k = internal addrspace(3) global [256 x i8] poison
; GOOD: @__vx_dynamic_smem_g = addrspace(1) constant i32 65536
;--- bad.ll
@dyn = external addrspace(3) global [0 x float]
@__vx_dynamic_smem_g = internal global i32 0
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="256x64" "vx.name"="k"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr addrspace(3) @dyn
  ret void
}
define ptx_kernel void @g(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- good.ll
@dyn = external addrspace(3) global [0 x float]
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @l(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="256x64" "vx.name"="l"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr addrspace(3) @dyn
  ret void
}
define ptx_kernel void @g(ptr %p, ptr %o) {
  %r = call ptr @l(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
