; Two calls, each fine somewhere, and no target has both.
; RUN: not %vx-opt -passes=vx-verify-device -disable-output %s 2>&1 | FileCheck %s
; RUN: sed '/bswap/d;/store <2/d' %s | %vx-opt -passes=vx-verify-device -disable-output 2>&1 | FileCheck %s --check-prefix=FITS
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: VX403: {{.*}}'llvm.bswap.v2i32'; needed: sm_75 to sm_90a
; CHECK-NEXT: error: VX403: {{.*}}'llvm.nvvm.tcgen05.fence.before.thread.sync'; needed: sm_100a
; CHECK-NEXT: error: VX408: no known target takes the module
; FITS: remark: VX409: no target is stated: the module fits sm_100a
declare <2 x i32> @llvm.bswap.v2i32(<2 x i32>)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()

define ptx_kernel void @k(ptr %p, <2 x i32> %a) {
  %b = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %a)
  store <2 x i32> %b, ptr %p
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  ret void
}
