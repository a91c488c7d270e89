; RUN: not %vx-opt -passes=vx-protect-transfers -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/, i32 1)/)/' %s | %vx-opt -passes=vx-protect-transfers -S | FileCheck %s --check-prefix=GOOD

; What breaks the contract is not protected but named.
; CHECK: error: VX109: transfer callee has an unknown signature: kernel 'k'
; GOOD: !vx.tiles = !{!
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p, i32 1)
  ret void
}
