; An !invariant.load of shared memory, or of global memory that the kernel writes,
; is a licence for LLVM to move it over fills: found even where the values are right.
; RUN: not %vx-simt run %s --arg=i32:1:fill:3 --arg=i32:1:zero | FileCheck %s
; RUN: sed 's/align 4, !invariant.load !0 ; SHARED/align 4/' %s > %t.ll
; RUN: %vx-simt run %t.ll --arg=i32:1:fill:3 --arg=i32:1:zero
; RUN: not %vx-simt run %t.ll --arg=i32:1:fill:3 --arg=same:0 | FileCheck %s --check-prefix=GLOBAL
; CHECK: invariant load of written memory: this load is marked invariant, but the kernel writes what it reads
; GLOBAL: invariant load of written memory: this writes bytes that a load marked invariant reads
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global i32 poison, align 4
define ptx_kernel void @k(ptr %in, ptr %out) {
  %v = load i32, ptr %in, align 4, !invariant.load !0
  store i32 %v, ptr addrspace(3) @s, align 4
  %w = load i32, ptr addrspace(3) @s, align 4, !invariant.load !0 ; SHARED
  store i32 %w, ptr %out, align 4
  ret void
}
!0 = !{}
