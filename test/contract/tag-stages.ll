; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip;stages=1>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; A tag says 2 to 8 stages; one stage can only be asked for by parameter.
; CHECK: error: VX306: stage count out of range: kernel 'k', tile 'k': field "crossing", stage count is i32 1, must be 2 to 8; {{.*}}stages=1
; CHECK-NOT: error:
; GOOD: load float, ptr %p
;--- bad.ll
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5, !6}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
!6 = !{!"crossing", !"streamed", i32 1}
;--- good.ll
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5, !6}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
!6 = !{!"crossing", !"streamed", i32 2}
