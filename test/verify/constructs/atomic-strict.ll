; strict-atomics makes an error of it, and of the system scope that is lost.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;strict-atomics>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;strict-atomics>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX417: {{.*}}atomicrmw add acquire becomes
; CHECK-NEXT: error: VX417: {{.*}}atomicrmw xchg becomes a relaxed atom of gpu scope
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n acquire
  %b = atomicrmw xchg ptr %p, i32 %n monotonic
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n syncscope("device") monotonic
  ret void
}
