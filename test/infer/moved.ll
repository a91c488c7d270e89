; Which loop moves the base, with which strides.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Row pitch known at run time only; the tile moves along the rows: 16 columns a step.
; CHECK-LABEL: kernel 'runtime_pitch'
; CHECK: footprint 8x16 of 8x16
; CHECK: base {((4 * (sext i32 (8 * %bx) to i64) * %ld) + %p),+,64}<%t>
; CHECK: strides (4 * %ld), 4
; CHECK: moved by the loop at %t, site in %t before
define ptx_kernel void @runtime_pitch(ptr %p, ptr noalias %out, i64 %ld, i64 %n) "nvvm.reqntid"="16,8" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row0 = shl i32 %bx, 3
  %row = add nsw i32 %row0, %ty
  %r = sext i32 %row to i64
  %c = zext i32 %tx to i64
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %lin = mul i64 %r, %ld
  %k.c = add i64 %k, %c
  %i = add i64 %lin, %k.c
  %a = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %a, !vx.placement !10
  store float %x, ptr %out
  %k.next = add i64 %k, 16
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; A window: every step is one row further, all rows are read each time.
; CHECK-LABEL: kernel 'window'
; CHECK: footprint 3x32 of 3x32
; CHECK: base {%p,+,256}<%t>
; CHECK: strides 256, 4
define ptx_kernel void @window(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="32,3" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a0 = getelementptr [64 x float], ptr %p, i64 %k
  %a1 = getelementptr [64 x float], ptr %a0, i32 %ty, i32 %tx
  %x = load float, ptr %a1, !vx.placement !11
  store float %x, ptr %out
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; The outer loop moves the rows, the inner one the columns: the inner one is the site's.
; CHECK-LABEL: kernel 'nested'
; CHECK: base {{.*}},+,64}<%inner>
; CHECK: moved by the loop at %inner, site in %inner before
define ptx_kernel void @nested(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %a0 = getelementptr [1024 x float], ptr %p, i64 %i, i64 %j
  %a1 = getelementptr float, ptr %a0, i32 %tx
  %x = load float, ptr %a1, !vx.placement !12
  store float %x, ptr %out
  %j.next = add i64 %j, 16
  %j.more = icmp slt i64 %j.next, 1024
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %done
done:
  ret void
}

; A loop that repeats the same reads moves nothing, and a site loop's own trip count may be
; anything: the site is outside of the repetition.
; CHECK-LABEL: kernel 'repeated'
; CHECK: base %p
; CHECK: moved by no loop, site in %entry before
define ptx_kernel void @repeated(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer ]
  %a1 = getelementptr float, ptr %p, i32 %tx
  %x = load float, ptr %a1, !vx.placement !13
  store float %x, ptr %out
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %outer, label %done
done:
  ret void
}

; Where a tile begins may come from memory that the kernel does not write.
; CHECK-LABEL: kernel 'gathered'
; CHECK: base ((64 * (sext i32 %which to i64))<nsw> + %p)
; CHECK: moved by the loop at %t, site in %t before
define ptx_kernel void @gathered(ptr %p, ptr noalias %out, ptr noalias %table, i64 %n) "nvvm.reqntid"="16" {
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

!vx.tiles = !{!0, !1, !2, !3, !4}
!0 = !{ptr @runtime_pitch, !10}
!1 = !{ptr @window, !11}
!2 = !{ptr @nested, !12}
!3 = !{ptr @repeated, !13}
!4 = !{ptr @gathered, !14}
!10 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 8, i64 16}, !22}
!11 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 3, i64 32}, !22}
!12 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 16}, !22}
!13 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 16}, !22}
!14 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 16}, !22}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"element", i32 4}
