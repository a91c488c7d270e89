; Code that may not run under a thread-dependent guard around a fill. Each kernel has a twin
; in which the same code stands outside the guard, or does not wait for other threads.
; RUN: %vx-opt -disable-output -passes='loop-simplify,lcssa,print<vx-participation>' %s 2>&1 | FileCheck %s --implicit-check-not="kernel '{{[a-z_]*}}_legal'"

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @may_sync() convergent
declare void @no_sync() convergent nosync
declare void @plain()

; CHECK: VX214: warp collective under a thread-dependent guard around a transfer: kernel 'shuffle': its lanes are threads that the guard separates [%s = call i32 @llvm.nvvm.shfl.sync
define ptx_kernel void @shuffle(ptr %p, i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %tid, i32 1, i32 31)
  store i32 %s, ptr %out
  br label %exit
exit:
  ret void
}

define ptx_kernel void @shuffle_legal(ptr %p, i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %tid, i32 1, i32 31)
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  store i32 %s, ptr %out
  br label %exit
exit:
  ret void
}

; The trap on the way aside counts as well, and is named once.
; CHECK: VX215: trap or possibly endless loop under a thread-dependent guard around a transfer: kernel 'assertion': threads that take this path end while others wait for them [call void @llvm.trap()]
; CHECK-NOT: VX215
define ptx_kernel void @assertion(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %fail
fail:
  call void @llvm.trap()
  unreachable
go:
  call void @fill(ptr %p)
  ret void
}

define ptx_kernel void @assertion_legal(ptr %p, i32 %n) {
entry:
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %cta, %n
  br i1 %c, label %go, label %fail
fail:
  call void @llvm.trap()
  unreachable
go:
  call void @fill(ptr %p)
  ret void
}

; CHECK: VX215: {{.*}} kernel 'spin': the loop at %wait waits for this value, and threads that wait for the loop may be the ones to change it [%v = load volatile i32, ptr %flag
define ptx_kernel void @spin(ptr %p, i32 %n, ptr %flag) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  br label %wait
wait:
  %v = load volatile i32, ptr %flag
  %w = icmp eq i32 %v, 0
  br i1 %w, label %wait, label %exit
exit:
  ret void
}

define ptx_kernel void @spin_legal(ptr %p, i32 %n, ptr %flag) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  br label %wait
wait:
  %i = phi i32 [ 0, %go ], [ %i.next, %wait ]
  %v = load volatile i32, ptr %flag
  store volatile i32 %v, ptr %flag
  %i.next = add i32 %i, 1
  %w = icmp ult i32 %i, %tid
  br i1 %w, label %wait, label %exit
exit:
  ret void
}

; CHECK: VX218: barrier in inline assembly is not a block barrier we can rely on: kernel 'assembly': threads outside the guard cannot join it
define ptx_kernel void @assembly(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  br label %exit
exit:
  ret void
}

define ptx_kernel void @assembly_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void asm sideeffect "membar.gl;", "~{memory}"()
  br label %exit
exit:
  ret void
}

; CHECK: VX219: own named or partial barrier conflicts with placement: kernel 'named_barrier': threads outside the guard cannot join it
define ptx_kernel void @named_barrier(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @named_barrier_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}

; CHECK: VX219: own named or partial barrier conflicts with placement: kernel 'convergent_call': the call of 'may_sync' is convergent: it may hold a barrier
define ptx_kernel void @convergent_call(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @may_sync()
  br label %exit
exit:
  ret void
}

; The function is not marked, what it calls holds a barrier.
; CHECK: VX219: {{.*}}kernel 'hidden_barrier': the call of 'waits' may run a barrier or another convergent operation
define internal void @waits() noinline {
  call void @waits_inside()
  ret void
}
define internal void @waits_inside() noinline {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
define ptx_kernel void @hidden_barrier(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @waits()
  br label %exit
exit:
  ret void
}
define internal void @no_waits(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}
define ptx_kernel void @hidden_barrier_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @no_waits(ptr %p)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @convergent_call_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @no_sync()
  call void @plain()
  br label %exit
exit:
  ret void
}
