; Control flow that cannot be kept in one flow, each beside a twin that can.
; RUN: %vx-opt -disable-output -passes='print<vx-participation>' %s 2>&1 | FileCheck %s --implicit-check-not="kernel '{{[a-z_]*}}_legal'"
; RUN: not %vx-opt -disable-output -passes='test-vx-participation' %s 2>&1 | FileCheck %s --check-prefix=ENDS

; ENDS: VX212
; ENDS: error: 1 errors

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; CHECK: VX212: both arms of a divergent branch hold transfers: kernel 'both_arms': 2 sides of the branch lead to transfers or barriers, at most 1 can; the condition depends on llvm.nvvm.read.ptx.sreg.tid.x [br i1 %c, label %a, label %b]; move the transfer in front of the branch
define ptx_kernel void @both_arms(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
  call void @fill(ptr %p)
  br label %exit
b:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @both_arms_legal(ptr %p, i32 %n) {
entry:
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %cta, %n
  br i1 %c, label %a, label %b
a:
  call void @fill(ptr %p)
  br label %exit
b:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}

; Some threads of the arm leave the loop, the others meet its fill again, as those do that
; did not take the arm.
; CHECK: VX213: control flow around a transfer cannot be kept in one flow: kernel 'break_in_arm': whichever way a thread takes, it meets transfers or barriers of the loop before the ways join
define ptx_kernel void @break_in_arm(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  call void @fill(ptr %p)
  %d = icmp eq i32 %t, %tid
  br i1 %d, label %arm, label %latch
arm:
  call void @use(i32 %t)
  %u = icmp slt i32 %t, %n
  br i1 %u, label %exit, label %latch
latch:
  %t.next = add i32 %t, 1
  %v = icmp slt i32 %t.next, %n
  br i1 %v, label %loop, label %exit
exit:
  ret void
}

define ptx_kernel void @break_in_arm_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  call void @fill(ptr %p)
  %d = icmp eq i32 %t, %tid
  br i1 %d, label %arm, label %latch
arm:
  call void @use(i32 %t)
  br label %exit
latch:
  %t.next = add i32 %t, 1
  %v = icmp slt i32 %t.next, %n
  br i1 %v, label %loop, label %exit
exit:
  ret void
}

; CHECK: VX213: control flow around a transfer cannot be kept in one flow: kernel 'two_entries': {{.*}}cycle with several entries
define ptx_kernel void @two_entries(ptr %p, i32 %n, i1 %u) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %u, label %a, label %b
a:
  call void @fill(ptr %p)
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ 1, %a ]
  %d = icmp slt i32 %i, %tid
  br i1 %d, label %a, label %exit
exit:
  ret void
}

; The code behind the guard is entered from elsewhere, too.
; CHECK: VX213: control flow around a transfer cannot be kept in one flow: kernel 'shared_arm': block %site, which the branch decides on, is also entered from elsewhere
define ptx_kernel void @shared_arm(ptr %p, i32 %n, i1 %u) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %u, label %guard, label %site
guard:
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %site, label %exit
site:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}

; The break leads to a fill of its own.
; CHECK: VX211: divergent loop around a transfer has several exits: kernel 'exits': threads leave the loop at %loop here, and meet transfers or barriers before they rejoin those that leave it elsewhere
define ptx_kernel void @exits(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  call void @fill(ptr %p)
  %m = mul i32 %t, %tid
  %d = icmp eq i32 %m, %n
  br i1 %d, label %more, label %latch
latch:
  %t.next = add i32 %t, 1
  %c = icmp slt i32 %t.next, %tid
  br i1 %c, label %loop, label %exit
more:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @exits_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %latch ]
  call void @fill(ptr %p)
  %m = mul i32 %t, %tid
  %d = icmp eq i32 %m, %n
  br i1 %d, label %more, label %latch
latch:
  %t.next = add i32 %t, 1
  %c = icmp slt i32 %t.next, %tid
  br i1 %c, label %loop, label %exit
more:
  call void @use(i32 1)
  br label %exit
exit:
  ret void
}
