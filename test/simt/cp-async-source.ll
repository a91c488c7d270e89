; The source of a copy is read when it lands: a store between issue and wait
; changes it. The twin stores after the wait.
; RUN: %vx-simt run %s --arg=i32:1:fill:5 --arg=i32:1:zero | FileCheck %s
; RUN: sed 's/ENTRY: EARLY/ENTRY/; s/^; EARLY//; /LATE$/d' %s > %t.bad.ll
; RUN: not %vx-simt run %t.bad.ll --arg=i32:1:fill:5 --arg=i32:1:zero | FileCheck %s --check-prefix=BAD
; CHECK: arg 1: 1 elements, hash {{[0-9a-f]+}}: 5
; BAD: data race: byte 0 of argument 0 (4 bytes): thread (0,0,0) of block (0,0,0) writes it here while the cp.async of thread (0,0,0) of block (0,0,0)
target triple = "nvptx64-nvidia-cuda"
@slot = internal addrspace(3) global i32 poison, align 4
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()
define ptx_kernel void @k(ptr addrspace(1) %in, ptr %out) {
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @slot, ptr addrspace(1) %in)
; EARLY  store i32 9, ptr addrspace(1) %in, align 4
  call void @llvm.nvvm.cp.async.wait.all()
  store i32 9, ptr addrspace(1) %in, align 4 ; LATE
  %v = load i32, ptr addrspace(3) @slot, align 4
  store i32 %v, ptr %out, align 4
  ret void
}
