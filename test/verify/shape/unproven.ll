; What the proof cannot follow it says: a destination that is no variable of the module. A
; copy into a known variable is followed.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed '/  call/s/addrspace(3) %dst, ptr/addrspace(3) @known, ptr/' %s | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK: warning: VX455: order of asynchronous copies cannot be proven: kernel 'k': the copies' destination is no shared variable of this module
@known = internal addrspace(3) global [4 x i8] poison, align 4
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()

define ptx_kernel void @k(ptr addrspace(3) %dst, ptr addrspace(1) %from) {
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %dst, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}
