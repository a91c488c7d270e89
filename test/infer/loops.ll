; What a loop counter reaches: header-tested loops one less than their exit test, rotated ones
; their exit count; a bound by a guard, by an outer counter, downwards, with steps.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel 'header_tested'
; CHECK: footprint 16 of 17
define ptx_kernel void @header_tested(ptr %p, ptr noalias %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 16
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !10
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}

; The load before the exit test runs once more.
; CHECK-LABEL: kernel 'in_header'
; CHECK: footprint 17 of 17
define ptx_kernel void @in_header(ptr %p, ptr noalias %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !11
  %more = icmp slt i64 %i, 16
  br i1 %more, label %body, label %done
body:
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}

; CHECK-LABEL: kernel 'rotated'
; CHECK: footprint 17 of 17
define ptx_kernel void @rotated(ptr %p, ptr noalias %out) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !12
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 17
  br i1 %more, label %body, label %done
done:
  ret void
}

; 30, 28 .. 2, 0 with an i32 counter
; CHECK-LABEL: kernel 'downwards'
; CHECK: footprint 16 of 17
; CHECK: base %p
; CHECK: strides 4
define ptx_kernel void @downwards(ptr %p, ptr noalias %out) {
entry:
  br label %head
head:
  %i = phi i32 [ 30, %entry ], [ %next, %body ]
  %more = icmp sge i32 %i, 0
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i32 %i
  %x = load i16, ptr %a, !vx.placement !13
  store i16 %x, ptr %out
  %next = sub i32 %i, 2
  br label %head
done:
  ret void
}

; The trip count is an argument, a guard bounds it.
; CHECK-LABEL: kernel 'guarded_bound'
; CHECK: footprint 12 of 17
define ptx_kernel void @guarded_bound(ptr %p, ptr noalias %out, i32 %n) {
entry:
  %small = icmp ult i32 %n, 13
  br i1 %small, label %head, label %done
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i32 %i
  %x = load i16, ptr %a, !vx.placement !14
  store i16 %x, ptr %out
  %next = add i32 %i, 1
  br label %head
done:
  ret void
}

; min(n, 9)
; CHECK-LABEL: kernel 'minimum_bound'
; CHECK: footprint 9 of 17
define ptx_kernel void @minimum_bound(ptr %p, ptr noalias %out, i64 %n) {
entry:
  %m = call i64 @llvm.smin.i64(i64 %n, i64 9)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %m
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !15
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}

; A second exit only shortens the walk.
; CHECK-LABEL: kernel 'early_exit'
; CHECK: footprint 17 of 17
define ptx_kernel void @early_exit(ptr %p, ptr noalias %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, 17
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !16
  %zero = icmp eq i16 %x, 0
  br i1 %zero, label %done, label %latch
latch:
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @header_tested, !10}
!1 = !{ptr @in_header, !11}
!2 = !{ptr @rotated, !12}
!3 = !{ptr @downwards, !13}
!4 = !{ptr @guarded_bound, !14}
!5 = !{ptr @minimum_bound, !15}
!6 = !{ptr @early_exit, !16}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !22, !23}
!16 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 17}
!23 = !{!"element", i32 2}
