; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; Lines of the manifest are pairs of a kernel and a tile or callee.
; CHECK: error: VX103: malformed tile manifest: line 1 of !vx.tiles: has 1 operands, must have 2
; CHECK-NEXT: error: VX103: {{.*}}: line 2 of !vx.tiles: @helper is not a kernel that is defined here
; CHECK-NEXT: error: VX103: {{.*}}: kernel 'k': line 3 of !vx.tiles: @helper does not carry "vx.transfer"
; CHECK-NOT: error:
; GOOD-NOT: vx.tiles
;--- bad.ll
declare void @helper()
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
!vx.tiles = !{!6, !7, !8}
!6 = !{ptr @k}
!7 = !{ptr @helper, !0}
!8 = !{ptr @k, ptr @helper}
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
