; Atomics of other shapes than PTX has.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX416: atomic access has no code on the target: kernel 'k': addrspace(4) has no atomics
; CHECK-NEXT: error: VX416: {{.*}}aligned to 2 bytes, needed 4
; CHECK-NEXT: error: VX416: {{.*}}atomic access to a vector
; CHECK-NEXT: error: VX419: {{.*}}addrspace(9) has no atomics
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n, ptr addrspace(4) %c, ptr addrspace(9) %f) {
  %a = atomicrmw add ptr %p, i32 %n monotonic, align 2
  %b = load atomic <2 x i32>, ptr %q monotonic, align 8
  store <2 x i32> %b, ptr %p
  %d = atomicrmw add ptr addrspace(4) %c, i32 %n monotonic
  %e = atomicrmw add ptr addrspace(9) %f, i32 %n monotonic
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n, ptr addrspace(3) %c) {
  %a = atomicrmw add ptr %p, i32 %n monotonic, align 4
  %b = load atomic i64, ptr %q monotonic, align 8
  store i64 %b, ptr %p
  %d = atomicrmw add ptr addrspace(3) %c, i32 %n monotonic
  %s = atomicrmw add ptr %p, i8 1 monotonic
  ret void
}
