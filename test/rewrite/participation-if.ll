; A guard around a fill: everybody fills as soon as one thread of the block wants to, and
; what else stands under the guard is masked.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s -o %t.placed.ll
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=early_return --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:40
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=early_return --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:0
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=uniform_return --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:1
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=if_else --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:17
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=if_in_if --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:40 --arg=i32:1:fill:-1
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=if_in_if --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:40 --arg=i32:1:zero
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=switch_guard --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=shared_cleanup --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:40 --arg=i32:7 --arg=i8:1
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=shared_cleanup --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota --arg=i32:40 --arg=i32:7 --arg=i8:0
; The comparison can fail: masked threads do what stands under the guard.
; RUN: sed 's/br i1 %c, label %go.masked/br i1 true, label %go.masked/' %t.after.ll > %t.wrong.ll
; RUN: not %vx-simt compare %t.before.ll %t.wrong.ll --kernel=early_return --block=48 --print=none --arg=i32:64:iota --arg=i32:40 | FileCheck %s --check-prefix=WRONG
; WRONG: different: variable 'log', byte 320

target triple = "nvptx64-nvidia-cuda"

declare void @fill(ptr) "vx.sync"="fill"
declare void @use(i32)

; CHECK-LABEL: define ptx_kernel void @early_return
; CHECK:       %c = icmp slt i32 %tid, %n
; CHECK-NEXT:  %any = call i1 @vx.sync.any(i1 %c)
; CHECK-NEXT:  br i1 %any, label %go, label %[[EXIT:.*]]
; CHECK:     go:
; CHECK-NEXT:  call void @fill(ptr %p)
; CHECK-NEXT:  br i1 %c, label %[[USE:.*]], label %[[EXIT]]
; CHECK:     [[USE]]:
; CHECK-NEXT:  call void @use(i32 %tid)
; CHECK:     [[EXIT]]:
; CHECK-NEXT:  ret void
define ptx_kernel void @early_return(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %go, label %out
out:
  ret void
go:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @uniform_return
; CHECK-NOT:   vx.sync.any
; CHECK:       br i1 %c, label %go, label %out
define ptx_kernel void @uniform_return(ptr %p, i32 %n) {
entry:
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %cta, %n
  br i1 %c, label %go, label %out
out:
  ret void
go:
  call void @fill(ptr %p)
  call void @use(i32 %cta)
  ret void
}

; Threads of the other arm run it first and wait at the vote. Behind the guard all go on.
; CHECK-LABEL: define ptx_kernel void @if_else
; CHECK:       %c = icmp
; CHECK:       br i1 %c, label %other, label %[[VOTE:.*]]
; CHECK:     [[VOTE]]:
; CHECK-NEXT:  %any = call i1 @vx.sync.any(i1 %[[IN:.*]])
; CHECK-NEXT:  br i1 %any, label %site, label %join{{.*}}
; CHECK:     site:
; CHECK-NEXT:  call void @fill(ptr %p)
; CHECK-NEXT:  br i1 %[[IN]], label %site.masked, label %join{{.*}}
; CHECK:     other:
; CHECK-NEXT:  call void @use(i32 0)
; CHECK-NEXT:  br label %[[VOTE]]
; CHECK:     join{{.*}}:
; CHECK-NEXT:  %[[X:.*]] = phi i32 [ 1, %site.masked ], [ 2, %site ], [ 2, %[[VOTE]] ]
; CHECK:       call void @use(i32 %[[X]])
define ptx_kernel void @if_else(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %other, label %site
site:
  call void @fill(ptr %p)
  call void @use(i32 %tid)
  br label %join
other:
  call void @use(i32 0)
  br label %join
join:
  %x = phi i32 [ 1, %site ], [ 2, %other ]
  call void @use(i32 %x)
  ret void
}

; The inner condition may be garbage where the outer mask is off: no plain `and`.
; CHECK-LABEL: define ptx_kernel void @if_in_if
; CHECK:       %any{{.*}} = call i1 @vx.sync.any(i1 %c)
; CHECK:       %[[IN:stay.*]] = select i1 %c, i1 %d{{.*}}, i1 false
; CHECK:       call i1 @vx.sync.any(i1 %[[IN]])
; CHECK:       call void @fill(ptr %p)
; CHECK-NEXT:  br i1 %[[IN]],
; CHECK:       call void @use(i32 1)
; CHECK:       br i1 %c,
; CHECK:       call void @use(i32 2)
define ptx_kernel void @if_in_if(ptr %p, i32 %n, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %outer, label %exit
outer:
  %v = load volatile i32, ptr %q
  %d = icmp slt i32 %v, 0
  br i1 %d, label %inner, label %after
inner:
  call void @fill(ptr %p)
  call void @use(i32 1)
  br label %after
after:
  call void @use(i32 2)
  br label %exit
exit:
  ret void
}

; The guard is a switch: it becomes a branch, and a switch for the threads aside.
; CHECK-LABEL: define ptx_kernel void @switch_guard
; CHECK:       %[[IS1:.*]] = icmp eq i32 %tid, 1
; CHECK:       br i1 %{{.*}}, label %[[REST:.*]], label %[[VOTE:.*]]
; CHECK:     [[VOTE]]:
; CHECK:       call i1 @vx.sync.any(i1 %[[IS1]])
; CHECK:     [[REST]]:
; CHECK:       icmp eq i32 %tid, 2
; CHECK:       label %two
define ptx_kernel void @switch_guard(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %tid, label %exit [ i32 1, label %one
                                 i32 2, label %two ]
one:
  call void @fill(ptr %p)
  br label %exit
two:
  call void @use(i32 2)
  br label %exit
exit:
  ret void
}

; Two early returns share their cleanup with the normal end, which holds no fill: each
; guard runs a copy of it before it waits.
; CHECK-LABEL: define ptx_kernel void @shared_cleanup
; CHECK:       br i1 %{{.*}}, label %[[FIRST:.*]], label %
; CHECK:       br i1 %{{.*}}, label %[[SECOND:.*]], label %
; CHECK:       call void @fill(ptr %p)
; CHECK-COUNT-3: call void @use(i32 9)
; CHECK-NOT:   call void @use(i32 9)
define ptx_kernel void @shared_cleanup(ptr %p, i32 %n, i32 %m, i1 %u) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp slt i32 %tid, %n
  br i1 %c, label %second, label %done
second:
  %d = icmp sgt i32 %tid, %m
  br i1 %d, label %site, label %done
site:
  call void @fill(ptr %p)
  br i1 %u, label %done, label %exit
done:
  %x = phi i32 [ 1, %entry ], [ 2, %second ], [ 3, %site ]
  call void @use(i32 9)
  call void @use(i32 %x)
  br label %exit
exit:
  ret void
}
