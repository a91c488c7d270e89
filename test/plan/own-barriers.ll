; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/good.ll 2>&1 | FileCheck %s --check-prefix=GOOD

; Barriers whose participants cannot be seen, or that share number 0 with ours.
; CHECK: error: VX218: barrier in inline assembly is not a block barrier we can rely on: kernel 'asm_plain': LLVM may duplicate it: it is not convergent [call void asm sideeffect "bar.sync 0;"
; CHECK: error: VX218: {{.*}}kernel 'asm_convergent': its participation is not visible
; CHECK: error: VX219: own named or partial barrier conflicts with placement: kernel 'partial_0': a partial barrier uses number 0
; CHECK: error: VX219: {{.*}}kernel 'number_at_run_time': the barrier's number is not a constant
; CHECK-NOT: error:
; GOOD: plan for kernel 'named'
; GOOD: plan for kernel 'mbarrier'
; GOOD: plan for kernel 'no_barrier'
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @asm_plain(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void asm sideeffect "bar.sync 0;", ""()
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @asm_convergent(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void asm sideeffect "barrier.sync 1, 64;", ""() convergent
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @partial_0(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 0, i32 32)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @number_at_run_time(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 %n)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @named(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 32)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 2)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @mbarrier(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void asm sideeffect "mbarrier.init.shared.b64 [$0], 1;", "r"(i32 0)
  call void asm sideeffect "bar.warp.sync 0xffffffff;", ""() convergent
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @no_barrier(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  call void asm sideeffect "nanosleep.u32 20; // rebar.", ""()
  store float %x, ptr %o
  ret void
}
