; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80;pad=off>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
; RUN: %vx-opt -passes='print<vx-plan;sm=80;pad=4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FOUR
; RUN: not %opt -load-pass-plugin=%vx-plugin -passes='vx-placement<sm=80;pad=6>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BAD
; BAD: 'pad=6' is neither 'auto', 'off' nor a multiple of 4 bytes up to 128
; OFF-NOT: padded

; Threads that walk down a column of a tile of 32 floats are in one bank; the rows of the tile are padded, by as much as copies of
; 16 bytes allow. By 4 bytes the conflict would be gone, and the copies would be of 4.
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @square(ptr) "vx.transfer"="smem" "vx.name"="s" "vx.element"="4" "vx.extent"="32x32" "vx.align"="16"
declare ptr @large(ptr) "vx.transfer"="smem" "vx.name"="l" "vx.element"="4" "vx.extent"="384x32" "vx.align"="16"
declare ptr @odd(ptr) "vx.transfer"="smem" "vx.name"="odd" "vx.element"="4" "vx.extent"="32x40" "vx.align"="16"
declare ptr @half(ptr) "vx.transfer"="smem" "vx.name"="h" "vx.element"="8" "vx.extent"="32x16" "vx.align"="16"
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @view(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.name"="v" "vx.element"="4" "vx.extent"="32x32" "vx.align"="16"

; CHECK-LABEL: plan for kernel 'column'
; CHECK: tile 's' 32x32 of 4 bytes, sequenced, 1 slot of 4608 bytes
; CHECK-NEXT: reads in 32 passes a warp, rows padded by 16 bytes: in 4
; CHECK: rows 32x32, copies of 16 bytes
; FOUR-LABEL: plan for kernel 'column'
; FOUR: tile 's' 32x32 of 4 bytes, sequenced, 1 slot of 4224 bytes
; FOUR-NEXT: reads in 32 passes a warp, rows padded by 4 bytes: in 1
; FOUR: rows 32x32, copies of 4 bytes
define ptx_kernel void @column(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %row = shl nuw nsw i32 %t, 5
  %i = or disjoint i32 %row, 3
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; Along a row there is no conflict and no word about it.
; CHECK-LABEL: plan for kernel 'row'
; CHECK-NEXT: tile 's' 32x32 of 4 bytes, sequenced, 1 slot of 4096 bytes
; CHECK-NEXT: fill
define ptx_kernel void @row(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %i = add nuw nsw i32 %t, 96
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; A row of 40 floats: two passes are left at 8, 16 bytes of padding bring 4 again. Doubles: 16 threads at a time.
; CHECK-LABEL: plan for kernel 'other_widths'
; CHECK: tile 'h' 32x16
; CHECK-NEXT: reads in 16 passes a warp, rows padded by 16 bytes: in 2
; CHECK: tile 'odd' 32x40
; CHECK-NEXT: reads in 8 passes a warp, rows padded by 16 bytes: in 4
define ptx_kernel void @other_widths(ptr %p, ptr %q, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @odd(ptr %p)
  %h = call ptr @half(ptr %q)
  %i = mul nuw nsw i32 %t, 40
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  %j = mul nuw nsw i32 %t, 16
  %b = getelementptr double, ptr %h, i32 %j
  %y = load double, ptr %b
  store float %x, ptr %o
  store double %y, ptr %q
  ret void
}
; The walk along the row may leave it: which row a read is in is not known.
; CHECK-LABEL: plan for kernel 'leaves_its_row'
; CHECK: reads in 32 passes a warp, rows not padded: a read is not proven to stay inside one row
; FOUR-LABEL: plan for kernel 'leaves_its_row'
; FOUR: rows not padded: a read is not proven to stay inside one row
define ptx_kernel void @leaves_its_row(ptr %p, ptr %o, i32 %n) "nvvm.reqntid"="31" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %few = and i32 %n, 32
  %row = shl nuw nsw i32 %t, 5
  %i = add nuw nsw i32 %row, %few
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: plan for kernel 'stays_in_its_row'
; CHECK: reads in 32 passes a warp, rows padded by 16 bytes: in 4
define ptx_kernel void @stays_in_its_row(ptr %p, ptr %o, i32 %n) "nvvm.reqntid"="31" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %few = and i32 %n, 31
  %row = shl nuw nsw i32 %t, 5
  %i = add nuw nsw i32 %row, %few
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; Strides of the result that somebody reads, an address that somebody compares.
; CHECK-LABEL: plan for kernel 'descriptor'
; CHECK: reads in 32 passes a warp, rows padded by 16 bytes: in 4
; FOUR-LABEL: plan for kernel 'descriptor'
; FOUR: rows padded by 4 bytes
define ptx_kernel void @descriptor(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call %m2 @view(ptr %p, ptr %p, i64 0, i64 32, i64 32, i64 32, i64 1)
  %r = extractvalue %m2 %d, 1
  %i = shl nuw nsw i32 %t, 5
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; FOUR-LABEL: plan for kernel 'strides_read'
; FOUR: rows not padded: the strides of its result are used
define ptx_kernel void @strides_read(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = call %m2 @view(ptr %p, ptr %p, i64 0, i64 32, i64 32, i64 32, i64 1)
  %r = extractvalue %m2 %d, 1
  %s = extractvalue %m2 %d, 4, 0
  %w = zext i32 %t to i64
  %i = mul i64 %w, %s
  %a = getelementptr float, ptr %r, i64 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
; FOUR-LABEL: plan for kernel 'compared'
; FOUR: rows not padded: an address in it is compared
define ptx_kernel void @compared(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %i = shl nuw nsw i32 %t, 5
  %a = getelementptr float, ptr %r, i32 %i
  %e = getelementptr float, ptr %r, i32 512
  %x = load float, ptr %a
  %in = icmp ult ptr %a, %e
  %y = select i1 %in, float %x, float 0.0
  store float %y, ptr %o
  ret void
}
; 48 KiB are static, padded they would not be: not by itself, but if asked for.
; CHECK-LABEL: plan for kernel 'full'
; CHECK: reads in 32 passes a warp, rows not padded: it would take dynamic shared memory
; FOUR-LABEL: plan for kernel 'full'
; FOUR: reads in 32 passes a warp, rows padded by 4 bytes: in 1
; FOUR: storage: dynamic
define ptx_kernel void @full(ptr %p, ptr %o) "nvvm.reqntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @large(ptr %p)
  %i = shl nuw nsw i32 %t, 5
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
