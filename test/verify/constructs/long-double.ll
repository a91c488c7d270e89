; No arithmetic on fp128, though it can be moved; x86_fp80 is even moved wrongly.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX412: type has no code on NVPTX: kernel 'k': no arithmetic on fp128 [%y = fadd fp128 %x, %x]; use double
; CHECK-NEXT: error: VX412: {{.*}}no arithmetic on ppc_fp128
; CHECK-NEXT: error: VX412: {{.*}}x86_fp80 has 10 bytes of which 4 are moved (and 3 more in this function)
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load fp128, ptr %p
  %y = fadd fp128 %x, %x
  store fp128 %y, ptr %q
  %z = load x86_fp80, ptr %p
  store x86_fp80 %z, ptr %q
  %m = fmul x86_fp80 %z, %z
  %c = fptrunc x86_fp80 %m to float
  store float %c, ptr %q
  %v = load ppc_fp128, ptr %p
  %u = fadd ppc_fp128 %v, %v
  store ppc_fp128 %u, ptr %q
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %x = load fp128, ptr %p
  store fp128 %x, ptr %q
  %v = load ppc_fp128, ptr %p
  store ppc_fp128 %v, ptr %q
  %z = load double, ptr %p
  %w = fadd double %z, %z
  store double %w, ptr %q
  ret void
}
