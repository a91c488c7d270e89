; Local memory of a thread: 512 KiB.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX434: local memory is over the limit: kernel 'k': stack of the function: 524292 bytes, limit 524288 bytes
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca [131073 x i32]
  %g = getelementptr i32, ptr %a, i32 %n
  store volatile i32 3, ptr %g
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca [131072 x i32]
  %g = getelementptr i32, ptr %a, i32 %n
  store volatile i32 3, ptr %g
  ret void
}
