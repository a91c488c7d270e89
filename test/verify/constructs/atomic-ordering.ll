; atomicrmw loses its ordering; cmpxchg and loops around it keep theirs.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: warning: VX417: atomic loses its ordering or scope: kernel 'k': atomicrmw add seq_cst becomes a relaxed atom of gpu scope [%a = atomicrmw add ptr %p, i32 %n seq_cst
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n seq_cst
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n syncscope("device") monotonic
  %b = cmpxchg ptr %p, i32 0, i32 %n seq_cst seq_cst
  %c = atomicrmw nand ptr %p, i32 %n seq_cst
  %d = atomicrmw add ptr %p, i8 1 acquire
  fence acq_rel
  %l = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %l, ptr %q release, align 4
  ret void
}
