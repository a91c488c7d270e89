; A tile that no loop moves is filled inside the guards around its loads, unless participation could not treat
; these: then above them, at the last point that all threads come by.
; RUN: split-file %s %t
; RUN: cat %t/open.ll %t/tiles.ll > %t/all.ll
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %t/all.ll 2>&1 | FileCheck %t/open.ll
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %t/all.ll -o %t/out.ll
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=shuffles --sweep=1 --block=64 --print=none --arg=i32:16:iota --arg=i32:64:zero --arg=i32:1 | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=traps --sweep=1 --block=64 --print=none --arg=i32:16:iota --arg=i32:64:zero --arg=i32:40 | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=arms --sweep=1 --block=64 --print=none --arg=i32:16:iota --arg=i32:64:zero --arg=i32:40 | FileCheck %s --check-prefix=SAME
; SAME: same:
; RUN: not %vx-opt -disable-output -mcpu=sm_80 -passes=vx-placement %t/written.ll 2>&1 | FileCheck %t/written.ll

;--- open.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.trap()

; Whole warps pass the guard.
; CHECK-LABEL: kernel 'shuffles'
; CHECK: moved by no loop, site in %entry before br i1 %mine
define ptx_kernel void @shuffles(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %warps) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %tid, 15
  %e = getelementptr i32, ptr addrspace(1) %in, i32 %l
  %d = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %w = lshr i32 %tid, 5
  %mine = icmp ult i32 %w, %warps
  br i1 %mine, label %go, label %exit
go:
  %v = load i32, ptr addrspace(1) %e, !vx.placement !0
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  store i32 %s, ptr addrspace(1) %d
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: kernel 'traps'
; CHECK: moved by no loop, site in %entry before br i1 %mine
define ptx_kernel void @traps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %tid, 15
  %e = getelementptr i32, ptr addrspace(1) %in, i32 %l
  %d = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %mine = icmp ult i32 %tid, %n
  br i1 %mine, label %go, label %exit
go:
  %fine = icmp ult i32 %tid, 64
  br i1 %fine, label %use, label %bad
bad:
  call void @llvm.trap()
  unreachable
use:
  %v = load i32, ptr addrspace(1) %e, !vx.placement !10
  store i32 %v, ptr addrspace(1) %d
  br label %exit
exit:
  ret void
}

; Warps of two kinds.
; CHECK-LABEL: kernel 'arms'
; CHECK: moved by no loop, site in %entry before br i1 %mine
; CHECK: moved by no loop, site in %entry before br i1 %mine
define ptx_kernel void @arms(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %tid, 7
  %e = getelementptr i32, ptr addrspace(1) %in, i32 %l
  %d = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %mine = icmp ult i32 %tid, %n
  br i1 %mine, label %one, label %other
one:
  %v = load i32, ptr addrspace(1) %e, !vx.placement !20
  store i32 %v, ptr addrspace(1) %d
  br label %exit
other:
  %f = getelementptr i32, ptr addrspace(1) %e, i32 8
  %w = load i32, ptr addrspace(1) %f, !vx.placement !21
  store i32 %w, ptr addrspace(1) %d
  br label %exit
exit:
  ret void
}

;--- tiles.ll
!vx.tiles = !{!30, !31, !32, !33}
!30 = !{ptr @shuffles, !0}
!31 = !{ptr @traps, !10}
!32 = !{ptr @arms, !20}
!33 = !{ptr @arms, !21}
!0 = distinct !{!"vx.tile", !1, !2, !3, !4}
!10 = distinct !{!"vx.tile", !1, !2, !3, !4}
!20 = distinct !{!"vx.tile", !1, !2, !5, !4}
!21 = distinct !{!"vx.tile", !6, !2, !5, !4}
!1 = !{!"name", !"a"}
!2 = !{!"space", !"smem"}
!3 = !{!"extent", i64 16}
!4 = !{!"element", i32 4}
!5 = !{!"extent", i64 8}
!6 = !{!"name", !"b"}

;--- written.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; Above the guard the tile has not been written yet.
; CHECK: VX214: {{.*}} kernel 'written'
; CHECK-NOT: VX207
define ptx_kernel void @written(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %warps) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %l = and i32 %tid, 15
  %e = getelementptr i32, ptr addrspace(1) %in, i32 %l
  %d = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %w = lshr i32 %tid, 5
  %mine = icmp ult i32 %w, %warps
  br i1 %mine, label %go, label %exit
go:
  store i32 7, ptr addrspace(1) %in
  br label %use
use:
  %v = load i32, ptr addrspace(1) %e, !vx.placement !0
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  store i32 %s, ptr addrspace(1) %d
  br label %exit
exit:
  ret void
}
!vx.tiles = !{!9}
!9 = !{ptr @written, !0}
!0 = distinct !{!"vx.tile", !1, !2, !3, !4}
!1 = !{!"name", !"a"}
!2 = !{!"space", !"smem"}
!3 = !{!"extent", i64 16}
!4 = !{!"element", i32 4}
