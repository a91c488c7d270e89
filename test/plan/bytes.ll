; The printed plan says the global bytes a block reads, whether or not anyone listens to remarks.
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32"

; CHECK: global bytes a block: before 4 * threads, after 128
define ptx_kernel void @a(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
