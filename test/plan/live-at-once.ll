; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/good.ll 2>&1 | FileCheck %s --check-prefix=GOOD

; One copy a tile: an older one may not be read after the tile was fetched again.
; CHECK: error: VX206: copies of one tile are live at once: kernel 'two', tile 'k': reads a copy that was fetched before the tile was fetched again by '%t = call ptr @k(ptr %q)' [%x = load float, ptr %r
; CHECK: error: VX206: {{.*}}kernel 'carried', tile 'k': {{.*}}[%x = load float, ptr %last
; CHECK: error: VX206: {{.*}}kernel 'around', tile 'k': {{.*}}[%y = load
; CHECK: error: VX206: {{.*}}kernel 'taken_apart_late', tile 'd': reads a copy that was fetched before the tile was fetched again by '%other = call
; CHECK-NOT: error:
; GOOD: plan for kernel 'one_after_the_other'
; GOOD: plan for kernel 'two_callees'
; GOOD: plan for kernel 'around'
; GOOD: plan for kernel 'many_blocks'
; GOOD: plan for kernel 'taken_apart_late'
;--- bad.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @two(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @k(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
define ptx_kernel void @carried(ptr %p, ptr %o, i32 %n) {
entry:
  %first = call ptr @k(ptr %p)
  br label %body
body:
  %last = phi ptr [ %first, %entry ], [ %r, %body ]
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %last
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
define ptx_kernel void @around(ptr %p, ptr %o, i32 %n) {
entry:
  %first = call ptr @k(ptr %p)
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  %y = load float, ptr %first
  store float %y, ptr %o
  ret void
}
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.name"="d"
; The phi's incoming descriptor is taken apart at the end of its block, behind the refill.
define ptx_kernel void @taken_apart_late(ptr %p, ptr %o, i32 %n) {
entry:
  %first = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr %p, ptr %p, i64 0, i64 64, i64 1)
  br label %body
body:
  %carried = phi {ptr, ptr, i64, [1 x i64], [1 x i64]} [ %first, %entry ], [ %next, %body ]
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %tile = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %carried, 1
  %x = load float, ptr %tile
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %a = getelementptr [64 x float], ptr %p, i32 %i1
  %next = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr %a, ptr %a, i64 0, i64 64, i64 1)
  %other = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr %p, ptr %p, i64 0, i64 64, i64 1)
  %tile2 = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %other, 1
  %y = load float, ptr %tile2
  store float %y, ptr %o
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- good.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @l(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="l"
define ptx_kernel void @one_after_the_other(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %t = call ptr @k(ptr %q)
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
define ptx_kernel void @two_callees(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @l(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
define ptx_kernel void @around(ptr %p, ptr %o, i32 %n) {
entry:
  %first = call ptr @k(ptr %p)
  %y = load float, ptr %first
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  store float %y, ptr %o
  ret void
}
; However much code follows the second fetch.
define ptx_kernel void @many_blocks(ptr %p, ptr %q, ptr %o, i32 %n) {
entry:
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %t = call ptr @k(ptr %q)
  %y = load float, ptr %t
  switch i32 %n, label %d [ i32 0, label %c0
    i32 1, label %c1
    i32 2, label %c2
    i32 3, label %c3
    i32 4, label %c4
    i32 5, label %c5
    i32 6, label %c6
    i32 7, label %c7
    i32 8, label %c8
    i32 9, label %c9
    i32 10, label %c10
    i32 11, label %c11
    i32 12, label %c12
    i32 13, label %c13
    i32 14, label %c14
    i32 15, label %c15
    i32 16, label %c16
    i32 17, label %c17
    i32 18, label %c18
    i32 19, label %c19
    i32 20, label %c20
    i32 21, label %c21
    i32 22, label %c22
    i32 23, label %c23
    i32 24, label %c24
    i32 25, label %c25
    i32 26, label %c26
    i32 27, label %c27
    i32 28, label %c28
    i32 29, label %c29
    i32 30, label %c30
    i32 31, label %c31
    i32 32, label %c32
    i32 33, label %c33 ]
c0: br label %d
c1: br label %d
c2: br label %d
c3: br label %d
c4: br label %d
c5: br label %d
c6: br label %d
c7: br label %d
c8: br label %d
c9: br label %d
c10: br label %d
c11: br label %d
c12: br label %d
c13: br label %d
c14: br label %d
c15: br label %d
c16: br label %d
c17: br label %d
c18: br label %d
c19: br label %d
c20: br label %d
c21: br label %d
c22: br label %d
c23: br label %d
c24: br label %d
c25: br label %d
c26: br label %d
c27: br label %d
c28: br label %d
c29: br label %d
c30: br label %d
c31: br label %d
c32: br label %d
c33: br label %d
d:
  %w = phi float [ 0.0, %entry ], [ 0.0, %c0 ], [ 1.0, %c1 ], [ 2.0, %c2 ], [ 3.0, %c3 ], [ 4.0, %c4 ], [ 5.0, %c5 ], [ 6.0, %c6 ], [ 7.0, %c7 ], [ 8.0, %c8 ], [ 9.0, %c9 ], [ 10.0, %c10 ], [ 11.0, %c11 ], [ 12.0, %c12 ], [ 13.0, %c13 ], [ 14.0, %c14 ], [ 15.0, %c15 ], [ 16.0, %c16 ], [ 17.0, %c17 ], [ 18.0, %c18 ], [ 19.0, %c19 ], [ 20.0, %c20 ], [ 21.0, %c21 ], [ 22.0, %c22 ], [ 23.0, %c23 ], [ 24.0, %c24 ], [ 25.0, %c25 ], [ 26.0, %c26 ], [ 27.0, %c27 ], [ 28.0, %c28 ], [ 29.0, %c29 ], [ 30.0, %c30 ], [ 31.0, %c31 ], [ 32.0, %c32 ], [ 33.0, %c33 ]
  %z = fadd float %x, %y
  %u = fadd float %z, %w
  store float %u, ptr %o
  ret void
}
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.name"="d"
declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @e(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.name"="e"
define ptx_kernel void @taken_apart_late(ptr %p, ptr %o, i32 %n) {
entry:
  %first = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr %p, ptr %p, i64 0, i64 64, i64 1)
  br label %body
body:
  %carried = phi {ptr, ptr, i64, [1 x i64], [1 x i64]} [ %first, %entry ], [ %next, %body ]
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %tile = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %carried, 1
  %x = load float, ptr %tile
  store float %x, ptr %o
  %i1 = add i32 %i, 1
  %a = getelementptr [64 x float], ptr %p, i32 %i1
  %next = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @d(ptr %a, ptr %a, i64 0, i64 64, i64 1)
  %other = call {ptr, ptr, i64, [1 x i64], [1 x i64]} @e(ptr %p, ptr %p, i64 0, i64 64, i64 1)
  %tile2 = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %other, 1
  %y = load float, ptr %tile2
  store float %y, ptr %o
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
