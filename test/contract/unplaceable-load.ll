; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; Tags belong on plain loads of global memory. A tag that is refused is not lost, too (VX104).
; CHECK: error: VX107: this access cannot be a placed load: kernel 'k': the load is volatile [%v = load volatile float
; CHECK-NEXT: error: VX107: {{.*}}: the load is atomic [%a = load atomic
; CHECK-NEXT: error: VX107: {{.*}}: it reads address space 3, tiles are in global memory
; CHECK-NEXT: error: VX107: {{.*}}: it is not a load [store float
; CHECK-NEXT: error: VX107: {{.*}}kernel 'only': the load is volatile
; CHECK-NEXT: error: VX107: {{.*}}: no kernel reaches function @dead by direct calls
; CHECK-NOT: error:
; GOOD: load <4 x float>, ptr addrspace(1)
;--- bad.ll
define ptx_kernel void @k(ptr %p, ptr %o, ptr addrspace(3) %s) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  %v = load volatile float, ptr %p, !vx.placement !0
  %a = load atomic float, ptr %p monotonic, align 4, !vx.placement !0
  %l = load float, ptr addrspace(3) %s, !vx.placement !0
  store float %x, ptr %o, !vx.placement !0
  ret void
}
define void @dead(ptr %p) {
  %x = load float, ptr %p, !vx.placement !6
  ret void
}
; What an inliner left of a function: its tile is in the manifest.
define void @left(ptr %p) {
  %x = load float, ptr %p, !vx.placement !0
  ret void
}
define ptx_kernel void @only(ptr %p, ptr %o) {
  %x = load volatile float, ptr %p, align 4, !vx.placement !7
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1, !8}
!1 = !{ptr @k, !0}
!8 = !{ptr @only, !7}
!7 = distinct !{!"vx.tile", !2, !3, !4, !5}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5}
!6 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
;--- good.ll
define ptx_kernel void @k(ptr addrspace(1) %p, ptr %o) {
  %x = load <4 x float>, ptr addrspace(1) %p, !vx.placement !0
  store <4 x float> %x, ptr %o
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 16}
!5 = !{!"element", i32 4}
