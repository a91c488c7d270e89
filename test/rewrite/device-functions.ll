; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/good.ll | FileCheck %s
; RUN: not %vx-opt -passes='vx-materialize-transfers<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=BAD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=a --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=b --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=takes --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=counts --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero

; A site in a device function, and one that is handed a tile, are inlined into each kernel:
; storage is the kernel's. What only held sites is gone, what takes a pointer stays.
; CHECK-DAG: @__vx_tile_a_k = internal addrspace(3) global [256 x i8]
; CHECK-DAG: @__vx_tile_b_k = internal addrspace(3) global [256 x i8]
; CHECK-DAG: @__vx_tile_takes_k = internal addrspace(3) global [256 x i8]
; CHECK-DAG: @__vx_tile_counts_k = internal addrspace(3) global [256 x i8]
; CHECK-NOT: @holder
; CHECK-NOT: @middle
; CHECK-LABEL: define ptx_kernel void @a(
; CHECK: load float, ptr addrspace(3) @__vx_tile_a_k
; CHECK-LABEL: define ptx_kernel void @b(
; CHECK: load float, ptr addrspace(3) @__vx_tile_b_k
; CHECK-LABEL: define ptx_kernel void @takes(
; CHECK-NOT: call {{.*}}@sum
; CHECK: load float, ptr addrspace(3) getelementptr {{.*}}@__vx_tile_takes_k
; CHECK-LABEL: define internal float @sum(
; A recursive function on the side does not forbid inlining what calls it.
; CHECK-LABEL: define ptx_kernel void @counts(
; CHECK: call i32 @fib(
; CHECK: load float, ptr addrspace(3) @__vx_tile_counts_k
; CHECK-LABEL: define internal i32 @fib(

; BAD: error: VX210: transfer in a device function cannot be inlined: kernel 'self'{{.*}}: 'recursive' is recursive [{{.*}}call void @recursive(
; BAD: error: VX210: {{.*}}kernel 'mutual'{{.*}}: 'ping' is recursive
; BAD: error: VX210: {{.*}}kernel 'handed'{{.*}}: 'walk' is recursive
; BAD-NOT: error:
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define internal void @holder(ptr %p, ptr %o) noinline {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define internal void @middle(ptr %p, ptr %o) noinline {
  call void @holder(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @a(ptr %p, ptr %o) {
  call void @middle(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @b(ptr %p, ptr %o) {
  call void @holder(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @takes(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %g = getelementptr float, ptr %r, i32 1
  %x = call float @sum(ptr %g)
  store float %x, ptr %o
  ret void
}
define internal float @sum(ptr %p) noinline {
  %x = load float, ptr %p
  ret float %x
}
define ptx_kernel void @counts(ptr %p, ptr %o) {
  call void @counting(ptr %p, ptr %o)
  ret void
}
define internal void @counting(ptr %p, ptr %o) {
  %n = call i32 @fib(i32 3)
  store i32 %n, ptr %o
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define internal i32 @fib(i32 %n) {
  %c = icmp slt i32 %n, 2
  br i1 %c, label %done, label %more
more:
  %m = sub i32 %n, 1
  %f = call i32 @fib(i32 %m)
  ret i32 %f
done:
  ret i32 1
}
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define internal void @recursive(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  %c = icmp slt i32 %n, 2
  br i1 %c, label %done, label %more
more:
  %m = sub i32 %n, 1
  call void @recursive(ptr %p, ptr %o, i32 %m)
  ret void
done:
  ret void
}
define ptx_kernel void @self(ptr %p, ptr %o, i32 %n) {
  call void @recursive(ptr %p, ptr %o, i32 %n)
  ret void
}
define internal void @ping(ptr %p, ptr %o, i32 %n) {
  call void @pong(ptr %p, ptr %o, i32 %n)
  ret void
}
define internal void @pong(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  %c = icmp slt i32 %n, 2
  br i1 %c, label %done, label %more
more:
  call void @ping(ptr %p, ptr %o, i32 %n)
  ret void
done:
  ret void
}
define ptx_kernel void @mutual(ptr %p, ptr %o, i32 %n) {
  call void @ping(ptr %p, ptr %o, i32 %n)
  ret void
}
define internal float @walk(ptr %p, i32 %n) {
  %c = icmp slt i32 %n, 2
  br i1 %c, label %done, label %more
more:
  %m = sub i32 %n, 1
  %y = call float @walk(ptr %p, i32 %m)
  ret float %y
done:
  %x = load float, ptr %p
  ret float %x
}
define ptx_kernel void @handed(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  %x = call float @walk(ptr %r, i32 %n)
  store float %x, ptr %o
  ret void
}
