; Globals that refer to each other in a circle abort llc.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX423: globals refer to each other in a circle: 'a' refers to itself
; CHECK-NEXT: error: VX423: {{.*}}'b' refers
; CHECK-NEXT: error: VX423: {{.*}}'c' refers
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = global ptr @b
@b = global ptr @a
@c = global ptr @c
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = global ptr @b
@b = global ptr null
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
