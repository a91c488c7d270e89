; A copy that a loop carries to its next iteration, where it is read before the tile is fetched again. Threads may
; leave the loop in different iterations: all that are in it fetch together. Who has left and comes back with the
; copy it had finds another one.
; RUN: split-file %s %t
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/legal.ll -o %t/placed.ll
; RUN: %vx-simt compare %t/legal.ll %t/placed.ll --kernel=carried --sweep=1 --block=40 --print=none --arg=f32:1312:rand --arg=f32:40:zero
; RUN: %vx-simt compare %t/legal.ll %t/placed.ll --kernel=fetched_anew --sweep=1 --block=40 --print=none --arg=f32:1312:rand --arg=f32:40:zero
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/refused.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not %vx-opt -passes='vx-placement<sm=80;crossing=streamed>' -disable-output %t/legal.ll 2>&1 | FileCheck %s --check-prefix=STREAMED
; CHECK: error: VX206: copies of one tile are live at once: kernel 'comes_back', tile 'k': reads a copy that was fetched before the tile was fetched again by '%r1 = call ptr @k(ptr %s)' [%x = load float, ptr %a
; CHECK: error: VX206: {{.*}}kernel 'read_behind', tile 'k': {{.*}}[%y = load float
; STREAMED: error: VX308: {{.*}}kernel 'carried', tile 'k': the tile of one iteration is still used in the next

;--- legal.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
define ptx_kernel void @carried(ptr %p, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = xor i32 %t, 13
  %i = and i32 %mirror, 31
  %r0 = call ptr @k(ptr %p)
  br label %l
l:
  %cur = phi ptr [ %r0, %entry ], [ %r1, %l ]
  %j = phi i32 [ 0, %entry ], [ %j1, %l ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %l ]
  %a = getelementptr float, ptr %cur, i32 %i
  %x = load float, ptr %a
  %sum1 = fadd float %sum, %x
  %j1 = add i32 %j, 1
  %s = getelementptr [32 x float], ptr %p, i32 %j1
  %r1 = call ptr @k(ptr %s)
  %more = icmp ult i32 %j1, %t
  br i1 %more, label %l, label %done
done:
  %q = getelementptr float, ptr %o, i32 %t
  store float %sum1, ptr %q
  ret void
}
; The same in a loop of all threads, each round of which begins with a copy of its own.
define ptx_kernel void @fetched_anew(ptr %p, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = xor i32 %t, 13
  %i = and i32 %mirror, 31
  br label %outer
outer:
  %round = phi i32 [ 0, %entry ], [ %round1, %latch ]
  %all = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  %first = getelementptr [32 x float], ptr %p, i32 %round
  %r0 = call ptr @k(ptr %first)
  br label %l
l:
  %cur = phi ptr [ %r0, %outer ], [ %r1, %l ]
  %j = phi i32 [ 0, %outer ], [ %j1, %l ]
  %sum = phi float [ %all, %outer ], [ %sum1, %l ]
  %a = getelementptr float, ptr %cur, i32 %i
  %x = load float, ptr %a
  %sum1 = fadd float %sum, %x
  %j1 = add i32 %j, 1
  %s = getelementptr [32 x float], ptr %p, i32 %j1
  %r1 = call ptr @k(ptr %s)
  %more = icmp ult i32 %j1, %t
  br i1 %more, label %l, label %latch
latch:
  %round1 = add i32 %round, 1
  %again = icmp ult i32 %round1, 3
  br i1 %again, label %outer, label %done
done:
  %q = getelementptr float, ptr %o, i32 %t
  store float %sum1, ptr %q
  ret void
}
;--- refused.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
define ptx_kernel void @comes_back(ptr %p, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = xor i32 %t, 13
  %i = and i32 %mirror, 31
  %r0 = call ptr @k(ptr %p)
  br label %outer
outer:
  %round = phi i32 [ 0, %entry ], [ %round1, %latch ]
  %kept = phi ptr [ %r0, %entry ], [ %r1, %latch ]
  %all = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  br label %l
l:
  %cur = phi ptr [ %kept, %outer ], [ %r1, %l ]
  %j = phi i32 [ 0, %outer ], [ %j1, %l ]
  %sum = phi float [ %all, %outer ], [ %sum1, %l ]
  %a = getelementptr float, ptr %cur, i32 %i
  %x = load float, ptr %a
  %sum1 = fadd float %sum, %x
  %j1 = add i32 %j, 1
  %s = getelementptr [32 x float], ptr %p, i32 %j1
  %r1 = call ptr @k(ptr %s)
  %more = icmp ult i32 %j1, %t
  br i1 %more, label %l, label %latch
latch:
  %round1 = add i32 %round, 1
  %again = icmp ult i32 %round1, 3
  br i1 %again, label %outer, label %done
done:
  %q = getelementptr float, ptr %o, i32 %t
  store float %sum1, ptr %q
  ret void
}
define ptx_kernel void @read_behind(ptr %p, ptr %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = xor i32 %t, 13
  %i = and i32 %mirror, 31
  %r0 = call ptr @k(ptr %p)
  br label %l
l:
  %cur = phi ptr [ %r0, %entry ], [ %r1, %l ]
  %j = phi i32 [ 0, %entry ], [ %j1, %l ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %l ]
  %a = getelementptr float, ptr %cur, i32 %i
  %x = load float, ptr %a
  %sum1 = fadd float %sum, %x
  %j1 = add i32 %j, 1
  %s = getelementptr [32 x float], ptr %p, i32 %j1
  %r1 = call ptr @k(ptr %s)
  %more = icmp ult i32 %j1, %t
  br i1 %more, label %l, label %done
done:
  %b = getelementptr float, ptr %r1, i32 %i
  %y = load float, ptr %b
  %z = fadd float %y, %sum1
  %q = getelementptr float, ptr %o, i32 %t
  store float %z, ptr %q
  ret void
}
