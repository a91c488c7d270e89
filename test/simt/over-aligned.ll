; Whether an access is aligned is a matter of the launch, not of where the host puts memory: the same
; answer in every run.
; RUN: split-file %s %t

; The result of a transfer has the alignment that its reads claim: placement adapts the reads.
; RUN: %vx-simt run %t/transfer.ll --kernel=start --arg=f32:16:iota --arg=f32:4:zero | FileCheck %s --check-prefix=START
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/transfer.ll -o %t/placed.ll
; RUN: %vx-simt compare %t/transfer.ll %t/placed.ll --kernel=start --arg=f32:16:iota --arg=f32:4:zero
; START: arg 1: 4 elements, hash {{[0-9a-f]+}}: 0
; An offset that breaks the claim is found.
; RUN: not %vx-simt run %t/transfer.ll --kernel=behind --arg=f32:16:iota --arg=f32:4:zero | FileCheck %s --check-prefix=BEHIND
; BEHIND: misaligned address: {{.*}} reads 16 bytes at {{.*}}, an address that is not a multiple of 64 as the access claims

; A buffer has what cudaMalloc gives, 256 bytes, and no more.
; RUN: %vx-simt run %t/buffer.ll --kernel=by256 --arg=f32:1024:iota
; RUN: not %vx-simt run %t/buffer.ll --kernel=by512 --arg=f32:1024:iota | FileCheck %s --check-prefix=BUFFER
; BUFFER: misaligned address: {{.*}} an address that is not a multiple of 512 as the access claims

;--- transfer.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16"
define ptx_kernel void @start(ptr %a, ptr %o) {
  %r = call ptr @t(ptr %a)
  %x = load <4 x float>, ptr %r, align 8192
  store <4 x float> %x, ptr %o, align 4
  ret void
}
define ptx_kernel void @behind(ptr %a, ptr %o) {
  %r = call ptr @t(ptr %a)
  %p = getelementptr float, ptr %r, i64 8
  %x = load <4 x float>, ptr %p, align 64
  store <4 x float> %x, ptr %o, align 4
  ret void
}
;--- buffer.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @by256(ptr %a) {
  %p = getelementptr float, ptr %a, i64 64
  store float 1.0, ptr %p, align 256
  ret void
}
define ptx_kernel void @by512(ptr %a) {
  store float 1.0, ptr %a, align 512
  ret void
}
