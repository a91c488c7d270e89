; An alloca is the thread's own memory, whatever address space it names.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX415: alloca in an address space that is not local: kernel 'k': memory of the thread is accessed as addrspace(1)
; CHECK-NEXT: error: VX415: {{.*}}addrspace(3){{.*}}use a global variable in addrspace(3)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca i32, addrspace(1)
  store volatile i32 3, ptr addrspace(1) %a
  %b = alloca i32, addrspace(3)
  store volatile i32 3, ptr addrspace(3) %b
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = alloca i32
  store volatile i32 3, ptr %a
  %b = alloca i32, addrspace(5)
  store volatile i32 3, ptr addrspace(5) %b
  ret void
}
