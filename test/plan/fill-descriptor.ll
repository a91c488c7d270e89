; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; Memref descriptors: strides and sizes are operands of the call.
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @t(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.name"="t" "vx.extent"="16x64"
declare %m2 @a(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.name"="a" "vx.extent"="16x64" "vx.align"="16"
declare %m2 @byte(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="1" "vx.name"="byte" "vx.extent"="1x100"

; CHECK-LABEL: kernel 'contiguous'
; CHECK: rows 1024, copies of 16 bytes if aligned at run time, else 4
define ptx_kernel void @contiguous(ptr %p, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; The offset counts elements: 4 of them keep 16 bytes, 2 do not.
; CHECK-LABEL: kernel 'offset_4'
; CHECK: rows 1024, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @offset_4(ptr align 16 %p, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 4, i64 16, i64 64, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'offset_2'
; CHECK: rows 1024, copies of 16 bytes if aligned at run time, else 8
define ptx_kernel void @offset_2(ptr align 16 %p, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 2, i64 16, i64 64, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; The pitch is known at run time only: the test covers it too.
; CHECK-LABEL: kernel 'run_time_pitch'
; CHECK: rows 16x64, copies of 16 bytes if aligned at run time, else 4
define ptx_kernel void @run_time_pitch(ptr align 16 %p, i64 %ld, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 %ld, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; "vx.align" speaks of every row's start.
; CHECK-LABEL: kernel 'run_time_pitch_stated'
; CHECK: rows 16x64, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @run_time_pitch_stated(ptr %p, i64 %ld, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 %ld, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'run_time_innermost_stride'
; CHECK: rows 16x64, copies of 4 bytes, 4 at a time{{$}}
define ptx_kernel void @run_time_innermost_stride(ptr %p, i64 %s, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 %s)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A ragged outermost size keeps rows whole, so the copies stay wide.
; CHECK-LABEL: kernel 'ragged'
; CHECK: rows 1024(ragged), copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @ragged(ptr %p, i64 %n, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 %n, i64 64, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'ragged_with_pitch'
; CHECK: rows 16(ragged)x64, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @ragged_with_pitch(ptr %p, i64 %n, i64 %ld, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 %n, i64 64, i64 %ld, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A constant size below the extent: copies do not cross it.
; CHECK-LABEL: kernel 'constant_inner_size'
; CHECK: rows 16x64(ragged), copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @constant_inner_size(ptr %p, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 16, i64 60, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'constant_odd_inner_size'
; CHECK: rows 16x64(ragged), copies of 8 bytes, 4 at a time{{$}}
define ptx_kernel void @constant_odd_inner_size(ptr %p, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 16, i64 62, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A size above the extent is clamped: as if it were the extent.
; CHECK-LABEL: kernel 'above_extent'
; CHECK: rows 1024, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @above_extent(ptr %p, ptr %o) {
  %d = call %m2 @a(ptr %p, ptr %p, i64 0, i64 20, i64 64, i64 64, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; The stride of a single row is never used: no need to test it.
; CHECK-LABEL: kernel 'single_row'
; CHECK: rows 100, copies of 16 bytes{{$}}
define ptx_kernel void @single_row(ptr align 16 %p, i64 %ld, ptr %o) {
  %d = call %m2 @byte(ptr %p, ptr %p, i64 0, i64 1, i64 100, i64 %ld, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load i8, ptr %r
  store i8 %x, ptr %o
  ret void
}
