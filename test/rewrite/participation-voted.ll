; Guards that look like those of participation-closed.ll, but one thread does not answer for all: they are voted on.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation' -S %s -o %t.placed.ll
; RUN: FileCheck %s < %t.placed.ll
; RUN: %vx-opt -passes='loop-simplify,lcssa,print<vx-participation>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; DEFINE: %{run} =
; DEFINE: %{compare} = %vx-simt compare %t.before.ll %t.after.ll --sweep=1 --strict-barriers --print=none %{run}
; REDEFINE: %{run} = --kernel=sum_may_wrap --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=sum_may_wrap --block=48 --arg=i32:64:iota --arg=i32:2147483640 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=sum_may_wrap --block=48 --arg=i32:64:iota --arg=i32:2147483640 --arg=i32:-2147483648
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=other_sign --block=48 --arg=i32:64:iota --arg=i32:-8 --arg=i32:5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=other_sign --block=48 --arg=i32:64:iota --arg=i32:8 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=other_flag --block=48 --arg=i32:64:iota --arg=i32:2147483640 --arg=i32:5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=other_flag --block=48 --arg=i32:64:iota --arg=i32:8 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unaligned_sum --block=48 --arg=i32:64:iota --arg=i32:89478485 --arg=i32:5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unaligned_sum --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=low_bits --block=48 --arg=i32:64:iota --arg=i32:2
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=low_bits --block=48 --arg=i32:64:iota --arg=i32:3
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=one_thread --block=48 --arg=i32:64:iota --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=one_thread --block=48 --arg=i32:64:iota --arg=i32:100
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unknown_sign --block=48 --arg=i32:64:iota --arg=i32:-2 --arg=i32:-5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unknown_sign --block=48 --arg=i32:64:iota --arg=i32:2 --arg=i32:5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=both_vary --block=48 --arg=i32:64:iota --arg=i32:3
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from_and_below --block=48 --arg=i32:64:iota --arg=i32:5 --arg=i32:9
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from_and_below --block=48 --arg=i32:64:iota --arg=i32:9 --arg=i32:5
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=not_below_or_below --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=not_below_or_below --block=48 --arg=i32:64:iota --arg=i32:48 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=frozen --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=frozen --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=against --block=8x6 --arg=i32:64:iota --arg=i32:-4
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=against --block=8x6 --arg=i32:64:iota --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=causal_in_grid_stride --block=48 --arg=i32:64:iota --arg=i32:30 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=causal_in_grid_stride --block=48 --arg=i32:64:iota --arg=i32:60 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=steps_differ --block=48 --arg=i32:64:iota --arg=i32:50
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=steps_vary --block=48 --arg=i32:64:iota --arg=i32:50
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=wrapping_counter --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=wrapping_counter --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=breaks --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=breaks --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; The first thread may be the only one whose sum has not wrapped.
; CHECK-LABEL: define ptx_kernel void @sum_may_wrap(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'sum_may_wrap'
; PLAN:       participation: vote, '%i = {{.*}}' may wrap
define ptx_kernel void @sum_may_wrap(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %base, %tid
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; nsw says nothing of unsigned wrapping, which -8 + tid does.
; CHECK-LABEL: define ptx_kernel void @other_sign(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'other_sign'
; PLAN:       participation: vote, '%i = {{.*}}' may wrap
define ptx_kernel void @other_sign(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %base, %tid
  %c = icmp ult i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @other_flag(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'other_flag'
; PLAN:       participation: vote, '%i = {{.*}}' may wrap
define ptx_kernel void @other_flag(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nuw i32 %base, %tid
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Blocks of 48 threads: one of them holds both ends of 32 bits.
; CHECK-LABEL: define ptx_kernel void @unaligned_sum(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'unaligned_sum'
; PLAN:       participation: vote, '%i = {{.*}}' may wrap
define ptx_kernel void @unaligned_sum(ptr %p, i32 %block, i32 %n) "nvvm.reqntid"="48,1,1" {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = mul i32 %block, 48
  %i = add i32 %base, %tid
  %c = icmp ult i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @low_bits(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'low_bits'
; PLAN:       participation: vote, '%r = {{.*}}' is no sum
define ptx_kernel void @low_bits(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = and i32 %tid, 3
  %c = icmp sgt i32 %r, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @one_thread(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'one_thread'
; PLAN:       participation: vote, '%c = {{.*}}' is no comparison of order
define ptx_kernel void @one_thread(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @unknown_sign(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'unknown_sign'
; PLAN:       participation: vote, '%i = {{.*}}' has a factor of unknown sign
define ptx_kernel void @unknown_sign(ptr %p, i32 %s, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %tid, %s
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @both_vary(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'both_vary'
; PLAN:       participation: vote, '%c = {{.*}}' compares values whose difference has no known order
define ptx_kernel void @both_vary(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %tid, %n
  %m = shl i32 %tid, 1
  %c = icmp slt i32 %m, %tid
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Each is answered by one thread, but not by the same.
; CHECK-LABEL: define ptx_kernel void @from_and_below(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'from_and_below'
; PLAN:       participation: vote, '%c = {{.*}}' joins what rises and what falls
define ptx_kernel void @from_and_below(ptr %p, i32 %m, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp sge i32 %tid, %m
  %b = icmp slt i32 %tid, %n
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The constant of a negation stands on either side.
; CHECK-LABEL: define ptx_kernel void @not_below_or_below(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'not_below_or_below'
; PLAN:       participation: vote, '%c = or i1 %not, %b' joins what rises and what falls
define ptx_kernel void @not_below_or_below(ptr %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp slt i32 %tid, %n
  %not = xor i1 true, %a
  %b = icmp slt i32 %tid, %m
  %c = or i1 %not, %b
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; A wrapped sum that is frozen is a value like any other.
; CHECK-LABEL: define ptx_kernel void @frozen(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'frozen'
; PLAN:       participation: vote, '%f = {{.*}}' has no known order
define ptx_kernel void @frozen(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %base, %tid
  %f = freeze i32 %i
  %c = icmp slt i32 %f, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; One index forth, the other back.
; CHECK-LABEL: define ptx_kernel void @against(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'against'
; PLAN:       participation: vote, '%d = {{.*}}' joins what rises and what falls
define ptx_kernel void @against(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %d = sub nsw i32 %tid, %y
  %c = icmp slt i32 %d, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The first thread answers for the outer loop; the last, which answers for the inner one, may be masked.
; CHECK-LABEL: define ptx_kernel void @causal_in_grid_stride(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'causal_in_grid_stride'
; PLAN:       participation: vote, another guard may mask the thread that would answer
define ptx_kernel void @causal_in_grid_stride(ptr %p, i32 %n, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %next ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  br label %inner
inner:
  %t = phi i32 [ 0, %body ], [ %t.next, %more ]
  %d = icmp sle i32 %t, %i
  br i1 %d, label %more, label %next
more:
  call void @fill(ptr %p)
  call void @use(i32 %t)
  %t.next = add i32 %t, 1
  br label %inner
next:
  %i.next = add nsw i32 %i, %step
  br label %loop
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @steps_differ(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'steps_differ'
; PLAN:       participation: vote, '%low = {{.*}}' is no sum
define ptx_kernel void @steps_differ(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  %low = and i32 %tid, 3
  %s = sub nsw i32 4, %low
  %i.next = add nsw i32 %i, %s
  br label %loop
exit:
  ret void
}

; Some threads take other steps.
; CHECK-LABEL: define ptx_kernel void @steps_vary(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'steps_vary'
; PLAN:       participation: vote, '%s = {{.*}}' has no known order
define ptx_kernel void @steps_vary(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %join ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %i)
  %low = and i32 %tid, 1
  %odd = icmp eq i32 %low, 0
  %s = select i1 %odd, i32 1, i32 5
  br label %join
join:
  %i.next = add nsw i32 %i, %s
  br label %loop
exit:
  ret void
}

; Without a bound on n the counter may wrap in some threads only.
; CHECK-LABEL: define ptx_kernel void @wrapping_counter(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'wrapping_counter'
; PLAN:       participation: vote, '%i.next = {{.*}}' may wrap
define ptx_kernel void @wrapping_counter(ptr %p, i32 %n, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  %i.next = add i32 %i, %step
  br label %loop
exit:
  ret void
}

; Who leaves elsewhere is not counted by the exit that one thread would answer.
; CHECK-LABEL: define ptx_kernel void @breaks(
; CHECK:       call i1 @vx.sync.any
; PLAN-LABEL: participation of 'breaks'
; PLAN:       participation: vote, another guard may mask the thread that would answer
; PLAN:       participation: vote, '%m = {{.*}}' is no sum
define ptx_kernel void @breaks(ptr %p, i32 %n, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %next ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %i)
  %m = and i32 %i, 7
  %d = icmp eq i32 %m, 0
  br i1 %d, label %exit, label %next
next:
  %i.next = add nsw i32 %i, %step
  br label %loop
exit:
  ret void
}
