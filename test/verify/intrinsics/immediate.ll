; An immediate operand decides what a call needs, and a type does.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=100>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=100>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX403: {{.*}}'llvm.bswap.v2i32'; needed: sm_75 to sm_90a; stated: sm_100
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare <2 x i32> @llvm.bswap.v2i32(<2 x i32>)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = load <2 x i32>, ptr %p
  %b = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %a)
  store <2 x i32> %b, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.bswap.i32(i32)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %b = call i32 @llvm.bswap.i32(i32 %n)
  store i32 %b, ptr %q
  ret void
}
