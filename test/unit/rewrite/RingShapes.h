//===- RingShapes.h - loops for the ring's execution test -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Each function is `void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x)`. Tiles are 16 bytes
// at %src + 16 * i; @tile* are transfers, @use(result, tag) reads the tile.
#ifndef VX_TEST_RINGSHAPES_H
#define VX_TEST_RINGSHAPES_H

struct RingShape {
  const char *Name;
  const char *Body;
  bool NeedsTrip = false; ///< written for at least one iteration
};

inline constexpr char RingPrelude[] = R"(
declare ptr @tile_a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="1" "vx.extent"="16"
declare ptr @tile_b(ptr) "vx.transfer"="smem" "vx.name"="b" "vx.element"="1" "vx.extent"="16"
declare ptr @tile_c(ptr) "vx.transfer"="smem" "vx.name"="c" "vx.element"="1" "vx.extent"="16"
declare void @use(ptr, i64) memory(read)
)";

inline constexpr RingShape RingShapes[] = {
    {"header_tested", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %body ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %exit
body:
  %o = shl nuw nsw i64 %i, 4
  %p = getelementptr inbounds i8, ptr %src, i64 %o
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = add nsw i64 %i, %step
  br label %head
exit:
  ret void
})"},
    {"rotated_guarded", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  %g = icmp slt i64 %lb, %ub
  br i1 %g, label %pre, label %out
pre:
  br label %body
body:
  %i = phi i64 [ %lb, %pre ], [ %i1, %body ]
  %o = shl nuw nsw i64 %i, 4
  %p = getelementptr inbounds i8, ptr %src, i64 %o
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = add nsw i64 %i, %step
  %c = icmp slt i64 %i1, %ub
  br i1 %c, label %body, label %exit
exit:
  br label %out
out:
  ret void
})"},
    {"counter_i32_unsigned", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  %lb32 = trunc i64 %lb to i32
  %ub32 = trunc i64 %ub to i32
  %step32 = trunc i64 %step to i32
  br label %head
head:
  %i = phi i32 [ %lb32, %entry ], [ %i1, %body ]
  %c = icmp ult i32 %i, %ub32
  br i1 %c, label %body, label %exit
body:
  %w = zext nneg i32 %i to i64
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %w
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %w)
  %i1 = add nuw nsw i32 %i, %step32
  br label %head
exit:
  ret void
})"},
    {"counting_down", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  %top = sub i64 %ub, 1
  br label %head
head:
  %i = phi i64 [ %top, %entry ], [ %i1, %body ]
  %c = icmp sge i64 %i, %lb
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = sub nsw i64 %i, %step
  br label %head
exit:
  ret void
})"},
    {"pointer_is_the_state", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  %first = getelementptr inbounds [16 x i8], ptr %src, i64 %lb
  %end = getelementptr inbounds [16 x i8], ptr %src, i64 %ub
  br label %head
head:
  %p = phi ptr [ %first, %entry ], [ %p1, %body ]
  %c = icmp ult ptr %p, %end
  br i1 %c, label %body, label %exit
body:
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 0)
  %p1 = getelementptr inbounds [16 x i8], ptr %p, i64 %step
  br label %head
