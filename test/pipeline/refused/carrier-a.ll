; Each refusal ends opt with an error by vx-placement itself; the twin differs in one line, and is placed.
; RUN: sed 's/^;bad //' %s > %t.bad.ll
; RUN: sed 's/^;good //' %s > %t.good.ll
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t.bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80;ptx=70>' -S %t.good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=untagged --block=16 --sweep=1 --print=none --arg=f32:32:rand --arg=f32:16:zero
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=unproven --block=16 --sweep=1 --print=none --arg=f32:16:rand --arg=f32:16:zero --arg=i64:3
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=exceeds --block=16 --sweep=1 --print=none --arg=f32:16:rand --arg=f32:64:zero
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=bases --block=16 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:16:rand:2 --arg=f32:16:zero
; CHECK-DAG: error: VX106: untagged load reads a placed tile: kernel 'untagged', tile 'u'
; CHECK-DAG: error: VX202: tile footprint cannot be proven: kernel 'unproven', tile 'n'
; CHECK-DAG: error: VX203: loads reach outside the tile's extent: kernel 'exceeds', tile 'e': dimension 0 needs 18 elements, the extent 16 has 16
; CHECK-DAG: error: VX204: loads of one tile have no common base: kernel 'bases', tile 'b'
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @untagged(ptr %p, ptr noalias %o) "nvvm.reqntid"="16" {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %i
;bad   %b = getelementptr float, ptr %a, i32 15
;good   %b = getelementptr float, ptr %a, i32 16
  %x = load float, ptr %a, !vx.placement !10
  %y = load float, ptr %b
  %s = fadd float %x, %y
  %q = getelementptr float, ptr %o, i32 %i
  store float %s, ptr %q
  ret void
}
define ptx_kernel void @unproven(ptr %p, ptr noalias %o, i64 %n) "nvvm.reqntid"="16" {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %t
t:
  %k = phi i64 [ 0, %entry ], [ %k.next, %t ]
  %a = getelementptr float, ptr %p, i64 %k
  %x = load float, ptr %a, !vx.placement !11
  %k.next = add i64 %k, 1
;bad   %more = icmp slt i64 %k.next, %n
;good   %more = icmp slt i64 %k.next, 16
  br i1 %more, label %t, label %done
done:
  %q = getelementptr float, ptr %o, i32 %i
  store float %x, ptr %q
  ret void
}
define ptx_kernel void @exceeds(ptr %p, ptr noalias %o) "nvvm.reqntid"="16" {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = load <4 x float>, ptr %p, align 4, !vx.placement !12
;bad   %a = getelementptr float, ptr %p, i32 14
;good   %a = getelementptr float, ptr %p, i32 12
  %y = load <4 x float>, ptr %a, align 4, !vx.placement !12
  %s = fadd <4 x float> %x, %y
  %q = getelementptr <4 x float>, ptr %o, i32 %i
  store <4 x float> %s, ptr %q
  ret void
}
define ptx_kernel void @bases(ptr %p, ptr %r, ptr noalias %o) "nvvm.reqntid"="16" {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !13
;bad   %b = getelementptr float, ptr %r, i32 %i
;good   %b = getelementptr float, ptr %p, i32 0
  %y = load float, ptr %b, !vx.placement !13
  %s = fadd float %x, %y
  %q = getelementptr float, ptr %o, i32 %i
  store float %s, ptr %q
  ret void
}
!vx.tiles = !{!0, !1, !2, !3}
!0 = !{ptr @untagged, !10}
!1 = !{ptr @unproven, !11}
!2 = !{ptr @exceeds, !12}
!3 = !{ptr @bases, !13}
!10 = distinct !{!"vx.tile", !20, !30, !31, !32}
!11 = distinct !{!"vx.tile", !21, !30, !31, !32}
!12 = distinct !{!"vx.tile", !22, !30, !31, !32}
!13 = distinct !{!"vx.tile", !23, !30, !31, !32}
!20 = !{!"name", !"u"}
!21 = !{!"name", !"n"}
!22 = !{!"name", !"e"}
!23 = !{!"name", !"b"}
!30 = !{!"space", !"smem"}
!31 = !{!"extent", i64 16}
!32 = !{!"element", i32 4}
