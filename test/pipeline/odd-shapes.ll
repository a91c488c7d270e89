; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80>' -disable-output %t/good.ll
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=BAD
; The others have no meaning that could be compared: they read from null, undef or beyond all
; bounds, end in unreachable, or store the address of a block.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=dead --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=switches --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero --arg=i32:0

; Shapes that nobody would write on purpose: placed, or refused by name; never a crash.
; CHECK-NOT: declare ptr @k
; CHECK-LABEL: define ptx_kernel void @dead(
; CHECK-LABEL: define ptx_kernel void @null(
; CHECK-LABEL: define ptx_kernel void @undefs(
; CHECK-LABEL: define ptx_kernel void @huge(
; CHECK-LABEL: define ptx_kernel void @unused(
; CHECK-LABEL: define ptx_kernel void @switches(
; CHECK-LABEL: define ptx_kernel void @taken(
; BAD: error: VX210: {{.*}}kernel 'selfcall': 'selfcall' is recursive
; BAD: error: VX111: {{.*}}kernel 'chain', tile 'k': another call takes it
; BAD-NEXT: error: VX122: {{.*}}kernel 'negative', tile 'd': size operand 0 is -1
; BAD-NEXT: error: VX122: {{.*}}kernel 'negative', tile 'd': stride operand 0 is -8
; BAD-NEXT: error: VX122: {{.*}}kernel 'negative', tile 'd': stride operand 1 is 0
; BAD-NEXT: error: VX122: {{.*}}kernel 'far', tile 'd': stride operand 0 is 9223372036854775807
; BAD-NOT: error:
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @d(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.name"="d"
define ptx_kernel void @dead(ptr %p, ptr %o) {
  ret void
bb:
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  br label %bb
}
define ptx_kernel void @null(ptr %o) {
  %r = call ptr @k(ptr null)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @undefs(ptr %o) {
  %r = call %m2 @d(ptr undef, ptr poison, i64 undef, i64 poison, i64 8, i64 undef, i64 1)
  %e = extractvalue %m2 %r, 1
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @huge(ptr %p, ptr %o) {
  %r = call %m2 @d(ptr %p, ptr %p, i64 9223372036854775807, i64 9223372036854775807, i64 8, i64 64, i64 1)
  %e = extractvalue %m2 %r, 1
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @unused(ptr %p) {
  %r = call %m2 @d(ptr %p, ptr %p, i64 0, i64 4, i64 8, i64 8, i64 1)
  unreachable
}
define ptx_kernel void @switches(ptr %p, ptr %o, i32 %n) {
  switch i32 %n, label %a [ i32 1, label %b
    i32 2, label %b ]
a:
  %r = call ptr @k(ptr %p)
  br label %b
b:
  %e = phi ptr [ %r, %a ], [ undef, %0 ], [ undef, %0 ]
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @taken(ptr %p, ptr %o) {
  br label %bb
bb:
  %r = call ptr @k(ptr %p)
  %x1 = load float, ptr %r
  store ptr blockaddress(@taken, %bb), ptr %o
  ret void
}
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @selfcall(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x1 = load float, ptr %r
  call void @selfcall(ptr %p, ptr %o)
  ret void
}
define ptx_kernel void @chain(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %s = call ptr @k(ptr %r)
  %x1 = load float, ptr %s
  store float %x1, ptr %o
  ret void
}
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @d(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.name"="d"
define ptx_kernel void @negative(ptr %p, ptr %o) {
  %r = call %m2 @d(ptr %p, ptr %p, i64 -5, i64 -1, i64 8, i64 -8, i64 0)
  %e = extractvalue %m2 %r, 1
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @far(ptr %p, ptr %o) {
  %r = call %m2 @d(ptr %p, ptr %p, i64 0, i64 4, i64 8, i64 9223372036854775807, i64 1)
  %e = extractvalue %m2 %r, 1
  %x = load float, ptr %e
  store float %x, ptr %o
  ret void
}
