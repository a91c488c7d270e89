; What is computed ahead reads no memory, needs no inner loop and cannot trap.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/base_from_memory.ll 2>&1 | FileCheck %s --check-prefix=BASE-FROM-MEMORY
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/base_loaded_before.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/impure_call.ll 2>&1 | FileCheck %s --check-prefix=IMPURE-CALL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/pure_call.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/exit_from_memory.ll 2>&1 | FileCheck %s --check-prefix=EXIT-FROM-MEMORY
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/exit_by_state.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/division_by_thread.ll 2>&1 | FileCheck %s --check-prefix=DIVISION-BY-THREAD
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/division_by_constant.ll 2>&1 | FileCheck %s --check-prefix=LEGAL

; BASE-FROM-MEMORY: VX304: the next tile cannot be computed ahead: kernel 'f', tile 'a': the operands or the guard of a later transfer depend on this instruction, and it reads memory [%i = load i64, ptr %q, align 4]; compute them from the loop's counters, or load them before the loop, or ask for a sequenced crossing
; IMPURE-CALL: VX304: the next tile cannot be computed ahead: kernel 'f', tile 'a': the operands or the guard of a later transfer depend on this instruction, and it is not a pure function of the loop's state
; EXIT-FROM-MEMORY: VX305: loop exit cannot be foreseen: kernel 'f', tile 'a': whether a later iteration runs depends on this instruction, and it reads memory [%x = load float, ptr %a, align 4]; make the exit a function of the loop's counters, or ask for a sequenced crossing
; DIVISION-BY-THREAD: VX304: the next tile cannot be computed ahead: kernel 'f', tile 'a': whether this division is executed varies by thread, and its divisor may be zero where it is not
; LEGAL-NOT: VX
; LEGAL: ring in loop %body
; LEGAL-NOT: VX

;--- base_from_memory.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %q = getelementptr i64, ptr %B, i64 %t
  %i = load i64, ptr %q
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %i
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- base_loaded_before.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %i = load i64, ptr %B
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %s = add i64 %i, %t
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %s
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- impure_call.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare i64 @g(i64) memory(none)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %i = call i64 @g(i64 %t)
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %i
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- pure_call.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare i64 @g(i64) memory(none) speculatable
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %i = call i64 @g(i64 %t)
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %i
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- exit_from_memory.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %x = load float, ptr %a
  %c = fcmp ogt float %x, 0.0
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- exit_by_state.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %x = uitofp i64 %t1 to float
  %c = fcmp olt float %x, 64.0
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- division_by_thread.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = zext i32 %tid to i64
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %i = udiv i64 %t, %n
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %i
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %m
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- division_by_constant.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = zext i32 %tid to i64
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %i = udiv i64 %t, 3
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %i
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %m
  br i1 %c, label %body, label %exit
exit:
  ret void
}
