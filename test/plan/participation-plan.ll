; The plan names each guard: its shape, the side with the sync points, where the mask ends,
; why threads part, and how the block learns that a thread goes on; and what all threads execute.
; RUN: %vx-opt -disable-output -passes='print<vx-participation>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; CHECK-LABEL: participation of 'nested': 2 guards, 7 instructions for all threads, 0 own barriers joined
; CHECK-NEXT:  if in %entry: sync side %head, rejoin %exit, condition depends on llvm.nvvm.read.ptx.sreg.tid.x
; CHECK-NEXT:    participation: closed form, the first thread answers
; CHECK-NEXT:  loop exit in %loop: sync side %body, rejoin %done, condition depends on llvm.nvvm.read.ptx.sreg.tid.x
; CHECK-NEXT:    participation: vote, another guard may mask the thread that would answer
; CHECK-NEXT:  all: br i1 %c
; CHECK-NEXT:  all: %t = phi
; CHECK-NEXT:  all: br i1 %d
; CHECK-NEXT:  all: %o = shl i32 %t, 4
; CHECK-NEXT:  all: %q = getelementptr
; CHECK-NEXT:  all: call void @fill
; CHECK-NEXT:  all: %t.next = add
define ptx_kernel void @nested(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %head, label %exit
head:
  br label %loop
loop:
  %t = phi i32 [ 0, %head ], [ %t.next, %body ]
  %d = icmp slt i32 %t, %tid
  br i1 %d, label %body, label %done
body:
  %o = shl i32 %t, 4
  %q = getelementptr i32, ptr %p, i32 %o
  call void @fill(ptr %q)
  call void @use(i32 %t)
  %t.next = add i32 %t, 1
  br label %loop
done:
  br label %exit
exit:
  ret void
}

; A thread-dependent branch that decides on no sync point is none of participation's business.
; CHECK-LABEL: participation of 'beside': 0 guards
define ptx_kernel void @beside(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  call void @fill(ptr %p)
  br i1 %c, label %then, label %exit
then:
  call void @use(i32 %tid)
  br label %exit
exit:
  ret void
}

; Returns in several places: the guard ends with the function.
; CHECK-LABEL: participation of 'returns': 1 guards
; CHECK-NEXT:  if in %entry: sync side %go, rejoin the end
define ptx_kernel void @returns(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %out
out:
  ret void
go:
  call void @fill(ptr %p)
  ret void
}
