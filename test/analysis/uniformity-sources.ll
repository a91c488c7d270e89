; Which values are equal in all threads of a block, and the reason where not.
; RUN: %vx-opt -disable-output -passes='print<vx-uniformity>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: block uniformity of 'registers'
define ptx_kernel void @registers(i32 %n) {
; CHECK: uniform {{.*}}%cta =
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK: uniform {{.*}}%ntid =
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: DIVERGENT {{.*}}%tid = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.tid.x
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: DIVERGENT {{.*}}%lane = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.laneid
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; A warp's number is the same in a warp, but not in a block.
; CHECK: DIVERGENT {{.*}}%warp = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.warpid
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
; CHECK: uniform {{.*}}%base =
  %base = mul i32 %cta, %ntid
; CHECK: DIVERGENT {{.*}}%gid = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.tid.x
  %gid = add i32 %base, %tid
  ret void
}

; CHECK-LABEL: block uniformity of 'fixed_block'
define ptx_kernel void @fixed_block() "nvvm.reqntid"="128,1,1" {
; CHECK: DIVERGENT {{.*}}%x =
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: uniform {{.*}}%y =
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret void
}

; maxntid bounds the product, so a dimension's bound of one says nothing.
; CHECK-LABEL: block uniformity of 'bounded_block'
define ptx_kernel void @bounded_block() "nvvm.maxntid"="128,1,1" {
; CHECK: DIVERGENT {{.*}}%y =
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  ret void
}

declare float @pure(float) memory(none) speculatable nounwind willreturn
declare float @opaque(float)

; CHECK-LABEL: block uniformity of 'calls'
define ptx_kernel void @calls(float %x, i1 %c) {
; CHECK: uniform {{.*}}%sqrt =
  %sqrt = call float @llvm.sqrt.f32(float %x)
; CHECK: uniform {{.*}}%p =
  %p = call float @pure(float %x)
; CHECK: DIVERGENT {{.*}}%o = {{.*}} ; is the result of a call of 'opaque'
  %o = call float @opaque(float %x)
; CHECK: DIVERGENT {{.*}}%asm = {{.*}} ; is the result of inline assembly
  %asm = call i32 asm "mov.u32 $0, %laneid;", "=r"()
; CHECK: DIVERGENT {{.*}}%vote = {{.*}} ; is the result of llvm.nvvm.vote.any.sync
  %vote = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
; A block-wide reduction is equal in all threads, whatever it reduces.
; CHECK: uniform {{.*}}%red =
  %red = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %vote)
; CHECK: uniform {{.*}}%any =
  %any = call i1 @any(i1 %vote)
  ret void
}

; CHECK-LABEL: block uniformity of 'garbage'
define ptx_kernel void @garbage(i32 %n, i1 %c) {
; CHECK: uniform {{.*}}%f =
  %f = freeze i32 %n
; CHECK: DIVERGENT {{.*}}%u = {{.*}} ; freezes an undefined value
  %u = freeze i32 poison
  br i1 %c, label %a, label %b
a:
  br label %b
b:
; CHECK: DIVERGENT {{.*}}%phi = {{.*}} ; is undefined on some path
  %phi = phi i32 [ poison, %0 ], [ %n, %a ]
  ret void
}

declare i1 @any(i1) "vx.sync"="any"
