; A thread id is in-tile as far as its range is known: block size, guard, loop bound.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=linear --block=9x4x2 --sweep=1 --print=none --arg=f32:191:rand:1 --arg=f32:72:zero --arg=i32:3

target triple = "nvptx64-nvidia-cuda"

; reqntid fixes the block: 16 rows of 8, tid.z is 0.
; CHECK-LABEL: kernel 'block'
; CHECK: footprint 16x8 of 16x16 elements of 4 bytes
; CHECK: index (zext i32 %ty to i64), (zext i32 %tx to i64)
define ptx_kernel void @block(ptr %p, ptr %out) "nvvm.reqntid"="8,16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %row = mul nuw nsw i32 %ty, 16
  %i = add nuw nsw i32 %row, %tx
  %j = add nuw nsw i32 %i, %tz
  %a = getelementptr float, ptr %p, i32 %j
  %x = load float, ptr %a, !vx.placement !10
  store float %x, ptr %out
  ret void
}

; maxntid is a bound of the whole block.
; CHECK-LABEL: kernel 'bounded'
; CHECK: footprint 128 of 256
define ptx_kernel void @bounded(ptr %p, ptr %out) "nvvm.maxntid"="64,2" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  %x = load float, ptr %a, !vx.placement !11
  store float %x, ptr %out
  ret void
}

; CHECK-LABEL: kernel 'guarded'
; CHECK: footprint 200 of 256
; CHECK: site in %read before
define ptx_kernel void @guarded(ptr %p, ptr %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %tx, 200
  br i1 %in, label %read, label %done
read:
  %a = getelementptr float, ptr %p, i32 %tx
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %out
  br label %done
done:
  ret void
}

; Neither tid nor the counter is bounded, but d is.
; CHECK-LABEL: kernel 'strided'
; CHECK: footprint 256 of 256
; CHECK: moved by no loop, site in %entry before
define ptx_kernel void @strided(ptr %p, ptr %out) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %head
head:
  %d = phi i32 [ %tx, %entry ], [ %next, %body ]
  %more = icmp slt i32 %d, 256
  br i1 %more, label %body, label %done
body:
  %a = getelementptr float, ptr %p, i32 %d
  %x = load float, ptr %a, !vx.placement !13
  store float %x, ptr %out
  %next = add nsw i32 %d, %step
  br label %head
done:
  ret void
}

; A remainder is bounded although the sum that it is made of is not: 12 lanes, and the row.
; CHECK-LABEL: kernel 'remainder'
; CHECK: footprint 11x12 of 16x16
; CHECK: strides 64, 4
define ptx_kernel void @remainder(ptr %p, ptr %out) "nvvm.reqntid"="128" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = udiv i32 %tx, 12
  %col = urem i32 %tx, 12
  %first = shl nuw nsw i32 %row, 4
  %i = add nuw nsw i32 %first, %col
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !14
  store float %x, ptr %out
  ret void
}

; The same as instcombine writes it, in 8 bits: 16 * (tid % 3).
; CHECK-LABEL: kernel 'remainder_narrow'
; CHECK: footprint 3x8 of 16x16
define ptx_kernel void @remainder_narrow(ptr %p, ptr %out) "nvvm.reqntid"="24" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t8 = trunc i32 %tx to i8
  %third = udiv i8 %t8, 3
  %s1 = mul i8 %third, -48
  %s2 = mul i8 %t8, 16
  %row = add i8 %s1, %s2
  %row64 = zext i8 %row to i64
  %lane = and i32 %tx, 7
  %a = getelementptr float, ptr %p, i64 %row64
  %b = getelementptr float, ptr %a, i32 %lane
  %x = load float, ptr %b, !vx.placement !15
  store float %x, ptr %out
  ret void
}

; A product with a bit is a select after instcombine.
; CHECK-LABEL: kernel 'bit'
; CHECK: footprint 2x1 of 16x16
; CHECK: strides (4 * %ld), 4
define ptx_kernel void @bit(ptr %p, ptr %out, i64 %ld) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %tx to i1
  %row = select i1 %odd, i64 %ld, i64 0
  %a = getelementptr float, ptr %p, i64 %row
  %x = load float, ptr %a, !vx.placement !16
  store float %x, ptr %out
  ret void
}

