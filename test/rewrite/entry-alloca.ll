; A fill at the kernel's start splits the entry block. The kernel's own array stays in it: behind the split it would be an
; alloca whose place is known only at run time, which sm_80 at PTX 7.0 does not have.
;
; RUN: %vx-opt -passes='vx-placement<sm=80;ptx=70>' -S %s -o %t.ll
; RUN: FileCheck %s --match-full-lines < %t.ll
; RUN: %vx-opt -passes='vx-placement<sm=80;ptx=70;crossing=sequenced>' -S %s -o %t.seq.ll
; RUN: FileCheck %s --match-full-lines < %t.seq.ll
; RUN: %vx-simt compare %s %t.ll --kernel=k --sweep=1 --block=48 --arg=f32:64:rand --arg=f32:48:zero --arg=i32:3:zero
target triple = "nvptx64-nvidia-cuda"

declare ptr @tile(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.align"="16" "vx.crossing"="streamed"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: define ptx_kernel void @k({{.*}}) {
; CHECK-NEXT: {{.*}}:
; CHECK-NEXT:   %own = alloca [3 x float], align 4
; CHECK-NOT: {{.*}}alloca{{.*}}
define ptx_kernel void @k(ptr %x, ptr %y, ptr %which) {
entry:
  %s = call ptr @tile(ptr %x)
  %own = alloca [3 x float], align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = zext i32 %tid to i64
  %p = getelementptr float, ptr %s, i64 %t
  %v = load float, ptr %p, align 4
  %i = load i32, ptr %which, align 4
  %slot = getelementptr float, ptr %own, i32 %i
  store float 0.0, ptr %own, align 4
  store float %v, ptr %slot, align 4
  %w = load float, ptr %own, align 4
  %q = getelementptr float, ptr %y, i64 %t
  store float %w, ptr %q, align 4
  ret void
}
