; A kernel's own copies beside a placed tile: what is not proven of the kernel's own storage
; is a warning there too; the same order in the tile's storage is an error.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OWN
; RUN: sed "s|@own, i32 %%tid|@tile, i32 %%tid|" %s > %t.tile.ll
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %t.tile.ll 2>&1 | FileCheck %s --check-prefix=TILE
; OWN-NOT: error
; OWN: warning: VX452: asynchronous copy is read before it has arrived: kernel 'k': slot 0 of tile 'own'
; OWN-NOT: error
; TILE: error: VX452: asynchronous copy is read before it has arrived: kernel 'k': slot 0 of tile 't'
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [128 x float] poison, align 16, !vx.storage !0
@own = internal addrspace(3) global [128 x float] poison, align 16
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = getelementptr float, ptr addrspace(3) @tile, i32 1
  store float 1.0, ptr addrspace(3) %t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load float, ptr addrspace(3) %t
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = getelementptr float, ptr addrspace(3) @own, i32 %tid
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %p, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load float, ptr addrspace(3) %p
  %s = fadd float %x, %v
  store float %s, ptr addrspace(1) %out
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}
!0 = !{!"t", i64 0, i64 512, i64 1}