; A guard of a sum bounds its parts: of the 64 threads only the first reads.
; CHECK-LABEL: kernel 'linear_parts'
; CHECK: footprint 8x4 of 8x4
; CHECK: moved by no loop
define ptx_kernel void @linear_parts(ptr %p, ptr %out) "nvvm.reqntid"="16,4" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %rows = shl nuw nsw i32 %ty, 4
  %linear = add nuw nsw i32 %rows, %tx
  %quad = mul nuw nsw i32 %linear, 4
  br label %r
r:
  %row = phi i32 [ 0, %entry ], [ %row.next, %r.end ]
  %in = icmp slt i32 %quad, 4
  br i1 %in, label %read, label %r.end
read:
  %start = mul nuw nsw i32 %row, 4
  %at = add nuw nsw i32 %start, %quad
  %a = getelementptr float, ptr %p, i32 %at
  %x = load <4 x float>, ptr %a, align 4, !vx.placement !19
  store <4 x float> %x, ptr %out
  br label %r.end
r.end:
  %row.next = add nuw nsw i32 %row, 1
  %more = icmp ult i32 %row.next, 8
  br i1 %more, label %r, label %done
done:
  ret void
}

; 4 * tid below 4 is 0: one vector, and not the three elements behind it.
; CHECK-LABEL: kernel 'quads'
; CHECK: footprint 4 of 256
define ptx_kernel void @quads(ptr %p, ptr %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %quad = mul nuw nsw i32 %tx, 4
  %in = icmp slt i32 %quad, 4
  br i1 %in, label %read, label %done
read:
  %a = getelementptr float, ptr %p, i32 %quad
  %x = load <4 x float>, ptr %a, align 4, !vx.placement !17
  store <4 x float> %x, ptr %out
  br label %done
done:
  ret void
}

; The thread's number in a block of unknown shape is bounded by a guard, its parts are not; and
; the sum with the row may wrap.
; CHECK-LABEL: kernel 'linear'
; CHECK: footprint 60 of 64
; CHECK: moved by the loop at %loop
define ptx_kernel void @linear(ptr %p, ptr noalias %out, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %zy = mul i32 %tz, %ny
  %y = add i32 %zy, %ty
  %yx = mul i32 %y, %nx
  %tid = add i32 %yx, %tx
  %o = getelementptr float, ptr %out, i32 %tid
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %next ]
  %s = phi float [ 0.0, %entry ], [ %s1, %next ]
  %row = mul i32 %t, 64
  %in = icmp slt i32 %tid, 60
  br i1 %in, label %read, label %next
read:
  %i = add i32 %tid, 3
  %at = add i32 %row, %i
  %wide = sext i32 %at to i64
  %a = getelementptr float, ptr %p, i64 %wide
  %x = load float, ptr %a, !vx.placement !18
  %sx = fsub float %x, %s
  br label %next
next:
  %s1 = phi float [ %s, %loop ], [ %sx, %read ]
  %t1 = add i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %loop, label %exit
exit:
  store float %s1, ptr %o
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}
!8 = !{ptr @linear, !18}
!9 = !{ptr @linear_parts, !19}
!19 = distinct !{!"vx.tile", !{!"name", !"j"}, !20, !{!"extent", i64 8, i64 4}, !22}
!18 = distinct !{!"vx.tile", !{!"name", !"i"}, !20, !24, !22}
!24 = !{!"extent", i64 64}
!5 = !{ptr @remainder_narrow, !15}
!6 = !{ptr @bit, !16}
!7 = !{ptr @quads, !17}
!17 = distinct !{!"vx.tile", !{!"name", !"h"}, !20, !23, !22}
!15 = distinct !{!"vx.tile", !{!"name", !"f"}, !20, !21, !22}
!16 = distinct !{!"vx.tile", !{!"name", !"g"}, !20, !21, !22}
!0 = !{ptr @block, !10}
!1 = !{ptr @bounded, !11}
!2 = !{ptr @guarded, !12}
!3 = !{ptr @strided, !13}
!4 = !{ptr @remainder, !14}
!10 = distinct !{!"vx.tile", !{!"name", !"a"}, !20, !21, !22}
!11 = distinct !{!"vx.tile", !{!"name", !"b"}, !20, !23, !22}
!12 = distinct !{!"vx.tile", !{!"name", !"c"}, !20, !23, !22}
!13 = distinct !{!"vx.tile", !{!"name", !"d"}, !20, !23, !22}
!14 = distinct !{!"vx.tile", !{!"name", !"e"}, !20, !21, !22}
!20 = !{!"space", !"smem"}
!21 = !{!"extent", i64 16, i64 16}
!22 = !{!"element", i32 4}
!23 = !{!"extent", i64 256}
