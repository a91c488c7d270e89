; Scalable vectors abort llc; odd fixed widths are fine.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX412: {{.*}}scalable vector type <vscale x 4 x i32> (and 1 more in this function)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load <vscale x 4 x i32>, ptr %p
  store <vscale x 4 x i32> %x, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load <5 x i32>, ptr %p
  store <5 x i32> %x, ptr %q
  ret void
}
