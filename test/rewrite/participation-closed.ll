; Guards that the first or last thread of the block answers: its condition is computed by all, and no barrier is needed.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation' -S %s -o %t.placed.ll
; RUN: FileCheck %s --implicit-check-not='call i1 @vx.sync.any' < %t.placed.ll
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s --check-prefix=FORCED
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; DEFINE: %{run} =
; DEFINE: %{compare} = %vx-simt compare %t.before.ll %t.after.ll --sweep=1 --strict-barriers --print=none %{run}
; REDEFINE: %{run} = --kernel=below --block=48 --arg=i32:64:iota --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=below --block=48 --arg=i32:64:iota --arg=i32:1
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=below --block=48 --arg=i32:64:iota --arg=i32:40
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=below --block=48 --arg=i32:64:iota --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=below --block=48 --arg=i32:64:iota --arg=i32:1000
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from --block=48 --arg=i32:64:iota --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from --block=48 --arg=i32:64:iota --arg=i32:1
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from --block=48 --arg=i32:64:iota --arg=i32:40
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from --block=48 --arg=i32:64:iota --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=from --block=48 --arg=i32:64:iota --arg=i32:1000
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leave --block=48 --arg=i32:64:iota --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leave --block=48 --arg=i32:64:iota --arg=i32:1
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leave --block=48 --arg=i32:64:iota --arg=i32:40
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leave --block=48 --arg=i32:64:iota --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leave --block=48 --arg=i32:64:iota --arg=i32:1000
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=leader --block=48 --arg=i32:64:iota
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=signed_sum --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=signed_sum --block=48 --arg=i32:64:iota --arg=i32:-20 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=signed_sum --block=48 --arg=i32:64:iota --arg=i32:2147483600 --arg=i32:2147483640
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=signed_sum --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unsigned_sum --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unsigned_sum --block=48 --arg=i32:64:iota --arg=i32:-100 --arg=i32:-90
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=unsigned_sum --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=aligned_sum --block=64 --arg=i32:64:iota --arg=i32:0 --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=aligned_sum --block=64 --arg=i32:64:iota --arg=i32:-1 --arg=i32:-9
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=aligned_sum --block=64 --arg=i32:64:iota --arg=i32:67108863 --arg=i32:-1
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=aligned_sum --block=64 --arg=i32:64:iota --arg=i32:67108864 --arg=i32:3
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=wide_sum --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i64:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=wide_sum --block=48 --arg=i32:64:iota --arg=i32:-1 --arg=i64:-7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=wide_sum --block=48 --arg=i32:64:iota --arg=i32:2147483647 --arg=i64:103079215058
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=rest --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:90
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=rest --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:100
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=rest --block=48 --arg=i32:64:iota --arg=i32:5 --arg=i32:100
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=row --block=48 --arg=i32:64:iota --arg=i32:-1
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=row --block=48 --arg=i32:64:iota --arg=i32:-2
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=row --block=48 --arg=i32:64:iota --arg=i32:-4
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=row --block=48 --arg=i32:64:iota --arg=i32:-100
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=both --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=both --block=48 --arg=i32:64:iota --arg=i32:20 --arg=i32:10
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=both --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:10
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=both --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=either --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=either --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:10
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=either --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=either --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=plane --block=8x6 --arg=i32:64:iota --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=plane --block=8x6 --arg=i32:64:iota --arg=i32:7
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=plane --block=8x6 --arg=i32:64:iota --arg=i32:41
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=plane --block=8x6 --arg=i32:64:iota --arg=i32:200
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=grid_stride --block=48 --arg=i32:64:iota --arg=i32:0 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=grid_stride --block=48 --arg=i32:64:iota --arg=i32:1 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=grid_stride --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=grid_stride --block=48 --arg=i32:64:iota --arg=i32:97 --arg=i32:10
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=constant_bound --block=48 --arg=i32:64:iota --arg=i32:1000
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=constant_bound --block=48 --arg=i32:64:iota --arg=i32:4960
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=constant_bound --block=48 --arg=i32:64:iota --arg=i32:2147483647
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=guard_inside --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:48 --arg=i32:8
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=guard_inside --block=48 --arg=i32:64:iota --arg=i32:100 --arg=i32:48 --arg=i32:0
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=guard_inside --block=48 --arg=i32:64:iota --arg=i32:10 --arg=i32:48 --arg=i32:20
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=causal --block=48 --arg=i32:64:iota
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=loaded_bound --block=48 --arg=i32:64:iota --arg=i32:1:fill:100 --arg=i32:48
; RUN: %{compare}
; REDEFINE: %{run} = --kernel=loaded_bound --block=48 --arg=i32:64:iota --arg=i32:1:fill:0 --arg=i32:48
; RUN: %{compare}
; The comparison can fail: the wrong thread answers.
; RUN: sed 's/icmp slt i32 0, %n/icmp slt i32 9, %n/' %t.after.ll > %t.wrong.ll
; RUN: not %vx-simt compare %t.before.ll %t.wrong.ll --kernel=below --block=48 --print=none --arg=i32:64:iota --arg=i32:5 | FileCheck %s --check-prefix=WRONG
; WRONG: different: variable 'log'

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; The first thread is in if any is.
; CHECK-LABEL: define ptx_kernel void @below(
; CHECK:       %c.witness = icmp slt i32 0, %n
; CHECK:       br i1 %c.witness, label %go, label %
; FORCED-LABEL: define ptx_kernel void @below(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @below(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The last one is. The order of operands makes no difference.
; CHECK-LABEL: define ptx_kernel void @from(
; CHECK:       %last.thread = sub i32 %{{.*}}, 1
; CHECK:       %c.witness = icmp ule i32 %n, %last.thread
; CHECK:       br i1 %c.witness, label %go, label %
; FORCED-LABEL: define ptx_kernel void @from(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @from(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ule i32 %n, %tid
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The sync points are on the other side: who is below n leaves, the last thread stays if any does.
; CHECK-LABEL: define ptx_kernel void @leave(
; CHECK:       %c.witness = icmp slt i32 %last.thread, %n
; CHECK:       br i1 %{{.*}}, label %go, label %
; FORCED-LABEL: define ptx_kernel void @leave(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @leave(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %exit, label %go
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; LLVM writes tid < 1 so.
; CHECK-LABEL: define ptx_kernel void @leader(
; CHECK:       %c.witness = icmp eq i32 0, 0
; FORCED-LABEL: define ptx_kernel void @leader(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @leader(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 0
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; nsw: a thread whose sum wraps would branch on poison.
; CHECK-LABEL: define ptx_kernel void @signed_sum(
; CHECK:       %i.witness = add i32 %base, 0
; CHECK:       icmp slt i32 %i.witness, %n
; FORCED-LABEL: define ptx_kernel void @signed_sum(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @signed_sum(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %base, %tid
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @unsigned_sum(
; CHECK:       %i.witness = add i32 0, %base
; CHECK:       icmp ult i32 %i.witness, %n
; FORCED-LABEL: define ptx_kernel void @unsigned_sum(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @unsigned_sum(ptr %p, i32 %base, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nuw i32 %tid, %base
  %c = icmp ult i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Blocks of 64 threads begin at multiples of 64: no block is cut where 32 bits wrap.
; CHECK-LABEL: define ptx_kernel void @aligned_sum(
; CHECK:       icmp ult i32 %i.witness, %n
; FORCED-LABEL: define ptx_kernel void @aligned_sum(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @aligned_sum(ptr %p, i32 %block, i32 %n) "nvvm.reqntid"="64,1,1" {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = mul i32 %block, 64
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

; 32 bits times 11 bits in 64.
; CHECK-LABEL: define ptx_kernel void @wide_sum(
; CHECK:       icmp slt i64 %i.witness, %n
; FORCED-LABEL: define ptx_kernel void @wide_sum(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @wide_sum(ptr %p, i32 %block, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b64 = sext i32 %block to i64
  %nt64 = sext i32 %nt to i64
  %t64 = sext i32 %tid to i64
  %base = mul i64 %b64, %nt64
  %i = add i64 %base, %t64
  %c = icmp slt i64 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The other side is what is left for this block.
; CHECK-LABEL: define ptx_kernel void @rest(
; CHECK:       icmp sgt i32 %rest, 0
; FORCED-LABEL: define ptx_kernel void @rest(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @rest(ptr %p, i32 %n, i32 %base) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rest = sub i32 %n, %base
  %c = icmp sgt i32 %rest, %tid
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Whole groups of threads: quotients are ordered.
; CHECK-LABEL: define ptx_kernel void @row(
; CHECK:       %down.witness = xor i32 %row.witness, -1
; CHECK:       icmp sgt i32 %down.witness, %n
; FORCED-LABEL: define ptx_kernel void @row(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @row(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %tid, 3
  %down = xor i32 %row, -1
  %c = icmp sgt i32 %down, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; One thread is the witness of both.
; CHECK-LABEL: define ptx_kernel void @both(
; CHECK:       %c.witness = select i1 %a.witness, i1 %b.witness, i1 false
; FORCED-LABEL: define ptx_kernel void @both(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @both(ptr %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp slt i32 %tid, %n
  %b = icmp ult i32 %tid, %m
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @either(
; CHECK:       %c.witness = or i1 %a.witness, %b.witness
; FORCED-LABEL: define ptx_kernel void @either(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @either(ptr %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp slt i32 %tid, %n
  %b = icmp ult i32 %tid, %m
  %c = or i1 %a, %b
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Threads of a plane: the first one is first in both directions.
; CHECK-LABEL: define ptx_kernel void @plane(
; CHECK:       icmp slt i32 %i.witness, %n
; FORCED-LABEL: define ptx_kernel void @plane(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @plane(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = mul i32 %y, 20
  %i = add i32 %r, %tid
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; The counter of the first thread.
; CHECK-LABEL: define ptx_kernel void @grid_stride(
; CHECK:       phi i32 [ 0, %entry ], [ %i.next.witness, %
; CHECK:       %c.witness = icmp slt i32 %{{.*}}, %n
; CHECK:       br i1 %c.witness, label %body, label %exit
; CHECK:       %i.next.witness = add i32 %{{.*}}, %step
; FORCED-LABEL: define ptx_kernel void @grid_stride(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @grid_stride(ptr %p, i32 %n, i32 %step) {
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
  %i.next = add nsw i32 %i, %step
  br label %loop
exit:
  ret void
}

; No flags, but below 5000 nothing wraps.
; CHECK-LABEL: define ptx_kernel void @constant_bound(
; CHECK:       icmp slt i64 %{{.*}}, 5000
; CHECK:       br i1 %c.witness, label %body, label %exit
; FORCED-LABEL: define ptx_kernel void @constant_bound(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @constant_bound(ptr %p, i32 %s) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = zext i32 %tid to i64
  %step = zext i32 %s to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %c = icmp slt i64 %i, 5000
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  %i.next = add i64 %i, %step
  br label %loop
exit:
  ret void
}

; The first thread is never masked within the loop, so it answers there, too.
; CHECK-LABEL: define ptx_kernel void @guard_inside(
; CHECK:       br i1 %c.witness, label %body, label %exit
; CHECK:       br i1 %d.witness, label %go, label %
; FORCED-LABEL: define ptx_kernel void @guard_inside(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @guard_inside(ptr %p, i32 %n, i32 %step, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %join ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %d = icmp ult i32 %tid, %m
  br i1 %d, label %go, label %join
go:
  call void @fill(ptr %p)
  call void @use(i32 %i)
  br label %join
join:
  call void @use(i32 %tid)
  %i.next = add nsw i32 %i, %step
  br label %loop
exit:
  ret void
}

; Later threads run longer.
; CHECK-LABEL: define ptx_kernel void @causal(
; CHECK:       %c.witness = icmp ule i32 %{{.*}}, %last.thread
; CHECK:       br i1 %c.witness, label %body, label %exit
; FORCED-LABEL: define ptx_kernel void @causal(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @causal(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %c = icmp ule i32 %i, %tid
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  %i.next = add i32 %i, 1
  br label %loop
exit:
  ret void
}

; All threads load the bound.
; CHECK-LABEL: define ptx_kernel void @loaded_bound(
; CHECK:       %n = load i32, ptr %q
; CHECK:       br i1 %c.witness, label %body, label %exit
; FORCED-LABEL: define ptx_kernel void @loaded_bound(
; FORCED:       call i1 @vx.sync.any
define ptx_kernel void @loaded_bound(ptr %p, ptr %q, i32 %step) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %i.next, %body ]
  %n = load i32, ptr %q, !invariant.load !0
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  %i.next = add nsw i32 %i, %step
  br label %loop
exit:
  ret void
}

!0 = !{}
