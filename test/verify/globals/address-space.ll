; Globals live in global, shared or constant memory.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX443: global variable has no code on NVPTX: 'a' is in addrspace(2)
; CHECK-NEXT: error: VX443: {{.*}}'b' is in addrspace(5); PTX has no local variables of a module
; CHECK-NEXT: error: VX443: {{.*}}'c' is in addrspace(7)
; CHECK-NEXT: error: VX443: {{.*}}'d' is in addrspace(6)
; CHECK-NEXT: error: VX443: {{.*}}'e' is in addrspace(8)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(2) global i32 0
@b = addrspace(5) global i32 0
@c = addrspace(7) global i32 0
@d = addrspace(6) global i32 0
@e = addrspace(8) global i32 0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global i32 0
@b = addrspace(3) global i32 poison
@c = addrspace(4) global i32 0
@d = global i32 0
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {

  ret void
}
