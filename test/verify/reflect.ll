; A branch on `__nvvm_reflect` is folded for the target; the arm that is not taken is not
; judged, neither are unreachable blocks and values without a use.
; RUN: not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: %vx-opt -passes='vx-verify-device' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
target triple = "nvptx64-nvidia-cuda"
@arch = private constant [12 x i8] c"__CUDA_ARCH\00"
declare i32 @__nvvm_reflect(ptr)
declare void @nobody()
declare void @llvm.nvvm.cp.async.wait.all()

; OLD: error: VX405: {{.*}}kernel 'k': 'nobody' has no definition
; OLD-NOT: error
; NONE: remark: VX409: no target is stated: the module fits sm_80 to sm_121f
define ptx_kernel void @k() {
  %a = call i32 @__nvvm_reflect(ptr @arch)
  %new = icmp sge i32 %a, 800
  br i1 %new, label %ampere, label %turing

ampere:
  call void @llvm.nvvm.cp.async.wait.all()
  ret void

turing:
  call void @nobody()
  ret void

unreachable:
  call void @nobody()
  ret void
}
