; The legal twins are in threads.ll; here the block size, the guard, the loop bound is missing.
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: sed 's/%%rounds = and i64 %%i/%%rounds = and i64 %%n/' %s | not %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %s --check-prefix=TWIN
; TWIN: tile 'b': footprint 32 of 32

target triple = "nvptx64-nvidia-cuda"

; CHECK: VX201: tile base varies by thread: kernel 'block', tile 'a': its address depends on llvm.nvvm.read.ptx.sreg.tid.y through (zext i32 %ty to i64), which is in [0, 1023] here, times 64 bytes: not inside the extent 16x16
; CHECK-SAME: bound the thread's index by a guard or by the block size
define ptx_kernel void @block(ptr %p, ptr %out) "nvvm.maxntid"="8,128" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = mul nuw nsw i32 %ty, 16
  %a = getelementptr float, ptr %p, i32 %row
  %x = load float, ptr %a, !vx.placement !10
  store float %x, ptr %out
  ret void
}

; CHECK: VX201: {{.*}}kernel 'guarded', tile 'c': its address depends on llvm.nvvm.read.ptx.sreg.tid.x
define ptx_kernel void @guarded(ptr %p, ptr %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %tx, 257
  br i1 %in, label %read, label %done
read:
  %a = getelementptr float, ptr %p, i32 %tx
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %out
  br label %done
done:
  ret void
}

; CHECK: VX201: {{.*}}kernel 'strided', tile 'd': its address depends on
define ptx_kernel void @strided(ptr %p, ptr %out, i32 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %head
head:
  %d = phi i32 [ %tx, %entry ], [ %next, %body ]
  %more = icmp slt i32 %d, %n
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

; CHECK: VX201: {{.*}}kernel 'pointer', tile 'e': its pointer %mine depends on llvm.nvvm.read.ptx.sreg.tid.x
define ptx_kernel void @pointer(ptr %p, ptr %q, ptr %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %tx to i1
  %mine = select i1 %odd, ptr %p, ptr %q
  %x = load float, ptr %mine, !vx.placement !14
  store float %x, ptr %out
  ret void
}

; The guard bounds x alone.
; CHECK: VX201: {{.*}}kernel 'linear', tile 'h': its address depends on llvm.nvvm.read.ptx.sreg.tid
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
  %in = icmp slt i32 %tx, 60
  br i1 %in, label %read, label %next
read:
  %i = add i32 %tid, 3
  %at = add i32 %row, %i
  %wide = sext i32 %at to i64
  %a = getelementptr float, ptr %p, i64 %wide
  %x = load float, ptr %a, !vx.placement !17
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

; Behind a loop that threads leave one by one, the row that a thread saw last is its own.
; CHECK: VX201: {{.*}}kernel 'behind', tile 'b': its address depends on llvm.nvvm.read.ptx.sreg.tid.x through (zext i2 (trunc i32 %t to i2) to i64), which is in [0, 3] here, times 128 bytes: not inside the extent 32 [%w = load float
define ptx_kernel void @behind(ptr %p, ptr %o, i64 %n) "nvvm.reqntid"="32" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %mirror = xor i64 %i, 31
  %rounds = and i64 %i, 3
  br label %l
l:
  %j = phi i64 [ 0, %entry ], [ %j1, %l ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %l ]
  %row = getelementptr [32 x float], ptr %p, i64 %j
  %a = getelementptr float, ptr %row, i64 %i
  %v = load float, ptr %a, !vx.placement !30
  %sum1 = fadd float %sum, %v
  %j1 = add i64 %j, 1
  %more = icmp ule i64 %j1, %rounds
  br i1 %more, label %l, label %done
done:
  %b = getelementptr float, ptr %row, i64 %mirror
  %w = load float, ptr %b, !vx.placement !30
  %z = fadd float %w, %sum1
  store float %z, ptr %o
  ret void
}

!vx.tiles = !{!31, !0, !2, !3, !4, !7}
!7 = !{ptr @linear, !17}
!17 = distinct !{!"vx.tile", !{!"name", !"h"}, !20, !24, !22}
!24 = !{!"extent", i64 64}
!0 = !{ptr @block, !10}
!2 = !{ptr @guarded, !12}
!3 = !{ptr @strided, !13}
!4 = !{ptr @pointer, !14}
!10 = distinct !{!"vx.tile", !{!"name", !"a"}, !20, !21, !22}
!12 = distinct !{!"vx.tile", !{!"name", !"c"}, !20, !23, !22}
!13 = distinct !{!"vx.tile", !{!"name", !"d"}, !20, !23, !22}
!14 = distinct !{!"vx.tile", !{!"name", !"e"}, !20, !21, !22}
!20 = !{!"space", !"smem"}
!21 = !{!"extent", i64 16, i64 16}
!22 = !{!"element", i32 4}
!23 = !{!"extent", i64 256}
!30 = distinct !{!"vx.tile", !{!"name", !"b"}, !20, !{!"extent", i64 32}, !22}
!31 = !{ptr @behind, !30}
