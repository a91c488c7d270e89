; RUN: rm -f %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80;dry-run>' -S %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %vx-opt -passes='vx-placement<sm=80;strip>' -S %s -o %t.out 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80;allow-undefined>' -S %s | FileCheck %s --check-prefix=ALLOWED
; RUN: %vx-opt -passes='vx-placement<sm=80;allow-undefined;dry-run>' -S %s | FileCheck %s --check-prefix=DRY
; RUN: not %vx-opt -passes='vx-placement<sm=80;allow-undefined>,vx-verify-device' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=LATER

; vx-placement alone finds functions without a definition, in what it places and beside it.
; allow-undefined leaves the question to a later link. Transfer callees are no functions: they
; have no definition either and are gone.
; CHECK: error: VX405: function is called but never defined: kernel 'also': 'beside' has no definition (called through also -> helper -> beside); link a definition, or state allow-undefined if that happens later
; CHECK-NEXT: error: VX405: function is called but never defined: kernel 'placed': '__nv_expf' has no definition (called through placed -> __nv_expf); link libdevice
; CHECK-NOT: error

; ALLOWED: @__vx_tile_placed_k = internal addrspace(3)
; ALLOWED: load float, ptr addrspace(3)
; ALLOWED: call float @__nv_expf
; DRY-NOT: addrspace(3)
; DRY: call ptr @k(
; LATER: error: VX405: {{.*}}'beside'
; LATER-NEXT: error: VX405: {{.*}}'__nv_expf'
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare float @__nv_expf(float)
declare void @beside()
define ptx_kernel void @placed(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %e = call float @__nv_expf(float %x)
  store float %e, ptr %o
  ret void
}
define internal void @helper() {
  call void @beside()
  ret void
}
define ptx_kernel void @also(ptr %p) {
  call void @helper()
  ret void
}
