; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; Each barrier has a reason, and is left out where there is none.
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)

; Filled once: nobody has read it before.
; CHECK-LABEL: kernel 'entry'
; CHECK: barrier before: no, no read of an earlier copy of 'k' reaches the fill without a block barrier
; CHECK: barrier after: yes, the block reads what its other threads copied of 'k'
define ptx_kernel void @entry(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Filled again each iteration: two barriers for one buffer.
; CHECK-LABEL: kernel 'loop'
; CHECK: barrier before: yes, threads may still read the previous copy of 'k'
; CHECK: barrier after: yes
define ptx_kernel void @loop(ptr %p, ptr %o, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
; The kernel's own barrier after the reads makes ours before the fill superfluous ...
; CHECK-LABEL: kernel 'own_barrier_last'
; CHECK: barrier before: no
; CHECK: barrier after: yes
define ptx_kernel void @own_barrier_last(ptr %p, ptr %o, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
; ... and one between site and read ours after it.
; CHECK-LABEL: kernel 'own_barrier_first'
; CHECK: barrier before: yes
; CHECK: barrier after: no, every path to a read of 'k' already has a block barrier
define ptx_kernel void @own_barrier_first(ptr %p, ptr %o, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load float, ptr %r
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
; A barrier on one of two paths to the reads is none.
; CHECK-LABEL: kernel 'own_barrier_on_one_path'
; CHECK: barrier after: yes
define ptx_kernel void @own_barrier_on_one_path(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  %c = icmp slt i32 %n, 7
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %b
b:
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A named barrier of some threads is none either.
; CHECK-LABEL: kernel 'partial_barrier'
; CHECK: barrier after: yes
define ptx_kernel void @partial_barrier(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 32)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Entry and loop: the loop's fill waits for the reads of the entry's copy.
; CHECK-LABEL: kernel 'entry_and_loop'
; CHECK: barrier before: no
; CHECK: barrier after: yes
; CHECK: barrier before: yes, threads may still read the previous copy of 'k'
; CHECK: barrier after: yes
define ptx_kernel void @entry_and_loop(ptr %p, ptr %o, i32 %n) {
entry:
  %r0 = call ptr @k(ptr %p)
  %x0 = load float, ptr %r0
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  %y = fadd float %x, %x0
  store float %y, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
; The result is never read: there is nothing to wait for.
; CHECK-LABEL: kernel 'unread'
; CHECK: barrier before: no
; CHECK: 'k' read by 0
; CHECK: barrier after: no
define ptx_kernel void @unread(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  ret void
}
