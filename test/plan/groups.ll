; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %s 2>&1 | FileCheck %s

; Neighbouring sites share one pair of barriers, unless something that a fill at the
; later site could see, or must wait for, stands between them.
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="v"
declare ptr @s(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="s" "vx.crossing"="streamed"

; CHECK-LABEL: kernel 'neighbours'
; CHECK: fill, sequenced:
; CHECK-NEXT: barrier before
; CHECK-NEXT: 'k' read by 1
; CHECK-NEXT: 'v' read by 1
; CHECK-NEXT: barrier after: yes, the block reads what its other threads copied of 'k', 'v'
; CHECK-NOT: fill
define ptx_kernel void @neighbours(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %a = getelementptr float, ptr %q, i32 4
  %t = call ptr @v(ptr %a)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; By value: the first tile is as it was before the store.
; CHECK-LABEL: kernel 'store_between'
; CHECK: fill, sequenced:
; CHECK-NEXT: barrier before
; CHECK-NEXT: 'k' read by 1
; CHECK-NEXT: barrier after
; CHECK-NEXT: fill, sequenced:
; CHECK-NEXT: barrier before
; CHECK-NEXT: 'v' read by 1
define ptx_kernel void @store_between(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  store float 0.0, ptr %o
  %t = call ptr @v(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; CHECK-LABEL: kernel 'read_between'
; CHECK: 'k' read by 1
; CHECK-NEXT: barrier after
; CHECK-NEXT: fill, sequenced:
; CHECK: 'v' read by 1
define ptx_kernel void @read_between(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %t = call ptr @v(ptr %q)
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; Two calls of one callee have one buffer: the second waits for the first's reads.
; CHECK-LABEL: kernel 'one_callee_twice'
; CHECK: barrier before: no
; CHECK-NEXT: 'k' read by 1
; CHECK-NEXT: barrier after: yes
; CHECK-NEXT: fill, sequenced:
; CHECK-NEXT: barrier before: yes, threads may still read the previous copy of 'k'
; CHECK-NEXT: 'k' read by 1
; CHECK-NEXT: barrier after: yes
define ptx_kernel void @one_callee_twice(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %t = call ptr @k(ptr %q)
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; Two crossings are two fills.
; CHECK-LABEL: kernel 'two_crossings'
; CHECK: fill, sequenced:
; CHECK: 'k' read by 1
; CHECK: fill, streamed:
; CHECK: 's' read by 1
define ptx_kernel void @two_crossings(ptr align 16 %p, ptr align 16 %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @s(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; Results merged by a select and by a phi are read as both tiles.
; CHECK-LABEL: kernel 'merged'
; CHECK: 'k' read by 1
; CHECK-NEXT: 'v' read by 1
; CHECK-NEXT: barrier after: yes
define ptx_kernel void @merged(ptr %p, ptr %q, ptr %o, i32 %n) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @v(ptr %q)
  %c = icmp slt i32 %n, 7
  %m = select i1 %c, ptr %r, ptr %t
  %x = load float, ptr %m
  store float %x, ptr %o
  ret void
}
