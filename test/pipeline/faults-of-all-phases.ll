; RUN: rm -f %t.out
; RUN: not %vx-opt -passes='vx-placement' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.out 2>&1 | FileCheck %s --check-prefix=STATED
; RUN: not ls %t.out

; A fault of the contract, one of a use, one of an operand, one of capacity, no target: all
; are named in one run, nothing is written, and the status is 1.
; CHECK: error: VX108: malformed transfer attribute: tile 'w'
; CHECK: error: VX113: placement needs a stated target
; CHECK: error: VX111: {{.*}}kernel 'escapes', tile 'k'
; CHECK: error: VX205: {{.*}}kernel 'diverges', tile 'k'
; CHECK: error: VX206: {{.*}}kernel 'diverges', tile 'k'
; CHECK-DAG: error: VX208: {{.*}}kernel 'too_large'
; CHECK-DAG: error: VX219: {{.*}}kernel 'too_large'
; STATED-NOT: VX113
; STATED: error: VX108
; STATED: error: VX111
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @big(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="1024x64" "vx.name"="big"
declare ptr @w(ptr) "vx.transfer"="smem" "vx.element"="3" "vx.extent"="64" "vx.name"="w"
define ptx_kernel void @malformed(ptr %p, ptr %o) {
  %r = call ptr @w(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @escapes(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  store ptr %r, ptr %o
  ret void
}
define ptx_kernel void @diverges(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [64 x float], ptr %p, i32 %t
  %r = call ptr @k(ptr %a)
  %s = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @too_large(ptr %p, ptr %o) {
  %r = call ptr @big(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 0, i32 32)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
