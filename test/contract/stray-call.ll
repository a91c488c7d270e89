; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; MLIR's C interface function is called from its wrapper alone; a callee has no
; address; a site is reached from a kernel.
; CHECK: error: VX112: transfer called from outside a kernel: kernel 'k': @_mlir_ciface_t is called from outside its wrapper
; CHECK-NEXT: error: VX112: {{.*}}: @u has its address taken and may be called from anywhere
; CHECK-NEXT: error: VX112: {{.*}}: no kernel reaches function @dead by direct calls
; CHECK-NOT: error:
; GOOD-NOT: ciface
;--- bad.ll
declare void @_mlir_ciface_t(ptr, ptr) #0
declare ptr @t(ptr) #0
declare ptr @u(ptr) #0
@table = global ptr @u
define void @dead(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) {
  call void @_mlir_ciface_t(ptr %p, ptr %o)
  ret void
}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" }
;--- good.ll
define private ptr @t(ptr %p) #0 {
  %slot = alloca ptr
  call void @_mlir_ciface_t(ptr %slot, ptr %p)
  %r = load ptr, ptr %slot
  ret ptr %r
}
declare void @_mlir_ciface_t(ptr, ptr) #0
define void @device(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) {
  call void @device(ptr %p, ptr %o)
  ret void
}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" }
