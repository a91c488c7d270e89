; Published dynamic shared memory counts against the limit of the sm.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=86>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=86>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX430: {{.*}}static and dynamic shared memory of the block: 102400 bytes, limit 101376 bytes; needed: sm_80, sm_87, sm_90 to sm_110f
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() "vx.dynamic-smem"="102400" {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() "vx.dynamic-smem"="101376" {
  ret void
}
