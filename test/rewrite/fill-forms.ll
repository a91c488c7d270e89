; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s | FileCheck %s
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-materialize-transfers<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=proven --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=tested --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1:skew=4 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=tested --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=remainder --block=48 --sweep=1 --checks=cheap --print=none --arg=f16:10:rand:1 --arg=f16:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=rows --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:708:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=past_the_end --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:24:rand:1 --arg=i64:3 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=past_the_end --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:1:rand:1 --arg=i64:0 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=bounded --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=large --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:512:rand:1 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.placed.ll --kernel=required --block=128 --sweep=1 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:4:zero

; The code of a fill: one loop for each form, no more.
declare ptr @plain(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8x8"
declare ptr @stated(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8x8" "vx.align"="16"
declare ptr @odd(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="10" "vx.align"="16"
declare ptr @pitched(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8x8" "vx.align"="16" "vx.stride"="100x1"
%m2 = type {ptr, ptr, i64, [2 x i64], [2 x i64]}
declare %m2 @ragged(ptr, ptr, i64, i64, i64, i64, i64) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="8x8" "vx.align"="16"

; Proven: one loop. Every thread starts at its number and goes on by their count.
; CHECK-LABEL: define ptx_kernel void @proven(
; CHECK: [[TX:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[SRC:%.*]] = addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NOT: and i64
; CHECK: vx.fill:
; CHECK-NEXT: [[I:%.*]] = phi i32
; CHECK-NEXT: icmp ult i32 [[I]], 16
; CHECK: vx.copy:
; CHECK: [[V:%.*]] = load <4 x i32>, ptr addrspace(1) {{%.*}}, align 16
; CHECK-NEXT: store <4 x i32> [[V]], ptr addrspace(3) {{%.*}}, align 16
; CHECK-NOT: load i32
; CHECK-NOT: store <4 x i32>
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: load float, ptr addrspace(3) @__vx_tile_proven_stated, align 16
define ptx_kernel void @proven(ptr %p, ptr %o) {
  %r = call ptr @stated(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; In doubt: the whole block takes one of two loops.
; CHECK-LABEL: define ptx_kernel void @tested(
; CHECK: [[B:%.*]] = ptrtoint ptr addrspace(1) {{%.*}} to i64
; CHECK-NEXT: [[L:%.*]] = and i64 [[B]], 15
; CHECK-NEXT: [[C:%.*]] = icmp eq i64 [[L]], 0
; CHECK-NEXT: br i1 [[C]]
; CHECK: load <4 x i32>, ptr addrspace(1)
; CHECK-NOT: load <4 x i32>
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 4
; CHECK-NOT: load i32
; CHECK: ret void
define ptx_kernel void @tested(ptr %p, ptr %o) {
  %r = call ptr @plain(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; 20 bytes: 16 at once, the rest by element.
; CHECK-LABEL: define ptx_kernel void @remainder(
; CHECK: icmp ult i32 {{%.*}}, 1
; CHECK: load <4 x i32>
; CHECK: icmp ult i32 {{%.*}}, 2
; CHECK: load i16, ptr addrspace(1) {{.*}}, align 2
; CHECK: ret void
define ptx_kernel void @remainder(ptr %p, ptr %o) {
  %r = call ptr @odd(ptr %p)
  %x = load half, ptr %r
  store half %x, ptr %o
  ret void
}
; Rows: 2 copies each, 400 bytes apart in the source, 32 in storage.
; CHECK-LABEL: define ptx_kernel void @rows(
; CHECK: [[COL:%.*]] = urem i32 [[I:%.*]], 2
; CHECK: [[ROW:%.*]] = udiv i32 [[I]], 2
; CHECK: mul nuw i32 [[ROW]], 32
; CHECK: [[WIDE:%.*]] = zext i32 [[ROW]] to i64
; CHECK: mul i64 [[WIDE]], 400
define ptx_kernel void @rows(ptr %p, ptr %o) {
  %r = call ptr @pitched(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; Ragged: beyond the size, zero is stored and nothing is loaded.
; CHECK-LABEL: define ptx_kernel void @past_the_end(
; CHECK: [[N:%.*]] = call i64 @llvm.smin.i64(i64 %n, i64 8)
; CHECK: [[MOST:%.*]] = mul i64 [[N]], 8
; CHECK: [[IN:%.*]] = icmp slt i64 {{%.*}}, [[MOST]]
; CHECK: br i1 [[IN]], label %[[THEN:.*]], label %[[JOIN:.*]]
; CHECK: [[THEN]]:
; CHECK-NEXT: [[V:%.*]] = load <4 x i32>
; CHECK: [[Z:%.*]] = phi <4 x i32> [ [[V]], %[[THEN]] ], [ zeroinitializer, %
; CHECK-NEXT: store <4 x i32> [[Z]]
define ptx_kernel void @past_the_end(ptr %p, i64 %n, ptr %o) {
  %d = call %m2 @ragged(ptr %p, ptr %p, i64 0, i64 %n, i64 8, i64 8, i64 1)
  %r = extractvalue %m2 %d, 1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A required block size is a constant; maxntid is only a bound.
; CHECK-LABEL: define ptx_kernel void @required(
; CHECK-NOT: ntid
; CHECK-NOT: tid.y
; CHECK: add nuw i32 {{%.*}}, 128
define ptx_kernel void @required(ptr %p, ptr %o) "nvvm.reqntid"="128" {
  %r = call ptr @stated(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @bounded(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @bounded(ptr %p, ptr %o) "nvvm.maxntid"="128" {
  %r = call ptr @stated(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
; A large tile: four loads of a thread are in flight, and what is left goes one by one.
; CHECK-LABEL: define ptx_kernel void @large(
; CHECK: vx.fill:
; CHECK-COUNT-4: load <4 x i32>
; CHECK-COUNT-4: store <4 x i32>
; CHECK: vx.fill1:
; CHECK: icmp ult i32 {{%.*}}, 128
; CHECK: load <4 x i32>
; CHECK-NOT: load <4 x i32>
; CHECK: ret void
declare ptr @big(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="512" "vx.align"="16"
define ptx_kernel void @large(ptr %p, ptr %o) {
  %r = call ptr @big(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
