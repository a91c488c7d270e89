; Intrinsics of other targets, and names that no LLVM knows.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX404: intrinsic has no NVPTX lowering: kernel 'k': 'llvm.nvvm.no.such.thing' is no intrinsic of this LLVM
; CHECK-NEXT: error: VX410: intrinsic belongs to another target: kernel 'k': 'llvm.amdgcn.workitem.id.x'
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.nvvm.no.such.thing()
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %t, ptr %p
  %u = call i32 @llvm.nvvm.no.such.thing()
  store i32 %u, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr %p
  ret void
}
