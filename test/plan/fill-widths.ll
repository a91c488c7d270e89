; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; How wide the threads copy: what alignment proves, what the shape allows, and a
; run-time test only where the alignment alone is in doubt.
declare ptr @plain(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="plain"
declare ptr @stated(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="stated" "vx.align"="16"
declare ptr @pitched(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="pitched" "vx.stride"="128x1"
declare ptr @oddpitch(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="oddpitch" "vx.stride"="65x1"
declare ptr @gaps(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="gaps" "vx.stride"="128x2"
declare ptr @bytes(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="3x5" "vx.name"="bytes"
declare ptr @halves(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="4x33" "vx.name"="halves" "vx.stride"="40x1"
declare ptr @doubles(ptr) "vx.transfer"="smem" "vx.element"="8" "vx.extent"="5" "vx.name"="doubles"
declare ptr @one(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="1" "vx.name"="one"

; A tile without gaps is one row. Nothing is known of its address.
; CHECK-LABEL: kernel 'unknown'
; CHECK: 'plain' read by 1, rows 1024, copies of 16 bytes if aligned at run time, else 4
define ptx_kernel void @unknown(ptr %p, ptr %o) {
  %r = call ptr @plain(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'attribute'
; CHECK: 'stated' read by 1, rows 1024, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @attribute(ptr %p, ptr %o) {
  %r = call ptr @stated(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'parameter'
; CHECK: 'plain' read by 1, rows 1024, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @parameter(ptr align 16 %p, i64 %i, ptr %o) {
  %a = getelementptr [4 x float], ptr %p, i64 %i
  %r = call ptr @plain(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; The parameter is aligned, what is added to it only to 8.
; CHECK-LABEL: kernel 'parameter_plus_8'
; CHECK: 'plain' read by 1, rows 1024, copies of 16 bytes if aligned at run time, else 8
define ptx_kernel void @parameter_plus_8(ptr align 16 %p, i64 %i, ptr %o) {
  %a = getelementptr [2 x float], ptr %p, i64 %i
  %r = call ptr @plain(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'pitch'
; CHECK: 'pitched' read by 1, rows 16x64, copies of 16 bytes, 4 at a time{{$}}
define ptx_kernel void @pitch(ptr align 16 %p, ptr %o) {
  %r = call ptr @pitched(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Rows 65 elements apart: 16 bytes are never right for all of them, so nothing is tested.
; CHECK-LABEL: kernel 'odd_pitch'
; CHECK: 'oddpitch' read by 1, rows 16x64, copies of 4 bytes, 4 at a time{{$}}
define ptx_kernel void @odd_pitch(ptr align 16 %p, ptr %o) {
  %r = call ptr @oddpitch(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Elements with gaps are copied one by one.
; CHECK-LABEL: kernel 'innermost_stride_2'
; CHECK: 'gaps' read by 1, rows 1024, copies of 4 bytes, 4 at a time{{$}}
define ptx_kernel void @innermost_stride_2(ptr align 16 %p, ptr %o) {
  %r = call ptr @gaps(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; 15 bytes: one of 8, the rest one by one.
; CHECK-LABEL: kernel 'i8'
; CHECK: 'bytes' read by 1, rows 15, copies of 8 bytes{{$}}
define ptx_kernel void @i8(ptr align 8 %p, ptr %o) {
  %r = call ptr @bytes(ptr %p)
  %x = load i8, ptr %r
  store i8 %x, ptr %o
  ret void
}
; Rows of 66 bytes follow each other in storage: 2 bytes at a time.
; CHECK-LABEL: kernel 'f16_odd_rows'
; CHECK: 'halves' read by 1, rows 4x33, copies of 2 bytes, 4 at a time{{$}}
define ptx_kernel void @f16_odd_rows(ptr align 16 %p, ptr %o) {
  %r = call ptr @halves(ptr %p)
  %x = load half, ptr %r
  store half %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'f64'
; CHECK: 'doubles' read by 1, rows 5, copies of 16 bytes if aligned at run time, else 8
define ptx_kernel void @f64(ptr %p, ptr %o) {
  %r = call ptr @doubles(ptr %p)
  %x = load double, ptr %r
  store double %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'single_byte'
; CHECK: 'one' read by 1, rows 1, copies of 1 bytes{{$}}
define ptx_kernel void @single_byte(ptr %p, ptr %o) {
  %r = call ptr @one(ptr %p)
  %x = load i8, ptr %r
  store i8 %x, ptr %o
  ret void
}
