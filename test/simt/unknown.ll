; What the executor does not know is an error that names it, never a no-op.
; RUN: split-file %s %t
; RUN: not %vx-simt run %t/intrinsic.ll 2>&1 | FileCheck %s --check-prefix=INTRINSIC
; RUN: not %vx-simt run %t/function.ll 2>&1 | FileCheck %s --check-prefix=FUNCTION
; RUN: not %vx-simt run %t/asm.ll 2>&1 | FileCheck %s --check-prefix=ASM
; INTRINSIC: vx-simt: {{.*}}: intrinsic 'llvm.nvvm.wgmma.fence.sync.aligned' is not known to the executor
; FUNCTION: vx-simt: {{.*}}: function 'helper' is defined nowhere, used in 'k'; function '__nv_j7f' is defined nowhere, used in 'k' (link libdevice with --libdevice)
; ASM: vx-simt: {{.*}}: inline assembly 'bar.sync 0;' is not known to the executor

;--- intrinsic.ll
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
define ptx_kernel void @k() {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}
; Not reached from a kernel: no matter.
define void @unused() {
  call void asm sideeffect "bar.sync 0;", ""()
  ret void
}
;--- function.ll
declare void @helper()
declare float @__nv_j7f(float)
declare float @__nv_expf(float)
define ptx_kernel void @k() {
  call void @helper()
  %x = call float @__nv_j7f(float 0.0)
  %y = call float @__nv_expf(float %x)
  ret void
}
;--- asm.ll
define ptx_kernel void @k() {
  call void asm sideeffect "bar.sync 0;", ""()
  ret void
}
