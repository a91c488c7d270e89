; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; Ranks 1 to 5; dimensions are merged exactly where the source goes on without a gap.
declare ptr @r1(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.align"="16" "vx.extent"="24"
declare ptr @r3(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.align"="16" "vx.extent"="2x3x4" "vx.stride"="64x4x1"
declare ptr @r4(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.align"="16" "vx.extent"="2x3x4x4" "vx.stride"="48x16x4x1"
declare ptr @r5(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.align"="16" "vx.extent"="2x2x2x2x4" "vx.stride"="512x128x64x4x1"
declare ptr @inner(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.align"="16" "vx.extent"="4x4" "vx.stride"="4x2"

; CHECK-LABEL: kernel 'k1'
; CHECK: rows 24, copies of 16
define ptx_kernel void @k1(ptr %p, ptr %o) {
  %r = call ptr @r1(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'k3'
; CHECK: rows 2x12, copies of 16
define ptx_kernel void @k3(ptr %p, ptr %o) {
  %r = call ptr @r3(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'k4'
; CHECK: rows 96, copies of 16
define ptx_kernel void @k4(ptr %p, ptr %o) {
  %r = call ptr @r4(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'k5'
; CHECK: rows 2x4x8, copies of 16
define ptx_kernel void @k5(ptr %p, ptr %o) {
  %r = call ptr @r5(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
; Rows overlap in the source (stride 4 for 4 elements that are 2 apart): no merge.
; CHECK-LABEL: kernel 'overlap'
; CHECK: rows 4x4, copies of 4 bytes
define ptx_kernel void @overlap(ptr %p, ptr %o) {
  %r = call ptr @inner(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
