; Bytes that nothing filled, or that are in flight, make a garbage value. That is no
; finding where the value is dropped, as in a select of a load that LLVM ran early,
; and one, which names load and place, where it matters.
; RUN: split-file %s %t
; RUN: %vx-simt run %t/dropped.ll --block=2 --arg=i32:4:zero --arg=i8:0 | FileCheck %s --check-prefix=DROPPED
; RUN: not %vx-simt run %t/dropped.ll --block=2 --arg=i32:4:zero --arg=i8:1 | FileCheck %s --check-prefix=CHOSEN
; RUN: not %vx-simt run %t/dropped.ll --block=2 --arg=i32:4:zero --arg=i8:1 | FileCheck %s --check-prefix=CHOSEN
; RUN: not %vx-simt run %t/dropped.ll --block=2 --checks=cheap --arg=i32:4:zero --arg=i8:1 | FileCheck %s --check-prefix=CHOSEN
; RUN: %vx-simt run %t/flight.ll --sweep --arg=i32:4:iota --arg=i32:4:zero --arg=i8:0
; RUN: not %vx-simt run %t/flight.ll --arg=i32:4:iota --arg=i32:4:zero --arg=i8:1 | FileCheck %s --check-prefix=FLIGHT
; RUN: not %vx-simt run %t/flight.ll --async=issue --arg=i32:4:iota --arg=i32:4:zero --arg=i8:1 | FileCheck %s --check-prefix=FLIGHT
; RUN: %vx-simt run %t/lanes.ll --arg=f32:4:zero --arg=i32:0
; RUN: not %vx-simt run %t/lanes.ll --arg=f32:4:zero --arg=i32:1 | FileCheck %s --check-prefix=LANES
; RUN: %vx-simt run %t/loop.ll --arg=i32:4:zero --arg=i32:0 --arg=i32:3
; RUN: %vx-simt run %t/loop.ll --arg=i32:4:zero --arg=i32:3 --arg=i32:0
; RUN: not %vx-simt run %t/loop.ll --arg=i32:4:zero --arg=i32:3 --arg=i32:1 | FileCheck %s --check-prefix=LOOP
; RUN: not %vx-simt run %t/places.ll --arg=i32:4:zero | FileCheck %s --check-prefix=PLACES
; DROPPED: arg 0: 4 elements, hash {{[0-9a-f]+}}: 0 1 0 0

