; Lanes that a mask may switch off show no strides, and that rows follow each other without a gap is
; no more than a guess: past a row's end they are outside of the tile, here past the end of memory.
; RUN: split-file %s %t
; RUN: cat %t/mask.ll %t/past.ll > %t/past.all.ll
; RUN: cat %t/mask.ll %t/inside.ll > %t/inside.all.ll
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %t/past.all.ll 2>&1 | FileCheck %t/past.ll
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %t/inside.all.ll 2>&1 | FileCheck %t/inside.ll
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %t/inside.all.ll -o %t/out.ll
; RUN: %vx-simt compare %t/inside.all.ll %t/out.ll --kernel=row_of_four --block=1 --print=none --arg=f32:106:rand:1 --arg=f32:16:zero --arg=i32:3 | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %t/inside.all.ll %t/out.ll --kernel=next_row --block=1 --print=none --arg=f32:20:rand:1 --arg=f32:16:zero --arg=i32:6 | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %t/inside.all.ll %t/out.ll --kernel=vectors --block=1 --print=none --arg=f32:20:rand:1 --arg=f32:16:zero --arg=i32:6 | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %t/inside.all.ll %t/out.ll --kernel=stated --block=1 --print=none --arg=f32:20:rand:1 --arg=f32:16:zero --arg=i32:6 | FileCheck %s --check-prefix=SAME
; SAME: same:

;--- past.ll
; Rows of one element: one lane is on, and with it the source ends.
; CHECK: VX203: {{.*}}kernel 'row_of_one', tile 't': dimension 1 needs 4 elements, the extent 4x1 has 1
define ptx_kernel void @row_of_one(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r ]
  %at = mul nuw nsw i32 %row, 34
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %mask = call <4 x i1> @lanes(i32 0, i32 %n)
  %x = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %a, <4 x i1> %mask, <4 x float> zeroinitializer), !vx.placement !1
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %row.next = add nuw nsw i32 %row, 1
  %more = icmp ult i32 %row.next, 4
  br i1 %more, label %r, label %done
done:
  ret void
}

; The second vector of a row has two lanes past its end.
; CHECK: VX202: {{.*}}kernel 'row_of_six', tile 't': {{.*}}fit the extent 4x6 only with strides that no loop walks
define ptx_kernel void @row_of_six(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i32 %row, 34
  br label %c
c:
  %col = phi i32 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i32 %start, %col
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %mask = call <4 x i1> @lanes(i32 %col, i32 %n)
  %x = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %a, <4 x i1> %mask, <4 x float> zeroinitializer), !vx.placement !2
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %col.next = add nuw nsw i32 %col, 4
  %more = icmp ult i32 %col.next, 8
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i32 %row, 1
  %again = icmp ult i32 %row.next, 4
  br i1 %again, label %r, label %done
done:
  ret void
}

!vx.tiles = !{!3, !4}
!1 = distinct !{!"vx.tile", !5, !6, !7, !8}
!2 = distinct !{!"vx.tile", !5, !6, !9, !8}
!3 = !{ptr @row_of_one, !1}
!4 = !{ptr @row_of_six, !2}
!5 = !{!"name", !"t"}
!6 = !{!"space", !"smem"}
!7 = !{!"extent", i64 4, i64 1}
!8 = !{!"element", i32 4}
!9 = !{!"extent", i64 4, i64 6}

;--- inside.ll
; As row_of_one, but the row has room for all lanes.
; CHECK-LABEL: kernel 'row_of_four'
; CHECK: footprint 4x4 of 4x4
; CHECK: strides 136, 4
define ptx_kernel void @row_of_four(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r ]
  %at = mul nuw nsw i32 %row, 34
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %mask = call <4 x i1> @lanes(i32 0, i32 %n)
  %x = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %a, <4 x i1> %mask, <4 x float> zeroinitializer), !vx.placement !1
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %row.next = add nuw nsw i32 %row, 1
  %more = icmp ult i32 %row.next, 4
  br i1 %more, label %r, label %done
done:
  ret void
}

