; The wait's number is the count of younger groups: N - 2, however many tiles share the loop.
; One wait, one barrier, one commit an iteration, and a full drain at the exit.
; RUN: %vx-opt -S -passes='test-vx-ring<stages=2>' %s | FileCheck %s --check-prefixes=CHECK,N2 -DW=0 -DLAST=1
; RUN: %vx-opt -S -passes='test-vx-ring<stages=3>' %s | FileCheck %s --check-prefixes=CHECK,DEEP -DW=1 -DLAST=2
; RUN: %vx-opt -S -passes='test-vx-ring<stages=4>' %s | FileCheck %s --check-prefixes=CHECK,DEEP -DW=2 -DLAST=3
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=2>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=one --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=two --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=three --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=3>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=one --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=two --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=three --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=4>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=one --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=two --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=three --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5

declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare ptr @b(ptr) "vx.transfer"="smem" "vx.name"="b" "vx.element"="4" "vx.extent"="64"
declare ptr @c(ptr) "vx.transfer"="smem" "vx.name"="c" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr, ptr, ptr) memory(read)

; CHECK-LABEL: define ptx_kernel void @one(
; N2-NOT:     br i1 %{{.*}}, label %ring.fill
; DEEP:       ring.fill:
; CHECK:        call void @vx.sync.issue.a(
; CHECK:        call void @llvm.nvvm.cp.async.commit.group(){{.*}}, !vx.ours
; DEEP:         icmp ult i32 %ring.next, [[LAST]]
; CHECK:      body:
; CHECK-NOT:    commit
; CHECK:        select i1 %{{.*}}, i32 [[LAST]], i32 %
; CHECK:        call void @llvm.nvvm.cp.async.wait.group(i32 [[W]]){{.*}}, !vx.ours
; CHECK-NEXT:   call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT:    {{udiv|urem|sdiv|srem}}
; CHECK:        call void @vx.sync.issue.a(ptr %{{.*}}, i32 %ring.fetch)
; CHECK:        call void @llvm.nvvm.cp.async.commit.group()
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:        call ptr @vx.test.slot.a(i32 %ring.slot)
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:      exit:
; CHECK-NEXT:   call void @llvm.nvvm.cp.async.wait.group(i32 0)
; CHECK-NEXT:   ret void
define ptx_kernel void @one(ptr %A, i64 %n) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a, ptr %a, ptr %a)
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @two(
; CHECK:      body:
; CHECK:        wait.group(i32 [[W]])
; CHECK-NEXT:   barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:        call void @vx.sync.issue.a(ptr %{{.*}}, i32 %ring.fetch)
; CHECK-NEXT:   call void @vx.sync.issue.b(ptr %{{.*}}, i32 %ring.fetch)
; CHECK:        commit.group()
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:      exit:
define ptx_kernel void @two(ptr %A, i64 %n) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %b = call ptr @b(ptr %p)
  call void @use(ptr %a, ptr %b, ptr %a)
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @three(
; CHECK:      body:
; CHECK:        wait.group(i32 [[W]])
; CHECK-NEXT:   barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:        call void @vx.sync.issue.a(
; CHECK-NEXT:   call void @vx.sync.issue.b(
; CHECK-NEXT:   call void @vx.sync.issue.c(
; CHECK:        commit.group()
; CHECK-NOT:    {{wait.group|barrier|commit}}
; CHECK:      exit:
define ptx_kernel void @three(ptr %A, i64 %n) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %b = call ptr @b(ptr %p)
  %x = call ptr @c(ptr %p)
  call void @use(ptr %a, ptr %b, ptr %x)
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  ret void
}
