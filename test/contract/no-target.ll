; RUN: not %vx-opt -passes=vx-placement -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s | FileCheck %s --check-prefix=GOOD
; RUN: %vx-opt -passes=vx-placement -mcpu=sm_80 -S %s | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; Limits differ between targets, so one must be stated, as parameter or attribute.
; CHECK: error: VX113: placement needs a stated target
; CHECK-NOT: error:
; A module for another target has no shared memory; one without a triple is what mlir-translate writes.
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | not %vx-opt -passes='vx-placement<sm=80>' -disable-output 2>&1 | FileCheck %s --check-prefix=HOST
; RUN: sed '/^target triple/d' %s | %vx-opt -passes='vx-placement<sm=80>' -S | FileCheck %s --check-prefix=GOOD
; HOST: error: VX113: placement needs a stated target: the module is for x86_64-pc-linux-gnu, and shared memory is NVPTX's; compile the kernels for nvptx64
; GOOD: addrspace(3) global [16 x i8] poison
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
