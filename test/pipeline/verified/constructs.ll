; RUN: rm -f %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.out 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not ls %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80;only=k>' -S %s -o %t.out 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/addrspace(8)/addrspace(1)/' %s | %vx-opt -passes='vx-placement<sm=80>' -S | FileCheck %s --check-prefix=LEGAL
; What placement does to such kernels is compared in test/rewrite: this is about what is said.

; A construct that llc takes and gets wrong refuses the whole module, wherever it stands: in a
; placed kernel, in a second one, in a helper of one that is not placed, in that kernel itself,
; and in a device function whose transfer was inlined.
; CHECK: error: VX419: {{.*}}kernel 'first': addrspace(8) is accessed as generic memory [%a = load i32, ptr addrspace(8) %q
; CHECK-NEXT: error: VX419: {{.*}}kernel 'plain': addrspace(8) is accessed as generic memory [%c =
; CHECK-NEXT: error: VX419: {{.*}}kernel 'plain': addrspace(8) is accessed as generic memory (called through plain -> helper) [%d =
; CHECK-NEXT: error: VX419: {{.*}}kernel 'second': addrspace(8) is accessed as generic memory (and 1 more in this function) [%b =

; LEGAL: define ptx_kernel void @first(
; LEGAL: load float, ptr addrspace(3)
; LEGAL: define ptx_kernel void @second(
; LEGAL: load float, ptr addrspace(3)
; LEGAL-NOT: @with_site
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @first(ptr %p, ptr addrspace(8) %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  %a = load i32, ptr addrspace(8) %q
  store i32 %a, ptr %o
  ret void
}
define internal void @with_site(ptr %p, ptr addrspace(8) %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  %e = load i32, ptr addrspace(8) %q
  store i32 %e, ptr %o
  ret void
}
define ptx_kernel void @second(ptr %p, ptr addrspace(8) %q, ptr %o) {
  %b = load i32, ptr addrspace(8) %q
  store i32 %b, ptr %o
  call void @with_site(ptr %p, ptr addrspace(8) %q, ptr %o)
  ret void
}
define internal void @helper(ptr addrspace(8) %q, ptr %o) {
  %d = load i32, ptr addrspace(8) %q
  store i32 %d, ptr %o
  ret void
}
define ptx_kernel void @plain(ptr addrspace(8) %q, ptr %o) {
  %c = load i32, ptr addrspace(8) %q
  store i32 %c, ptr %o
  call void @helper(ptr addrspace(8) %q, ptr %o)
  ret void
}
