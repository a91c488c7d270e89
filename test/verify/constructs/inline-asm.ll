; Inline assembly is nobody's check but ptxas's.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: warning: VX439: inline assembly is not checked: kernel 'k': {{.*}}; state ptxas=<path>
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  call void asm sideeffect "membar.sys;", ""()
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  call void asm sideeffect "", "~{memory}"()
  ret void
}
