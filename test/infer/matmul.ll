; Two tiles of different shapes with int indices, induction variables in allocas, run-time
; pitches. From O1 on LICM leaves `add i32` without flags under the sext.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s --check-prefixes=CHECK,RAW
; RUN: %opt -passes='default<O1>' %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefixes=CHECK,OPT
; RUN: %opt -passes='default<O2>' %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefixes=CHECK,OPT
; RUN: %opt -passes='default<O3>' %s | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefixes=CHECK,OPT

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: footprints of kernel 'matmul'
; CHECK: tile 'a': footprint 8x16 of 8x16 elements of 4 bytes
; CHECK: strides (4 * (sext i32 %lda to i64)){{.*}}, 4
; CHECK: tile 'b': footprint 16x32 of 16x32 elements of 4 bytes
; RAW-NEXT: base {((128 * (zext i32 %bx to i64)){{.*}} + %b),+,(64 * (sext i32 %ldb to i64)){{.*}}}<%k0.head>
; OPT-NEXT: base ((4 * (sext i32 {(32 * %bx),+,(16 * %ldb)}<%{{.*}}> to i64)){{.*}} + %b)
; CHECK-NEXT: strides (4 * (sext i32 %ldb to i64)){{.*}}, 4
; CHECK: index {{.*}}, (zext i32 %tx to i64)
define ptx_kernel void @matmul(ptr %a, ptr %b, ptr %c, i32 %n, i32 %lda, i32 %ldb) "nvvm.reqntid"="32,8" {
entry:
  %k0.addr = alloca i32
  %k.addr = alloca i32
  %sum = alloca float
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i0 = mul nsw i32 %by, 8
  %j0 = mul nsw i32 %bx, 32
  store float 0.0, ptr %sum
  store i32 0, ptr %k0.addr
  br label %k0.head

k0.head:
  %k0 = load i32, ptr %k0.addr
  %k0.more = icmp slt i32 %k0, %n
  br i1 %k0.more, label %k.pre, label %done

k.pre:
  store i32 0, ptr %k.addr
  br label %k.head

k.head:
  %k = load i32, ptr %k.addr
  %k.more = icmp slt i32 %k, 16
  br i1 %k.more, label %body, label %k0.latch

body:
  %row = add nsw i32 %i0, %ty
  %a.row = mul nsw i32 %row, %lda
  %a.tile = add nsw i32 %a.row, %k0
  %a.lin = add nsw i32 %a.tile, %k
  %a.idx = sext i32 %a.lin to i64
  %a.ptr = getelementptr inbounds float, ptr %a, i64 %a.idx
  %x = load float, ptr %a.ptr, align 4, !vx.placement !10
  %depth = add nsw i32 %k0, %k
  %b.row = mul nsw i32 %depth, %ldb
  %b.tile = add nsw i32 %b.row, %j0
  %b.lin = add nsw i32 %b.tile, %tx
  %b.idx = sext i32 %b.lin to i64
  %b.ptr = getelementptr inbounds float, ptr %b, i64 %b.idx
  %y = load float, ptr %b.ptr, align 4, !vx.placement !11
  %xy = fmul contract float %x, %y
  %s = load float, ptr %sum
  %s.next = fadd contract float %s, %xy
  store float %s.next, ptr %sum
  %k.next = add nsw i32 %k, 1
  store i32 %k.next, ptr %k.addr
  br label %k.head

k0.latch:
  %k0.next = add nsw i32 %k0, 16
  store i32 %k0.next, ptr %k0.addr
  br label %k0.head

done:
  %result = load float, ptr %sum
  %row.out = add nsw i32 %i0, %ty
  %col.out = add nsw i32 %j0, %tx
  %c.row = mul nsw i32 %row.out, %ldb
  %c.idx = add nsw i32 %c.row, %col.out
  %c.ptr = getelementptr inbounds float, ptr %c, i32 %c.idx
  store float %result, ptr %c.ptr, align 4
  ret void
}

!vx.tiles = !{!0, !1}
!0 = !{ptr @matmul, !10}
!1 = !{ptr @matmul, !11}
!10 = distinct !{!"vx.tile", !{!"name", !"a"}, !20, !{!"extent", i64 8, i64 16}, !21}
!11 = distinct !{!"vx.tile", !{!"name", !"b"}, !20, !{!"extent", i64 16, i64 32}, !21}
!20 = !{!"space", !"smem"}
!21 = !{!"element", i32 4}
