; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s
; RUN: not %vx-opt -passes='vx-placement<strip>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=BAD

; Without requests the kernel reads global memory: a contiguous source in place, a
; strided one element by element. Callees, wrappers and the manifest are gone.
; CHECK-NOT: declare
; CHECK-NOT: vx.
; CHECK-LABEL: define ptx_kernel void @contiguous(
; CHECK: [[X:%.*]] = load float, ptr %p
; CHECK: store float [[X]]
; CHECK-LABEL: define ptx_kernel void @strided(
; CHECK: [[ROW:%.*]] = udiv i64 %{{.*}}, 8
; CHECK: mul i64 [[ROW]], 128
; CHECK: load float, ptr %{{.*}}, align 4
; CHECK-NOT: vx.

; BAD: error: VX121: transfer has no global-only form: kernel 'merged', tile 'w': the source's rows are not contiguous, {{.*}} [%q = select
; BAD: error: VX121: {{.*}} [%q = select
; BAD-NOT: error:
;--- good.ll
define private ptr @t(ptr %p) #0 {
  call void @_mlir_ciface_t(ptr %p, ptr %p)
  ret ptr %p
}
declare void @_mlir_ciface_t(ptr, ptr) #0
declare ptr @w(ptr) #0 "vx.stride"="128x1"
define ptx_kernel void @contiguous(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @strided(ptr %p, ptr %o, i64 %i) {
  %r = call ptr @w(ptr %p)
  %q = getelementptr inbounds float, ptr %r, i64 %i
  %x = load float, ptr %q, align 4
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @contiguous, ptr @t}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" }
;--- bad.ll
declare ptr @w(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.stride"="128x1"
define ptx_kernel void @merged(ptr %p, ptr %o, i1 %c) {
  %r = call ptr @w(ptr %p)
  %s = call ptr @w(ptr %o)
  %q = select i1 %c, ptr %r, ptr %s
  %x = load float, ptr %q, align 4
  store float %x, ptr %o
  ret void
}
