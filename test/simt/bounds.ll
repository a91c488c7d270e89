; The first bad byte is named, in every space; the twin stays inside.
; RUN: %vx-simt run %s --arg=i32:4:zero --arg=i32:3 --arg=i32:4:zero
; RUN: not %vx-simt run %s --arg=i32:4:zero --arg=i32:4 --arg=i32:8:zero | FileCheck %s --check-prefix=SHARED
; RUN: sed 's/@tile, i32 %i/@tile, i32 0/' %s > %t.g.ll
; RUN: not %vx-simt run %t.g.ll --arg=i32:4:zero --arg=i32:4 --arg=i32:8:zero | FileCheck %s --check-prefix=LOCAL
; RUN: sed 's/@tile, i32 %i/@tile, i32 0/; s/%a, i32 %i/%a, i32 0/' %s > %t.l.ll
; RUN: not %vx-simt run %t.l.ll --arg=i32:4:zero --arg=i32:4 --arg=i32:4:zero | FileCheck %s --check-prefix=GLOBAL
; RUN: not %vx-simt run %t.l.ll --arg=null --arg=i32:0 --arg=i32:4:zero | FileCheck %s --check-prefix=NULL
; RUN: not %vx-simt run %t.l.ll --arg=i32:4:zero --arg=i32:0 --arg=i32:4:zero:readonly | FileCheck %s --check-prefix=CONST
; RUN: not %vx-simt run %t.l.ll --arg=i32:4:zero:skew=2 --arg=i32:0 --arg=i32:4:zero | FileCheck %s --check-prefix=ALIGN
; SHARED: out of bounds: thread (0,0,0) of block (0,0,0) writes 4 bytes at 0 bytes past the end of shared 'tile' (16 bytes)
; LOCAL: out of bounds: thread (0,0,0) of block (0,0,0) accesses 4 bytes at byte 16 of a local array of 16 bytes
; GLOBAL: out of bounds: thread (0,0,0) of block (0,0,0) writes 4 bytes at 0 bytes past the end of argument {{[02]}} (16 bytes)
; NULL: out of bounds: thread (0,0,0) of block (0,0,0) reads 4 bytes at the null pointer
; CONST: out of bounds: thread (0,0,0) of block (0,0,0) writes to argument 2, which is constant
; ALIGN: misaligned address: thread (0,0,0) of block (0,0,0) reads 4 bytes at byte 0 of argument 0 (16 bytes), an address that is not a multiple of 4 as the access claims
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [4 x i32] poison, align 4
@other = internal addrspace(3) global [4 x i32] poison, align 4
define ptx_kernel void @k(ptr %in, i32 %i, ptr %out) {
  %a = alloca [4 x i32], align 4
  store i32 0, ptr addrspace(3) @other, align 4
  %v = load i32, ptr %in, align 4
  %s = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store i32 %v, ptr addrspace(3) %s, align 4
  %l = getelementptr i32, ptr %a, i32 %i
  store i32 %v, ptr %l, align 4
  %w = load i32, ptr %l, align 4
  %q = getelementptr i32, ptr %out, i32 %i
  store i32 %w, ptr %q, align 4
  ret void
}
