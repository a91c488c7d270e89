; Two tiles of one loop, header-tested as mlir-translate writes it. The loop that steps by a
; tile moves the base, the loops inside walk the tile; the same after O1 to O3, which unroll
; the inner ones.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %opt -passes='default<O1>' -mtriple=nvptx64 %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefix=OPT
; RUN: %opt -passes='default<O2>' -mtriple=nvptx64 %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefix=OPT
; RUN: %opt -passes='default<O3>' -mtriple=nvptx64 %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefix=OPT

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: footprints of kernel 'flash'
; CHECK: tile 'k': footprint 16x16 of 16x16 elements of 4 bytes
; CHECK-NEXT: base {%k,+,1024}<%t.head>
; CHECK-NEXT: strides 64, 4
; CHECK-NEXT: moved by the loop at %t.head, site in %t.body before
; CHECK: index {0,+,1}{{.*}}<%j.head>, {0,+,1}{{.*}}<%d.head>
; CHECK: tile 'v': footprint 16x16 of 16x16 elements of 4 bytes
; CHECK-NEXT: base {%v,+,1024}<%t.head>
; CHECK: moved by the loop at %t.head, site in %v.pre before

; OPT-LABEL: footprints of kernel 'flash'
; OPT: tile 'k': footprint 16x16 of 16x16 elements of 4 bytes
; OPT-NEXT: base {%k,+,1024}
; OPT-NEXT: strides 64, 4
; OPT: tile 'v': footprint 16x16 of 16x16 elements of 4 bytes
; OPT-NEXT: base {%v,+,1024}
; OPT-NEXT: strides 64, 4
define ptx_kernel void @flash(ptr %q, ptr %k, ptr %v, ptr noalias %o, i64 %n) {
entry:
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first.block = mul i32 %ctaid, %ntid
  %first = add i32 %first.block, %tid
  %i = sext i32 %first to i64
  br label %t.head

t.head:
  %t = phi i64 [ 0, %entry ], [ %t.next, %t.latch ]
  %sum.t = phi float [ 0.0, %entry ], [ %sum.e, %t.latch ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %t.body, label %done

t.body:
  %row0 = mul nsw i64 %t, 16
  br label %j.head

j.head:
  %j = phi i64 [ 0, %t.body ], [ %j.next, %j.latch ]
  %sum.j = phi float [ %sum.t, %t.body ], [ %sum.d, %j.latch ]
  %j.more = icmp slt i64 %j, 16
  br i1 %j.more, label %d.pre, label %v.pre

d.pre:
  br label %d.head

d.head:
  %d = phi i64 [ 0, %d.pre ], [ %d.next, %d.body ]
  %sum.d = phi float [ %sum.j, %d.pre ], [ %acc, %d.body ]
  %d.more = icmp slt i64 %d, 16
  br i1 %d.more, label %d.body, label %j.latch

d.body:
  %tile = getelementptr float, ptr %k, i64 %row0
  %jrow = mul nuw nsw i64 %j, 16
  %jd = add nuw nsw i64 %jrow, %d
  %kp = getelementptr inbounds nuw float, ptr %tile, i64 %jd
  %x = load float, ptr %kp, align 4, !vx.placement !2
  %acc = fadd float %sum.d, %x
  %d.next = add i64 %d, 1
  br label %d.head

j.latch:
  %j.next = add i64 %j, 1
  br label %j.head

v.pre:
  br label %v.head

v.head:
  %e = phi i64 [ 0, %v.pre ], [ %e.next, %v.body ]
  %sum.e = phi float [ %sum.j, %v.pre ], [ %acc.e, %v.body ]
  %e.more = icmp slt i64 %e, 256
  br i1 %e.more, label %v.body, label %t.latch

v.body:
  %vtile = getelementptr float, ptr %v, i64 %row0
  %vp = getelementptr inbounds nuw float, ptr %vtile, i64 %e
  %y = load float, ptr %vp, align 4, !vx.placement !3
  %acc.e = fadd float %sum.e, %y
  %e.next = add i64 %e, 1
  br label %v.head

t.latch:
  %op = getelementptr float, ptr %o, i64 %i
  store float %sum.e, ptr %op, align 4
  %t.next = add i64 %t, 16
  br label %t.head

done:
  ret void
}

!vx.tiles = !{!0, !1}
!0 = !{ptr @flash, !2}
!1 = !{ptr @flash, !3}
!2 = distinct !{!"vx.tile", !{!"name", !"k"}, !4, !5, !6}
!3 = distinct !{!"vx.tile", !{!"name", !"v"}, !4, !5, !6}
!4 = !{!"space", !"smem"}
!5 = !{!"extent", i64 16, i64 16}
!6 = !{!"element", i32 4}
