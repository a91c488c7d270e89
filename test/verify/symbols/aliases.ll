; PTX has aliases of device functions only, and no ifuncs.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX425: symbol kind has no form in PTX: 'c' is an ifunc
; CHECK-NEXT: error: VX425: {{.*}}alias 'a' names a variable
; CHECK-NEXT: error: VX425: {{.*}}alias 'b' names a kernel
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@g = addrspace(1) global i32 0
@a = alias i32, ptr addrspace(1) @g
@b = alias void (), ptr @k
@c = ifunc void (), ptr @r
define internal ptr @r() {
  ret ptr @f
}
define void @f() {
  ret void
}
define ptx_kernel void @k() {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = alias void (), ptr @f
define void @f() {
  ret void
}
