; In a loop whose trip count varies by thread the copy's condition is the block's: one
; block-wide OR, which is the iteration's barrier too. A uniform trip count needs none.
; RUN: %vx-opt -S -passes='test-vx-ring<stages=2>' %s | FileCheck %s
; RUN: %vx-opt -disable-output -passes='print<vx-ring>' %s 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=2>' -S %t.before.ll -o %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=causal --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i32:5
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=uniform --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i32:5

; The plan says why.
; PLAN: rings of 'causal'
; PLAN: because whether the next tile is needed varies by thread: one block-wide OR
; PLAN: rings of 'uniform'
; PLAN-NOT: because

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)

; CHECK-LABEL: define ptx_kernel void @causal(
; CHECK:      entry:
; CHECK:        %[[ANY:.*]] = call i1 @vx.sync.any(i1 %{{.*}}) [[CONV:#[0-9]+]]
; CHECK:        br i1 %[[ANY]], label %ring.issue
; CHECK:      body:
; CHECK:        %[[GATE:.*]] = select i1 %ahead.runs
; CHECK:        wait.group(i32 0)
; CHECK-NEXT:   %[[VOTE:.*]] = call i1 @vx.sync.any(i1 %[[GATE]]) [[CONV]]
; CHECK-NOT:    {{@vx.sync.any|barrier}}
; CHECK:        br i1 %[[VOTE]], label %ring.issue
; CHECK:      exit:
define ptx_kernel void @causal(ptr %A, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %head
head:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i32 %t, %tid
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i32 %t, 1
  br label %head
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @uniform(
; CHECK-NOT:   @vx.sync.any
; CHECK:       ret void
define ptx_kernel void @uniform(ptr %A, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %head
head:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i32 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i32 %t, 1
  br label %head
exit:
  ret void
}

; CHECK: declare i1 @vx.sync.any(i1) [[ATTR:#[0-9]+]]
; CHECK-DAG: attributes [[ATTR]] = { convergent nounwind "vx.sync"="any" }
; CHECK-DAG: attributes [[CONV]] = { convergent }
