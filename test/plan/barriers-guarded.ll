; Barriers around fills under a thread-dependent guard: the block votes on the guard, and threads that it keeps
; out help to copy. Where its first thread answers instead, there is no vote to count on.
; RUN: %vx-opt -passes='print<vx-plan;sm=80;participation=vote>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNVOTED
; RUN: %vx-opt -passes='vx-placement<sm=80;participation=vote>' -S %s -o %t.vote.ll
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=other_side --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.vote.ll --kernel=other_side --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.ll --kernel=other_side_loop --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.vote.ll --kernel=other_side_loop --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.ll --kernel=sync_side --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.vote.ll --kernel=sync_side --block=48 --sweep --print=none --arg=f32:64:iota --arg=f32:48:zero --arg=i32:20
; RUN: %vx-simt compare %s %t.ll --kernel=written --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.vote.ll --kernel=written --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.ll --kernel=not_written --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.vote.ll --kernel=not_written --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.ll --kernel=written_next --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.vote.ll --kernel=written_next --block=48 --sweep --print=none --arg=f32:32:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.ll --kernel=streamed --block=48 --sweep --print=none --arg=f32:128:iota --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.vote.ll --kernel=streamed --block=48 --sweep --print=none --arg=f32:128:iota --arg=f32:1:zero
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="v"
declare ptr @s(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="s" "vx.crossing"="streamed" "vx.align"="16"

; Threads that take the other side read k before they vote.
; CHECK-LABEL: plan for kernel 'other_side'
; CHECK: 'k' read by 1
; CHECK-NEXT: barrier after: yes, the block reads what its other threads copied of 'k'
define ptx_kernel void @other_side(ptr %p, ptr %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 31
  %c = icmp ult i32 %t, %n
  %k = call ptr @k(ptr %p)
  br i1 %c, label %fetch, label %other
fetch:
  %s = getelementptr float, ptr %p, i64 32
  %v = call ptr @v(ptr %s)
  %va = getelementptr float, ptr %v, i32 %i
  %x = load float, ptr %va
  br label %end
other:
  %j = xor i32 %i, 17
  %ka = getelementptr float, ptr %k, i32 %j
  %y = load float, ptr %ka
  br label %end
end:
  %z = phi float [ %x, %fetch ], [ %y, %other ]
  %q = getelementptr float, ptr %o, i32 %t
  store float %z, ptr %q
  ret void
}

; The same, with the sites in a loop: the vote behind a read stands between it and the next fill of k.
; UNVOTED-LABEL: plan for kernel 'other_side_loop'
; UNVOTED:       barrier before: yes, threads may still read the previous copy of 'k'
; UNVOTED:       participation: closed form, the first thread answers
; CHECK-LABEL: plan for kernel 'other_side_loop'
; CHECK: barrier before: no
; CHECK-NEXT: 'k' read by 1
; CHECK-NEXT: barrier after: yes, the block reads what its other threads copied of 'k'
define ptx_kernel void @other_side_loop(ptr %p, ptr %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 31
  %c = icmp ult i32 %t, %n
  br label %l
l:
  %round = phi i32 [ 0, %entry ], [ %round1, %end ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %end ]
  %from = getelementptr float, ptr %p, i32 %round
  %k = call ptr @k(ptr %from)
  br i1 %c, label %fetch, label %other
fetch:
  %v = call ptr @v(ptr %from)
  %va = getelementptr float, ptr %v, i32 %i
  %x = load float, ptr %va
  br label %end
other:
  %j = xor i32 %i, 17
  %ka = getelementptr float, ptr %k, i32 %j
  %y = load float, ptr %ka
  br label %end
end:
  %z = phi float [ %x, %fetch ], [ %y, %other ]
  %sum1 = fadd float %sum, %z
  %round1 = add i32 %round, 1
  %more = icmp ult i32 %round1, 8
  br i1 %more, label %l, label %done
done:
  %q = getelementptr float, ptr %o, i32 %t
  store float %sum1, ptr %q
  ret void
}

; On the side of the fetch the vote stands before the read.
; CHECK-LABEL: plan for kernel 'sync_side'
; CHECK: 'k' read by 1
; CHECK-NEXT: barrier after: no, every path to a read of 'k' already has a block barrier
define ptx_kernel void @sync_side(ptr %p, ptr %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 31
  %c = icmp ult i32 %t, %n
  %k = call ptr @k(ptr %p)
  br i1 %c, label %fetch, label %other
fetch:
  %j = xor i32 %i, 17
  %ka = getelementptr float, ptr %k, i32 %j
  %y = load float, ptr %ka
  %s = getelementptr float, ptr %p, i64 32
  %v = call ptr @v(ptr %s)
  %va = getelementptr float, ptr %v, i32 %i
  %x = load float, ptr %va
  %xy = fadd float %x, %y
  br label %end
other:
  br label %end
end:
  %z = phi float [ %xy, %fetch ], [ 1.0, %other ]
  %q = getelementptr float, ptr %o, i32 %t
  store float %z, ptr %q
  ret void
}

; Thread 0 alone reaches the site, and has written what the others copy for it.
; CHECK-LABEL: plan for kernel 'written'
; CHECK: barrier before: yes, threads that only help copy what others may have written
define ptx_kernel void @written(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %one, label %end
one:
  %s = getelementptr float, ptr %p, i64 13
  store float 42.0, ptr %s
  %k = call ptr @k(ptr %p)
  %a = getelementptr float, ptr %k, i64 13
  %x = load float, ptr %a
  store float %x, ptr %o
  br label %end
end:
  ret void
}

; CHECK-LABEL: plan for kernel 'not_written'
; CHECK: barrier before: no, no read of an earlier copy of 'k'
define ptx_kernel void @not_written(ptr noalias %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %one, label %end
one:
  store float 42.0, ptr %o
  %k = call ptr @k(ptr %p)
  %a = getelementptr float, ptr %k, i64 13
  %x = load float, ptr %a
  store float %x, ptr %o
  br label %end
end:
  ret void
}

; It writes the source before the barrier that its read of the copy would have been content with.
; CHECK-LABEL: plan for kernel 'written_next'
; CHECK: barrier after: yes, threads that only help may still copy what is written next
define ptx_kernel void @written_next(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %one, label %end
one:
  %k = call ptr @k(ptr %p)
  %s = getelementptr float, ptr %p, i64 13
  store float 42.0, ptr %s
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr float, ptr %k, i64 13
  %x = load float, ptr %a
  store float %x, ptr %o
  br label %end
end:
  ret void
}

; A ring's first copies start where its loop is entered.
; CHECK-LABEL: plan for kernel 'streamed'
; CHECK: barrier before: yes, threads that only help copy what others may have written
define ptx_kernel void @streamed(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %one, label %end
one:
  %s = getelementptr float, ptr %p, i64 13
  store float 42.0, ptr %s
  br label %l
l:
  %j = phi i64 [ 0, %one ], [ %j1, %l ]
  %sum = phi float [ 0.0, %one ], [ %sum1, %l ]
  %from = getelementptr [32 x float], ptr %p, i64 %j
  %k = call ptr @s(ptr %from)
  %a = getelementptr float, ptr %k, i64 13
  %x = load float, ptr %a
  %sum1 = fadd float %sum, %x
  %j1 = add i64 %j, 1
  %more = icmp ult i64 %j1, 4
  br i1 %more, label %l, label %done
done:
  store float %sum1, ptr %o
  br label %end
end:
  ret void
}
