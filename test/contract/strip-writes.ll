; A result holds the bytes as they were at the call; stripped, it cannot: a write to the source's
; object before the last read is warned of. One behind the last read, one that a new transfer
; follows, and one to another object are not.
; RUN: %vx-opt -passes='vx-placement<sm=80;strip>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=VX
; CHECK: warning: {{.*}}VX121: transfer has no global-only form: kernel 'between', tile 't': it writes to the object that the tile is read from, between the transfer and a read of the result: without the copy the read may see the new bytes [store i32 1, ptr %q, align 4]
; CHECK: warning: {{.*}}VX121: {{.*}}kernel 'carried', tile 't'
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8" "vx.name"="t"

define ptx_kernel void @between(ptr %p, ptr %o) {
  %r = call ptr @t(ptr %p)
  %q = getelementptr i32, ptr %p, i64 3
  store i32 1, ptr %q
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  ret void
}
define ptx_kernel void @carried(ptr %p, ptr %o, i32 %n) {
entry:
  %r = call ptr @t(ptr %p)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %x = load i32, ptr %r
  %y = atomicrmw add ptr %p, i32 %x monotonic
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define ptx_kernel void @again(ptr %p, ptr %o, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %r = call ptr @t(ptr %p)
  %x = load i32, ptr %r
  store i32 %x, ptr %o
  store i32 %i, ptr %p
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
