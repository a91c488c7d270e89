; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=.1 --implicit-check-not=error:

; What the module says of a kernel counts, not the copy that is worked on: its name, its linkage,
; its attributes. A copy is internal, and calls what the kernel calls.
; CHECK: warning: VX426: kernel signature is not possible: kernel 'local': kernel 'local' has local linkage
; CHECK-NOT: warning
; CHECK: error: VX427: kernel is called as a function: kernel 'local': kernel 'plain' is called from device code [call void @plain(
; CHECK-NEXT: error: VX433: block size is over the limit: kernel 'wide': nvvm.reqntid=2048
; CHECK-NEXT: error: VX424: name cannot be written in PTX: kernel 'with.dot': 'with.dot' has characters
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @wide(ptr %p, ptr %o) "nvvm.reqntid"="2048" {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @plain() {
  ret void
}
define internal ptx_kernel void @local(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @plain()
  ret void
}
define ptx_kernel void @with.dot(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
