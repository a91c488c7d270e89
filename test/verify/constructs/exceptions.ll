; Nothing unwinds on the device.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX437: exception handling is dropped: kernel 'k'
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @vprintf(ptr, ptr)
define internal i32 @personality() {
  ret i32 0
}
define ptx_kernel void @k(ptr %p) personality ptr @personality {
  %r = invoke i32 @vprintf(ptr %p, ptr %p) to label %ok unwind label %pad

ok:
  ret void

pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @vprintf(ptr, ptr)
define ptx_kernel void @k(ptr %p) {
  %r = call i32 @vprintf(ptr %p, ptr %p)
  ret void
}
