; A kernel that never ends: whoever reaches a barrier is a matter of each round of its loop.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %t/good.ll
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t/parting.ll 2>&1 | count 0
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %t/bad.ll

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
; CHECK-LABEL: @persistent(
; CHECK: barrier.cta
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @persistent(ptr %p, ptr %o) {
entry:
  br label %l
l:
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store volatile float %x, ptr %o
  br label %l
}

;--- parting.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@__vx_tile_k = internal addrspace(3) global [128 x i8] poison, align 16, !vx.storage !0
; Threads part in the loop, and meet again before the barrier.
define ptx_kernel void @parting(ptr %p, ptr %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br label %l
l:
  br i1 %c, label %some, label %all
some:
  store volatile float 1.0, ptr %o
  br label %all
all:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load volatile float, ptr addrspace(3) @__vx_tile_k
  store volatile float %x, ptr %o
  br label %l
}
!0 = !{!"k", i64 0, i64 128, i64 1}

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@__vx_tile_k = internal addrspace(3) global [128 x i8] poison, align 16, !vx.storage !0
; CHECK-DAG: error: VX451: block barrier under a divergent branch: kernel 'some_wait': threads of the block part at 'br i1 %c, label %some, label %all'
define ptx_kernel void @some_wait(ptr %p, ptr %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br label %l
l:
  br i1 %c, label %some, label %all
some:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %all
all:
  %x = load volatile float, ptr addrspace(3) @__vx_tile_k
  store volatile float %x, ptr %o
  br label %l
}
; The same at the end of a round: some threads begin the next one without it.
; CHECK-DAG: error: VX451: {{.*}}kernel 'some_leave': threads of the block part at 'br i1 %c, label %l, label %more'
define ptx_kernel void @some_leave(ptr %p, ptr %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br label %l
l:
  %x = load volatile float, ptr addrspace(3) @__vx_tile_k
  store volatile float %x, ptr %o
  br i1 %c, label %l, label %more
more:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %l
}
!0 = !{!"k", i64 0, i64 128, i64 1}
