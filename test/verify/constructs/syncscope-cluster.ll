; The cluster scope needs sm_90.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX418: {{.*}}syncscope("cluster"); needed: sm_90
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  fence syncscope("cluster") acq_rel
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  fence syncscope("cluster") acq_rel
  ret void
}
