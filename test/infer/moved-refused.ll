; Bases that the loads don't share, or that are no block's.
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: VX204: loads of one tile have no common base: kernel 'two_pointers', tile 'a': it reads from %q, %x reads from %p [%y = load
define ptx_kernel void @two_pointers(ptr %p, ptr %q, ptr noalias %out) {
  %x = load float, ptr %p, !vx.placement !10
  %y = load float, ptr %q, !vx.placement !10
  store float %x, ptr %out
  store float %y, ptr %out
  ret void
}

; In one loop: no unrolled visits.
; CHECK: VX204: {{.*}}kernel 'two_bases', tile 'a': its address is that of %x plus 4096 bytes; together they fit no extent of 16
define ptx_kernel void @two_bases(ptr %p, ptr noalias %out) "nvvm.reqntid"="16" {
entry:
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a = getelementptr float, ptr %p, i64 %k
  %b = getelementptr float, ptr %a, i64 1024
  %x = load float, ptr %a, !vx.placement !11
  %y = load float, ptr %b, !vx.placement !11
  store float %x, ptr %out
  store float %y, ptr %out
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, 16
  br i1 %more, label %t, label %done
done:
  ret void
}

; CHECK: VX204: {{.*}}kernel 'two_symbols', tile 'a': its address is that of %x plus (4 * %n)
define ptx_kernel void @two_symbols(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="16" {
entry:
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a = getelementptr float, ptr %p, i64 %k
  %b = getelementptr float, ptr %a, i64 %n
  %x = load float, ptr %a, !vx.placement !12
  %y = load float, ptr %b, !vx.placement !12
  store float %x, ptr %out
  store float %y, ptr %out
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, 16
  br i1 %more, label %t, label %done
done:
  ret void
}

; The step of half a tile with half a tile read is no proof of anything.
; CHECK: VX202: {{.*}}kernel 'half_step', tile 'a': the loop at %t walks inside the tile, but its trip count has no known limit
define ptx_kernel void @half_step(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="8" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a = getelementptr float, ptr %p, i64 %k
  %b = getelementptr float, ptr %a, i32 %tx
  %x = load float, ptr %b, !vx.placement !13
  store float %x, ptr %out
  %k.next = add i64 %k, 8
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; The table may be written by the kernel, by another thread for all we know.
; CHECK: VX201: {{.*}}kernel 'gathered', tile 'a': its address loads from memory that the kernel may write through (sext i32 %which to i64)
define ptx_kernel void @gathered(ptr %p, ptr %out, ptr %table, i64 %n) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %e = getelementptr i32, ptr %table, i64 %k
  %which = load i32, ptr %e
  %a0 = getelementptr [16 x float], ptr %p, i32 %which, i32 %tx
  %x = load float, ptr %a0, !vx.placement !14
  store float %x, ptr %out
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; The last lane may reach past the row. That a run of all rows has room for it does not make each
; row a tile of its own: it would be read past the last one's end.
; CHECK: VX203: {{.*}}kernel 'masked_rows', tile 'b': dimension 1 needs 7 elements{{.*}} the extent 8x6 has 6
define ptx_kernel void @masked_rows(ptr %p, ptr noalias %out, i64 %n) {
entry:
  br label %r
r:
  %row = phi i64 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i64 %row, 6
  br label %c
c:
  %col = phi i64 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i64 %start, %col
  %a = getelementptr float, ptr %p, i64 %at
  %next = add nuw nsw i64 %col, 1
  %in = icmp slt i64 %next, %n
  %mask = insertelement <2 x i1> <i1 true, i1 false>, i1 %in, i64 1
  %x = call <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %a, <2 x i1> %mask, <2 x float> zeroinitializer), !vx.placement !15
  store <2 x float> %x, ptr %out, align 4
  %col.next = add nuw nsw i64 %col, 1
  %more = icmp slt i64 %col.next, 6
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i64 %row, 1
  %again = icmp slt i64 %row.next, 8
  br i1 %again, label %r, label %done
done:
  ret void
}

; Nor where rows are apart, so that they could be rows of another pitch.
; CHECK: VX203: {{.*}}kernel 'masked_rows_apart', tile 'c': {{.*}}the extent 4x4 has 4
define ptx_kernel void @masked_rows_apart(ptr %p, ptr noalias %out, i64 %n) {
entry:
  br label %r
r:
  %row = phi i64 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i64 %row, 5
  br label %c
c:
  %col = phi i64 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i64 %start, %col
  %a = getelementptr float, ptr %p, i64 %at
  %next = add nuw nsw i64 %col, 1
  %in = icmp slt i64 %next, %n
  %mask = insertelement <2 x i1> <i1 true, i1 false>, i1 %in, i64 1
  %x = call <2 x float> @llvm.masked.load.v2f32.p0(ptr align 4 %a, <2 x i1> %mask, <2 x float> zeroinitializer), !vx.placement !16
  store <2 x float> %x, ptr %out, align 4
  %col.next = add nuw nsw i64 %col, 1
  %more = icmp slt i64 %col.next, 4
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i64 %row, 1
  %again = icmp slt i64 %row.next, 4
  br i1 %again, label %r, label %done
done:
  ret void
}

declare <2 x float> @llvm.masked.load.v2f32.p0(ptr captures(none), <2 x i1>, <2 x float>)

!vx.tiles = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @two_pointers, !10}
!1 = !{ptr @two_bases, !11}
!2 = !{ptr @two_symbols, !12}
!3 = !{ptr @half_step, !13}
!4 = !{ptr @gathered, !14}
!5 = !{ptr @masked_rows, !15}
!6 = !{ptr @masked_rows_apart, !16}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !{!"name", !"b"}, !21, !{!"extent", i64 8, i64 6}, !23}
!16 = distinct !{!"vx.tile", !{!"name", !"c"}, !21, !{!"extent", i64 4, i64 4}, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}
