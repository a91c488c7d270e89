; RUN: %vx-opt -passes='vx-placement<sm=80>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device' -disable-output %s
; RUN: not %vx-opt -passes='vx-placement<sm=80>,vx-verify-device' -disable-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/^;used //' %s | not %vx-opt -passes='vx-placement<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=USED

; Functions that nothing reaches and that the clean-up of default<O3> removes are a warning: a
; library comes in whole. What llvm.used keeps is compiled, and an error.
; CHECK: warning: VX405: {{.*}}'f' has no definition (in unreached -> f)
; CHECK: warning: VX419: {{.*}}(in inline_only) [%a =
; KEPT: error: VX405
; KEPT: error: VX419
; USED: warning: VX405
; USED: error: VX419: {{.*}}(in inline_only)
target triple = "nvptx64-nvidia-cuda"
;used @llvm.used = appending global [1 x ptr] [ptr @inline_only], section "llvm.metadata"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare void @f()
define internal void @unreached() {
  call void @f()
  ret void
}
define linkonce_odr i32 @inline_only(ptr addrspace(8) %q) {
  %a = load i32, ptr addrspace(8) %q
  ret i32 %a
}
define ptx_kernel void @placed(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
