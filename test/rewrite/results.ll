; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s | FileCheck %s
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=fields --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:209:rand:1 --arg=i64:3 --arg=i64:70 --arg=i64:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=shared_pointers --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=merged_descriptors --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=i8:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=merged_descriptors --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=i8:0 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=selected_descriptors --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=i8:0 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=in_alloca --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=metadata --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1024:rand:1 --arg=f32:4:zero

; What a result becomes: the storage, the sizes as passed, row-major strides; reads in
; address space 3, with nothing left that was said of global memory.
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
%s2 = type {ptr addrspace(3), ptr addrspace(3), i64, [2 x i64], [2 x i64]}
declare %m2 @t(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="t"
declare %s2 @s(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="s"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="k"

; CHECK-NOT: declare {{.*}}@t(
; CHECK-LABEL: define ptx_kernel void @fields(
; CHECK: store i64 0, ptr %o
; CHECK: store i64 %n, ptr %o
; CHECK: store i64 64, ptr %o
; CHECK: store i64 64, ptr %o
; CHECK: store i64 1, ptr %o
; CHECK: load float, ptr addrspace(3) @__vx_tile_fields_t
; CHECK: load float, ptr addrspace(3) @__vx_tile_fields_t
define ptx_kernel void @fields(ptr %p, i64 %n, i64 %ld, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 5, i64 %n, i64 64, i64 %ld, i64 1)
  %offset = extractvalue %m2 %d, 2
  store i64 %offset, ptr %o
  %size0 = extractvalue %m2 %d, 3, 0
  store i64 %size0, ptr %o
  %sizes = extractvalue %m2 %d, 3
  %size1 = extractvalue [2 x i64] %sizes, 1
  store i64 %size1, ptr %o
  %stride0 = extractvalue %m2 %d, 4, 0
  store i64 %stride0, ptr %o
  %stride1 = extractvalue %m2 %d, 4, 1
  store i64 %stride1, ptr %o
  %r0 = extractvalue %m2 %d, 0
  %x = load float, ptr %r0
  store float %x, ptr %o
  %r1 = extractvalue %m2 %d, 1
  %y = load float, ptr %r1
  store float %y, ptr %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @shared_pointers(
; CHECK-NOT: addrspacecast {{.*}} to ptr,
; CHECK: load float, ptr addrspace(3) @__vx_tile_shared_pointers_s
define ptx_kernel void @shared_pointers(ptr %p, ptr %o) {
  %d = call %s2 @s(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  %r = extractvalue %s2 %d, 1
  %x = load float, ptr addrspace(3) %r
  store float %x, ptr %o
  ret void
}
; Two arms, one phi of whole descriptors: each field has its own.
; CHECK-LABEL: define ptx_kernel void @merged_descriptors(
; CHECK: phi ptr addrspace(3) [ @__vx_tile_merged_descriptors_u, %{{.*}} ], [ @__vx_tile_merged_descriptors_t, %{{.*}} ]
; CHECK-NOT: phi {
; CHECK: load float, ptr addrspace(3)
declare %m2 @u(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16x64" "vx.name"="u"
define ptx_kernel void @merged_descriptors(ptr %p, i1 %c, ptr %o) {
  br i1 %c, label %a, label %b
a:
  %d = call %m2 @t(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  br label %join
b:
  %e = call %m2 @u(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  br label %join
join:
  %m = phi %m2 [ %e, %b ], [ %d, %a ]
  %r = extractvalue %m2 %m, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; One callee in both arms is one tile; the select of descriptors folds to it.
; CHECK-LABEL: define ptx_kernel void @selected_descriptors(
; CHECK-NOT: select i1 %c, {
; CHECK: [[S:%.*]] = select i1 %c, ptr addrspace(3) @__vx_tile_selected_descriptors_t, ptr addrspace(3) @__vx_tile_selected_descriptors_u
; CHECK: [[F:%.*]] = freeze ptr addrspace(3) [[S]]
; CHECK: load float, ptr addrspace(3) [[F]]
define ptx_kernel void @selected_descriptors(ptr %p, i1 %c, ptr %o) {
  %d = call %m2 @t(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  %e = call %m2 @u(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  %m = select i1 %c, %m2 %d, %m2 %e
  %f = freeze %m2 %m
  %r = extractvalue %m2 %f, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Through memory: descriptors kept in an alloca are promoted first.
; CHECK-LABEL: define ptx_kernel void @in_alloca(
; CHECK-NOT: alloca %
; CHECK: load float, ptr addrspace(3) @__vx_tile_in_alloca_t
define ptx_kernel void @in_alloca(ptr %p, ptr %o) {
  %a = alloca %m2
  %d = call %m2 @t(ptr %p, ptr %p, i64 0, i64 16, i64 64, i64 64, i64 1)
  store %m2 %d, ptr %a
  %q = getelementptr %m2, ptr %a, i32 0, i32 1
  %r = load ptr, ptr %q
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @metadata(
; CHECK: load float, ptr addrspace(3) @__vx_tile_metadata_k, align 16{{$}}
; CHECK: ret void
; CHECK-NOT: "vx.
define ptx_kernel void @metadata(ptr %p, ptr %o) memory(argmem: readwrite) nosync {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r, !invariant.load !0, !tbaa !1, !alias.scope !4, !noalias !4, !llvm.access.group !7
  store float %x, ptr %o
  ret void
}
; What was inferred of the kernel's effects no longer holds.
; CHECK-NOT: nosync }
; CHECK-NOT: memory(argmem
!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"float", !3}
!3 = !{!"root"}
!4 = !{!5}
!5 = distinct !{!5, !6}
!6 = distinct !{!6}
!7 = distinct !{}
