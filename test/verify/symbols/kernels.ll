; A kernel returns nothing and is nobody's callee.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX427: kernel is called as a function: kernel 'caller': kernel 'k' is called from device code
; CHECK-NEXT: error: VX426: kernel signature is not possible: kernel 'value': kernel 'value' returns a value
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel i32 @value() {
  ret i32 0
}
define ptx_kernel void @k() {
  ret void
}
define ptx_kernel void @caller() {
  call ptx_kernel void @k()
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define void @f() {
  ret void
}
define ptx_kernel void @k() {
  call void @f()
  ret void
}
