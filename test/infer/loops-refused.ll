; The legal twins are in loops.ll and moved.ll.
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: VX203: loads reach outside the tile's extent: kernel 'one_too_many', tile 'a': dimension 0 needs 18 elements in the loop at %head, the extent 17 has 17 [%x = load
define ptx_kernel void @one_too_many(ptr %p, ptr noalias %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 18
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

; CHECK: VX202: tile footprint cannot be proven: kernel 'no_bound', tile 'a': the loop at %head walks inside the tile, but its trip count has no known limit; the extent is 17 [%x = load
; CHECK-SAME: bound the loop by a constant or by a guard
define ptx_kernel void @no_bound(ptr %p, ptr noalias %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %a = getelementptr i16, ptr %p, i64 %i
  %x = load i16, ptr %a, !vx.placement !11
  store i16 %x, ptr %out
  %next = add i64 %i, 1
  br label %head
done:
  ret void
}

; One load is outside of the loop that reads idx, so that loop has to be in-tile.
; CHECK: VX202: {{.*}}kernel 'from_memory', tile 'a': the range of (sext i32 %i to i64) is not known
define ptx_kernel void @from_memory(ptr %p, ptr noalias %out, ptr noalias %idx) {
entry:
  %y = load i16, ptr %p, !vx.placement !12
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %t, 4
  br i1 %more, label %body, label %done
body:
  %ip = getelementptr i32, ptr %idx, i64 %t
  %i = load i32, ptr %ip
  %a = getelementptr i16, ptr %p, i32 %i
  %x = load i16, ptr %a, !vx.placement !12
  store i16 %x, ptr %out
  %next = add i64 %t, 1
  br label %head
done:
  store i16 %y, ptr %out
  ret void
}

!vx.tiles = !{!0, !1, !2}
!0 = !{ptr @one_too_many, !10}
!1 = !{ptr @no_bound, !11}
!2 = !{ptr @from_memory, !12}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 17}
!23 = !{!"element", i32 2}
