; Placed storage is read as shared memory: a pointer that merges with another, or escapes,
; is not. A cast whose loads llc can infer again is fine.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/merged.ll | not %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | FileCheck %s
; RUN: cat %t/common.ll %t/cast.ll | %vx-opt -passes='vx-verify-device<sm=75>' -disable-output 2>&1 | count 0
; CHECK: error: VX450: tile is not accessed as shared memory: kernel 'k': the pointer into the tile is generic here [store ptr %g, ptr %q
; CHECK-NEXT: error: VX450: {{.*}}[%v = load i32, ptr %s

;--- common.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [512 x i8] poison, align 16, !vx.storage !0
!0 = !{!"x", i64 0, i64 512, i64 1}

;--- merged.ll
define ptx_kernel void @k(ptr %q, i1 %c) {
  %g = addrspacecast ptr addrspace(3) @tile to ptr
  %s = select i1 %c, ptr %g, ptr %q
  %v = load i32, ptr %s
  store ptr %g, ptr %q
  ret void
}

;--- cast.ll
define ptx_kernel void @k(ptr %q, i32 %n) {
  %g = addrspacecast ptr addrspace(3) @tile to ptr
  %s = getelementptr i32, ptr %g, i32 %n
  %v = load i32, ptr %s
  store i32 %v, ptr %q
  ret void
}
