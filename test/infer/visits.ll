; An unrolled tile loop: several visits of one tile, in one loop or in none. Each reads a
; whole tile, so each has a transfer of its own.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -mcpu=sm_80 -passes='vx-infer-transfers' %s | FileCheck %s --check-prefix=CALL

; RUN: %vx-opt -S -mcpu=sm_80 -passes='vx-placement' %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=around --block=8 --sweep=1 --print=none --arg=f64:16:rand:1 --arg=f64:8:zero --arg=i64:3

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel 'straight'
; CHECK: tile 'a': footprint 8 of 8
; CHECK-NEXT: base %p
; CHECK: site in %0 before %x = load
; CHECK: tile 'a': footprint 8 of 8
; CHECK-NEXT: base (64 + %p)
; CHECK: site in %0 before %y = load
; CALL-LABEL: @straight
; CALL: call {{.*}} @vx.tile.straight.a(ptr %p, ptr %p, i64 0, i64 8, i64 1)
; CALL: call {{.*}} @vx.tile.straight.a(ptr %{{.*}}, i64 0, i64 8, i64 1)
define ptx_kernel void @straight(ptr %p, ptr noalias %out) "nvvm.reqntid"="8" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr double, ptr %p, i32 %tx
  %b = getelementptr double, ptr %a, i32 8
  %x = load double, ptr %a, !vx.placement !10
  store double %x, ptr %out
  %y = load double, ptr %b, !vx.placement !10
  store double %y, ptr %out
  ret void
}

; Unrolled by two with a remainder, as LoopUnroll leaves it.
; CHECK-LABEL: kernel 'remainder'
; CHECK: base {%p,+,128}<%t>
; CHECK: moved by the loop at %t, site in %t before %x = load
; CHECK: base {(64 + %p),+,128}<%t>
; CHECK: moved by the loop at %t, site in %t before %y = load
; CHECK: moved by no loop, site in %last before %z = load
define ptx_kernel void @remainder(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="8" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = zext i32 %tx to i64
  %even = and i64 %n, -2
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %row = shl i64 %k, 3
  %i = add i64 %row, %lane
  %a = getelementptr double, ptr %p, i64 %i
  %b = getelementptr double, ptr %a, i64 8
  %x = load double, ptr %a, !vx.placement !11
  store double %x, ptr %out
  %y = load double, ptr %b, !vx.placement !11
  store double %y, ptr %out
  %k.next = add i64 %k, 2
  %more = icmp slt i64 %k.next, %even
  br i1 %more, label %t, label %exit
exit:
  %odd = trunc i64 %n to i1
  br i1 %odd, label %last, label %done
last:
  %row.last = shl i64 %even, 3
  %i.last = add i64 %row.last, %lane
  %c = getelementptr double, ptr %p, i64 %i.last
  %z = load double, ptr %c, !vx.placement !11
  store double %z, ptr %out
  br label %done
done:
  ret void
}

; A loop around both that moves neither: it moves on from one to the other, so each is filled
; in it.
; CHECK-LABEL: kernel 'around'
; CHECK: base %p
; CHECK: moved by the loop at %r, site in %r before %x = load
; CHECK: base (64 + %p)
; CHECK: moved by the loop at %r, site in %r before %y = load
define ptx_kernel void @around(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="8" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = sub i32 7, %tx
  %a = getelementptr double, ptr %p, i32 %mirror
  %b = getelementptr double, ptr %a, i32 8
  %o = getelementptr double, ptr %out, i32 %tx
  br label %r
r:
  %k = phi i64 [ 0, %entry ], [ %k.next, %r ]
  %acc = phi double [ 0.0, %entry ], [ %acc.y, %r ]
  %x = load double, ptr %a, !vx.placement !12
  %acc.x = fsub double %x, %acc
  %y = load double, ptr %b, !vx.placement !12
  %acc.y = fsub double %y, %acc.x
  %k.next = add i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %r, label %exit
exit:
  store double %acc.y, ptr %o
  ret void
}

!vx.tiles = !{!0, !1, !2}
!2 = !{ptr @around, !12}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!0 = !{ptr @straight, !10}
!1 = !{ptr @remainder, !11}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 8}
!23 = !{!"element", i32 8}
