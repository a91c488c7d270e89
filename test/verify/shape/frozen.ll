; A frozen pointer into a tile is one: what merges tiles is frozen. And a tile of one element stays one where
; GlobalOpt made it a scalar, which loses the metadata.
; RUN: %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %s 2>&1 | count 0
; RUN: sed '/FILLED/d' %s | not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK: error: VX453: {{.*}}kernel 'frozen': slot 0 of tile '{{[xy]}}' is read
; CHECK: error: VX453: {{.*}}kernel 'scalar': slot 0 of tile '__vx_tile_scalar_t.0' is read
target triple = "nvptx64-nvidia-cuda"
@x = internal addrspace(3) global [512 x i8] poison, align 16, !vx.storage !0
@y = internal addrspace(3) global [512 x i8] poison, align 16, !vx.storage !1
@__vx_tile_scalar_t.0 = internal unnamed_addr addrspace(3) global i32 poison, align 16
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @frozen(i1 %c, ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(3) @x, i32 %tid
  %b = getelementptr float, ptr addrspace(3) @y, i32 %tid
  store float 1.0, ptr addrspace(3) %a
  store float 2.0, ptr addrspace(3) %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; FILLED
  %s = select i1 %c, ptr addrspace(3) @x, ptr addrspace(3) @y
  %f = freeze ptr addrspace(3) %s
  %v = load float, ptr addrspace(3) %f
  store float %v, ptr %out
  ret void
}
define ptx_kernel void @scalar(ptr %p, ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %fill, label %filled
fill:
  %i = load i32, ptr %p
  store i32 %i, ptr addrspace(3) @__vx_tile_scalar_t.0
  br label %filled
filled:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; FILLED
  %v = load i32, ptr addrspace(3) @__vx_tile_scalar_t.0
  store i32 %v, ptr %out
  ret void
}
!0 = !{!"x", i64 0, i64 512, i64 1}
!1 = !{!"y", i64 0, i64 512, i64 1}
