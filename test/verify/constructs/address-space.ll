; Unknown address spaces are accessed as generic memory, without a word.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX419: address space means nothing on NVPTX: no cast with addrspace(8) (in cast)
; CHECK-NEXT: error: VX419: {{.*}}kernel 'k': addrspace(2) is accessed as generic memory
; CHECK-NEXT: error: VX419: {{.*}}kernel 'k': addrspace(8) is accessed
; CHECK-NEXT: error: VX419: {{.*}}kernel 'k': addrspace(99) is accessed
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(2) %p, ptr addrspace(99) %q, ptr addrspace(8) %r) {
  %a = load i32, ptr addrspace(2) %p
  store i32 %a, ptr addrspace(8) %r
  store i32 %a, ptr addrspace(99) %q
  ret void
}
define void @cast(ptr addrspace(8) %p, ptr %q) {
  %c = addrspacecast ptr addrspace(8) %p to ptr
  store ptr %c, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(5) %q, ptr addrspace(7) %r, ptr addrspace(3) %s) {
  %a = load i32, ptr addrspace(1) %p
  store i32 %a, ptr addrspace(5) %q
  %b = load i32, ptr addrspace(7) %r
  store i32 %b, ptr addrspace(3) %s
  ret void
}
