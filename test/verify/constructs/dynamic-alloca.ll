; A run-time alloca needs PTX 7.3.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX414: run-time alloca needs another target: kernel 'k': {{.*}}needed: sm_75 to sm_86 (PTX 7.3+), {{.*}}; stated: sm_75 (PTX 6.3) [%a = alloca i32, i32 %n
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
  %a = alloca [4 x i32]
  store volatile i32 3, ptr %a
  ret void
}
