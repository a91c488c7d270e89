; Strides of unrolled loads are guesses. One that fits is not taken if the tile would then reach
; past what is read and another stride explains the loads exactly.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=pitch --grid=1 --block=1 --arg=f32:13:rand:1 --arg=f32:1:zero --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --kernel=contiguous --grid=1 --block=1 --arg=f32:8:rand:1 --arg=f32:1:zero --print=none | FileCheck %s --check-prefix=SAME
; SAME: same:

target triple = "nvptx64-nvidia-cuda"

; Two planes of 2x2 at a row pitch of 3; LLVM has turned the counter of planes into a phi of two
; constants. The source ends with the last element that is read.
; CHECK-LABEL: kernel 'pitch'
; CHECK: footprint 2x1x2 of 2x2x2
; CHECK: strides 12, 8, 4
define ptx_kernel void @pitch(ptr %p, ptr noalias %out) {
entry:
  br label %planes
planes:
  %more = phi i1 [ true, %entry ], [ false, %planes ]
  %plane = phi i64 [ 0, %entry ], [ 8, %planes ]
  %a = getelementptr float, ptr %p, i64 %plane
  %b = getelementptr i8, ptr %a, i64 4
  %c = getelementptr i8, ptr %a, i64 12
  %d = getelementptr i8, ptr %a, i64 16
  %w = load float, ptr %a, !vx.placement !10
  %x = load float, ptr %b, !vx.placement !10
  %y = load float, ptr %c, !vx.placement !10
  %z = load float, ptr %d, !vx.placement !10
  %wx = fadd float %w, %x
  %yz = fsub float %y, %z
  %sum = fmul float %wx, %yz
  store float %sum, ptr %out
  br i1 %more, label %planes, label %done
done:
  ret void
}

; Contiguous and read to the end: the guess is right.
; CHECK-LABEL: kernel 'contiguous'
; CHECK: footprint 2x2 of 2x2
define ptx_kernel void @contiguous(ptr %p, ptr noalias %out) {
entry:
  br label %planes
planes:
  %more = phi i1 [ true, %entry ], [ false, %planes ]
  %plane = phi i64 [ 0, %entry ], [ 4, %planes ]
  %a = getelementptr float, ptr %p, i64 %plane
  %b = getelementptr i8, ptr %a, i64 4
  %c = getelementptr i8, ptr %a, i64 8
  %d = getelementptr i8, ptr %a, i64 12
  %w = load float, ptr %a, !vx.placement !11
  %x = load float, ptr %b, !vx.placement !11
  %y = load float, ptr %c, !vx.placement !11
  %z = load float, ptr %d, !vx.placement !11
  %wx = fadd float %w, %x
  %yz = fsub float %y, %z
  %sum = fmul float %wx, %yz
  store float %sum, ptr %out
  br i1 %more, label %planes, label %done
done:
  ret void
}

; Three of four elements: the fourth is read only because the stride is stated.
; CHECK-LABEL: kernel 'stated'
; CHECK: footprint 2x2 of 2x2
define ptx_kernel void @stated(ptr %p, ptr noalias %out) {
  %b = getelementptr i8, ptr %p, i64 4
  %c = getelementptr i8, ptr %p, i64 400
  %x = load float, ptr %p, !vx.placement !12
  %y = load float, ptr %b, !vx.placement !12
  %z = load float, ptr %c, !vx.placement !12
  %xy = fadd float %x, %y
  %sum = fmul float %xy, %z
  store float %sum, ptr %out
  ret void
}

!vx.tiles = !{!0, !1, !2}
!0 = !{ptr @pitch, !10}
!1 = !{ptr @contiguous, !11}
!2 = !{ptr @stated, !12}
!10 = distinct !{!"vx.tile", !20, !21, !22, !24}
!11 = distinct !{!"vx.tile", !20, !21, !23, !24}
!12 = distinct !{!"vx.tile", !20, !21, !23, !24, !25}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 2, i64 2, i64 2}
!23 = !{!"extent", i64 2, i64 2}
!24 = !{!"element", i32 4}
!25 = !{!"stride", i64 100, i64 1}
