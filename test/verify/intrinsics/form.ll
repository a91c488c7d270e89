; Newer is not more: the fence of wgmma is on sm_90a alone.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=100a>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90a>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX403: {{.*}}'llvm.nvvm.wgmma.fence.sync.aligned'; needed: sm_90a; stated: sm_100a
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}
