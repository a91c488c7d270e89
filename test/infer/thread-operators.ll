; Thread indices through operators that ScalarEvolution has no form for, such as swizzles. What is
; proven is the range of the result; streamed, the reads are proven to stay in their slot although
; the tile begins behind index 0.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: sed 's/xor i32 %x, 16/xor i32 %x, 17/; s/"16"/"32"/' %s | not %vx-opt -disable-output -passes='vx-placement<sm=80>' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
; RUN: %vx-opt -disable-output -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80>' %s 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: tile 'swizzled': footprint 16 of 16 elements
; CHECK-DAG: tile 'folded': footprint 16 of 16 elements
; CHECK-DAG: tile 'rounded': footprint 13 of 16 elements
; OUTSIDE: error: VX201: tile base varies by thread: kernel 'k', tile 'swizzled': {{.*}}not inside the extent 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %a, ptr noalias %o, i64 %n) "nvvm.reqntid"="16" {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %swizzled = xor i32 %x, 16
  %high = lshr i32 %x, 2
  %folded = xor i32 %x, %high
  %rounded = or i32 %x, 3
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %body ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr inbounds [32 x i32], ptr %a, i64 %t
  %p0 = getelementptr inbounds i32, ptr %p, i32 %swizzled
  %v0 = load i32, ptr %p0, align 4, !vx.placement !10
  %p1 = getelementptr inbounds i32, ptr %p, i32 %folded
  %v1 = load i32, ptr %p1, align 4, !vx.placement !11
  %p2 = getelementptr inbounds i32, ptr %p, i32 %rounded
  %v2 = load i32, ptr %p2, align 4, !vx.placement !12
  %s0 = add i32 %sum, %v0
  %s1 = add i32 %s0, %v1
  %sum1 = add i32 %s1, %v2
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  %q = getelementptr i32, ptr %o, i32 %x
  store i32 %sum, ptr %q
  ret void
}

!vx.tiles = !{!0, !1, !2}
!0 = !{ptr @k, !10}
!1 = !{ptr @k, !11}
!2 = !{ptr @k, !12}
!10 = distinct !{!"vx.tile", !{!"name", !"swizzled"}, !20, !21, !22, !{!"crossing", !"streamed", i32 3}}
!11 = distinct !{!"vx.tile", !{!"name", !"folded"}, !20, !21, !22}
!12 = distinct !{!"vx.tile", !{!"name", !"rounded"}, !20, !21, !22}
!20 = !{!"space", !"smem"}
!21 = !{!"extent", i64 16}
!22 = !{!"element", i32 4}