; CHOSEN: read of unfilled shared memory: thread (0,0,0) of block (0,0,0) reads byte 0 of shared 's' (8 bytes), which nothing has filled; the value matters at 'store i32 %r, ptr %q, align 4' in k [%v = load i32, ptr addrspace(3) %p, align 4] (4 times)
; CHOSEN-NOT: unfilled
; FLIGHT: access to bytes in flight: {{.*}} reads byte 0 of shared 's' (4 bytes) while a cp.async of {{.*}} is in flight: it was not waited for; the value matters at 'store i32 %r, ptr %out, align 4' in k
; LANES: read of unfilled shared memory: {{.*}} reads byte 4 of shared 's' (8 bytes), which nothing has filled; the value matters at 'store float %r, ptr %out, align 4' in k
; LOOP: read of unfilled shared memory: {{.*}} the value matters at 'store i32 %sum, ptr %out, align 4' in k
; PLACES: matters at 'br i1 %c, label %odd, label %even' in k [%v0
; PLACES: matters at 'switch i32 %v1, label %two' in k [%v1
; PLACES: matters at '%d = udiv i32 7, %v2' in k [%v2
; PLACES: matters at '%w = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 1, i32 %v3, i32 0, i32 31)' in k [%v3
; PLACES: matters at '%n = call i32 @helper(i32 %v4)' in k [%v4
; PLACES: matters at 'ret i32 %v' in helper [%v =
; PLACES: matters at '%old = atomicrmw add ptr %out, i32 %v5 {{.*}}' in k [%v5
; PLACES: matters at '%any = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %b6)' in k [%v6
; PLACES: matters at '%x = load i32, ptr %far, align 4' in k [%v7
; PLACES: {{misaligned address|out of bounds}}: {{.*}} [%x = load
;--- dropped.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [2 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %out, i8 %flag) {
  %c = trunc i8 %flag to i1
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %v = load i32, ptr addrspace(3) %p, align 4
  %w = mul i32 %v, 3
  %odd = icmp ugt i32 %w, 7
  %both = and i1 %odd, %c
  %one = zext i1 %both to i32
  %x = add i32 %w, %one
  %r = select i1 %c, i32 %x, i32 %t
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %r, ptr %q, align 4
  br i1 %both, label %more, label %end
more:
  br label %end
end:
  ret void
}
;--- flight.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global i32 poison, align 4
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.wait.all()
define ptx_kernel void @k(ptr addrspace(1) %in, ptr %out, i8 %flag) {
  %c = trunc i8 %flag to i1
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %in)
  %v = load i32, ptr addrspace(3) @s, align 4
  %r = select i1 %c, i32 %v, i32 5
  store i32 %r, ptr %out, align 4
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}
;--- lanes.ll
; A vector load of which one lane is filled: each lane stands for itself.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [2 x float] poison, align 8
define ptx_kernel void @k(ptr %out, i32 %lane) {
  store float 1.0, ptr addrspace(3) @s, align 4
  %v = load <2 x float>, ptr addrspace(3) @s, align 8
  %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %y = fadd <2 x float> %w, splat (float 1.0)
  %back = xor i32 %lane, 1
  %r = extractelement <2 x float> %y, i32 %back
  store float %r, ptr %out, align 4
  ret void
}
;--- loop.ll
; Read ahead for a next round that there is not; carried through a phi.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [4 x i32] poison, align 4
define ptx_kernel void @k(ptr %out, i32 %first, i32 %n) {
  %start = getelementptr i32, ptr addrspace(3) @s, i32 %first
  br label %fill
fill:
  %f = phi i32 [ 0, %0 ], [ %f.next, %fill ]
  %at = getelementptr i32, ptr addrspace(3) @s, i32 %f
  store i32 %f, ptr addrspace(3) %at, align 4
  %f.next = add i32 %f, 1
  %filled = icmp eq i32 %f.next, 3
  br i1 %filled, label %ahead, label %fill
ahead:
  %v0 = load i32, ptr addrspace(3) %start, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %ahead ], [ %i.next, %body ]
  %v = phi i32 [ %v0, %ahead ], [ %v.next, %body ]
  %sum = phi i32 [ 0, %ahead ], [ %sum.next, %body ]
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %sum.next = add i32 %sum, %v
  %i.next = add i32 %i, 1
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %i.next
  %v.next = load i32, ptr addrspace(3) %p, align 4
  br label %loop
end:
  store i32 %sum, ptr %out, align 4
  ret void
}
;--- places.ll
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [9 x i32] poison, align 4
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1)
define internal i32 @helper(i32 %x) noinline {
  %v = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 32), align 4
  ret i32 %v
}
define ptx_kernel void @k(ptr %out) {
  %v0 = load i32, ptr addrspace(3) @s, align 4
  %c = trunc i32 %v0 to i1
  br i1 %c, label %odd, label %even
odd:
  br label %even
even:
  %v1 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 4), align 4
  switch i32 %v1, label %two [ i32 1, label %one i32 2, label %three ]
one:
  br label %two
three:
  br label %two
two:
  %v2 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 8), align 4
  %d = udiv i32 7, %v2
  %v3 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 12), align 4
  %w = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 1, i32 %v3, i32 0, i32 31)
  %v4 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 16), align 4
  %n = call i32 @helper(i32 %v4)
  %v5 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 20), align 4
  %old = atomicrmw add ptr %out, i32 %v5 monotonic, align 4
  %v6 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 24), align 4
  %b6 = icmp sgt i32 %v6, 0
  %any = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %b6)
  %v7 = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i32 28), align 4
  %far = getelementptr i32, ptr %out, i32 %v7
  %x = load i32, ptr %far, align 4
  ret void
}
