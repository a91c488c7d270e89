; What no probe asked is said to be unchecked.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: warning: VX444: intrinsic is in no table: kernel 'k': 'llvm.smul.fix.i32' with 4 is in no table
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.smul.fix.i32(i32, i32, i32)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %b = call i32 @llvm.smul.fix.i32(i32 %n, i32 %n, i32 4)
  store i32 %b, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %b = call {i32, i1} @llvm.smul.with.overflow.i32(i32 %n, i32 %n)
  %v = extractvalue {i32, i1} %b, 0
  store i32 %v, ptr %q
  ret void
}
