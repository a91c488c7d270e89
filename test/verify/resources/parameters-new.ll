; Above 32764 bytes on every target.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=80;ptx=81>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=80;ptx=81>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX432: {{.*}}32768 bytes, limit 32764 bytes
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr byval([32768 x i8]) %x) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr byval([32764 x i8]) %x) {

  ret void
}
