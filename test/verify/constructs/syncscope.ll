; PTX scopes have their own names in LLVM IR.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX418: unknown synchronisation scope: kernel 'k': syncscope("agent")
; CHECK-NEXT: error: VX418: {{.*}}syncscope("cta")
; CHECK-NEXT: error: VX418: {{.*}}syncscope("gpu")
; CHECK-NEXT: error: VX418: {{.*}}syncscope("singlethread")
; CHECK-NEXT: error: VX418: {{.*}}syncscope("sys")
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n syncscope("agent") monotonic
  fence syncscope("sys") acq_rel
  fence syncscope("cta") acq_rel
  %x = cmpxchg ptr %p, i32 0, i32 %n syncscope("gpu") monotonic monotonic
  %l = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  store i32 %l, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %a = atomicrmw add ptr %p, i32 %n syncscope("block") monotonic
  fence syncscope("device") acq_rel
  fence syncscope("cluster") acq_rel
  fence syncscope("block") acq_rel
  %x = cmpxchg ptr %p, i32 0, i32 %n syncscope("device") monotonic monotonic
  %l = load atomic i32, ptr %p acquire, align 4
  store i32 %l, ptr %q
  ret void
}
