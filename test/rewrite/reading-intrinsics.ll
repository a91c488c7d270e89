; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=BAD
; No run of it: vx-simt has no tensor cores.

; Intrinsics that read a tile take the variant for shared pointers.
; CHECK-LABEL: define ptx_kernel void @ldmatrix(
; CHECK: [[G:%.*]] = getelementptr [8 x half], ptr addrspace(3) @__vx_tile_ldmatrix_k
; CHECK: call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) [[G]])
; CHECK-LABEL: define ptx_kernel void @wmma(
; CHECK: @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) @__vx_tile_wmma_w, i32 16)
; CHECK-LABEL: define ptx_kernel void @merged(
; CHECK: [[S:%.*]] = select i1 %c, ptr addrspace(3) @__vx_tile_merged_k, ptr addrspace(3) @__vx_tile_merged_l
; CHECK: call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) [[S]])
; BAD: error: VX111: {{.*}}kernel 'stmatrix', tile 'k': the intrinsic may keep or write it
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="8x8" "vx.name"="k" "vx.align"="16"
declare ptr @l(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="8x8" "vx.name"="l" "vx.align"="16"
declare ptr @w(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="16x16" "vx.name"="w" "vx.align"="16"
define ptx_kernel void @ldmatrix(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 7
  %g = getelementptr [8 x half], ptr %r, i32 %i
  %x = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %g)
  store i32 %x, ptr %o
  ret void
}
define ptx_kernel void @wmma(ptr %p, ptr %o) {
  %r = call ptr @w(ptr %p)
  %x = call {<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>} @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %r, i32 16)
  %h = extractvalue {<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>} %x, 0
  store <2 x half> %h, ptr %o
  ret void
}
define ptx_kernel void @merged(ptr %p, ptr %q, i1 %c, ptr %o) {
  %r = call ptr @k(ptr %p)
  %s = call ptr @l(ptr %q)
  %m = select i1 %c, ptr %r, ptr %s
  %x = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %m)
  store i32 %x, ptr %o
  ret void
}
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="8x8" "vx.name"="k" "vx.align"="16"
define ptx_kernel void @stmatrix(ptr %p, i32 %v) {
  %r = call ptr @k(ptr %p)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %r, i32 %v)
  ret void
}
