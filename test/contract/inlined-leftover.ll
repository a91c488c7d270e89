; O1 inlines a device function's calls, and keeps what has external linkage. Its transfer is in the
; kernel, so what is left of it goes: VX112 is for functions whose transfer no kernel makes.
; RUN: split-file %s %t
; RUN: %vx-opt -mcpu=sm_80 -passes='vx-protect-transfers,default<O1>' -S %t/inlined.ll -o %t/o1.ll
; RUN: FileCheck %s --check-prefix=O1 --input-file=%t/o1.ll
; RUN: %vx-opt -mcpu=sm_80 -passes='vx-placement,default<O3>,vx-verify-device' -S %t/o1.ll -o %t/placed.ll
; RUN: FileCheck %s --input-file=%t/placed.ll
; RUN: %vx-simt compare %t/inlined.ll %t/placed.ll --kernel=k --block=4 --sweep=1 --print=none --arg=f32:4:rand:1 --arg=f32:4:zero
; RUN: %vx-opt -mcpu=sm_80 -passes='vx-placement<strip>' -S %t/o1.ll | FileCheck %s --check-prefix=STRIP
; O1: define void @device(
; O1: define void @outer(
; O1: define ptx_kernel void @k(
; O1-NOT: call void @device
; CHECK: @__vx_tile_k_t = internal
; CHECK-NOT: @device
; CHECK-NOT: @outer
; CHECK-NOT: vx.transfer
; STRIP-NOT: vx.transfer
; STRIP: define void @device(
; STRIP-NOT: call ptr

; The manifest lists another callee's transfer: nobody makes this one.
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/lost.ll 2>&1 | FileCheck %s --check-prefix=LOST
; LOST: error: VX112: transfer called from outside a kernel: kernel 'device': no kernel reaches function @device by direct calls
; LOST-NOT: error:

; It may still be called from anywhere.
; RUN: sed 's/^;taken: //' %t/left.ll > %t/taken.ll
; RUN: %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/left.ll
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
; TAKEN: error: VX112: {{.*}}device function @device leads to a transfer or placed load and has its address taken

;--- inlined.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.name"="t" "vx.element"="4" "vx.extent"="4"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @device(ptr %p, ptr %o) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @t(ptr %p)
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  %b = getelementptr float, ptr %o, i32 %i
  store float %x, ptr %b
  ret void
}
define void @outer(ptr %p, ptr %o) {
  call void @device(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) {
  call void @outer(ptr %p, ptr %o)
  ret void
}
;--- left.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.name"="t" "vx.element"="4" "vx.extent"="4"
;taken: @table = global ptr @device
define void @device(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  call void @device(ptr %o, ptr %p)
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @k, ptr @t}
;--- lost.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.name"="t" "vx.element"="4" "vx.extent"="4"
declare ptr @u(ptr) "vx.transfer"="smem" "vx.name"="u" "vx.element"="4" "vx.extent"="4"
define void @device(ptr %p, ptr %o) {
  %r = call ptr @u(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @k, ptr @t}
