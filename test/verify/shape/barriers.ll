; A barrier under a branch on which threads part is never reached by all of them; one under
; a block-uniform branch is.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/divergent.ll | not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | FileCheck %s
; RUN: cat %t/common.ll %t/uniform.ll | %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | count 0
; CHECK: error: VX451: block barrier under a divergent branch: kernel 'k': threads of the block part at 'br i1 %c, label %then, label %exit'{{.*}}[call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)]

;--- common.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [512 x i8] poison, align 16, !vx.storage !0
!0 = !{!"x", i64 0, i64 512, i64 1}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

;--- divergent.ll
define ptx_kernel void @k(i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  store i32 %n, ptr addrspace(3) %p
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %then, label %exit

then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %exit

exit:
  ret void
}

;--- uniform.ll
define ptx_kernel void @k(i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  store i32 %n, ptr addrspace(3) %p
  %c = icmp slt i32 %n, 7
  br i1 %c, label %then, label %exit

then:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %exit

exit:
  ret void
}
