; The first difference is named: argument, element, both values. Equal NaNs of
; different payloads are no difference.
; RUN: split-file %s %t
; RUN: %vx-simt compare %t/a.ll %t/a.ll --arg=f32:4:iota | FileCheck %s --check-prefix=SAME
; RUN: not %vx-simt compare %t/a.ll %t/b.ll --arg=f32:4:iota | FileCheck %s --check-prefix=DIFF
; RUN: not %vx-simt compare %t/a.ll %t/b.ll --compile=quick --arg=f32:4:iota | FileCheck %s --check-prefix=DIFF
; RUN: %vx-simt compare %t/a.ll %t/b.ll --tolerance=0.5 --arg=f32:4:iota | FileCheck %s --check-prefix=SAME
; RUN: not %vx-simt compare %t/c.ll %t/d.ll | FileCheck %s --check-prefix=VARIABLE
; RUN: sed 's/@mine/@other/' %t/d.ll > %t/e.ll
; RUN: %vx-simt compare %t/c.ll %t/e.ll | FileCheck %s --check-prefix=NONE
; SAME: same: 1 buffers, 1 policy
; DIFF: different: argument 0, element 2: 3 before, 3.5 after (1 elements differ)
; A variable that both modules have is compared, unless it holds pointers.
; VARIABLE: different: variable 'mine', byte 4
; VARIABLE-NOT: different
; NONE: same: 0 buffers
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
;--- c.ll
@mine = internal addrspace(1) global [2 x i32] zeroinitializer
@where = internal global ptr null
define ptx_kernel void @k() {
  store i32 7, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @mine, i64 1), align 4
  store ptr @where, ptr @where, align 8
  ret void
}
;--- d.ll
@mine = internal addrspace(1) global [2 x i32] zeroinitializer
@where = internal global ptr null
define ptx_kernel void @k() {
  store i32 6, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @mine, i64 1), align 4
  store ptr null, ptr @where, align 8
  ret void
}