; As row_of_six, but the walk shows that the next row follows at once, and it is in the tile.
; CHECK-LABEL: kernel 'next_row'
; CHECK: footprint 1x20 of 1x24
; CHECK: strides 24, 4
define ptx_kernel void @next_row(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i32 %row, 6
  br label %c
c:
  %col = phi i32 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i32 %start, %col
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %mask = call <4 x i1> @lanes(i32 %col, i32 %n)
  %x = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %a, <4 x i1> %mask, <4 x float> zeroinitializer), !vx.placement !2
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %col.next = add nuw nsw i32 %col, 4
  %more = icmp ult i32 %col.next, 8
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i32 %row, 1
  %again = icmp ult i32 %row.next, 3
  br i1 %again, label %r, label %done
done:
  ret void
}

; The same without a mask: a rectangle whose rows start two elements earlier would fit, too, but nobody reads these.
; CHECK-LABEL: kernel 'vectors'
; CHECK: footprint 1x20 of 1x24
; CHECK: base %in
; CHECK: strides 24, 4
define ptx_kernel void @vectors(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i32 %row, 6
  br label %c
c:
  %col = phi i32 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i32 %start, %col
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %x = load <4 x float>, ptr addrspace(1) %a, align 4, !vx.placement !10
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %col.next = add nuw nsw i32 %col, 4
  %more = icmp ult i32 %col.next, 8
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i32 %row, 1
  %again = icmp ult i32 %row.next, 3
  br i1 %again, label %r, label %done
done:
  ret void
}

; Nor where the strides are stated.
; CHECK-LABEL: kernel 'stated'
; CHECK: footprint 1x20 of 1x24
; CHECK: base %in
; CHECK: strides 24, 4
define ptx_kernel void @stated(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r.end ]
  %start = mul nuw nsw i32 %row, 6
  br label %c
c:
  %col = phi i32 [ 0, %r ], [ %col.next, %c ]
  %at = add nuw nsw i32 %start, %col
  %a = getelementptr float, ptr addrspace(1) %in, i32 %at
  %x = load <4 x float>, ptr addrspace(1) %a, align 4, !vx.placement !11
  %d = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %row
  store <4 x float> %x, ptr addrspace(1) %d, align 4
  %col.next = add nuw nsw i32 %col, 4
  %more = icmp ult i32 %col.next, 8
  br i1 %more, label %c, label %r.end
r.end:
  %row.next = add nuw nsw i32 %row, 1
  %again = icmp ult i32 %row.next, 3
  br i1 %again, label %r, label %done
done:
  ret void
}

!vx.tiles = !{!3, !4, !12, !13}
!1 = distinct !{!"vx.tile", !5, !6, !7, !8}
!2 = distinct !{!"vx.tile", !5, !6, !9, !8}
!3 = !{ptr @row_of_four, !1}
!4 = !{ptr @next_row, !2}
!5 = !{!"name", !"t"}
!6 = !{!"space", !"smem"}
!7 = !{!"extent", i64 4, i64 4}
!8 = !{!"element", i32 4}
!9 = !{!"extent", i64 4, i64 6}
!10 = distinct !{!"vx.tile", !5, !6, !9, !8}
!11 = distinct !{!"vx.tile", !5, !6, !9, !8, !14}
!12 = !{ptr @vectors, !10}
!13 = !{ptr @stated, !11}
!14 = !{!"stride", i64 6, i64 1}

;--- mask.ll
target triple = "nvptx64-nvidia-cuda"
declare <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1), <4 x i1>, <4 x float>)
define internal <4 x i1> @lanes(i32 %from, i32 %n) alwaysinline {
  %f = insertelement <4 x i32> poison, i32 %from, i64 0
  %fs = shufflevector <4 x i32> %f, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %fs, <i32 0, i32 1, i32 2, i32 3>
  %l = insertelement <4 x i32> poison, i32 %n, i64 0
  %ls = shufflevector <4 x i32> %l, <4 x i32> poison, <4 x i32> zeroinitializer
  %m = icmp slt <4 x i32> %i, %ls
  ret <4 x i1> %m
}
