; A loop that goes by the block's size gets four rounds together, each sum in its old order; the near-identical twins keep
; theirs: with a constant step, which LLVM's unroller takes by itself, with a barrier in the body, without a load, and a copy
; to shared memory, which comes with a batch of its own.
;
; RUN: %vx-opt -passes=vx-codegen -pass-remarks=vx-codegen -S %s -o %t.ll 2>%t.remarks
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
; RUN: %vx-opt -passes='vx-codegen<rounds=1>' -S %s | FileCheck %s --check-prefix=ONE
; RUN: %vx-opt -passes='vx-codegen<rounds=2>' -S %s | FileCheck %s --check-prefix=TWO
; RUN: %vx-opt -passes='vx-codegen,default<O3>' -S %s 2>&1 | FileCheck %s --check-prefix=QUIET
; RUN: %vx-simt compare %s %t.ll --kernel=strided --sweep=1 --block=1 --arg=f32:100:rand --arg=f32:64:zero --arg=i64:100
; RUN: %vx-simt compare %s %t.ll --kernel=strided --sweep=1 --block=7 --arg=f32:100:rand --arg=f32:64:zero --arg=i64:100
; RUN: %vx-simt compare %s %t.ll --kernel=strided --sweep=1 --block=32 --arg=f32:100:rand --arg=f32:64:zero --arg=i64:100
; RUN: %vx-simt compare %s %t.ll --kernel=strided --sweep=1 --block=32 --arg=f32:100:rand --arg=f32:64:zero --arg=i64:0
; RUN: %vx-simt compare %s %t.ll --kernel=strided --sweep=1 --block=32 --arg=f32:100:rand --arg=f32:64:zero --arg=i64:-5
target triple = "nvptx64-nvidia-cuda"

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; QUIET-NOT: warning
; REMARK: loop at line 0 goes by a step that is not known: 4 rounds together
; REMARK-NOT: loop at line
; CHECK-LABEL: @strided(
; CHECK: udiv i64
; CHECK: fadd float
; CHECK-COUNT-4: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
; CHECK-NOT: llvm.loop.unroll.count
; ONE-LABEL: @strided(
; ONE: fadd float
; ONE-NOT: fadd
; ONE: ret void
; TWO-LABEL: @strided(
; TWO-COUNT-3: fadd float
; TWO-NOT: fadd
; TWO: ret void
define ptx_kernel void @strided(ptr %in, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = zext i32 %t to i64
  %step = zext i32 %b to i64
  %last = call i64 @llvm.smin.i64(i64 %n, i64 4096)
  br label %head
head:
  %i = phi i64 [ %tid, %entry ], [ %next, %body ]
  %s = phi float [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp slt i64 %i, %last
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %sum = fadd float %s, %x
  %next = add i64 %i, %step
  br label %head
exit:
  %o = getelementptr float, ptr %out, i64 %tid
  store float %s, ptr %o
  ret void
}

; CHECK-LABEL: @constant_step(
; CHECK: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @constant_step(ptr %in, ptr %out, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = zext i32 %t to i64
  %last = call i64 @llvm.smin.i64(i64 %n, i64 4096)
  br label %head
head:
  %i = phi i64 [ %tid, %entry ], [ %next, %body ]
  %s = phi float [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp slt i64 %i, %last
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %sum = fadd float %s, %x
  %next = add i64 %i, 32
  br label %head
exit:
  %o = getelementptr float, ptr %out, i64 %tid
  store float %s, ptr %o
  ret void
}

; CHECK-LABEL: @synchronised(
; CHECK: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @synchronised(ptr %in, ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = zext i32 %t to i64
  %step = zext i32 %b to i64
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %s = phi float [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp slt i64 %i, 4096
  br i1 %more, label %body, label %exit
body:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %sum = fadd float %s, %x
  %next = add i64 %i, %step
  br label %head
exit:
  %o = getelementptr float, ptr %out, i64 %tid
  store float %s, ptr %o
  ret void
}

; CHECK-LABEL: @nothing_loaded(
; CHECK: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @nothing_loaded(ptr %out, float %x) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = zext i32 %t to i64
  %step = zext i32 %b to i64
  br label %head
head:
  %i = phi i64 [ %tid, %entry ], [ %next, %body ]
  %s = phi float [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp slt i64 %i, 4096
  br i1 %more, label %body, label %exit
body:
  %sum = fadd float %s, %x
  %next = add i64 %i, %step
  br label %head
exit:
  %o = getelementptr float, ptr %out, i64 %tid
  store float %s, ptr %o
  ret void
}

@tile = internal addrspace(3) global [4096 x float] poison
; CHECK-LABEL: @copies(
; CHECK: store float {{.*}}addrspace(3)
; CHECK-NOT: store float
; CHECK: ret void
define ptx_kernel void @copies(ptr %in) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = zext i32 %t to i64
  %step = zext i32 %b to i64
  br label %head
head:
  %i = phi i64 [ %tid, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 4096
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %s = getelementptr float, ptr addrspace(3) @tile, i64 %i
  store float %x, ptr addrspace(3) %s
  %next = add i64 %i, %step
  br label %head
exit:
  ret void
}
