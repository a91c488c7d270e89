; A tile is streamed by a ring, and filled once more behind its loop. In the loop another tile is
; guarded by the thread's number. The ring fetches for that guard, so the block does not vote at it,
; and no barrier follows the loop's last reads: the fill behind the loop needs its own. Where the
; guard keeps a transfer of its own the vote stays, and the barrier is left out; but where the
; first thread answers for the block, nobody votes, and it is needed.
; RUN: %vx-opt -disable-output -passes='print<vx-plan;sm=80;participation=vote>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -disable-output -passes='print<vx-plan;sm=80>' %s 2>&1 | FileCheck %s --check-prefix=CLOSED
; RUN: %vx-opt -S -passes='vx-placement<sm=80;participation=vote>' %s -o %t.vote.ll
; RUN: %vx-simt compare %s %t.vote.ll --kernel=fill_in_guard --block=64 --sweep --print=none --arg=f32:512:rand:1 --arg=f32:80:rand:2 --arg=f32:64:zero --arg=i32:6
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %s -o %t.ll 2>%t.warnings
; RUN: count 0 < %t.warnings
; RUN: %vx-simt compare %s %t.ll --kernel=ring_alone --block=64 --sweep --print=none --arg=f32:128:rand:1 --arg=f32:80:rand:2 --arg=f32:64:zero --arg=i32:1
; RUN: %vx-simt compare %s %t.ll --kernel=ring_alone --block=64 --sweep --print=none --arg=f32:512:rand:1 --arg=f32:80:rand:2 --arg=f32:64:zero --arg=i32:7
; RUN: %vx-simt compare %s %t.ll --kernel=fill_in_guard --block=64 --sweep --print=none --arg=f32:512:rand:1 --arg=f32:80:rand:2 --arg=f32:64:zero --arg=i32:6
target triple = "nvptx64-nvidia-cuda"

declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.stages"="5" "vx.align"="16"
declare ptr @b(ptr) "vx.transfer"="smem" "vx.name"="b" "vx.element"="4" "vx.extent"="8" "vx.crossing"="streamed" "vx.stages"="5" "vx.align"="16"
declare ptr @c(ptr) "vx.transfer"="smem" "vx.name"="c" "vx.element"="4" "vx.extent"="8"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: plan for kernel 'ring_alone'
; CHECK:      fill, streamed:
; CHECK-NEXT:   barrier before: yes, threads may still read the previous copy of 'a'
; CHECK:      if in %loop:
define ptx_kernel void @ring_alone(ptr noalias %p, ptr noalias %q, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = sub i32 63, %t
  %first = icmp ult i32 %t, 8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi float [ 0.0, %entry ], [ %s2, %next ]
  %pa = getelementptr [64 x float], ptr %p, i32 %i
  %ra = call ptr @a(ptr %pa)
  %ga = getelementptr float, ptr %ra, i32 %mirror
  %x = load float, ptr %ga
  %s1 = fadd float %s, %x
  br i1 %first, label %more, label %next
more:
  %pb = getelementptr [8 x float], ptr %q, i32 %i
  %rb = call ptr @b(ptr %pb)
  %gb = getelementptr float, ptr %rb, i32 %t
  %y = load float, ptr %gb
  %sy = fadd float %s1, %y
  br label %next
next:
  %s2 = phi float [ %s1, %loop ], [ %sy, %more ]
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %loop, label %exit
exit:
  %pe = getelementptr [64 x float], ptr %p, i32 %i1
  %re = call ptr @a(ptr %pe)
  %ge = getelementptr float, ptr %re, i32 %mirror
  %z = load float, ptr %ge
  %r = fsub float %z, %s2
  %to = getelementptr float, ptr %o, i32 %t
  store float %r, ptr %to
  ret void
}

; CLOSED-LABEL: plan for kernel 'fill_in_guard'
; CLOSED:      fill, streamed:
; CLOSED-NEXT:   barrier before: yes, threads may still read the previous copy of 'a'
; CLOSED:        participation: closed form, the first thread answers
; CHECK-LABEL: plan for kernel 'fill_in_guard'
; CHECK:      fill, streamed:
; CHECK-NEXT:   barrier before: no, no read of an earlier copy of 'a' reaches the fill without a block barrier
; CHECK:      if in %loop:
define ptx_kernel void @fill_in_guard(ptr noalias %p, ptr noalias %q, ptr noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = sub i32 63, %t
  %first = icmp ult i32 %t, 8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi float [ 0.0, %entry ], [ %s2, %next ]
  %pa = getelementptr [64 x float], ptr %p, i32 %i
  %ra = call ptr @a(ptr %pa)
  %ga = getelementptr float, ptr %ra, i32 %mirror
  %x = load float, ptr %ga
  %s1 = fadd float %s, %x
  br i1 %first, label %more, label %next
more:
  %pc = getelementptr [8 x float], ptr %q, i32 %i
  %rc = call ptr @c(ptr %pc)
  %gc = getelementptr float, ptr %rc, i32 %t
  %y = load float, ptr %gc
  %sy = fadd float %s1, %y
  br label %next
next:
  %s2 = phi float [ %s1, %loop ], [ %sy, %more ]
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %loop, label %exit
exit:
  %pe = getelementptr [64 x float], ptr %p, i32 %i1
  %re = call ptr @a(ptr %pe)
  %ge = getelementptr float, ptr %re, i32 %mirror
  %z = load float, ptr %ge
  %r = fsub float %z, %s2
  %to = getelementptr float, ptr %o, i32 %t
  store float %r, ptr %to
  ret void
}
