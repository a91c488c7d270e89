; RUN: rm -f %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.out 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not ls %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80;strip>' -S %s -o %t.out 2>&1 | FileCheck %s --check-prefix=STRIP --implicit-check-not=error:

; Six kinds of fault, each in a phase of its own, each told once: contract (VX117, which the
; verifier would call VX421), a missing kernel (VX115, of both), inlining, use, capacity, device.
; Transfer callees that stay because of them are not called undefined, and kernels that could not
; be cloned or planned are verified like the others.
; CHECK: error: VX115: expected kernel is missing: kernel 'gone'
; CHECK-NEXT: error: VX117: {{.*}}@table
; CHECK-NEXT: error: VX210: {{.*}}'endless' is recursive
; CHECK-NEXT: error: VX111: {{.*}}kernel 'escapes'
; CHECK-NEXT: error: VX208: {{.*}}kernel 'too_large'
; CHECK-NEXT: error: VX405: {{.*}}kernel 'recurses': 'g' has no definition
; CHECK-NEXT: error: VX405: {{.*}}kernel 'too_large': 'f' has no definition

; STRIP: error: VX115: {{.*}}kernel 'gone'
; STRIP-NEXT: error: VX117: {{.*}}@table
; STRIP-NEXT: error: VX405: {{.*}}'g'
; STRIP-NEXT: error: VX405: {{.*}}'f'
target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(3) global [2 x i32] [i32 1, i32 2]
!vx.kernels = !{!0}
!0 = !{!"gone"}
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @big(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="1024x64" "vx.name"="big"
declare void @f()
declare void @g()
define internal void @endless(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @endless(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @recurses(ptr %p, ptr %o) {
  call void @endless(ptr %p, ptr %o)
  call void @g()
  ret void
}
define ptx_kernel void @escapes(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  store ptr %r, ptr %o
  ret void
}
define ptx_kernel void @too_large(ptr %p, ptr %o) {
  %r = call ptr @big(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @f()
  ret void
}
