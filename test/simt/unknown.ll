; What the executor does not know is an error that names it, never a no-op.
; RUN: split-file %s %t
; RUN: not %vx-simt run %t/mbarrier.ll 2>&1 | FileCheck %s --check-prefix=MBARRIER
; RUN: not %vx-simt run %t/families.ll 2>&1 | FileCheck %s --check-prefix=FAMILIES
; RUN: not %vx-simt run %t/intrinsic.ll 2>&1 | FileCheck %s --check-prefix=INTRINSIC
; RUN: not %vx-simt run %t/function.ll 2>&1 | FileCheck %s --check-prefix=FUNCTION
; RUN: not %vx-simt run %t/asm.ll 2>&1 | FileCheck %s --check-prefix=ASM
; INTRINSIC: vx-simt: {{.*}}: intrinsic 'llvm.nvvm.wgmma.fence.sync.aligned' is not known to the executor
; FUNCTION: vx-simt: {{.*}}: function 'helper' is defined nowhere, used in 'k'; function '__nv_j7f' is defined nowhere, used in 'k' (link libdevice with --libdevice)
; ASM: vx-simt: {{.*}}: inline assembly 'bar.sync 0;' is not known to the executor

; MBARRIER: intrinsic 'llvm.nvvm.mbarrier.init.shared' is not known to the executor; intrinsic 'llvm.nvvm.cp.async.mbarrier.arrive.shared' is not known to the executor; intrinsic 'llvm.nvvm.mbarrier.arrive.shared' is not known to the executor; intrinsic 'llvm.nvvm.mbarrier.test.wait.shared' is not known to the executor{{$}}
; Bulk copies, clusters, tensor cores, matrix loads, textures, directed rounding: all that a kernel
; uses in one run.
; FAMILIES: intrinsic 'llvm.nvvm.cp.async.bulk.shared.cta.to.global' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.cp.async.bulk.commit.group' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.barrier.cluster.arrive' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.mapa.shared.cluster' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.mma.m8n8k4.row.col.f64' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.tex.unified.1d.v4f32.f32' is not known
; FAMILIES-SAME: intrinsic 'llvm.nvvm.add.rz.f' is not known

;--- mbarrier.ll
@bar = internal addrspace(3) global i64 poison, align 8
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3))
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
define ptx_kernel void @k() {
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 1)
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  %s = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  %d = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %s)
  ret void
}
;--- families.ll
@tile = internal addrspace(3) global [64 x i32] poison, align 16
define ptx_kernel void @k(ptr addrspace(1) %g, i64 %texture) {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %g, ptr addrspace(3) @tile, i32 16, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.barrier.cluster.arrive()
  %m = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @tile, i32 0)
  %d = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double 0.0, double 0.0, double 0.0, double 0.0)
  %l = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) @tile)
  %t = call { float, float, float, float } @llvm.nvvm.tex.unified.1d.v4f32.f32(i64 %texture, float 0.0)
  %z = call float @llvm.nvvm.add.rz.f(float 1.0, float 2.0)
  ret void
}
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
