; Widths and strides of single loads.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Four elements a load: the alignment of 16 is the row's, too.
; CHECK-LABEL: kernel 'vector'
; CHECK: footprint 16x16 of 16x16 elements of 4 bytes, rows aligned to 16
; CHECK: index (zext i32 %ty to i64), (4 * (zext i32 %tx to i64))
define ptx_kernel void @vector(ptr %p, ptr noalias %out) "nvvm.reqntid"="4,16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr [4 x <4 x float>], ptr %p, i32 %ty, i32 %tx
  %x = load <4 x float>, ptr %a, align 16, !vx.placement !10
  store <4 x float> %x, ptr %out
  ret void
}

; The same load at a pitch that is no multiple of 16 bytes.
; CHECK-LABEL: kernel 'vector_pitch'
; CHECK: footprint 16x16 of 16x16 elements of 4 bytes, rows aligned to 8{{$}}
; CHECK: strides 72, 4
define ptx_kernel void @vector_pitch(ptr %p, ptr noalias %out) "nvvm.reqntid"="4,16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr [18 x float], ptr %p, i32 %ty
  %b = getelementptr <4 x float>, ptr %a, i32 %tx
  %x = load <4 x float>, ptr %b, align 8, !vx.placement !11
  store <4 x float> %x, ptr %out
  ret void
}

; CHECK-LABEL: kernel 'inner_stride'
; CHECK: footprint 4x16 of 16x16
; CHECK: strides 512, 8
define ptx_kernel void @inner_stride(ptr %p, ptr noalias %out) "nvvm.reqntid"="16,4" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr [64 x [2 x float]], ptr %p, i32 %ty, i32 %tx
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %out
  ret void
}

; Stated strides, transposed.
; CHECK-LABEL: kernel 'stated'
; CHECK: strides 4, 256
; CHECK: index (zext i32 %tx to i64), (zext i32 %ty to i64)
define ptx_kernel void @stated(ptr %p, ptr noalias %out) "nvvm.reqntid"="16,16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr [64 x float], ptr %p, i32 %ty, i32 %tx
  %x = load float, ptr %a, !vx.placement !13
  store float %x, ptr %out
  ret void
}

; Lanes that a constant mask switches off are not read.
; CHECK-LABEL: kernel 'masked'
; CHECK: footprint 1x2 of 16x16
; CHECK: base (4 + %p)
; CHECK: index 0, 0, after 4 bytes of masked lanes
define ptx_kernel void @masked(ptr %p, ptr noalias %out) {
  %x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> <i1 0, i1 1, i1 1, i1 0>, <4 x float> zeroinitializer), !vx.placement !14
  store <4 x float> %x, ptr %out
  ret void
}

; One byte of each element; the element at the start has an unknown place.
; CHECK-LABEL: kernel 'narrow'
; CHECK: footprint 16 of 16 elements of 4 bytes, rows aligned to 1
; CHECK: base (3 + %p)
define ptx_kernel void @narrow(ptr %p, ptr noalias %out) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [4 x i8], ptr %p, i32 %tx, i32 3
  %x = load i8, ptr %a, !vx.placement !15
  store i8 %x, ptr %out
  ret void
}

; A pitch of 66 bytes is no whole number of floats, but of halves.
; CHECK-LABEL: kernel 'odd_pitch'
; CHECK: footprint 4x32 of 16x32 elements of 2 bytes
; CHECK: strides 66, 2
; CHECK: index (zext i32 %ty to i64), (2 * (zext i32 %tx to i64))
define ptx_kernel void @odd_pitch(ptr %p, ptr noalias %out) "nvvm.reqntid"="16,4" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = getelementptr [66 x i8], ptr %p, i32 %ty
  %b = getelementptr float, ptr %a, i32 %tx
  %x = load float, ptr %b, align 2, !vx.placement !16
  store float %x, ptr %out
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @vector, !10}
!1 = !{ptr @vector_pitch, !11}
!2 = !{ptr @inner_stride, !12}
!3 = !{ptr @stated, !13}
!4 = !{ptr @masked, !14}
!5 = !{ptr @narrow, !15}
!6 = !{ptr @odd_pitch, !16}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23, !{!"stride", i64 1, i64 64}}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 16}, !23}
!16 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16, i64 16}
!23 = !{!"element", i32 4}
