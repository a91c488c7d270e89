; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/good.ll 2>&1 | FileCheck %s --check-prefix=GOOD

; All threads copy together: what says where from must be one value for the block.
; CHECK: error: VX205: transfer operand varies by thread: kernel 'by_thread', tile 'k': operand 0 {{.*}}tid.x{{.*}}[%r = call ptr @k(
; CHECK: error: VX205: {{.*}}kernel 'loaded', tile 'k': operand 0 {{.*}}loads from memory
; CHECK: error: VX205: {{.*}}kernel 'size', tile 'd': operand 3
; CHECK-NOT: error:
; GOOD: plan for kernel 'by_block'
; GOOD: plan for kernel 'loaded'
; GOOD: plan for kernel 'size'
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
%m1 = type {ptr, ptr, i64, [1 x i64], [1 x i64]}
declare %m1 @d(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="d"
define ptx_kernel void @by_thread(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [64 x float], ptr %p, i32 %t
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @loaded(ptr %p, ptr %o) {
  %q = load ptr, ptr %o
  %r = call ptr @k(ptr %q)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @size(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext i32 %t to i64
  %d = call %m1 @d(ptr %p, ptr %p, i64 0, i64 %n, i64 1)
  %r = extractvalue %m1 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
%m1 = type {ptr, ptr, i64, [1 x i64], [1 x i64]}
declare %m1 @d(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="d"
define ptx_kernel void @by_block(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %a = getelementptr [64 x float], ptr %p, i32 %t
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A load from memory that the kernel does not write is one value for all.
define ptx_kernel void @loaded(ptr noalias readonly %p, ptr noalias %o) {
  %q = load ptr, ptr %p
  %r = call ptr @k(ptr %q)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @size(ptr %p, ptr %o, i64 %n) {
  %d = call %m1 @d(ptr %p, ptr %p, i64 0, i64 %n, i64 1)
  %r = extractvalue %m1 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
