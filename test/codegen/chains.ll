; Two sums of eight terms that stand one after the other are interleaved link by link, each in its own order; a sum that
; continues another one cannot be.
;
; RUN: %vx-opt -passes=vx-codegen -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=independent --block=1 --sweep=1 --print=none --arg=f32:2:zero --arg=f32:0.3 --arg=f32:1.7
; RUN: %vx-simt compare %s %t.ll --kernel=one_needs_the_other --block=1 --sweep=1 --print=none --arg=f32:1:zero --arg=f32:0.3 --arg=f32:1.7
; RUN: %vx-opt -passes='vx-codegen<chains=1>' -S %s | FileCheck %s --check-prefix=OFF
; RUN: not %opt -load-pass-plugin=%vx-plugin -passes='vx-codegen<chians=2>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BAD
; BAD: error: VX120: bad pass parameter: vx-codegen: unknown parameter 'chians=2'; known: array-bytes=, instructions=, chains=, rounds=
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @independent(
; CHECK: %a0 = fadd
; CHECK-NEXT: %b0 = fadd
; CHECK-NEXT: %a1 = fadd
; CHECK-NEXT: %b1 = fadd
; CHECK: %a7 = fadd
; CHECK-NEXT: %b7 = fadd
; OFF-LABEL: @independent(
; OFF: %a0 = fadd
; OFF-NEXT: %a1 = fadd
define ptx_kernel void @independent(ptr %out, float %x, float %y) {
  %a0 = fadd float %x, 1.0
  %a1 = fadd float %a0, %y
  %a2 = fadd float %a1, %y
  %a3 = fadd float %a2, %y
  %a4 = fadd float %a3, %y
  %a5 = fadd float %a4, %y
  %a6 = fadd float %a5, %y
  %a7 = fadd float %a6, %y
  %b0 = fadd float %y, 2.0
  %b1 = fadd float %b0, %x
  %b2 = fadd float %b1, %x
  %b3 = fadd float %b2, %x
  %b4 = fadd float %b3, %x
  %b5 = fadd float %b4, %x
  %b6 = fadd float %b5, %x
  %b7 = fadd float %b6, %x
  store float %a7, ptr %out
  %q = getelementptr float, ptr %out, i64 1
  store float %b7, ptr %q
  ret void
}

; CHECK-LABEL: @one_needs_the_other(
; CHECK: %a0 = fadd
; CHECK-NEXT: %a1 = fadd
; CHECK: %a7 = fadd
; CHECK: %b0 = fadd float %d
define ptx_kernel void @one_needs_the_other(ptr %out, float %x, float %y) {
  %a0 = fadd float %x, 1.0
  %a1 = fadd float %a0, %y
  %a2 = fadd float %a1, %y
  %a3 = fadd float %a2, %y
  %a4 = fadd float %a3, %y
  %a5 = fadd float %a4, %y
  %a6 = fadd float %a5, %y
  %a7 = fadd float %a6, %y
  %d = fdiv float %a7, %x
  %b0 = fadd float %d, 2.0
  %b1 = fadd float %b0, %x
  %b2 = fadd float %b1, %x
  %b3 = fadd float %b2, %x
  %b4 = fadd float %b3, %x
  %b5 = fadd float %b4, %x
  %b6 = fadd float %b5, %x
  %b7 = fadd float %b6, %x
  store float %b7, ptr %out
  ret void
}
