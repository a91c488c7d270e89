; Each refusal ends opt with an error by vx-placement itself; the twin differs in a line or two, and is placed.
; RUN: sed 's/^;bad //' %s > %t.bad.ll
; RUN: sed 's/^;good //' %s > %t.good.ll
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t.bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80;ptx=70>' -S %t.good.ll -o %t.placed.ll
; DEFINE: %{args} = --block=16 --sweep=1 --print=none --arg=f32:256:rand --arg=i32:16:zero --arg=i32:3
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=aligned %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=hazard %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=ahead %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=exit %{args}
; RUN: %vx-simt compare %t.good.ll %t.placed.ll --kernel=carried %{args}
; CHECK-DAG: error: VX302: streamed tile cannot be copied in 4-byte units: kernel 'aligned', tile 'h'
; CHECK-DAG: error: VX303: memory effect in the window of an early copy: kernel 'hazard', tile 't'
; CHECK-DAG: error: VX304: the next tile cannot be computed ahead: kernel 'ahead', tile 't'
; CHECK-DAG: error: VX305: loop exit cannot be foreseen: kernel 'exit', tile 't'
; CHECK-DAG: error: VX308: streamed crossing is not available for this shape: kernel 'carried', tile 't'
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.name"="t" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed"
;bad declare ptr @h(ptr) "vx.transfer"="smem" "vx.name"="h" "vx.element"="2" "vx.extent"="64" "vx.crossing"="streamed"
;good declare ptr @h(ptr) "vx.transfer"="smem" "vx.name"="h" "vx.element"="2" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="4"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @aligned(ptr noalias %p, ptr noalias %o, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @h(ptr %p)
  %a = getelementptr i16, ptr %r, i32 %i
  %x = load i16, ptr %a
  %q = getelementptr i32, ptr %o, i32 %i
  store i16 %x, ptr %q
  ret void
}
define ptx_kernel void @hazard(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %o, i32 %i
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k.next, %body ]
  %b = getelementptr [64 x i32], ptr %p, i32 %k
  %r = call ptr @t(ptr %b)
  %a = getelementptr i32, ptr %r, i32 %i
  %x = load i32, ptr %a
;bad   %y = atomicrmw add ptr %q, i32 %x monotonic
;good   store i32 %x, ptr %q
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}
define ptx_kernel void @ahead(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %o, i32 %i
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k.next, %body ]
  %l = getelementptr i32, ptr %p, i32 %k
;bad   %f = load i32, ptr %l
;good   %f = mul i32 %k, 3
  %m = and i32 %f, 3
  %b = getelementptr [64 x i32], ptr %p, i32 %m
  %r = call ptr @t(ptr %b)
  %a = getelementptr i32, ptr %r, i32 %i
  %x = load i32, ptr %a
  store i32 %x, ptr %q
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}
define ptx_kernel void @exit(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %o, i32 %i
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k.next, %body ]
  %b = getelementptr [64 x i32], ptr %p, i32 %k
  %r = call ptr @t(ptr %b)
  %a = getelementptr i32, ptr %r, i32 %i
  %x = load i32, ptr %a
  store i32 %x, ptr %q
  %k.next = add i32 %k, 1
  %l = getelementptr i32, ptr %p, i32 %k
;bad   %v = load i32, ptr %l
;good   %v = add i32 %k, 1
  %more = icmp slt i32 %v, %n
  br i1 %more, label %body, label %done
done:
  ret void
}
; The next iteration reads this one's copy.
define ptx_kernel void @carried(ptr noalias %p, ptr noalias %o, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %o, i32 %i
  %first = call ptr @t(ptr %p)
  br label %body
body:
  %k = phi i32 [ 0, %entry ], [ %k.next, %body ]
  %old = phi ptr [ %first, %entry ], [ %kept, %body ]
  %c = getelementptr i32, ptr %old, i32 %i
;bad   %y = load i32, ptr %c
;good   %y = add i32 %k, 1
  %b = getelementptr [64 x i32], ptr %p, i32 %k
  %r = call ptr @t(ptr %b)
;bad   %kept = getelementptr i32, ptr %r, i32 0
;good   %kept = getelementptr i32, ptr %old, i32 0
  %a = getelementptr i32, ptr %r, i32 %i
  %x = load i32, ptr %a
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  %z = add i32 %x, %y
  store i32 %z, ptr %q
  br i1 %more, label %body, label %done
done:
  ret void
}
