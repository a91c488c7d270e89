; A ring of two slots as placement writes it: proven, before and after default<O3>. Without
; its wait, its barrier, its drain, or with a wait that leaves too many groups, it is not.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: %vx-opt -passes='default<O3>,vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: sed '/STEADY-WAIT/d' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=WAIT
; RUN: sed '/STEADY-WAIT/d' %s | not %vx-opt -passes='default<O3>,vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=WAIT
; RUN: sed '/STEADY-WAIT/s/i32 0/i32 1/' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=WAIT
; RUN: sed '/BARRIER/d' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=BARRIER
; RUN: sed '/BARRIER/d' %s | not %vx-opt -passes='default<O3>,vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=BARRIER
; RUN: sed '/DRAIN/d' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=DRAIN
; RUN: sed '/%fetch = /s/sub i32 1/add i32 0/' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=SLOT
target triple = "nvptx64-nvidia-cuda"

; WAIT: error: VX452: asynchronous copy is read before it has arrived: kernel 'k': slot {{[01]}} of tile 'x' is read on a path where its copy is still in flight ({{[12]}} groups committed since)
; BARRIER-DAG: error: VX453: copy of other threads is read before a block barrier: kernel 'k': slot {{[01]}} of tile 'x'
; BARRIER-DAG: error: VX454: slot is refilled while threads may still read it: kernel 'k': slot {{[01]}} of tile 'x' is filled on a path that has no block barrier after the last read of it
; DRAIN: error: VX452: {{.*}}has a copy in flight on a path on which the kernel ends
; SLOT: error: VX452: {{.*}}still in flight
@tile = internal addrspace(3) global [1024 x i8] poison, align 16, !vx.storage !0

declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr float, ptr addrspace(3) @tile, i32 %tid
  %src = getelementptr float, ptr addrspace(1) %in, i32 %tid
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %first, label %issued

first:
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %mine, ptr addrspace(1) %src)
  br label %issued

issued:
  call void @llvm.nvvm.cp.async.commit.group()
  br label %head

head:
  %i = phi i32 [ 0, %issued ], [ %i.next, %use ]
  %slot = phi i32 [ 0, %issued ], [ %fetch, %use ]
  %sum = phi float [ 0.0, %issued ], [ %sum.next, %use ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit

body:
  %fetch = sub i32 1, %slot
  %i.next = add i32 %i, 1
  call void @llvm.nvvm.cp.async.wait.group(i32 0) ; STEADY-WAIT
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; BARRIER
  %ahead = icmp slt i32 %i.next, %n
  br i1 %ahead, label %issue, label %use

issue:
  %offset = mul i32 %fetch, 512
  %to = getelementptr i8, ptr addrspace(3) %mine, i32 %offset
  %row = mul i32 %i.next, 128
  %from = getelementptr float, ptr addrspace(1) %src, i32 %row
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %from)
  br label %use

use:
  call void @llvm.nvvm.cp.async.commit.group()
  %base = mul i32 %slot, 512
  %read = getelementptr i8, ptr addrspace(3) @tile, i32 %base
  %mirror = sub i32 127, %tid
  %p = getelementptr float, ptr addrspace(3) %read, i32 %mirror
  %v = load float, ptr addrspace(3) %p, align 4
  %sum.next = fadd float %sum, %v
  br label %head

exit:
  call void @llvm.nvvm.cp.async.wait.group(i32 0) ; DRAIN
  %o = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %sum, ptr addrspace(1) %o, align 4
  ret void
}

!0 = !{!"x", i64 0, i64 512, i64 2}
