; Where the transfer goes: before the loads, out of in-tile loops, inside the guards around them,
; a thread's own ones too.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

; Nobody passes the guard: nothing is read. One thread does: the whole tile is.
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=early_return --block=40 --arg=null --arg=f32:1:zero --arg=i32:0 --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --kernel=early_return --block=40 --arg=f32:16:rand:1 --arg=f32:1:zero --arg=i32:1 --print=none | FileCheck %s --check-prefix=SAME
; SAME: same:

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel 'early_return'
; CHECK: moved by no loop, site in %read before %x = load
define ptx_kernel void @early_return(ptr %p, ptr noalias %q, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %out.of.range = icmp uge i32 %tx, %n
  br i1 %out.of.range, label %done, label %read
read:
  %lane = and i32 %tx, 15
  %a = getelementptr float, ptr %p, i32 %lane
  %x = load float, ptr %a, !vx.placement !10
  store float %x, ptr %q
  br label %done
done:
  ret void
}

; A block-uniform guard stays around the site.
; CHECK-LABEL: kernel 'uniform_guard'
; CHECK: moved by no loop, site in %read before %x = load
define ptx_kernel void @uniform_guard(ptr %p, ptr noalias %q, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %out.of.range = icmp uge i32 %bx, %n
  br i1 %out.of.range, label %done, label %read
read:
  %lane = and i32 %tx, 15
  %a = getelementptr float, ptr %p, i32 %lane
  %x = load float, ptr %a, !vx.placement !11
  store float %x, ptr %q
  br label %done
done:
  ret void
}

; The divergent loop around the tile is left, the uniform guard around that is not.
; CHECK-LABEL: kernel 'grid_stride'
; CHECK: moved by no loop, site in %some before br label %i.head
define ptx_kernel void @grid_stride(ptr %p, ptr noalias %q, i32 %n, i1 %any) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br i1 %any, label %some, label %done
some:
  br label %i.head
i.head:
  %i = phi i32 [ %tx, %some ], [ %i.next, %i.latch ]
  %i.more = icmp slt i32 %i, %n
  br i1 %i.more, label %j.head, label %done
j.head:
  %j = phi i32 [ 0, %i.head ], [ %j.next, %j.body ]
  %j.more = icmp slt i32 %j, 16
  br i1 %j.more, label %j.body, label %i.latch
j.body:
  %a = getelementptr float, ptr %p, i32 %j
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %q
  %j.next = add nsw i32 %j, 1
  br label %j.head
i.latch:
  %i.next = add nsw i32 %i, %nt
  br label %i.head
done:
  ret void
}

; A guard in the loop that moves the base stays: participation brings the other threads along.
; CHECK-LABEL: kernel 'guard_in_loop'
; CHECK: moved by the loop at %t, site in %read before %x = load
define ptx_kernel void @guard_in_loop(ptr %p, ptr noalias %q, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %tx, 15
  br label %t
t:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %mine = icmp slt i32 %k, %tx
  br i1 %mine, label %read, label %latch
read:
  %a0 = getelementptr [16 x float], ptr %p, i32 %k, i32 %lane
  %x = load float, ptr %a0, !vx.placement !13
  store float %x, ptr %q
  br label %latch
latch:
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %t, label %done
done:
  ret void
}

; The base comes from memory under the guard.
; CHECK-LABEL: kernel 'operand_in_guard'
; CHECK: moved by no loop, site in %read before %x = load
define ptx_kernel void @operand_in_guard(ptr noalias %table, ptr noalias %q, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %out.of.range = icmp uge i32 %tx, %n
  br i1 %out.of.range, label %done, label %read
read:
  %lane = and i32 %tx, 15
  %p = load ptr, ptr %table
  %a = getelementptr float, ptr %p, i32 %lane
  %x = load float, ptr %a, !vx.placement !14
  store float %x, ptr %q
  br label %done
done:
  ret void
}

; Read in two places: the site is before both.
; CHECK-LABEL: kernel 'two_arms'
; CHECK: footprint 16 of 16
; CHECK: moved by no loop, site in %entry before br i1 %c
define ptx_kernel void @two_arms(ptr %p, ptr noalias %q, i1 %c) "nvvm.reqntid"="16" {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %tx
  br i1 %c, label %left, label %right
left:
  %x = load float, ptr %a, !vx.placement !15
  br label %join
right:
  %b = getelementptr float, ptr %p, i32 15
  %y = load float, ptr %b, !vx.placement !15
  br label %join
join:
  %z = phi float [ %x, %left ], [ %y, %right ]
  store float %z, ptr %q
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @early_return, !10}
!1 = !{ptr @uniform_guard, !11}
!2 = !{ptr @grid_stride, !12}
!3 = !{ptr @guard_in_loop, !13}
!4 = !{ptr @operand_in_guard, !14}
!5 = !{ptr @two_arms, !15}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}
