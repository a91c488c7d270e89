; The same alloca on a PTX version that has it.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=75;ptx=72>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=75;ptx=73>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX414: 
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca i32, i32 %n
  store volatile i32 3, ptr %a
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca i32, i32 %n
  store volatile i32 3, ptr %a
  ret void
}
