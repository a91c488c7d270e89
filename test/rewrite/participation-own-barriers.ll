; The kernel's own block barriers under a guard around a fill are joined by all threads. What
; a waiting thread brings to a reduction does not change it.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='loop-simplify,lcssa,print<vx-participation>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s -o %t.placed.ll
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=barriers --block=48 --sweep=1 --print=none --arg=i32:128:iota --arg=i32:40
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=no_fill --block=48 --sweep=1 --print=none --arg=i32:40
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=vote --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:128:iota --arg=i32:40

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; CHECK-LABEL: define ptx_kernel void @barriers
; CHECK:       call i1 @vx.sync.any(i1 %c)
; CHECK:       call void @fill(ptr %p)
; CHECK-NEXT:  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT:  br i1 %c,
; CHECK:       call void @use(i32 1)
; CHECK:       %[[OR:.*]] = select i1 %c, i1 %b, i1 false
; CHECK-NEXT:  call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %[[OR]])
; CHECK:       %[[POPC:.*]] = select i1 %c, i1 %b, i1 false
; CHECK-NEXT:  call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %[[POPC]])
; CHECK:       %[[NOT:.*]] = xor i1 %c, true
; CHECK-NEXT:  %[[AND:.*]] = select i1 %[[NOT]], i1 true, i1 %b
; CHECK-NEXT:  call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %[[AND]])
; PLAN: participation of 'barriers': 1 guards, {{.*}}, 4 own barriers joined
define ptx_kernel void @barriers(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  %b = icmp eq i32 %tid, 3
  br i1 %c, label %go, label %exit
go:
  call void @fill(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @use(i32 1)
  %or = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %b)
  %popc = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %b)
  %and = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %b)
  br label %exit
exit:
  ret void
}

; Without a fill anywhere the kernel's barriers are its own business.
; CHECK-LABEL: define ptx_kernel void @no_fill
; CHECK-NOT:   vx.sync.any
; PLAN: participation of 'no_fill': 0 guards
define ptx_kernel void @no_fill(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %exit
exit:
  ret void
}

; A vote of the input under a guard: a masked thread votes false.
; CHECK-LABEL: define ptx_kernel void @vote
; CHECK:       %[[OP:.*]] = select i1 %c, i1 %b, i1 false
; CHECK-NEXT:  %v = call i1 @vx.sync.any(i1 %[[OP]])
; CHECK-NEXT:  br i1 %v, label %more
define ptx_kernel void @vote(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  %b = icmp eq i32 %tid, 3
  br i1 %c, label %go, label %exit
go:
  %v = call i1 @vx.sync.any(i1 %b)
  br i1 %v, label %more, label %exit
more:
  call void @fill(ptr %p)
  br label %exit
exit:
  ret void
}
declare i1 @vx.sync.any(i1) "vx.sync"="any"
