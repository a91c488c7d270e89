; What all threads must agree on: operands of the fills and the uniform branches that
; lead there. It is asked for only where a guard makes all threads compute it.
; RUN: %vx-opt -disable-output -passes='loop-simplify,lcssa,print<vx-participation>' %s 2>&1 | FileCheck %s --implicit-check-not="kernel '{{[a-z_]*}}_legal'"

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare ptr @next(ptr)
declare void @use(ptr)

; CHECK: VX216: value that all threads need is not block-uniform: kernel 'by_thread': operand %q depends on llvm.nvvm.read.ptx.sreg.tid.x [call void @fill(ptr %q)]
define ptx_kernel void @by_thread(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  %q = getelementptr float, ptr %p, i32 %tid
  call void @fill(ptr %q)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @by_block_legal(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  %q = getelementptr float, ptr %p, i32 %cta
  call void @fill(ptr %q)
  br label %exit
exit:
  ret void
}

; CHECK: VX216: {{.*}} kernel 'from_written_memory': operand %q loads from memory that the kernel may write
define ptx_kernel void @from_written_memory(ptr %p, i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  %q = load ptr, ptr %p
  call void @fill(ptr %q)
  store i32 0, ptr %out
  br label %exit
exit:
  ret void
}

define ptx_kernel void @from_read_only_memory_legal(ptr noalias %p, i32 %n, ptr %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %exit
go:
  %q = load ptr, ptr %p
  call void @fill(ptr %q)
  store i32 0, ptr %out
  br label %exit
exit:
  ret void
}

; Behind a loop that threads leave one by one, its counter differs.
; CHECK: VX216: {{.*}} kernel 'after_divergent_loop': operand %q {{.*}}leaves a loop that threads leave in different iterations
define ptx_kernel void @after_divergent_loop(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %loop, label %exit
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %loop ]
  %t.next = add i32 %t, 1
  %d = icmp slt i32 %t.next, %tid
  br i1 %d, label %loop, label %go
go:
  %q = getelementptr float, ptr %p, i32 %t.next
  call void @fill(ptr %q)
  br label %exit
exit:
  ret void
}

define ptx_kernel void @after_uniform_loop_legal(ptr %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %loop, label %exit
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %loop ]
  %t.next = add i32 %t, 1
  %d = icmp slt i32 %t.next, %m
  br i1 %d, label %loop, label %go
go:
  %q = getelementptr float, ptr %p, i32 %t.next
  call void @fill(ptr %q)
  br label %exit
exit:
  ret void
}
