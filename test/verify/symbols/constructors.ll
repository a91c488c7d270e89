; Nothing runs global constructors on the device.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX436: global constructors never run: llvm.global_ctors lists 1 functions
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]
define void @f() {
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
define void @f() {
  ret void
}
