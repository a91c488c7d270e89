; Carrier B in the input is a copy by value: the descriptor's strides are
; row-major over the extent, rows beyond the size read zero, and a later store to
; the source does not show.
; RUN: %vx-simt run %s --kernel=k --arg=memref:i32:3x5:iota:strides=8x1 --arg=i64:2 --arg=i32:8:poison | FileCheck %s
; RUN: %vx-simt run %s --kernel=k --arg=memref:i32:3x5:iota:strides=8x1 --arg=i64:9 --arg=i32:8:poison | FileCheck %s --check-prefix=CLAMP
; CHECK: arg 2: 8 elements, hash {{[0-9a-f]+}}: 0 4 8 12 0 0 4 2
; CLAMP: arg 2: 8 elements, hash {{[0-9a-f]+}}: 0 4 8 12 16 20 4 9
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare { ptr, ptr, i64, [2 x i64], [2 x i64] } @take(ptr, ptr, i64, i64, i64, i64, i64) #0
define ptx_kernel void @k(ptr %a, ptr %b, i64 %off, i64 %n, i64 %m, i64 %s, i64 %u, i64 %rows, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %o = add i64 %off, %w
  %d = call { ptr, ptr, i64, [2 x i64], [2 x i64] } @take(ptr %a, ptr %b, i64 %o, i64 %rows, i64 %m, i64 %s, i64 %u)
  store i32 77, ptr %b, align 4
  %p = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %d, 1
  %stride = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %d, 4, 0
  %size = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %d, 3, 0
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %x = mul i64 %i, 4
  %row = udiv i64 %x, 8
  %col = and i64 %x, 7
  %e0 = mul i64 %row, %stride
  %e = add i64 %e0, %col
  %q = getelementptr i32, ptr %p, i64 %e
  %v = load i32, ptr %q, align 4
  %r = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %r, align 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 6
  br i1 %more, label %loop, label %end
end:
  %s32 = trunc i64 %stride to i32
  %r6 = getelementptr i32, ptr %out, i64 6
  store i32 4, ptr %r6, align 4
  %n32 = trunc i64 %size to i32
  %r7 = getelementptr i32, ptr %out, i64 7
  store i32 %n32, ptr %r7, align 4
  ret void
}
attributes #0 = { convergent nounwind "vx.transfer"="smem" "vx.name"="t" "vx.element"="4" "vx.crossing"="sequenced" "vx.extent"="3x5" }

; "vx.align" asserts what each source row starts at: a base that breaks it is found.
; RUN: %vx-simt run %s --kernel=rows --arg=i32:64:iota | FileCheck %s --check-prefix=ALIGNED
; RUN: not %vx-simt run %s --kernel=rows --arg=i32:64:iota:skew=4 | FileCheck %s --check-prefix=SKEWED
; ALIGNED-NOT: misaligned
; SKEWED: misaligned address
declare ptr @rows16(ptr) #1
define ptx_kernel void @rows(ptr %a) {
  %t = call ptr @rows16(ptr %a)
  ret void
}
attributes #1 = { convergent nounwind "vx.transfer"="smem" "vx.name"="r" "vx.element"="4" "vx.extent"="2x4" "vx.align"="16" }
