; A loop that runs at most once fits every extent. Where it may also not run, and does not walk
; inside the extent, the fill stays in it: a tile that nobody reads is not copied.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=never --grid=1 --block=1 --arg=null --arg=f32:1:zero --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --kernel=perhaps --grid=1 --block=1 --arg=null --arg=f32:1:zero --arg=i32:0 --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --kernel=perhaps --grid=1 --block=1 --arg=f32:16:rand:1 --arg=f32:1:zero --arg=i32:1 --print=none | FileCheck %s --check-prefix=SAME
; SAME: same:

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel 'never'
; CHECK: moved by the loop at %t, site in %body before
define ptx_kernel void @never(ptr %p, ptr noalias %out) {
entry:
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %more = icmp slt i64 %k, 0
  br i1 %more, label %body, label %done
body:
  %tile = getelementptr [16 x float], ptr %p, i64 %k
  br label %d.loop
d.loop:
  %d = phi i64 [ 0, %body ], [ %d.next, %d.loop ]
  %a = getelementptr float, ptr %tile, i64 %d
  %x = load float, ptr %a, !vx.placement !10
  store float %x, ptr %out
  %d.next = add i64 %d, 1
  %d.more = icmp slt i64 %d.next, 16
  br i1 %d.more, label %d.loop, label %latch
latch:
  %k.next = add i64 %k, 1
  br label %t
done:
  ret void
}

; Runs once for sure: there is no loop to speak of.
; CHECK-LABEL: kernel 'once'
; CHECK: moved by no loop, site in %entry before
define ptx_kernel void @once(ptr %p, ptr noalias %out) {
entry:
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %latch ]
  %more = icmp slt i64 %k, 1
  br i1 %more, label %body, label %done
body:
  %tile = getelementptr [16 x float], ptr %p, i64 %k
  br label %d.loop
d.loop:
  %d = phi i64 [ 0, %body ], [ %d.next, %d.loop ]
  %a = getelementptr float, ptr %tile, i64 %d
  %x = load float, ptr %a, !vx.placement !11
  store float %x, ptr %out
  %d.next = add i64 %d, 1
  %d.more = icmp slt i64 %d.next, 16
  br i1 %d.more, label %d.loop, label %latch
latch:
  %k.next = add i64 %k, 1
  br label %t
done:
  ret void
}

; Known at run time only: once or never.
; CHECK-LABEL: kernel 'perhaps'
; CHECK: moved by the loop at %t, site in %body before
define ptx_kernel void @perhaps(ptr %p, ptr noalias %out, i32 %n) {
entry:
  %count = and i32 %n, 1
  br label %t
t:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %more = icmp ult i32 %k, %count
  br i1 %more, label %body, label %done
body:
  %tile = getelementptr [16 x float], ptr %p, i32 %k
  br label %d.loop
d.loop:
  %d = phi i64 [ 0, %body ], [ %d.next, %d.loop ]
  %a = getelementptr float, ptr %tile, i64 %d
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %out
  %d.next = add i64 %d, 1
  %d.more = icmp slt i64 %d.next, 16
  br i1 %d.more, label %d.loop, label %latch
latch:
  %k.next = add nuw i32 %k, 1
  br label %t
done:
  ret void
}

; The same loop over rows of a tile of two rows is a walk inside the extent: the tile is filled
; outside.
; CHECK-LABEL: kernel 'rows'
; CHECK: moved by no loop, site in %entry before
define ptx_kernel void @rows(ptr %p, ptr noalias %out, i32 %n) {
entry:
  %count = and i32 %n, 1
  br label %t
t:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %more = icmp ult i32 %k, %count
  br i1 %more, label %body, label %done
body:
  %tile = getelementptr [16 x float], ptr %p, i32 %k
  br label %d.loop
d.loop:
  %d = phi i64 [ 0, %body ], [ %d.next, %d.loop ]
  %a = getelementptr float, ptr %tile, i64 %d
  %x = load float, ptr %a, !vx.placement !13
  store float %x, ptr %out
  %d.next = add i64 %d, 1
  %d.more = icmp slt i64 %d.next, 16
  br i1 %d.more, label %d.loop, label %latch
latch:
  %k.next = add nuw i32 %k, 1
  br label %t
done:
  ret void
}

; Where threads disagree about running, the fill is where all of them are.
; CHECK-LABEL: kernel 'threads'
; CHECK: moved by no loop, site in %entry before
define ptx_kernel void @threads(ptr %p, ptr noalias %out, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %count = and i32 %tx, 1
  br label %t
t:
  %k = phi i32 [ 0, %entry ], [ %k.next, %latch ]
  %more = icmp ult i32 %k, %count
  br i1 %more, label %body, label %done
body:
  br label %d.loop
d.loop:
  %d = phi i64 [ 0, %body ], [ %d.next, %d.loop ]
  %a = getelementptr float, ptr %p, i64 %d
  %x = load float, ptr %a, !vx.placement !14
  store float %x, ptr %out
  %d.next = add i64 %d, 1
  %d.more = icmp slt i64 %d.next, 16
  br i1 %d.more, label %d.loop, label %latch
latch:
  %k.next = add nuw i32 %k, 1
  br label %t
done:
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4}
!0 = !{ptr @never, !10}
!1 = !{ptr @once, !11}
!2 = !{ptr @perhaps, !12}
!3 = !{ptr @rows, !13}
!4 = !{ptr @threads, !14}
!10 = distinct !{!"vx.tile", !20, !21, !22, !24}
!11 = distinct !{!"vx.tile", !20, !21, !22, !24}
!12 = distinct !{!"vx.tile", !20, !21, !22, !24}
!13 = distinct !{!"vx.tile", !20, !21, !23, !24}
!14 = distinct !{!"vx.tile", !20, !21, !22, !24}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"extent", i64 2, i64 16}
!24 = !{!"element", i32 4}
