; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/names.ll -o %t/1
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/names.ll -o %t/2
; RUN: cmp %t/1 %t/2
; RUN: FileCheck %s < %t/1
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/dynamic.ll | FileCheck %s --check-prefix=DYNAMIC
; All threads store to one element: races are not looked for.
; RUN: %vx-simt compare %t/names.ll %t/1 --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/names.ll %t/1 --kernel=g --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/dynamic.ll -o %t.dynamic.ll
; RUN: %vx-simt compare %t/dynamic.ll %t.dynamic.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:16384:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/dynamic.ll %t.dynamic.ll --kernel=g --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero

; Storage per kernel and tile: names from both, letters PTX takes, numbered where taken.
; CHECK-DAG: @__vx_tile_f_k = internal global i32 7
; CHECK-DAG: @__vx_tile_f_k_2 = internal addrspace(3) global [256 x i8] poison, align 16
; CHECK-DAG: @__vx_tile_f_a_b_c_ = internal addrspace(3) global [64 x i8] poison, align 16
; CHECK-DAG: @__vx_tile_f_a_b_c__2 = internal addrspace(3) global [32 x i8] poison, align 16
; CHECK-DAG: @__vx_tile_g_k = internal addrspace(3) global [256 x i8] poison, align 16
; CHECK-LABEL: define ptx_kernel void @f(
; CHECK: load float, ptr addrspace(3) @__vx_tile_f_k_2
; CHECK-LABEL: define ptx_kernel void @g(
; CHECK: load float, ptr addrspace(3) @__vx_tile_g_k

; Above 48 KiB all tiles of the kernel share one region; the other kernel keeps its array.
; DYNAMIC: @__vx_dynamic_f = external addrspace(3) global [0 x i8], align 16
; DYNAMIC: @__vx_dynamic_smem_f = addrspace(1) constant i32 65792
; DYNAMIC: @__vx_tile_g_k = internal addrspace(3) global [256 x i8] poison
; DYNAMIC-LABEL: define ptx_kernel void @f(
; DYNAMIC-DAG: load float, ptr addrspace(3) @__vx_dynamic_f,
; DYNAMIC-DAG: load float, ptr addrspace(3) getelementptr inbounds{{.*}}(i8, ptr addrspace(3) @__vx_dynamic_f, i{{32|64}} 65536)
; DYNAMIC-LABEL: define ptx_kernel void @g(
; DYNAMIC: load float, ptr addrspace(3) @__vx_tile_g_k
;--- names.ll
@__vx_tile_f_k = internal global i32 7
@llvm.used = appending global [1 x ptr] [ptr @__vx_tile_f_k], section "llvm.metadata"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @u1(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="16" "vx.name"="a b.c\D6"
declare ptr @u2(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8" "vx.name"="a-b c!"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %s = call ptr @u1(ptr %p)
  %t = call ptr @u2(ptr %p)
  %x = load float, ptr %r
  %y = load float, ptr %s
  %z = load float, ptr %t
  store float %x, ptr %o
  store float %y, ptr %o
  store float %z, ptr %o
  ret void
}
define ptx_kernel void @g(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
;--- dynamic.ll
declare ptr @big(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="256x64" "vx.name"="big"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @big(ptr %p)
  %t = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %y = load float, ptr %t
  store float %x, ptr %o
  store float %y, ptr %o
  ret void
}
define ptx_kernel void @g(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
