; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD --implicit-check-not='load float, ptr %' --implicit-check-not='call void @llvm.prefetch' --implicit-check-not='"align"'
; All but `masked`, whose argument is a vector of i1: there is no word for one; and `assumed`,
; whose claims on the result's alignment no by-value copy of the input has to keep.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=loads --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=memcpy_from --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=compared --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=merged --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=i8:1
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=merged --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=i8:0
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=to_shared --block=1 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero

; What may be done with a transfer's result, and what lets it escape: each in a kernel
; of its own, all reported in one run.
; CHECK: error: VX111: transfer result escapes its allowed uses: kernel 'store_through', tile 'k': it is written through [store float 1.000000e+00, ptr %r
; CHECK: error: VX111: {{.*}}kernel 'atomic', tile 'k': it is written through [{{.*}}atomicrmw
; CHECK: error: VX111: {{.*}}kernel 'address_stored', tile 'k': its address is stored
; CHECK: error: VX111: {{.*}}kernel 'integer', tile 'k': its address becomes an integer
; CHECK: error: VX111: {{.*}}kernel 'declared_function', tile 'k': another call takes it [call void @unknown
; CHECK: error: VX111: {{.*}}kernel 'foreign_select', tile 'k': it is merged with another pointer [%m = select
; CHECK: error: VX111: {{.*}}kernel 'foreign_phi', tile 'k': it is merged with another pointer [%m = phi
; CHECK: error: VX111: {{.*}}kernel 'volatile', tile 'k': the load is volatile or atomic
; CHECK: error: VX111: {{.*}}kernel 'gather', tile 'k': it becomes a vector of pointers
; CHECK: error: VX111: {{.*}}kernel 'memcpy_into', tile 'k': it is written through
; CHECK: error: VX111: {{.*}}kernel 'to_global', tile 'k': it is cast to an address space that is not shared memory
; CHECK: error: VX111: {{.*}}kernel 'ldu', tile 'k': {{it is cast|the intrinsic may keep}}
; CHECK: error: VX111: {{.*}}kernel 'ptrmask', tile 'k': the intrinsic may keep or write it
; CHECK-SAME: read the result through loads only, and merge it only with results of other transfers
; CHECK-NOT: error:

; GOOD-LABEL: define ptx_kernel void @loads(
; GOOD: load float, ptr addrspace(3)
; GOOD: load <4 x float>, ptr addrspace(3)
; GOOD-LABEL: define ptx_kernel void @masked(
; GOOD: @llvm.masked.load.v4f32.p3(ptr addrspace(3)
; GOOD-LABEL: define ptx_kernel void @memcpy_from(
; GOOD: @llvm.memcpy.p0.p3.i64(ptr {{.*}}, ptr addrspace(3)
; GOOD-LABEL: define ptx_kernel void @compared(
; GOOD: icmp
; GOOD-LABEL: define ptx_kernel void @merged(
; GOOD: phi ptr addrspace(3)
; GOOD: load float, ptr addrspace(3) %m
; GOOD-LABEL: define ptx_kernel void @selected(
; GOOD: select i1 %c, ptr addrspace(3) @__vx_tile_selected_k, ptr addrspace(3) @__vx_tile_selected_v
; The storage is aligned to 16 bytes, whatever was known of the source.
; GOOD-LABEL: define ptx_kernel void @assumed(
; GOOD: load float, ptr addrspace(3) @__vx_tile_assumed_k, align 16
; GOOD-LABEL: define ptx_kernel void @to_shared(
; GOOD: load float, ptr addrspace(3) @__vx_tile_to_shared_k
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare void @unknown(ptr)
define ptx_kernel void @store_through(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  store float 1.0, ptr %r
  ret void
}
define ptx_kernel void @atomic(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = atomicrmw add ptr %r, i32 1 monotonic
  ret void
}
define ptx_kernel void @address_stored(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  store ptr %r, ptr %o
  ret void
}
define ptx_kernel void @integer(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = ptrtoint ptr %r to i64
  store i64 %x, ptr %o
  ret void
}
define ptx_kernel void @declared_function(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @unknown(ptr %r)
  ret void
}
define ptx_kernel void @foreign_select(ptr %p, ptr %o, i1 %c) {
  %r = call ptr @k(ptr %p)
  %m = select i1 %c, ptr %r, ptr %p
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @foreign_phi(ptr %p, ptr %o, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %r = call ptr @k(ptr %p)
  br label %b
b:
  %m = phi ptr [ %r, %a ], [ %p, %entry ]
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @volatile(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load volatile float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @gather(ptr %p, ptr %o, <4 x i64> %i) {
  %r = call ptr @k(ptr %p)
  %g = getelementptr float, ptr %r, <4 x i64> %i
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %g, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %x, ptr %o
  ret void
}
define ptx_kernel void @memcpy_into(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %p, i64 16, i1 false)
  ret void
}
define ptx_kernel void @to_global(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %g = addrspacecast ptr %r to ptr addrspace(1)
  %x = load float, ptr addrspace(1) %g
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @ldu(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = call i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr %r, i32 4)
  store i32 %x, ptr %o
  ret void
}
define ptx_kernel void @ptrmask(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %r, i64 -16)
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="v"
declare ptr addrspace(3) @s(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="s"
define ptx_kernel void @loads(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %g = getelementptr float, ptr %r, i32 4
  %y = load <4 x float>, ptr %g, align 16
  store float %x, ptr %o
  store <4 x float> %y, ptr %o
  ret void
}
define ptx_kernel void @masked(ptr %p, ptr %o, <4 x i1> %m) {
  %r = call ptr @k(ptr %p)
  %x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %r, i32 4, <4 x i1> %m, <4 x float> zeroinitializer)
  store <4 x float> %x, ptr %o
  ret void
}
define ptx_kernel void @memcpy_from(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %r, i64 16, i1 false)
  ret void
}
define ptx_kernel void @compared(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %c = icmp eq ptr %r, %o
  store i1 %c, ptr %o
  ret void
}
define ptx_kernel void @merged(ptr %p, ptr %o, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %r = call ptr @k(ptr %p)
  br label %join
b:
  %t = call ptr @v(ptr %o)
  br label %join
join:
  %m = phi ptr [ %r, %a ], [ %t, %b ]
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @selected(ptr %p, ptr %o, i1 %c) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @v(ptr %o)
  %m = select i1 %c, ptr %r, ptr %t
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @assumed(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  call void @llvm.assume(i1 true) [ "align"(ptr %r, i64 256), "nonnull"(ptr %r) ]
  call void @llvm.prefetch.p0(ptr %r, i32 0, i32 3, i32 1)
  %x = load float, ptr %r, align 256
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @to_shared(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %g = addrspacecast ptr %r to ptr addrspace(3)
  %x = load float, ptr addrspace(3) %g
  store float %x, ptr %o
  ret void
}
