; Blocks have at most 1024 threads, 64 in z.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX433: block size is over the limit: kernel 'a': nvvm.maxntid=64,32: 2048 threads, limit 1024
; CHECK-NEXT: error: VX433: {{.*}}kernel 'b': nvvm.reqntid=1,1,128: 128 threads
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @a() "nvvm.maxntid"="64,32" {
  ret void
}
define ptx_kernel void @b() "nvvm.reqntid"="1,1,128" {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @a() "nvvm.maxntid"="32,32" {
  ret void
}
define ptx_kernel void @b() "nvvm.reqntid"="1,1,64" {
  ret void
}
