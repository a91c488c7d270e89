; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; A listed tile without any tagged load: a pass dropped the tag.
; CHECK: error: VX104: placed tile has no tagged load left: kernel 'k', tile 'k'
; CHECK-NOT: error:
; GOOD: load float, ptr %p
;--- bad.ll
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
;--- good.ll
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
