; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; The kernel's own shared memory counts where the kernel can reach it: directly, through a
; constant expression, a device function or a function whose address it takes.
@a = internal addrspace(3) global [100 x i8] poison
@b = internal addrspace(3) global [100 x i8] poison
@c = internal addrspace(3) global [100 x i8] poison
@other = internal addrspace(3) global [100 x i8] poison
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
; CHECK-LABEL: kernel 'none'
; CHECK: storage: static, 256 bytes of tiles, 0 bytes of the kernel's own
define ptx_kernel void @none(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'expression'
; CHECK: 112 bytes of the kernel's own
define ptx_kernel void @expression(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 4)
  ret void
}
; CHECK-LABEL: kernel 'function'
; CHECK: 224 bytes of the kernel's own
define ptx_kernel void @function(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  call void @device(float %x)
  ret void
}
; CHECK-LABEL: kernel 'address'
; CHECK: 112 bytes of the kernel's own
define ptx_kernel void @address(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store ptr @leaf, ptr %o
  ret void
}
define internal void @device(float %x) noinline {
  store float %x, ptr addrspace(3) @b
  call void @leaf(float %x)
  ret void
}
define internal void @leaf(float %x) noinline {
  store float %x, ptr addrspace(3) @c
  ret void
}
define void @elsewhere(float %x) {
  store float %x, ptr addrspace(3) @other
  ret void
}
