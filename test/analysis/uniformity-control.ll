; Divergence that control flow makes: joins, loops that threads leave one by one.
; RUN: %vx-opt -disable-output -passes='print<vx-uniformity>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: block uniformity of 'join'
define ptx_kernel void @join(i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
; CHECK: DIVERGENT {{.*}}br i1 %c
  br i1 %c, label %a, label %b
a:
  br label %b
b:
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.tid.x
  %x = phi i32 [ 0, %0 ], [ 1, %a ]
  ret void
}

; CHECK-LABEL: block uniformity of 'uniform_join'
define ptx_kernel void @uniform_join(i32 %n) {
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %cta, %n
; CHECK: uniform {{.*}}br i1 %c
  br i1 %c, label %a, label %b
a:
  br label %b
b:
; CHECK: uniform {{.*}}%x =
  %x = phi i32 [ 0, %0 ], [ 1, %a ]
  ret void
}

; The counter is equal in the threads that are still in the loop, and not outside.
; CHECK-LABEL: block uniformity of 'divergent_trip_count'
define ptx_kernel void @divergent_trip_count(ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
; CHECK: uniform {{.*}}%t =
  %t = phi i32 [ 0, %0 ], [ %next, %loop ]
; CHECK: uniform {{.*}}%next =
  %next = add i32 %t, 1
  %c = icmp slt i32 %next, %tid
; CHECK: DIVERGENT {{.*}}br i1 %c
  br i1 %c, label %loop, label %exit
exit:
; CHECK: DIVERGENT {{.*}}%sum = {{.*}} ; leaves a loop that threads leave in different iterations ; temporal use of %next
  %sum = add i32 %next, 1
  ret void
}

; CHECK-LABEL: block uniformity of 'uniform_trip_count'
define ptx_kernel void @uniform_trip_count(i32 %n) {
  br label %loop
loop:
  %t = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %t, 1
  %c = icmp slt i32 %next, %n
; CHECK: uniform {{.*}}br i1 %c
  br i1 %c, label %loop, label %exit
exit:
; CHECK: uniform {{.*}}%sum =
  %sum = add i32 %next, 1
  ret void
}

; Threads enter the cycle at two blocks: nothing in it counts as uniform.
; CHECK-LABEL: block uniformity of 'irreducible'
define ptx_kernel void @irreducible(i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %a, label %b
a:
; CHECK: DIVERGENT {{.*}}%x = phi
  %x = phi i32 [ 0, %0 ], [ %y, %b ]
  br label %b
b:
  %z = phi i32 [ 0, %0 ], [ %x, %a ]
  %y = add i32 %z, 1
  %d = icmp slt i32 %y, %n
  br i1 %d, label %a, label %exit
exit:
  ret void
}
