; Parameters: 4352 bytes, from PTX 8.1 on 32764.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX432: parameters are over the limit: kernel 'k': parameters of the kernel: 8192 bytes, limit 4352 bytes; needed: sm_75 to sm_87 (PTX 8.1+)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr byval([8192 x i8]) %x) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr byval([4352 x i8]) %x) {

  ret void
}
