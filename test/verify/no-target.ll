; No target is guessed: the ones that would do are computed, and only what holds on all
; of them is an error.
; RUN: split-file %s %t
; RUN: %vx-opt -passes=vx-verify-device -disable-output %t/fits.ll 2>&1 | FileCheck %s --check-prefix=FITS
; RUN: %vx-opt -passes=vx-verify-device -disable-output %t/other.ll 2>&1 | count 0
; FITS: remark: VX409: no target is stated: the module fits sm_80 to sm_121f; state one with sm= and ptx=

;--- fits.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.cp.async.wait.all()
define ptx_kernel void @k() {
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}
;--- other.ll
target triple = "x86_64-pc-linux-gnu"
declare void @nobody()
define void @f() {
  call void @nobody()
  ret void
}
