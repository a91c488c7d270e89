; Shared memory of a cluster needs sm_90.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=89>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX419: {{.*}}shared memory of a cluster; needed: sm_90 to
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(7) %p, ptr %q) {
  %a = load i32, ptr addrspace(7) %p
  store i32 %a, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(7) %p, ptr %q) {
  %a = load i32, ptr addrspace(7) %p
  store i32 %a, ptr %q
  ret void
}
