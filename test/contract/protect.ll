; RUN: %vx-opt -passes=vx-protect-transfers -S %s | FileCheck %s
; RUN: %vx-opt -passes='vx-protect-transfers,vx-protect-transfers' -S %s | FileCheck %s
; RUN: %vx-opt -passes='vx-protect-transfers,default<O1>,vx-placement<sm=80>' -S %s | FileCheck %s --check-prefix=PLACED
; RUN: %vx-opt -passes='vx-protect-transfers,default<O2>,vx-placement<sm=80>' -S %s | FileCheck %s --check-prefix=PLACED
; RUN: %vx-opt -passes='vx-protect-transfers,default<O3>,vx-placement<sm=80>' -S %s | FileCheck %s --check-prefix=PLACED
; RUN: not %vx-opt -passes='default<O2>,vx-placement<sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LATE
; RUN: %vx-opt -passes=vx-protect-transfers -S %s -o %t.protected.ll
; RUN: %vx-simt compare %s %t.protected.ll --kernel=k --block=16 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: %vx-opt -passes='vx-protect-transfers,default<O1>,vx-placement<sm=80>' -S %s -o %t.o1.ll
; RUN: %vx-simt compare %s %t.o1.ll --kernel=k --block=16 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: %vx-opt -passes='vx-protect-transfers,default<O2>,vx-placement<sm=80>' -S %s -o %t.o2.ll
; RUN: %vx-simt compare %s %t.o2.ll --kernel=k --block=16 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: %vx-opt -passes='vx-protect-transfers,default<O3>,vx-placement<sm=80>' -S %s -o %t.o3.ll
; RUN: %vx-simt compare %s %t.o3.ll --kernel=k --block=16 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:16:zero

; The wrapper loses its body and every promise, the C interface function goes, and
; the call is listed.
; CHECK-NOT: ciface
; CHECK: declare ptr @t(ptr) #[[ATTR:[0-9]+]]
; CHECK: call ptr @t(ptr %p)
; CHECK: attributes #[[ATTR]] = { convergent nounwind "vx.element"="4" "vx.extent"="16" "vx.transfer"="smem" }
; CHECK: !vx.tiles = !{![[LINE:[0-9]+]]}
; CHECK: ![[LINE]] = !{ptr @k, ptr @t}

; The tile is then found after LLVM's own pipelines ...
; PLACED: addrspace(3) global [64 x i8] poison
; PLACED-NOT: @t(
; PLACED: load float, ptr addrspace(3)

; ... which otherwise inline the wrapper.
; LATE: error: VX112: transfer called from outside a kernel: kernel 'k': @_mlir_ciface_t is called from outside its wrapper
define private ptr @t(ptr returned %p) #0 {
  %slot = alloca ptr
  call void @_mlir_ciface_t(ptr %slot, ptr %p)
  %r = load ptr, ptr %slot
  ret ptr %r
}
declare void @_mlir_ciface_t(ptr, ptr) #0
define ptx_kernel void @k(ptr %p, ptr %o) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %tid, 15
  %i = zext i32 %m to i64
  %r = call ptr @t(ptr %p)
  %q = getelementptr float, ptr %r, i64 %i
  %x = load float, ptr %q
  %w = getelementptr float, ptr %o, i64 %i
  store float %x, ptr %w
  ret void
}
attributes #0 = { nounwind willreturn "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16" }
