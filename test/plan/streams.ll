; Streamed tiles that no loop moves: issued after their operands, waited for before their first
; read, with one barrier, and with a ring's step where one stands before every read.
; RUN: %vx-opt -disable-output -passes='print<vx-plan;sm=80>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %s | FileCheck %s --check-prefix=IR
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=with_ring --block=64 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:320:rand:2 --arg=f32:64:zero --arg=i32:5
; RUN: %vx-simt compare %s %t.placed.ll --kernel=read_before_ring --block=64 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:320:rand:2 --arg=f32:64:zero --arg=i32:5
; RUN: %vx-simt compare %s %t.placed.ll --kernel=pair --block=64 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=f32:64:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=own_barrier --block=64 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:64:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=write_after --block=1 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:64:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=not_moved --block=64 --sweep=1 --print=none --arg=f32:64:rand:2 --arg=f32:64:zero --arg=i32:5
; RUN: %vx-simt compare %s %t.placed.ll --kernel=twice --block=64 --sweep=1 --print=none --arg=f32:384:rand:2 --arg=f32:64:zero --arg=i32:5
; RUN: %vx-simt compare %s %t.placed.ll --kernel=one_after_another --block=64 --sweep=1 --print=none --arg=f32:320:rand:2 --arg=f32:64:zero --arg=i32:5
; RUN: %vx-simt compare %s %t.placed.ll --kernel=shared_writes --block=1 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:4:rand:3 --arg=f32:64:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=unread --block=64 --sweep=1 --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=f32:64:zero
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare ptr @q(ptr) "vx.transfer"="smem" "vx.name"="q" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="16"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.name"="k" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="16"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; The ring's groups are younger than q's: its first wait completes q too.
; CHECK-LABEL: plan for kernel 'with_ring'
; CHECK:         'q' read by 1
; CHECK-NEXT:    barrier after: no, the step of the ring in loop 'body' waits for it before every read
; CHECK-NEXT:  ring in loop %body:
; CHECK-NEXT:    barrier before: no
; IR-LABEL: define ptx_kernel void @with_ring(
; IR:         cp.async.cg.shared.global.16(
; IR:         cp.async.commit.group()
; IR-NOT:     {{wait.group|barrier}}
; IR:       body:
; IR:         wait.group(i32 0)
; IR-NEXT:    barrier.cta.sync.aligned.all(i32 0)
; IR-NOT:     {{wait.group|barrier}}
; IR:       exit:
; IR-NEXT:    wait.group(i32 0)
define ptx_kernel void @with_ring(ptr %Q, ptr %K, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = call ptr @q(ptr %Q)
  br label %body
body:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 0.0, %entry ], [ %acc1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %K, i32 %t
  %k = call ptr @k(ptr %p)
  %qi = getelementptr float, ptr %q, i32 %tid
  %ki = getelementptr float, ptr %k, i32 %tid
  %x = load float, ptr %qi
  %y = load float, ptr %ki
  %m = fmul float %x, %y
  %acc1 = fadd float %acc, %m
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  %o = getelementptr float, ptr %O, i32 %tid
  store float %acc1, ptr %o
  ret void
}

; q is read before the ring's step: it is waited for on its own.
; CHECK-LABEL: plan for kernel 'read_before_ring'
; CHECK:         barrier after: yes, the block reads what its other threads copied of 'q'
define ptx_kernel void @read_before_ring(ptr %Q, ptr %K, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = call ptr @q(ptr %Q)
  %qi = getelementptr float, ptr %q, i32 %tid
  %x = load float, ptr %qi
  br label %body
body:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 0.0, %entry ], [ %acc1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %K, i32 %t
  %k = call ptr @k(ptr %p)
  %ki = getelementptr float, ptr %k, i32 %tid
  %y = load float, ptr %ki
  %m = fmul float %x, %y
  %acc1 = fadd float %acc, %m
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  %o = getelementptr float, ptr %O, i32 %tid
  store float %acc1, ptr %o
  ret void
}

; Two tiles: one commit, one wait, one barrier. The address arithmetic stands between.
; CHECK-LABEL: plan for kernel 'pair'
; CHECK:         'q' read by 1
; CHECK-NEXT:    'k' read by 1
; CHECK-NEXT:    barrier after: yes
; IR-LABEL: define ptx_kernel void @pair(
; IR:         cp.async.cg.shared.global.16(
; IR:         cp.async.cg.shared.global.16(
; IR:         cp.async.commit.group()
; IR:         %tid = call
; IR:         wait.group(i32 0)
; IR-NEXT:    barrier.cta.sync.aligned.all(i32 0)
; IR-NEXT:    load float, ptr addrspace(3)
; IR-NOT:     {{wait.group|barrier}}
; IR:         ret void
define ptx_kernel void @pair(ptr %Q, ptr %K, ptr %O) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = call ptr @q(ptr %Q)
  %k = call ptr @k(ptr %K)
  %o = getelementptr float, ptr %O, i32 %tid
  %qi = getelementptr float, ptr %q, i32 %tid
  %ki = getelementptr float, ptr %k, i32 %tid
  %x = load float, ptr %qi
  %y = load float, ptr %ki
  %m = fmul float %x, %y
  store float %m, ptr %o
  ret void
}

; A barrier of the kernel's own ends the window and is the barrier after.
; CHECK-LABEL: plan for kernel 'own_barrier'
; CHECK:         barrier after: no, every path to a read of 'q' already has a block barrier
; IR-LABEL: define ptx_kernel void @own_barrier(
; IR:         wait.group(i32 0)
; IR-NEXT:    barrier.cta.sync.aligned.all(i32 0)
; IR-NOT:     barrier.cta
; IR:         ret void
define ptx_kernel void @own_barrier(ptr %Q, ptr %O) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = call ptr @q(ptr %Q)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %qi = getelementptr float, ptr %q, i32 %tid
  %x = load float, ptr %qi
  %o = getelementptr float, ptr %O, i32 %tid
  store float %x, ptr %o
  ret void
}

; A write that may hit the source ends the window: by value, q holds the bytes of its call.
; It is not moved over the write before it either.
; IR-LABEL: define ptx_kernel void @write_after(
; IR:         store float 1.000000e+00, ptr %O
; IR:         cp.async.commit.group()
; IR:         wait.group(i32 0)
; IR:         store float 2.000000e+00, ptr %O
; IR:         load float, ptr addrspace(3)
define ptx_kernel void @write_after(ptr %Q, ptr %O) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store float 1.0, ptr %O
  %q = call ptr @q(ptr %Q)
  store float 2.0, ptr %O
  %qi = getelementptr float, ptr %q, i32 %tid
  %x = load float, ptr %qi
  %o = getelementptr float, ptr %O, i32 %tid
  store float %x, ptr %o
  ret void
}

; Not moved by its loop: no ring, one slot, waited for in the iteration.
; CHECK-LABEL: plan for kernel 'not_moved'
; CHECK-NEXT:    tile 'k' 64 of 4 bytes, streamed, 1 slot
; CHECK-NOT:     ring
; CHECK:         storage
define ptx_kernel void @not_moved(ptr %K, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %body
body:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 0.0, %entry ], [ %acc1, %body ]
  %k = call ptr @k(ptr %K)
  %ki = getelementptr float, ptr %k, i32 %tid
  %y = load float, ptr %ki
  %acc1 = fadd float %acc, %y
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  %o = getelementptr float, ptr %O, i32 %tid
  store float %acc1, ptr %o
  ret void
}

; Two fills of one tile in an iteration: one step, slots of its own for each.
; CHECK-LABEL: plan for kernel 'twice'
; CHECK-NEXT:    tile 'k' 64 of 4 bytes, streamed, 4 slots
; CHECK:         'k', stages 2
; CHECK-NEXT:    'k', stages 2
; CHECK-NEXT:    step in %body: wait 0, barrier, issue, commit
define ptx_kernel void @twice(ptr %K, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %body
body:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 0.0, %entry ], [ %acc2, %body ]
  %p = getelementptr inbounds [64 x float], ptr %K, i32 %t
  %k = call ptr @k(ptr %p)
  %ki = getelementptr float, ptr %k, i32 %tid
  %y = load float, ptr %ki
  %acc1 = fadd float %acc, %y
  %m = xor i32 %t, 1
  %p2 = getelementptr inbounds [64 x float], ptr %K, i32 %m
  %k2 = call ptr @k(ptr %p2)
  %k2i = getelementptr float, ptr %k2, i32 %tid
  %y2 = load float, ptr %k2i
  %acc2 = fmul float %acc1, %y2
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  %o = getelementptr float, ptr %O, i32 %tid
  store float %acc2, ptr %o
  ret void
}

; One loop after the other on one tile: the second ring's entry has a barrier, because threads
; may still read what the first ring left in the slots.
; CHECK-LABEL: plan for kernel 'one_after_another'
; CHECK-NEXT:    tile 'k' 64 of 4 bytes, streamed, 2 slots
; CHECK:       ring in loop %first:
; CHECK-NEXT:    barrier before: no
; CHECK:       ring in loop %second:
; CHECK-NEXT:    barrier before: yes, threads may still read the slots that are refilled
define ptx_kernel void @one_after_another(ptr %K, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %first
first:
  %t = phi i32 [ 0, %entry ], [ %t1, %first ]
  %acc = phi float [ 0.0, %entry ], [ %acc1, %first ]
  %p = getelementptr inbounds [64 x float], ptr %K, i32 %t
  %k = call ptr @k(ptr %p)
  %ki = getelementptr float, ptr %k, i32 %tid
  %y = load float, ptr %ki
  %acc1 = fadd float %acc, %y
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %first, label %mid
mid:
  br label %second
second:
  %u = phi i32 [ 0, %mid ], [ %u1, %second ]
  %bcc = phi float [ %acc1, %mid ], [ %bcc1, %second ]
  %p2 = getelementptr inbounds [64 x float], ptr %K, i32 %u
  %k2 = call ptr @k(ptr %p2)
  %k2i = getelementptr float, ptr %k2, i32 %tid
  %y2 = load float, ptr %k2i
  %bcc1 = fmul float %bcc, %y2
  %u1 = add nsw i32 %u, 1
  %c2 = icmp slt i32 %u1, %n
  br i1 %c2, label %second, label %exit
exit:
  %o = getelementptr float, ptr %O, i32 %tid
  store float %bcc1, ptr %o
  ret void
}

; Nothing reads the first copy: it must have arrived, in all threads, before the second one goes to its bytes.
; CHECK-LABEL: plan for kernel 'unread'
; CHECK:         'k' read by 0
; CHECK-NEXT:    barrier after: yes, the next copy of 'k' goes to the same bytes
; CHECK:         'k' read by 0
; CHECK-NEXT:    barrier after: no
; IR-LABEL: define ptx_kernel void @unread(
; IR:         cp.async.cg.shared.global.16(
; IR:         wait.group(i32 0)
; IR-NEXT:    barrier.cta.sync.aligned.all(i32 0)
; IR:         cp.async.cg.shared.global.16(
; IR:         wait.group(i32 0)
; IR-NOT:     {{wait.group|barrier}}
; IR:         ret void
define ptx_kernel void @unread(ptr %Q, ptr %K, ptr %O) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call ptr @k(ptr %Q)
  %b = call ptr @k(ptr %K)
  %o = getelementptr float, ptr %O, i32 %tid
  store float 1.0, ptr %o
  ret void
}

; What is written to shared memory cannot be the source: the kernel's own copy, its commit, and a
; store into its own array leave the window open; a store to global memory (write_after) ends it.
; IR-LABEL: define ptx_kernel void @shared_writes(
; IR:         cp.async.cg.shared.global.16(
; IR:         cp.async.commit.group()
; IR-NOT:     wait.group
; IR:         store float 1.000000e+00, ptr addrspace(3) getelementptr
; IR:         cp.async.ca.shared.global.4(ptr addrspace(3) @own
; IR:         cp.async.commit.group()
; IR:         wait.group(i32 0)
; IR:         ret void
@own = internal addrspace(3) global [64 x float] poison, align 16
define ptx_kernel void @shared_writes(ptr %Q, ptr addrspace(1) %Y, ptr %O) {
  %q = call ptr @q(ptr %Q)
  store float 1.0, ptr addrspace(3) getelementptr (float, ptr addrspace(3) @own, i32 1)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @own, ptr addrspace(1) %Y)
  call void @llvm.nvvm.cp.async.commit.group()
  %x = load float, ptr %q
  store float %x, ptr %O
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}
