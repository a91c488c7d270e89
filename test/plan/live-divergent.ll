; A result that a thread reads after it has waited for others is the copy that those fetched last. Behind a loop that
; threads leave in different iterations, and where a branch that only some threads take fetches the tile again, the
; read is refused. With the same trip count for all it is not, nor where each thread reads before the next refill.
;
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/refused.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not %vx-opt -passes='vx-placement<sm=80;crossing=streamed>' -disable-output %t/refused.ll 2>&1 | FileCheck %s --check-prefix=STREAMED
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/legal.ll -o %t/placed.ll
; RUN: %vx-simt compare %t/legal.ll %t/placed.ll --kernel=after_uniform_loop --sweep=1 --block=40 --arg=f32:128:rand --arg=f32:40:zero --arg=i64:3
; RUN: %vx-simt compare %t/legal.ll %t/placed.ll --kernel=read_inside --sweep=1 --block=40 --arg=f32:128:rand --arg=f32:40:zero --arg=i64:3
;
; A pass may sink the read behind the loop; then it is refused, too.
; RUN: not %vx-opt -passes='vx-protect-transfers,default<O2>,vx-placement<sm=80>' -disable-output %t/legal.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SUNK --implicit-check-not=error:
;
; CHECK: error: VX206: copies of one tile are live at once: kernel 'after_divergent_loop', tile 'k': reads a copy that was fetched before the tile was fetched again by '%r = call ptr @k(ptr %s)'
; CHECK: error: VX206: copies of one tile are live at once: kernel 'divergent_refill', tile 'k': reads a copy that was fetched before the tile was fetched again by '%r2 = call ptr @k(ptr %p2)'
; STREAMED: error: VX206: {{.*}}kernel 'after_divergent_loop'
; SUNK: error: VX206: {{.*}}kernel 'read_inside'

;--- refused.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
define ptx_kernel void @after_divergent_loop(ptr %p, ptr %o, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %im = and i64 %i, 31
  %tr = and i64 %i, 3
  br label %l
l:
  %j = phi i64 [0, %entry], [%j1, %l]
  %off = mul i64 %j, 32
  %s = getelementptr float, ptr %p, i64 %off
  %r = call ptr @k(ptr %s)
  %j1 = add i64 %j, 1
  %c = icmp ule i64 %j1, %tr
  br i1 %c, label %l, label %exit
exit:
  %a = getelementptr inbounds float, ptr %r, i64 %im
  %v = load float, ptr %a
  %q = getelementptr float, ptr %o, i64 %i
  store float %v, ptr %q
  ret void
}
define ptx_kernel void @divergent_refill(ptr %p, ptr %o, i64 %c) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %im = and i64 %i, 31
  %r = call ptr @k(ptr %p)
  %g = icmp ult i64 %i, %c
  br i1 %g, label %x, label %y
x:
  %p2 = getelementptr float, ptr %p, i64 32
  %r2 = call ptr @k(ptr %p2)
  br label %z
y:
  br label %z
z:
  %rr = phi ptr [%r2, %x], [%r, %y]
  %a = getelementptr inbounds float, ptr %rr, i64 %im
  %v = load float, ptr %a
  %q = getelementptr i32, ptr %o, i64 %i
  store float %v, ptr %q
  ret void
}
;--- legal.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
define ptx_kernel void @after_uniform_loop(ptr %p, ptr %o, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %im = and i64 %i, 31
  %tr = and i64 %n, 3
  br label %l
l:
  %j = phi i64 [0, %entry], [%j1, %l]
  %off = mul i64 %j, 32
  %s = getelementptr float, ptr %p, i64 %off
  %r = call ptr @k(ptr %s)
  %j1 = add i64 %j, 1
  %c = icmp ule i64 %j1, %tr
  br i1 %c, label %l, label %exit
exit:
  %a = getelementptr inbounds float, ptr %r, i64 %im
  %v = load float, ptr %a
  %q = getelementptr float, ptr %o, i64 %i
  store float %v, ptr %q
  ret void
}
define ptx_kernel void @read_inside(ptr %p, ptr %o, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %im = and i64 %i, 31
  %tr = and i64 %i, 3
  br label %l
l:
  %j = phi i64 [0, %entry], [%j1, %l]
  %off = mul i64 %j, 32
  %s = getelementptr float, ptr %p, i64 %off
  %r = call ptr @k(ptr %s)
  %a = getelementptr inbounds float, ptr %r, i64 %im
  %v = load float, ptr %a
  %j1 = add i64 %j, 1
  %c = icmp ule i64 %j1, %tr
  br i1 %c, label %l, label %exit
exit:
  %q = getelementptr float, ptr %o, i64 %i
  store float %v, ptr %q
  ret void
}
