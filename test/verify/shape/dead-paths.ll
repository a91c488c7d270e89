; A loop that is unrolled by more elements than a slot has is dead, and reads past the slot's end: no fault, where
; the comparisons before it or the range of its count say so. With a larger count it is reached while the next slot's
; copy is in flight.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | count 0
; RUN: sed -e '/%few = /s/4$/3/' -e '/%hit, label %by.four/s/%hit/%other/' %s | not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: error: VX452: {{.*}}kernel 'compared': slot 1 of tile 'x' is read on a path where its copy is still in flight
; CHECK-DAG: error: VX452: {{.*}}kernel 'selected': slot 1 of tile 'x' is read on a path where its copy is still in flight
; CHECK-DAG: error: VX452: {{.*}}kernel 'implied': slot 1 of tile 'x' is read on a path where its copy is still in flight
@tile = internal addrspace(3) global [32 x i8] poison, align 16, !vx.storage !0

declare void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)

; 1 <= n <= 3: the lower bound comes from the branch, and makes the signed maximum one of unsigned numbers.
define ptx_kernel void @compared(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %left) {
entry:
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n = call i32 @llvm.smin.i32(i32 %left, i32 3)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %guard, label %end

guard:
  %few = icmp ult i32 %n, 4
  br i1 %few, label %end, label %by.four

by.four:
  %past = load float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), align 4
  store float %past, ptr addrspace(1) %out, align 4
  br label %end

end:
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

; Both counts that are chosen from are below four.
define ptx_kernel void @selected(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %left, i32 %all, i1 %which) {
entry:
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n.left = call i32 @llvm.umin.i32(i32 %left, i32 3)
  %n.all = call i32 @llvm.umin.i32(i32 %all, i32 3)
  %wide.left = zext i32 %n.left to i64
  %wide.all = zext i32 %n.all to i64
  %wide = select i1 %which, i64 %wide.left, i64 %wide.all
  %n = trunc i64 %wide to i32
  %few = icmp ult i32 %n, 4
  br i1 %few, label %end, label %by.four

by.four:
  %past = load float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), align 4
  store float %past, ptr addrspace(1) %out, align 4
  br label %end

end:
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

; The same question twice.
define ptx_kernel void @implied(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %hit, i1 %other) {
entry:
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %hit, label %end, label %again

again:
  br i1 %hit, label %by.four, label %end

by.four:
  %past = load float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i32 16), align 4
  store float %past, ptr addrspace(1) %out, align 4
  br label %end

end:
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  ret void
}

!0 = !{!"x", i64 0, i64 16, i64 2}
