; An intrinsic that the stated target lacks, and one that has it.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX403: intrinsic is not available on the target: kernel 'k': 'llvm.nvvm.cp.async.ca.shared.global.4'; needed: sm_80 to sm_121f; stated: sm_75 (PTX 6.3)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
@s = internal addrspace(3) global [4 x i8] poison, align 4
define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %p)
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