exit:
  ret void
})"},
    {"three_tiles_one_guarded", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %latch ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %g = icmp slt i64 %i, %x
  br i1 %g, label %then, label %join
then:
  %s = call ptr @tile_b(ptr %p)
  call void @use(ptr %s, i64 100)
  br label %join
join:
  %t = call ptr @tile_c(ptr %p)
  call void @use(ptr %t, i64 200)
  br label %latch
latch:
  %i1 = add nsw i64 %i, %step
  br label %head
exit:
  ret void
})"},
    {"nested_guards_and_switch", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %latch ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %m = and i64 %i, 3
  switch i64 %m, label %other [ i64 0, label %even
                                i64 2, label %even
                                i64 3, label %latch ]
even:
  %g = icmp sgt i64 %i, %x
  br i1 %g, label %both, label %latch
both:
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  br label %latch
other:
  %s = call ptr @tile_b(ptr %p)
  call void @use(ptr %s, i64 100)
  br label %latch
latch:
  %i1 = add nsw i64 %i, %step
  br label %head
exit:
  ret void
})"},
    {"break_before_the_site", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %body ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %test, label %exit
test:
  %stop = icmp eq i64 %i, %x
  br i1 %stop, label %exit2, label %body
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = add nsw i64 %i, %step
  br label %head
exit2:
  call void @use(ptr %src, i64 -1)
  br label %exit
exit:
  ret void
})"},
    {"break_after_the_site", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %latch ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %stop = icmp sge i64 %i, %x
  br i1 %stop, label %exit2, label %latch
latch:
  %i1 = add nsw i64 %i, %step
  br label %head
exit2:
  call void @use(ptr %src, i64 -1)
  br label %exit
exit:
  ret void
})"},
    {"live_out_and_merged_operand", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %join ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %join ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %exit
body:
  %g = icmp slt i64 %i, %x
  br i1 %g, label %low, label %join
low:
  %back = sub i64 %ub, 1
  br label %join
join:
  %at = phi i64 [ %back, %low ], [ %i, %body ]
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %at
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %sum)
  %sum1 = add i64 %sum, %at
  %i1 = add nsw i64 %i, %step
  br label %head
exit:
  call void @use(ptr %src, i64 %sum)
  ret void
})"},
    {"division_that_may_not_run", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %body
body:
  %i = phi i64 [ %lb, %entry ], [ %i1, %body ]
  %left = sub i64 %ub, %i
  %q = udiv i64 3, %left
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %q
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = add nsw i64 %i, 1
  %c = icmp slt i64 %i1, %ub
  br i1 %c, label %body, label %exit
exit:
  ret void
})",
     true},
    {"inner_loops_around_the_site", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %head
head:
  %i = phi i64 [ %lb, %entry ], [ %i1, %latch ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %pre, label %exit
pre:
  br label %before
before:
  %j = phi i64 [ 0, %pre ], [ %j1, %before ]
  %j1 = add i64 %j, 1
  %jc = icmp slt i64 %j1, 3
  br i1 %jc, label %before, label %site
site:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  br label %inner
inner:
  %k = phi i64 [ 0, %site ], [ %k1, %inner ]
  call void @use(ptr %r, i64 %k)
  %k1 = add i64 %k, 1
  %kc = icmp slt i64 %k1, 2
  br i1 %kc, label %inner, label %latch
latch:
  %i1 = add nsw i64 %i, %step
  br label %head
exit:
  ret void
})"},
    {"ring_in_an_outer_loop", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %outer
outer:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %from = add i64 %lb, %n
  br label %head
head:
  %i = phi i64 [ %from, %outer ], [ %i1, %body ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %next
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  call void @use(ptr %r, i64 %i)
  %i1 = add nsw i64 %i, %step
  br label %head
next:
  %n1 = add i64 %n, 1
  %nc = icmp slt i64 %n1, 3
  br i1 %nc, label %outer, label %exit
exit:
  ret void
})"},
    {"rings_in_outer_and_inner_loop", R"(
define void @f(ptr %src, i64 %lb, i64 %ub, i64 %step, i64 %x) {
entry:
  br label %outer
outer:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %q = getelementptr inbounds [16 x i8], ptr %src, i64 %n
  %t = call ptr @tile_c(ptr %q)
  br label %head
head:
  %i = phi i64 [ %lb, %outer ], [ %i1, %body ]
  %c = icmp slt i64 %i, %ub
  br i1 %c, label %body, label %next
body:
  %p = getelementptr inbounds [16 x i8], ptr %src, i64 %i
  %r = call ptr @tile_a(ptr %p)
  %s = call ptr @tile_b(ptr %p)
  call void @use(ptr %r, i64 %i)
  call void @use(ptr %s, i64 %i)
  call void @use(ptr %t, i64 %n)
  %i1 = add nsw i64 %i, %step
  br label %head
next:
  call void @use(ptr %t, i64 %n)
  %n1 = add i64 %n, 1
  %nc = icmp slt i64 %n1, 4
  br i1 %nc, label %outer, label %exit
exit:
  ret void
})"},
};

#endif // VX_TEST_RINGSHAPES_H
