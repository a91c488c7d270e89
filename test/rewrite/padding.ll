; Loads from tiles with padded rows, run on the host before and after: the same values, whatever lies between the rows.
;
; DEFINE: %{kernel} =
; DEFINE: %{pad} = auto
; DEFINE: %{crossing} = sequenced
; DEFINE: %{threads} = 32
; DEFINE: %{check} = %vx-opt -passes='vx-placement<sm=80;crossing=%{crossing};pad=%{pad}>' -S %s -o %t.ll \
; DEFINE:   && FileCheck %s < %t.ll \
; DEFINE:   && %vx-simt compare %s %t.ll --kernel=%{kernel} --block=%{threads} --sweep=2 --arg=f32:1200:rand --arg=f32:4096:zero --arg=i64:29
; REDEFINE: %{kernel} = column
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = backwards
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = diagonal
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = ragged
; RUN: %{check} --arg=i64:32
; REDEFINE: %{pad} = 4
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = column
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = backwards
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = diagonal
; RUN: %{check} --arg=i64:32
; REDEFINE: %{pad} = 36
; REDEFINE: %{crossing} = streamed
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = ragged
; RUN: %{check} --arg=i64:32
; REDEFINE: %{pad} = auto
; RUN: %{check} --arg=i64:32
; REDEFINE: %{kernel} = three
; RUN: %{check} --arg=i64:32
; REDEFINE: %{pad} = 20
; REDEFINE: %{threads} = 19
; RUN: %{check} --arg=i64:32

declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @square(ptr) "vx.transfer"="smem" "vx.name"="s" "vx.element"="4" "vx.extent"="32x32" "vx.align"="16"
declare ptr @cube(ptr) "vx.transfer"="smem" "vx.name"="c" "vx.element"="4" "vx.extent"="4x8x32" "vx.align"="16"
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @view(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.name"="v" "vx.element"="4" "vx.extent"="32x32" "vx.align"="16"

; A walk along rows, two elements at a time: their alignment is that of the padding.
; CHECK-LABEL: define ptx_kernel void @column(
; CHECK: load <2 x float>, ptr addrspace(3) %padded{{.*}}, align {{4|8}}
define ptx_kernel void @column(ptr %p, ptr %o, i64 %n, i64 %ld) "nvvm.reqntid"="32" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %w = zext i32 %t to i64
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %row = mul i64 %w, 32
  %i = add i64 %row, %j
  %a = getelementptr float, ptr %r, i64 %i
  %xy = load <2 x float>, ptr %a, align 8
  %x = extractelement <2 x float> %xy, i64 0
  %y = extractelement <2 x float> %xy, i64 1
  %half = fmul float %y, 0.5
  %part = fsub float %x, %half
  %scaled = fmul float %s, 0.75
  %sum = fadd float %scaled, %part
  %next = add i64 %j, 2
  %more = icmp ult i64 %next, 32
  br i1 %more, label %loop, label %exit
exit:
  %b = getelementptr float, ptr %o, i64 %w
  store float %sum, ptr %b
  ret void
}
; From the end of the tile to its start, by a pointer that another one is made of.
; CHECK-LABEL: define ptx_kernel void @backwards(
; CHECK: load float, ptr addrspace(3) %padded
define ptx_kernel void @backwards(ptr %p, ptr %o, i64 %n, i64 %ld) "nvvm.reqntid"="32" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %back = sub nsw i32 31, %t
  %row = shl nsw i32 %back, 5
  %start = getelementptr inbounds float, ptr %r, i32 %row
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %k = sub nsw i32 31, %j
  %a = getelementptr inbounds float, ptr %start, i32 %k
  %x = load float, ptr %a
  %scaled = fmul float %s, 0.75
  %sum = fadd float %scaled, %x
  %next = add nuw nsw i32 %j, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %loop, label %exit
exit:
  %b = getelementptr float, ptr %o, i32 %t
  store float %sum, ptr %b
  ret void
}
; 33 elements a thread: row and column at once.
; CHECK-LABEL: define ptx_kernel void @diagonal(
define ptx_kernel void @diagonal(ptr %p, ptr %o, i64 %n, i64 %ld) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %i = mul nuw nsw i32 %t, 33
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  %row = shl nuw nsw i32 %t, 5
  %c = getelementptr float, ptr %r, i32 %row
  %y = load float, ptr %c
  %z = fsub float %x, %y
  %b = getelementptr float, ptr %o, i32 %t
  store float %z, ptr %b
  ret void
}
; Fewer rows than the extent, and some distance apart in the source.
; CHECK-LABEL: define ptx_kernel void @ragged(
; CHECK: load float, ptr addrspace(3) %padded
define ptx_kernel void @ragged(ptr %p, ptr %o, i64 %n, i64 %ld) "nvvm.reqntid"="32" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %d = call %m2 @view(ptr %p, ptr %p, i64 0, i64 %n, i64 32, i64 %ld, i64 1)
  %r = extractvalue %m2 %d, 1
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %row = shl nuw nsw i64 %w, 5
  %i = add nuw nsw i64 %row, %j
  %a = getelementptr inbounds float, ptr %r, i64 %i
  %x = load float, ptr %a
  %scaled = fmul float %s, 0.75
  %sum = fadd float %scaled, %x
  %next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %loop, label %exit
exit:
  %b = getelementptr float, ptr %o, i64 %w
  store float %sum, ptr %b
  ret void
}
; Three dimensions: all rows are the same distance apart.
; CHECK-LABEL: define ptx_kernel void @three(
; CHECK: load float, ptr addrspace(3) %padded
define ptx_kernel void @three(ptr %p, ptr %o, i64 %n, i64 %ld) "nvvm.maxntid"="32" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @cube(ptr %p)
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %row = shl nuw nsw i32 %t, 5
  %plane = mul nuw nsw i32 %j, 3
  %in = add nuw nsw i32 %plane, %row
  %a = getelementptr [4 x [8 x [32 x float]]], ptr %r, i32 0, i32 0, i32 0, i32 %in
  %x = load float, ptr %a
  %scaled = fmul float %s, 0.75
  %sum = fadd float %scaled, %x
  %next = add nuw nsw i32 %j, 1
  %more = icmp ult i32 %next, 10
  br i1 %more, label %loop, label %exit
exit:
  %b = getelementptr float, ptr %o, i32 %t
  store float %sum, ptr %b
  ret void
}
