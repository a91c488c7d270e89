; With the block's size stated, a linear thread index has parts that are always 0, and a guard of the whole bounds the one
; that is left: threads 0 to 7 read a row of 8. The ranges of the block alone (0 to 31) would make the row 32 long, the loop
; over rows move the base, and the copies read past the source.
;
; RUN: %vx-opt -passes='print<vx-footprints>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=rows --sweep=1 --block=32 --arg=i64:32:rand --arg=i64:8:zero
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK: footprint 4x8 of 4x8 elements of 8 bytes
; CHECK: strides 64, 8
; CHECK-NOT: moved by the loop
; CHECK: index {0,+,1}{{.*}}, (zext i32 %tx to i64)
define ptx_kernel void @rows(ptr %x, ptr %y) "nvvm.reqntid"="32" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = mul i32 %ty, %nx
  %lin = add i32 %row, %tx
  %t = sext i32 %lin to i64
  %few = icmp slt i64 %t, 8
  br i1 %few, label %loop, label %done
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %first = mul i64 %j, 8
  %e = add i64 %first, %t
  %p = getelementptr i64, ptr %x, i64 %e
  %v = load i64, ptr %p, align 8, !vx.placement !1
  %s.next = add i64 %s, %v
  %j.next = add i64 %j, 1
  %more = icmp slt i64 %j.next, 4
  br i1 %more, label %loop, label %store
store:
  %q = getelementptr i64, ptr %y, i64 %t
  store i64 %s.next, ptr %q, align 8
  br label %done
done:
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @rows, !1}
!1 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"t"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 4, i64 8}
!5 = !{!"element", i32 8}
