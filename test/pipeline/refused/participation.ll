; Each refusal ends opt with an error by vx-placement itself; the twin differs in one line, and is placed.
; RUN: sed 's/^;bad //' %s > %t.bad.ll
; RUN: sed 's/^;good //' %s > %t.good.ll
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t.bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80;ptx=70>' -S %t.good.ll -o %t.placed.ll
; DEFINE: %{args} = --block=48 --sweep=1 --print=none --arg=f32:128:rand --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=exits %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=arms %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=entries %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=collective %{args}
; CHECK-DAG: error: VX211: divergent loop around a transfer has several exits: kernel 'exits'
; CHECK-DAG: error: VX212: both arms of a divergent branch hold transfers: kernel 'arms'
; CHECK-DAG: error: VX213: control flow around a transfer cannot be kept in one flow: kernel 'entries'
; CHECK-DAG: error: VX214: warp collective under a thread-dependent guard around a transfer: kernel 'collective'
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64"
declare ptr @u(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
; The break leads to a transfer of its own.
define ptx_kernel void @exits(ptr %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr float, ptr %o, i32 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %r = call ptr @t(ptr %p)
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %q
  %m = mul i32 %k, %i
  %d = icmp eq i32 %m, %n
  br i1 %d, label %more, label %latch
latch:
  %k.next = add i32 %k, 1
  %c = icmp slt i32 %k.next, %i
  br i1 %c, label %loop, label %exit
more:
;bad   %w = call ptr @u(ptr %p)
;good   %w = getelementptr float, ptr %p, i32 0
  %y = load float, ptr %w
  store float %y, ptr %q
  br label %exit
exit:
  ret void
}
define ptx_kernel void @arms(ptr %p, ptr noalias %o, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %q = getelementptr float, ptr %o, i32 %i
;bad   %c = icmp slt i32 %i, %n
;good   %c = icmp slt i32 %b, %n
  br i1 %c, label %left, label %right
left:
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %q
  br label %exit
right:
  %s = call ptr @u(ptr %p)
  %y = load float, ptr %s
  store float %y, ptr %q
  br label %exit
exit:
  ret void
}
; The code behind the guard is entered from elsewhere, too.
define ptx_kernel void @entries(ptr %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = icmp sgt i32 %n, 10
;bad   br i1 %u, label %guard, label %site
;good   br i1 %u, label %guard, label %exit
guard:
  %c = icmp slt i32 %i, %n
  br i1 %c, label %site, label %exit
site:
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  %q = getelementptr float, ptr %o, i32 %i
  store float %x, ptr %q
  br label %exit
exit:
  ret void
}
define ptx_kernel void @collective(ptr %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  %r = call ptr @t(ptr %p)
;bad   %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
;good   %s = add i32 %i, 1
  %a = getelementptr float, ptr %r, i32 %s
  %x = load float, ptr %a
  %q = getelementptr float, ptr %o, i32 %i
  store float %x, ptr %q
  br label %exit
exit:
  ret void
}
