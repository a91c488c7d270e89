; The first difference is named: argument, element, both values. Equal NaNs of
; different payloads are no difference.
; RUN: split-file %s %t
; RUN: %vx-simt compare %t/a.ll %t/a.ll --arg=f32:4:iota | FileCheck %s --check-prefix=SAME
; RUN: not %vx-simt compare %t/a.ll %t/b.ll --arg=f32:4:iota | FileCheck %s --check-prefix=DIFF
; RUN: %vx-simt compare %t/a.ll %t/b.ll --tolerance=0.5 --arg=f32:4:iota | FileCheck %s --check-prefix=SAME
; SAME: same: 1 buffers, 1 policy
; DIFF: different: argument 0, element 2: 3 before, 3.5 after (1 elements differ)
;--- a.ll
define ptx_kernel void @k(ptr %p) {
  %q = getelementptr float, ptr %p, i64 2
  store float 3.0, ptr %q, align 4
  %r = getelementptr i32, ptr %p, i64 3
  store i32 u0x7fc00001, ptr %r, align 4
  ret void
}
;--- b.ll
define ptx_kernel void @k(ptr %p) {
  %q = getelementptr float, ptr %p, i64 2
  store float 3.5, ptr %q, align 4
  %r = getelementptr i32, ptr %p, i64 3
  store i32 u0x7fc00002, ptr %r, align 4
  ret void
}
