; A kernel that the front end lists and the module lacks was dropped on the way.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX115: expected kernel is missing: {{.*}}flash
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  ret void
}
!vx.kernels = !{!0, !1}
!0 = !{!"k"}
!1 = !{!"flash"}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  ret void
}
!vx.kernels = !{!0}
!0 = !{!"k"}
