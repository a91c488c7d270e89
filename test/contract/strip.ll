; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll | FileCheck %s
; RUN: not %vx-opt -passes='vx-placement<strip>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: %vx-opt -passes='vx-placement<strip>' -S %t/good.ll -o %t.stripped.ll
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=contiguous --block=1 --print=none --arg=f32:32:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=strided --block=1 --print=none --arg=f32:392:rand:1 --arg=f32:4:zero --arg=i64:9
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=ragged --block=1 --print=none --arg=f32:24:rand:1 --arg=f32:4:zero --arg=i64:3 --arg=i64:9
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=ragged --block=1 --print=none --arg=f32:24:rand:1 --arg=f32:4:zero --arg=i64:3 --arg=i64:25
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=shared --block=1 --print=none --arg=f32:32:rand:1 --arg=f32:32:rand:2 --arg=i64:0
; RUN: %vx-simt compare %t/good.ll %t.stripped.ll --kernel=shared --block=1 --print=none --arg=f32:32:rand:1 --arg=f32:32:rand:2 --arg=i64:1

; Without requests the kernel reads global memory: a contiguous source in place, a
; strided one element by element. Callees, wrappers and the manifest are gone.
; CHECK-NOT: declare
; CHECK-NOT: vx.
; CHECK-LABEL: define ptx_kernel void @contiguous(
; CHECK: [[X:%.*]] = load float, ptr %p
; CHECK: store float [[X]]
; CHECK-LABEL: define ptx_kernel void @strided(
; CHECK: [[ROW:%.*]] = udiv i64 %{{.*}}, 8
; CHECK: mul i64 [[ROW]], 128
; CHECK: load float, ptr %{{.*}}, align 4
; CHECK-LABEL: define ptx_kernel void @ragged(
; CHECK: [[THERE:%.*]] = icmp slt i64 [[I0:%.*]], %n
; CHECK: [[MASK:%.*]] = insertelement <1 x i1> splat (i1 true), i1 [[THERE]], i64 0
; CHECK: [[ALL:%.*]] = and <1 x i1> splat (i1 true), [[MASK]]
; CHECK: call <1 x float> @llvm.masked.gather.v1f32.v1p0({{.*}}, <1 x i1> [[ALL]], 
; CHECK-LABEL: define ptx_kernel void @shared(
; CHECK-NOT: addrspace(3)
; CHECK: %q = phi ptr
; CHECK: %e = getelementptr float, ptr %q, i64 %i
; CHECK: load float, ptr %e
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %e,
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %e,
; CHECK-NOT: vx.

; BAD: error: VX121: transfer has no global-only form: kernel 'merged', tile 'w': the source's rows are not contiguous, {{.*}} [%q = select
; BAD: error: VX121: {{.*}} [%q = select
; BAD: error: VX121: {{.*}}kernel 'stored', tile 's': the result is typed as shared memory (address space 3), and this use cannot take a pointer to global memory instead [store ptr addrspace(3) %r, ptr %o
; BAD-NOT: error:
;--- good.ll
define private ptr @t(ptr %p) #0 {
  call void @_mlir_ciface_t(ptr %p, ptr %p)
  ret ptr %p
}
declare void @_mlir_ciface_t(ptr, ptr) #0
declare ptr @w(ptr) #0 "vx.stride"="128x1"
define ptx_kernel void @contiguous(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @strided(ptr %p, ptr %o, i64 %i) {
  %r = call ptr @w(ptr %p)
  %q = getelementptr inbounds float, ptr %r, i64 %i
  %x = load float, ptr %q, align 4
  store float %x, ptr %o
  ret void
}
declare {ptr, ptr, i64, [2 x i64], [2 x i64]} @d(ptr, ptr, i64, i64, i64, i64, i64) #0
define ptx_kernel void @ragged(ptr %p, ptr %o, i64 %n, i64 %i) {
  %r = call {ptr, ptr, i64, [2 x i64], [2 x i64]} @d(ptr %p, ptr %p, i64 0, i64 %n, i64 8, i64 8, i64 1)
  %q = extractvalue {ptr, ptr, i64, [2 x i64], [2 x i64]} %r, 1
  %e = getelementptr float, ptr %q, i64 %i
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
declare ptr addrspace(3) @s(ptr) #0
define ptx_kernel void @shared(ptr %p, ptr %o, i64 %i) {
entry:
  %c = icmp eq i64 %i, 0
  br i1 %c, label %one, label %other
one:
  %r = call ptr addrspace(3) @s(ptr %p)
  br label %join
other:
  %t = call ptr addrspace(3) @s(ptr %o)
  br label %join
join:
  %q = phi ptr addrspace(3) [ %r, %one ], [ %t, %other ]
  %e = getelementptr float, ptr addrspace(3) %q, i64 %i
  %x = load float, ptr addrspace(3) %e
  %g = addrspacecast ptr addrspace(3) %e to ptr
  %y = load float, ptr %g
  %v = call <4 x float> @llvm.masked.load.v4f32.p3(ptr addrspace(3) %e, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  call void @llvm.memcpy.p0.p3.i64(ptr %o, ptr addrspace(3) %e, i64 4, i1 false)
  %z = fadd float %x, %y
  store float %z, ptr %o
  store <4 x float> %v, ptr %o
  ret void
}
!vx.tiles = !{!0}
!0 = !{ptr @contiguous, ptr @t}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" }
;--- bad.ll
declare ptr @w(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.stride"="128x1"
define ptx_kernel void @merged(ptr %p, ptr %o, i1 %c) {
  %r = call ptr @w(ptr %p)
  %s = call ptr @w(ptr %o)
  %q = select i1 %c, ptr %r, ptr %s
  %x = load float, ptr %q, align 4
  store float %x, ptr %o
  ret void
}
declare ptr addrspace(3) @s(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define ptx_kernel void @stored(ptr %p, ptr %o) {
  %r = call ptr addrspace(3) @s(ptr %p)
  store ptr addrspace(3) %r, ptr %o
  ret void
}
