; One stage issues and waits at once, between two barriers: the slot is refilled only when all
; have left it, and read only when all of it is there. Nothing is fetched before the loop.
; RUN: %vx-opt -S -passes='test-vx-ring<stages=1>' %s 2>%t | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK < %t
; REMARK: remark: VX309: streamed tile issues and waits at once: kernel 'f', tile 'a': one stage keeps no copy in flight while a tile is used
; RUN: %vx-opt -disable-output -passes='test-vx-ring<stages=2>' %s 2>&1 | count 0
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=streamed;stages=1>' -S %t.before.ll -o %t.after.ll 2>/dev/null
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=f --block=48 --sweep=1 --print=none --arg=f32:8192:rand:1 --arg=i64:5

declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)

; CHECK-LABEL: define ptx_kernel void @f(
; CHECK-NOT:    {{issue|commit|wait}}
; CHECK:      body:
; CHECK:        barrier.cta.sync.aligned.all(i32 0)
; CHECK:        call void @vx.sync.issue.a(ptr %{{.*}}, i32 0)
; CHECK-NEXT:   commit.group()
; CHECK-NEXT:   wait.group(i32 0)
; CHECK-NEXT:   barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT:   call ptr @vx.test.slot.a(i32 0)
; CHECK-NOT:    wait
; CHECK:        ret void
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  ret void
}
