; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=loop --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=own_barrier_last --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=own_barrier_first --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=entry_and_loop --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=one_callee_twice --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=store_between --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=merged --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: %vx-simt compare %s %t.ll --kernel=merged --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:2
; RUN: %vx-simt compare %s %t.ll --kernel=in_a_function --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8
; RUN: sed 's/call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)//' %t.ll > %t.none.ll
; RUN: not %vx-simt compare %s %t.none.ll --kernel=loop --block=64 --sweep --arg=f32:512:rand --arg=f32:64:zero --arg=i32:8 | FileCheck %s
; CHECK: race

; The barriers that the plan leaves are enough: every thread reads what another one copied,
; in every order of warps. Without any, the executor finds the race.
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="v"
define ptx_kernel void @loop(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi float [ 0.0, %entry ], [ %s1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  %s1 = fadd float %s, %x
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  store float %s1, ptr %to
  ret void
}
define ptx_kernel void @own_barrier_last(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi float [ 0.0, %entry ], [ %s1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s1 = fadd float %s, %x
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  store float %s1, ptr %to
  ret void
}
define ptx_kernel void @own_barrier_first(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi float [ 0.0, %entry ], [ %s1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  %s1 = fadd float %s, %x
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  store float %s1, ptr %to
  ret void
}
define ptx_kernel void @entry_and_loop(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  %r0 = call ptr @k(ptr %p)
  %g0 = getelementptr float, ptr %r0, i32 %m
  %x0 = load float, ptr %g0
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = phi float [ %x0, %entry ], [ %s1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  %s1 = fadd float %s, %x
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  store float %s1, ptr %to
  ret void
}
define ptx_kernel void @one_callee_twice(ptr noalias %p, ptr noalias %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  %r = call ptr @k(ptr %p)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  %b = getelementptr [64 x float], ptr %p, i32 1
  %s = call ptr @k(ptr %b)
  %h = getelementptr float, ptr %s, i32 %m
  %y = load float, ptr %h
  %z = fadd float %x, %y
  store float %z, ptr %to
  ret void
}
; By value: the tile holds what was there before the kernel wrote its source.
define ptx_kernel void @store_between(ptr %p, ptr %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %own = getelementptr float, ptr %p, i32 %t
  store float 1.0, ptr %own
  %b = getelementptr [64 x float], ptr %p, i32 1
  %s = call ptr @v(ptr %b)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  %h = getelementptr float, ptr %s, i32 %m
  %y = load float, ptr %h
  %z = fadd float %x, %y
  store float %z, ptr %to
  ret void
}
define ptx_kernel void @merged(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  %c = icmp slt i32 %n, 7
  br i1 %c, label %a, label %b
a:
  %r = call ptr @k(ptr %p)
  br label %join
b:
  %q = getelementptr [64 x float], ptr %p, i32 2
  %s = call ptr @v(ptr %q)
  br label %join
join:
  %e = phi ptr [ %r, %a ], [ %s, %b ]
  %g = getelementptr float, ptr %e, i32 %m
  %x = load float, ptr %g
  store float %x, ptr %to
  ret void
}
define internal float @device(ptr %p, i32 %m) noinline {
  %r = call ptr @k(ptr %p)
  %g = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %g
  ret float %x
}
define ptx_kernel void @in_a_function(ptr noalias %p, ptr noalias %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = sub i32 63, %t
  %to = getelementptr float, ptr %o, i32 %t
  %x = call float @device(ptr %p, i32 %m)
  %b = getelementptr [64 x float], ptr %p, i32 1
  %y = call float @device(ptr %b, i32 %m)
  %z = fadd float %x, %y
  store float %z, ptr %to
  ret void
}
