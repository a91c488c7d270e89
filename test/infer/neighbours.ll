; Stores to the tile's object and loads that lost their tag.
; RUN: split-file %s %t
; RUN: cat %t/tail.ll %t/legal.ll | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %t/legal.ll
; RUN: cat %t/tail.ll %t/refused.ll | not %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %t/refused.ll

;--- legal.ll
; CHECK-NOT: VX
; May alias, and is asserted not to.
; CHECK: tile 'a': footprint 16
define ptx_kernel void @store(ptr %p, ptr %q) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %b = getelementptr float, ptr %q, i32 %tx
  store float 1.0, ptr %b
  %x = load float, ptr %a, !vx.placement !10
  %y = load float, ptr %a, !vx.placement !10
  store float %x, ptr %b
  ret void
}

; The same object, but provably beside the tile (8 bytes after it), before the transfer,
; or after the last read.
; CHECK: tile 'a': footprint 16
define ptx_kernel void @same_object(ptr %p, ptr noalias %q) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %b = getelementptr float, ptr %a, i32 18
  store float 3.0, ptr %a
  %x = load float, ptr %a, !vx.placement !11
  store float %x, ptr %b
  %y = load float, ptr %a, !vx.placement !11
  store float %y, ptr %a
  ret void
}

; A store at the end of each iteration, before the next transfer.
; CHECK: tile 'a': footprint 16
define ptx_kernel void @next_iteration(ptr %p, i64 %n) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a0 = getelementptr float, ptr %p, i64 %k
  %a = getelementptr float, ptr %a0, i32 %tx
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %a
  %k.next = add i64 %k, 16
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; Untagged, but from another place of the same array: the next row.
; CHECK: tile 'a': footprint 16
define ptx_kernel void @untagged(ptr %p, ptr noalias %q) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %b = getelementptr float, ptr %a, i32 16
  %c = getelementptr [16 x float], ptr %b, i32 %bx
  %x = load float, ptr %a, !vx.placement !13
  %y = load float, ptr %b
  %z = load float, ptr %c
  store float %x, ptr %q
  store float %y, ptr %q
  store float %z, ptr %q
  ret void
}

;--- refused.ll
; CHECK: VX207: kernel writes a placed tile: kernel 'same_object', tile 'a': it writes %p, which the tile is read from, between the transfer and the last placed load [store float %x, ptr %b
define ptx_kernel void @same_object(ptr %p, ptr noalias %q) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %b = getelementptr float, ptr %a, i32 8
  %x = load float, ptr %a, !vx.placement !11
  store float %x, ptr %b
  %y = load float, ptr %a, !vx.placement !11
  store float %y, ptr %q
  ret void
}

; The transfer is outside of the loop: the store of one iteration is live in the next.
; CHECK: VX207: {{.*}}kernel 'next_iteration', tile 'a'
define ptx_kernel void @next_iteration(ptr %p, i64 %n) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a = getelementptr float, ptr %p, i32 %tx
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %a
  %k.next = add i64 %k, 16
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; CHECK: VX106: untagged load reads a placed tile: kernel 'untagged', tile 'a': it has no placement tag and may read the tile at bytes 60 to 123 from its element 0 [%y = load float
; CHECK-SAME: run placement before the pass that dropped the tag
define ptx_kernel void @untagged(ptr %p, ptr noalias %q) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %b = getelementptr float, ptr %a, i32 15
  %x = load float, ptr %a, !vx.placement !13
  %y = load float, ptr %b
  store float %x, ptr %q
  store float %y, ptr %q
  ret void
}

; A walk without a known end.
; CHECK: VX106: {{.*}}kernel 'store', tile 'a': it has no placement tag and may read the tile from its base
define ptx_kernel void @store(ptr %p, ptr noalias %q) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %tx, 15
  %a = getelementptr float, ptr %p, i32 %lane
  %x = load float, ptr %a, !vx.placement !10
  %far = load i32, ptr %q
  %b = getelementptr float, ptr %p, i32 %tx
  %c = getelementptr float, ptr %b, i32 %far
  %y = load float, ptr %c
  store float %x, ptr %q
  store float %y, ptr %q
  ret void
}

;--- tail.ll
target triple = "nvptx64-nvidia-cuda"
!vx.tiles = !{!0, !1, !2, !3}
!0 = !{ptr @store, !10}
!1 = !{ptr @same_object, !11}
!2 = !{ptr @next_iteration, !12}
!3 = !{ptr @untagged, !13}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}
