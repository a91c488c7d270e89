; One buffer needs two barriers an iteration: after the stores and after the reads.
; RUN: %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %s 2>&1 | count 0
; RUN: sed '/FILLED/d' %s | not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | FileCheck %s --check-prefix=FILLED
; RUN: sed '/READ$/d' %s | not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | FileCheck %s --check-prefix=READ
target triple = "nvptx64-nvidia-cuda"

; FILLED: error: VX453: {{.*}}slot 0 of tile 'x' is read on a path that has no block barrier after its arrival [%v = load
; READ: error: VX454: {{.*}}slot 0 of tile 'x' is filled on a path that has no block barrier after the last read of it [store float %x
@tile = internal addrspace(3) global [512 x i8] poison, align 16, !vx.storage !0

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr float, ptr addrspace(3) @tile, i32 %tid
  %mirror = sub i32 127, %tid
  %other = getelementptr float, ptr addrspace(3) @tile, i32 %mirror
  %src = getelementptr float, ptr addrspace(1) %in, i32 %tid
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %x = load float, ptr addrspace(1) %src, align 4
  store float %x, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; FILLED
  %v = load float, ptr addrspace(3) %other, align 4
  store float %v, ptr addrspace(1) %out, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; READ
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %exit

exit:
  ret void
}

!0 = !{!"x", i64 0, i64 512, i64 1}
