; A kernel with asynchronous copies of its own beside a ring. More groups only make a wait
; stricter, so counts stay right; a wait of the kernel's own in the loop that would complete
; the ring's copies at once takes away what was asked for, and is named.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/own_wait.ll 2>&1 | FileCheck %s --check-prefix=OWN-WAIT
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/own_wait_deep.ll 2>&1 | FileCheck %s --check-prefixes=LEGAL,WHY
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/own_wait_all.ll 2>&1 | FileCheck %s --check-prefix=OWN-WAIT-ALL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/own_copies_only.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/mbarrier.ll 2>&1 | FileCheck %s --check-prefix=MBARRIER
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/mbarrier_before.ll 2>&1 | FileCheck %s --check-prefixes=LEGAL,NO-WHY

; OWN-WAIT: VX307: kernel's own asynchronous copies conflict with a ring: kernel 'f', tile 'a': this wait leaves 1 groups pending; with 1 groups of the kernel's own an iteration it must leave 2 or the ring's copies are waited for at once [call void @llvm.nvvm.cp.async.wait.group(i32 1)]; wait outside the loop, or ask for a sequenced crossing
; OWN-WAIT-ALL: VX307: kernel's own asynchronous copies conflict with a ring: kernel 'f', tile 'a': this wait leaves 0 groups pending; with 0 groups
; MBARRIER: VX307: kernel's own asynchronous copies conflict with a ring: kernel 'f', tile 'a': the kernel's own mbarrier or bulk copy is in the loop of a ring
; LEGAL-NOT: VX
; LEGAL: ring in loop %body
; LEGAL-NOT: VX
; WHY: because 1 groups of the kernel's own an iteration: the wait completes them too
; NO-WHY-NOT: because

;--- own_wait.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
@s = internal addrspace(3) global [64 x float] undef, align 16
define ptx_kernel void @f(ptr %A, ptr %B, ptr addrspace(1) %G, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %G)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- own_wait_deep.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
@s = internal addrspace(3) global [64 x float] undef, align 16
define ptx_kernel void @f(ptr %A, ptr %B, ptr addrspace(1) %G, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %G)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 2)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- own_wait_all.ll
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
  call void @llvm.nvvm.cp.async.wait.all()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- own_copies_only.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
@s = internal addrspace(3) global [64 x float] undef, align 16
define ptx_kernel void @f(ptr %A, ptr %B, ptr addrspace(1) %G, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %G)
  call void @llvm.nvvm.cp.async.commit.group()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- mbarrier.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
@m = internal addrspace(3) global i64 undef, align 8
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %x = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @m)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- mbarrier_before.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
@m = internal addrspace(3) global i64 undef, align 8
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %x = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @m)
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
