; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s -o %t.placed.ll
; RUN: FileCheck %s --input-file=%t.placed.ll
; All threads store to one element: races are not looked for.
; RUN: %vx-simt compare %s %t.placed.ll --kernel=large --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=waited_for --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=too_small --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=tested --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=tested --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:516:rand:1:offset=4 --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=two --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:512:rand:2 --arg=f32:1:zero

; The threads of the block are not counted before the launch, so a loop over copies is not unrolled by
; LLVM: it comes out with four copies of a thread behind one bound test, and a loop for the rest.
declare ptr @big(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="512" "vx.align"="16" "vx.crossing"="streamed"
declare ptr @sequenced(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="512" "vx.align"="16"
declare ptr @other(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="512" "vx.align"="16" "vx.crossing"="streamed"
declare ptr @small(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="508" "vx.align"="16" "vx.crossing"="streamed"
declare ptr @doubtful(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="512" "vx.crossing"="streamed"

; Addresses go on by the distance of two copies of a thread; no index is computed anew.
; CHECK-LABEL: define ptx_kernel void @large(
; CHECK: vx.fill:
; CHECK: [[THREE:%.*]] = mul nuw i32 [[N:%.*]], 3
; CHECK-NEXT: [[LAST:%.*]] = add nuw i32 [[I:%.*]], [[THREE]]
; CHECK-NEXT: icmp ult i32 [[LAST]], 128
; CHECK: vx.copy:
; CHECK: [[TO:%.*]] = getelementptr inbounds i8, ptr addrspace(3)
; CHECK: [[STEP:%.*]] = mul nuw i32 [[N]], 16
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[STEP]] to i64
; CHECK-NEXT: [[FROM1:%.*]] = getelementptr i8, ptr addrspace(1) [[FROM:%.*]], i64 [[WIDE]]
; CHECK-NEXT: [[TO1:%.*]] = getelementptr i8, ptr addrspace(3) [[TO]], i32 [[STEP]]
; CHECK: call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) [[TO]], ptr addrspace(1) [[FROM]])
; CHECK-NEXT: call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) [[TO1]], ptr addrspace(1) [[FROM1]])
; CHECK-COUNT-2: call void @llvm.nvvm.cp.async.cg.shared.global.16
; CHECK: vx.fill1:
; CHECK: icmp ult i32 {{%.*}}, 128
; CHECK: call void @llvm.nvvm.cp.async.cg.shared.global.16
; CHECK-NOT: call void @llvm.nvvm.cp.async.cg
; CHECK: ret void
define ptx_kernel void @large(ptr %p, ptr %o) {
  %r = call ptr @big(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Loads and stores: each address stands by itself, or ptxas would put every load next to its store.
; CHECK-LABEL: define ptx_kernel void @waited_for(
; CHECK: vx.copy:
; CHECK: [[FROM0:%.*]] = getelementptr i8, ptr addrspace(1) [[BASE:%.*]], i64
; CHECK-COUNT-3: getelementptr i8, ptr addrspace(1) [[BASE]], i64
; CHECK: load <4 x i32>, ptr addrspace(1) [[FROM0]]
; CHECK-NEXT: load <4 x i32>
; CHECK-NEXT: load <4 x i32>
; CHECK-NEXT: load <4 x i32>
; CHECK-NEXT: store <4 x i32>
define ptx_kernel void @waited_for(ptr %p, ptr %o) {
  %r = call ptr @sequenced(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Three copies for each thread of a warp, and 31 more: one loop.
; CHECK-LABEL: define ptx_kernel void @too_small(
; CHECK-NOT: mul nuw i32 {{%.*}}, 3
; CHECK: call void @llvm.nvvm.cp.async.cg.shared.global.16
; CHECK-NOT: call void @llvm.nvvm.cp.async.cg
; CHECK: ret void
define ptx_kernel void @too_small(ptr %p, ptr %o) {
  %r = call ptr @small(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Two tiles in one loop go one copy of each at a time.
; CHECK-LABEL: define ptx_kernel void @two(
; CHECK-COUNT-2: call void @llvm.nvvm.cp.async.cg.shared.global.16
; CHECK-NOT: call void @llvm.nvvm.cp.async.cg
; CHECK: ret void
define ptx_kernel void @two(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @big(ptr %p)
  %s = call ptr @other(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %s
  %z = fadd float %x, %y
  store float %z, ptr %o
  ret void
}
; The form for unaligned input is not doubled.
; CHECK-LABEL: define ptx_kernel void @tested(
; CHECK-COUNT-5: call void @llvm.nvvm.cp.async.cg.shared.global.16
; CHECK: call void @llvm.nvvm.cp.async.ca.shared.global.4
; CHECK-NOT: call void @llvm.nvvm.cp.async.c{{[ag]}}
; CHECK: ret void
define ptx_kernel void @tested(ptr %p, ptr %o) {
  %r = call ptr @doubtful(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
