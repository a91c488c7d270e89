; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; Every fault of one tag is named in one run.
; CHECK: error: VX102: malformed placement tag: kernel 'k', tile 'k': field "extent", dimension 1 is i64 -1, must be a whole number from 1 to
; CHECK-NEXT: error: VX102: {{.*}}: field "element" is i32 3, must be 1, 2, 4 or 8 bytes
; CHECK-NEXT: error: VX102: {{.*}}: field "space" is missing
; CHECK-NOT: error:
; GOOD-NOT: vx.placement
; GOOD: load float, ptr %p
; GOOD-NOT: vx.
;--- bad.ll
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !4, !5}
!2 = !{!"name", !"k"}
!4 = !{!"extent", i64 16, i64 -1}
!5 = !{!"element", i32 3}
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
