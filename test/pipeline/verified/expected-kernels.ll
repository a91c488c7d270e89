; RUN: not %vx-opt -passes='vx-placement' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed '/^!vx.kernels/d' %s > %t.unasked.ll
; RUN: %vx-opt -passes='vx-placement' -S %t.unasked.ll -o %t.out 2>&1 | count 0
; RUN: %opt -S %t.unasked.ll -o %t.in
; RUN: cmp %t.in %t.out

; A module that expects kernels is verified, whether or not it places anything. One that neither
; expects nor places is none of vx-placement's business.
; CHECK: error: VX405: {{.*}}kernel 'there': 'f' has no definition
target triple = "nvptx64-nvidia-cuda"
!vx.contract = !{!1}
!vx.kernels = !{!0}
!0 = !{!"there"}
!1 = !{i32 1}
declare void @f()
define ptx_kernel void @there() {
  call void @f()
  ret void
}
