; Threads that end inside a function, or in inline assembly, leave the others alone at the barriers of a fill. The kernel's
; control flow does not show it, so the call is refused; one that cannot end a thread is not.
;
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/refused.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/legal.ll -o %t/placed.ll
; RUN: %vx-simt compare %t/legal.ll %t/placed.ll --kernel=returns --sweep=1 --block=40 --arg=f32:32:rand --arg=f32:40:zero --arg=i64:5
;
; CHECK: error: VX215: trap or possibly endless loop under a thread-dependent guard around a transfer: kernel 'calls': threads may end in it while others wait for them [call void @outer(i1 %g)]; return to the kernel and leave it by a branch
; CHECK: error: VX215: {{.*}}kernel 'assembly': threads may end in it while others wait for them

;--- refused.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.exit()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32"
define internal void @bail(i1 %c) noinline {
  br i1 %c, label %x, label %y
x:
  call void @llvm.nvvm.exit()
  unreachable
y:
  ret void
}
define internal void @outer(i1 %c) noinline {
  call void @bail(i1 %c)
  ret void
}
define ptx_kernel void @calls(ptr %p, ptr %o, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %g = icmp uge i64 %i, %n
  call void @outer(i1 %g)
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  %q = getelementptr float, ptr %o, i64 %i
  store float %x, ptr %q
  ret void
}
define ptx_kernel void @assembly(ptr %p, ptr %o, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void asm sideeffect "{ .reg .pred q; setp.gt.u32 q, $0, $1; @q exit; }", "r,r"(i32 %t, i32 %n)
  %r = call ptr @k(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}

;--- legal.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32"
define internal i64 @clamp(i64 %i, i64 %n) noinline {
  %m = call i64 @llvm.umin.i64(i64 %i, i64 %n)
  ret i64 %m
}
declare i64 @llvm.umin.i64(i64, i64)
define ptx_kernel void @returns(ptr %p, ptr %o, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %m = call i64 @clamp(i64 %i, i64 %n)
  %r = call ptr @k(ptr %p)
  %a = getelementptr float, ptr %r, i64 %m
  %x = load float, ptr %a
  %q = getelementptr float, ptr %o, i64 %i
  store float %x, ptr %q
  ret void
}
