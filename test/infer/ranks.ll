; Ranks 1 to 5 and elements of 1 to 8 bytes. The indices are thread-dependent calls whose
; range is an attribute; the last kernel's is one too large.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/ok.ll | %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %t/ok.ll
; RUN: cat %t/common.ll %t/large.ll | not %vx-opt -disable-output -passes='print<vx-footprints>' 2>&1 | FileCheck %t/large.ll

;--- common.ll
target triple = "nvptx64-nvidia-cuda"
declare range(i64 0, 2) i64 @below2() memory(none)
declare range(i64 0, 3) i64 @below3() memory(none)
declare range(i64 0, 4) i64 @below4() memory(none)
declare range(i64 0, 65) i64 @below65() memory(none)
declare range(i64 0, 64) i64 @below64() memory(none)

;--- ok.ll
; CHECK-LABEL: kernel 'rank1'
; CHECK: footprint 64 of 64 elements of 8 bytes
; CHECK: strides 8
; CHECK: moved by no loop
define ptx_kernel void @rank1(ptr %p, ptr %out) {
  %i = call i64 @below64()
  %a = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %a, !vx.placement !10
  store double %x, ptr %out
  ret void
}

; CHECK-LABEL: kernel 'rank3'
; CHECK: footprint 2x3x4 of 2x3x4 elements of 2 bytes
; CHECK: strides 200, 20, 2
define ptx_kernel void @rank3(ptr %p, ptr %out) {
  %i = call i64 @below2()
  %j = call i64 @below3()
  %k = call i64 @below4()
  %a = getelementptr [10 x [10 x half]], ptr %p, i64 %i, i64 %j, i64 %k
  %x = load half, ptr %a, !vx.placement !11
  store half %x, ptr %out
  ret void
}

; CHECK-LABEL: kernel 'rank5'
; CHECK: footprint 2x3x2x3x4 of 2x3x2x3x4 elements of 1 bytes
; CHECK: strides 6000, 1200, 240, 40, 1
define ptx_kernel void @rank5(ptr addrspace(1) %p, ptr %out) {
  %i = call i64 @below2()
  %j = call i64 @below3()
  %k = call i64 @below2()
  %l = call i64 @below3()
  %m = call i64 @below4()
  %a = getelementptr [5 x [5 x [6 x [40 x i8]]]], ptr addrspace(1) %p, i64 %i, i64 %j, i64 %k, i64 %l, i64 %m
  %x = load i8, ptr addrspace(1) %a, !vx.placement !12
  store i8 %x, ptr %out
  ret void
}
!vx.tiles = !{!0, !1, !2}
!0 = !{ptr @rank1, !10}
!1 = !{ptr @rank3, !11}
!2 = !{ptr @rank5, !12}
!10 = distinct !{!"vx.tile", !{!"name", !"a"}, !{!"space", !"smem"}, !{!"extent", i64 64}, !{!"element", i32 8}}
!11 = distinct !{!"vx.tile", !{!"name", !"b"}, !{!"space", !"smem"}, !{!"extent", i64 2, i64 3, i64 4}, !{!"element", i32 2}}
!12 = distinct !{!"vx.tile", !{!"name", !"c"}, !{!"space", !"smem"}, !{!"extent", i64 2, i64 3, i64 2, i64 3, i64 4}, !{!"element", i32 1}}

;--- large.ll
; CHECK: VX201: tile base varies by thread: kernel 'rank1', tile 'a': its address is the result of a call of 'below65' through %i, which is in [0, 64] here: not inside the extent 64
; CHECK-SAME: [%x = load double
define ptx_kernel void @rank1(ptr %p, ptr %out) {
  %i = call i64 @below65()
  %a = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %a, !vx.placement !10
  store double %x, ptr %out
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @rank1, !10}
!10 = distinct !{!"vx.tile", !{!"name", !"a"}, !{!"space", !"smem"}, !{!"extent", i64 64}, !{!"element", i32 8}}
