; A loop's test as a switch with an arm that is never taken is a branch: the ring knows its trip
; count, and no thread ends there. An arm that traps is reached and stays.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.placed.ll
; RUN: FileCheck %s --input-file=%t.placed.ll
; All threads store to one element: races are not looked for.
; RUN: %vx-simt compare %s %t.placed.ll --kernel=loop --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero --arg=i32:8 --arg=i32:0
; RUN: %vx-simt compare %s %t.placed.ll --kernel=loop --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero --arg=i32:5 --arg=i32:2
; RUN: %vx-simt compare %s %t.placed.ll --kernel=loop --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero --arg=i32:0 --arg=i32:1
; RUN: sed 's/^  unreachable/  call void @llvm.trap()\n  unreachable/' %s | not %vx-opt -passes='vx-placement<sm=80>' -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRAP
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.trap()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed"

; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK-NOT: {{switch|unreachable}}
; CHECK: br i1 %more, label %body,
; CHECK-NOT: {{switch|unreachable}}
; CHECK: switch i32 %way, label %third [
; CHECK-NEXT: i32 0,
; CHECK-NEXT: i32 1, label %second
; CHECK-NOT: {{switch|unreachable}}
; CHECK-LABEL: declare
; TRAP: error: VX215: trap or possibly endless loop under a thread-dependent guard around a transfer: kernel 'loop'
define ptx_kernel void @loop(ptr %p, ptr %o, i32 %n, i32 %way) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp slt i32 %tid, %n
  %tag = zext i1 %in to i64
  switch i64 %tag, label %never [
    i64 0, label %exit
    i64 1, label %guarded
  ]
never:
  unreachable
guarded:
  br label %head
head:
  %i = phi i32 [ 0, %guarded ], [ %next, %done ]
  %sum = phi float [ 0.0, %guarded ], [ %sum.next, %done ]
  %more = icmp slt i32 %i, %n
  %d = zext i1 %more to i32
  switch i32 %d, label %never [
    i32 1, label %body
    i32 0, label %out
  ]
body:
  %a = getelementptr [64 x float], ptr %p, i32 %i
  %r = call ptr @k(ptr %a)
  %x = load float, ptr %r
  switch i32 %way, label %never [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %third
  ]
first:
  br label %done
second:
  br label %done
third:
  br label %done
done:
  %w = phi float [ 1.0, %first ], [ 2.0, %second ], [ %x, %third ]
  %sum.next = fadd float %sum, %w
  %next = add i32 %i, 1
  br label %head
out:
  store float %sum, ptr %o
  br label %exit
exit:
  ret void
}
