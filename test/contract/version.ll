; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD

; The contract's version is stated as one integer; only 1 is known.
; CHECK: error: VX101: unknown contract version: !vx.contract says i32 2, this is version 1
; GOOD: define ptx_kernel void @k
; GOOD: !vx.contract = !{!
;--- bad.ll
define ptx_kernel void @k() {
  ret void
}
!vx.contract = !{!0}
!0 = !{i32 2}
;--- good.ll
define ptx_kernel void @k() {
  ret void
}
!vx.contract = !{!0}
!0 = !{i32 1}
