; A launch that never ends is given up, with accesses in its loop or without.
; RUN: split-file %s %t
; RUN: not %vx-simt run %t/empty.ll --timeout=0.2 --arg=i32:3 | FileCheck %s --check-prefix=EMPTY
; RUN: not %vx-simt run %t/access.ll --timeout=0.2 --arg=i32:1:zero | FileCheck %s --check-prefix=ACCESS
; RUN: %vx-simt run %t/empty.ll --timeout=20 --arg=i32:4
; EMPTY: timeout: thread (0,0,0) of block (0,0,0) runs in a loop without memory accesses
; ACCESS: timeout: the launch ran out of time
;--- empty.ll
define ptx_kernel void @k(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 2
  %end = icmp eq i32 %j, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
;--- access.ll
define ptx_kernel void @k(ptr %p) {
entry:
  br label %loop
loop:
  %v = load i32, ptr %p, align 4
  %w = add i32 %v, 2
  store i32 %w, ptr %p, align 4
  %end = icmp eq i32 %w, 1
  br i1 %end, label %done, label %loop
done:
  ret void
}
