; The twin of guessed.ll: nothing shows that the third load begins a row of two, so that the
; element behind it may not exist.
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: VX202: {{.*}}kernel 'unstated', tile 'a': the loads fit the extent 2x2 only with strides that no loop walks, and then the tile would reach past what they read
; CHECK-SAME: state the tile's strides
define ptx_kernel void @unstated(ptr %p, ptr noalias %out) {
  %b = getelementptr i8, ptr %p, i64 4
  %c = getelementptr i8, ptr %p, i64 400
  %x = load float, ptr %p, !vx.placement !10
  %y = load float, ptr %b, !vx.placement !10
  %z = load float, ptr %c, !vx.placement !10
  %xy = fadd float %x, %y
  %sum = fmul float %xy, %z
  store float %sum, ptr %out
  ret void
}

!vx.tiles = !{!0}
!0 = !{ptr @unstated, !10}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 2, i64 2}
!23 = !{!"element", i32 4}
