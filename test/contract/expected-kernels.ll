; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; Kernels that the front end expects must be there as definitions.
; CHECK: error: VX115: expected kernel is missing: kernel 'gone': no function of that name is in the module
; CHECK-NEXT: error: VX115: {{.*}}: kernel 'declared': it is declared but not defined
; CHECK-NEXT: error: VX115: {{.*}}: kernel 'plain': the function of that name is not marked as a kernel
; CHECK-NEXT: error: VX116: malformed list of expected kernels: line 3 of !vx.kernels is not one name
; CHECK-NOT: error:
; GOOD: !vx.kernels = !{!
;--- bad.ll
declare ptx_kernel void @declared()
define void @plain() {
  ret void
}
!vx.kernels = !{!0, !1, !2, !3}
!0 = !{!"gone"}
!1 = !{!"declared"}
!2 = !{!"plain"}
!3 = !{i32 1}
;--- good.ll
define ptx_kernel void @k() {
  ret void
}
!vx.kernels = !{!0}
!0 = !{!"k"}
