; 128-bit atomics come with sm_90 and PTX 8.4.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=84>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX416: {{.*}}128-bit atomic; needed: sm_90 to sm_90a (PTX 8.4+)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load i128, ptr %q
  %a = atomicrmw xchg ptr %p, i128 %x monotonic, align 16
  store i128 %a, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load i128, ptr %q
  %a = atomicrmw xchg ptr %p, i128 %x monotonic, align 16
  store i128 %a, ptr %q
  ret void
}
