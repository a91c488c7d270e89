; A call between two reads of a tile: does the code that it runs write the tile's object?
; Every kernel reads 16 elements of %p around the call.
; RUN: split-file %s %t
; RUN: cat %t/helpers.ll %t/legal.ll > %t/all.ll
; RUN: %vx-opt -S -passes='vx-placement<sm=80;allow-undefined>' %t/all.ll -o %t/out.ll
; RUN: FileCheck %t/legal.ll --input-file=%t/out.ll
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=own_argument --block=16 --sweep --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=descriptor --block=16 --sweep --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: cat %t/helpers.ll %t/refused.ll | not %vx-opt -disable-output -passes='vx-placement<sm=80;allow-undefined>' 2>&1 | FileCheck %t/refused.ll --implicit-check-not=error:

;--- helpers.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @unseen(ptr)
declare void @unseen_reader(ptr readonly)
declare i32 @vprintf(ptr, ptr)
declare float @__nv_expf(float)
declare float @llvm.sqrt.f32(float)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.masked.scatter.v2f32.v2p0(<2 x float>, <2 x ptr>, <2 x i1>)
@array = internal addrspace(1) global [16 x float] poison
@other = internal addrspace(1) global [16 x float] poison

define internal float @second(ptr %to, ptr %from) noinline {
  %x = load float, ptr %from
  store float %x, ptr %to
  ret float %x
}
define internal void @through(ptr %a, ptr %b) noinline {
  %x = call float @second(ptr %a, ptr %b)
  ret void
}
define internal void @down(ptr %a, ptr %b, i32 %n) noinline {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %end, label %more
more:
  %m = add i32 %n, -1
  call void @down(ptr %b, ptr %a, i32 %m)
  ret void
end:
  store float 3.0, ptr %a
  ret void
}
define internal void @fields(ptr %descriptor) noinline {
  %field = getelementptr i8, ptr %descriptor, i64 8
  %to = load ptr, ptr %field
  store float 3.0, ptr %to
  ret void
}
define internal void @circular(ptr %a) noinline {
  ret void
never:
  %self = getelementptr i8, ptr %self, i64 1
  store i8 0, ptr %self
  br label %never
}
define internal void @writes_array(i32 %i) noinline {
  %q = getelementptr float, ptr addrspace(1) @array, i32 %i
  store float 3.0, ptr addrspace(1) %q
  ret void
}
define internal ptr @advance(ptr %p) noinline {
  %q = getelementptr i8, ptr %p, i64 8
  ret ptr %q
}

;--- legal.ll
; CHECK-NOT: vx.placement
; CHECK-LABEL: @own_argument(
; CHECK-COUNT-2: load float, ptr addrspace(3)
define ptx_kernel void @own_argument(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %to = getelementptr float, ptr %o, i32 %i
  %x = load float, ptr %a, !vx.placement !10
  call void @through(ptr %to, ptr %a)
  %y = load float, ptr %a, !vx.placement !10
  %z = load float, ptr %to
  %xy = fadd float %x, %y
  %s = fadd float %xy, %z
  store float %s, ptr %to
  ret void
}

; @down writes both of its arguments, for all that can be told; neither is the tile's.
; CHECK-LABEL: @recursive(
; CHECK-COUNT-2: load float, ptr addrspace(3)
define ptx_kernel void @recursive(ptr %p, ptr %o, ptr %o2) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !11
  call void @down(ptr %o, ptr %o2, i32 %t)
  %y = load float, ptr %a, !vx.placement !11
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; The tile's pointer lies in a descriptor of whose other field alone the callee writes. Fields are not
; told apart: it is the other descriptor that the callee gets.
; CHECK-LABEL: @descriptor(
; CHECK-COUNT-2: load float, ptr addrspace(3)
define ptx_kernel void @descriptor(ptr %p, ptr %o) {
  %source = alloca [2 x ptr]
  %target = alloca [2 x ptr]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %to = getelementptr float, ptr %o, i32 %i
  store ptr %p, ptr %source
  %field = getelementptr i8, ptr %target, i64 8
  store ptr %to, ptr %field
  %x = load float, ptr %a, !vx.placement !12
  call void @fields(ptr %target)
  %y = load float, ptr %a, !vx.placement !12
  %s = fadd float %x, %y
  store float %s, ptr %to
  ret void
}

; CHECK-LABEL: @other_global(
; CHECK-COUNT-2: load float, ptr addrspace(3)
define ptx_kernel void @other_global(ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr addrspace(1) @other, i32 %i
  %x = load float, ptr addrspace(1) %a, !vx.placement !13
  call void @writes_array(i32 %i)
  %y = load float, ptr addrspace(1) %a, !vx.placement !13
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; Nothing here writes: a promise to read only, the device runtime, libdevice, intrinsics, barriers.
; CHECK-LABEL: @readers(
; CHECK-COUNT-2: load float, ptr addrspace(3)
define ptx_kernel void @readers(ptr %p, ptr %o, ptr %f) {
  %buffer = alloca ptr
  store ptr %p, ptr %buffer
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !14
  call void @unseen_reader(ptr %p)
  call void @circular(ptr %p)
  call void %f(ptr readonly %a)
  call i32 @vprintf(ptr %o, ptr %buffer)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %e = call float @__nv_expf(float %x)
  %r = call float @llvm.sqrt.f32(float %e)
  call void asm sideeffect "membar.cta;", "~{memory}"()
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load float, ptr %a, !vx.placement !14
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; Two buffers that change places each time: what is written is never what is read.
; CHECK-LABEL: @swapped(
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @swapped(ptr %p, ptr %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  br label %l
l:
  %k = phi i32 [ 0, %entry ], [ %k1, %l ]
  %from = phi ptr [ %p, %entry ], [ %to, %l ]
  %to = phi ptr [ %o, %entry ], [ %from, %l ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr float, ptr %from, i32 %i
  %b = getelementptr float, ptr %to, i32 %i
  %x = load float, ptr %a, !vx.placement !15
  store float %x, ptr %b
  call void @through(ptr %b, ptr %b)
  %y = load float, ptr %a, !vx.placement !15
  store float %y, ptr %b
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %l, label %done
done:
  ret void
}
!vx.tiles = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @own_argument, !10}
!1 = !{ptr @recursive, !11}
!2 = !{ptr @descriptor, !12}
!3 = !{ptr @other_global, !13}
!4 = !{ptr @readers, !14}
!5 = !{ptr @swapped, !15}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}

;--- refused.ll
; CHECK: error: VX207: kernel writes a placed tile: kernel 'own_argument', tile 'a': it may write %p, which the tile is read from, between the transfer and the last placed load [call void @through(ptr %a, ptr %to)]; do not place a tile that the kernel writes, write to another buffer, or declare the parameter readonly if it is
define ptx_kernel void @own_argument(ptr %p, ptr %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %to = getelementptr float, ptr %o, i32 %i
  %x = load float, ptr %a, !vx.placement !10
  call void @through(ptr %a, ptr %to)
  %y = load float, ptr %a, !vx.placement !10
  %s = fadd float %x, %y
  store float %s, ptr %to
  ret void
}

; It takes two rounds to see that the second argument is written, too.
; CHECK: error: VX207: {{.*}}kernel 'recursive', tile 'a': it may write %p, {{.*}}[call void @down(ptr %o, ptr %p, i32 %t)]
define ptx_kernel void @recursive(ptr %p, ptr %o, ptr %o2) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !11
  call void @down(ptr %o, ptr %p, i32 %t)
  %y = load float, ptr %a, !vx.placement !11
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; CHECK: error: VX207: {{.*}}kernel 'descriptor', tile 'a': it may write %p, {{.*}}[call void @fields(ptr %target)]
define ptx_kernel void @descriptor(ptr %p, ptr %o) {
  %target = alloca [2 x ptr]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %field = getelementptr i8, ptr %target, i64 8
  store ptr %p, ptr %field
  %x = load float, ptr %a, !vx.placement !12
  call void @fields(ptr %target)
  %y = load float, ptr %a, !vx.placement !12
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; CHECK: error: VX207: {{.*}}kernel 'other_global', tile 'a': it may write @array, {{.*}}[call void @writes_array(i32 %i)]
; CHECK: error: VX207: {{.*}}kernel 'other_global', tile 'a': it may write @array, {{.*}}[call void %f()]
define ptx_kernel void @other_global(ptr %o, ptr %f) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr addrspace(1) @array, i32 %i
  %x = load float, ptr addrspace(1) %a, !vx.placement !13
  call void @writes_array(i32 %i)
  call void %f()
  %y = load float, ptr addrspace(1) %a, !vx.placement !13
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; CHECK: error: VX207: {{.*}}kernel 'readers', tile 'a': it may write %p, {{.*}}[call void @unseen(ptr %p)]
; CHECK: error: VX207: {{.*}}kernel 'readers', tile 'a': it may write %p, {{.*}}[call void %f(ptr %a)]
; CHECK: error: VX207: {{.*}}kernel 'readers', tile 'a': it may write %p, {{.*}}[call void @unseen(ptr %buffer)]
; CHECK: error: VX207: {{.*}}kernel 'readers', tile 'a': it may write %p, {{.*}}st.global.u32
; CHECK: error: VX207: {{.*}}kernel 'readers', tile 'a': it may write %p, {{.*}}red.global.add.u32
define ptx_kernel void @readers(ptr %p, ptr %o, ptr %f) {
  %buffer = alloca ptr
  store ptr %p, ptr %buffer
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %number = ptrtoint ptr %a to i64
  %x = load float, ptr %a, !vx.placement !14
  call void @unseen(ptr %p)
  call void %f(ptr %a)
  call void @unseen(ptr %buffer)
  call void asm sideeffect "st.global.u32 [$0], 0;", "l,~{memory}"(i64 %number)
  call void asm sideeffect "red.global.add.u32 $0, 1;", "=*m"(ptr elementtype(i32) %a)
  %y = load float, ptr %a, !vx.placement !14
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}

; Pointers that a loop moves, that are chosen, that went through an integer, a vector or a function.
; CHECK: error: VX207: {{.*}}kernel 'pointers', tile 'a': it writes %p, {{.*}}[store float 1.000000e+00, ptr %walk
; CHECK: error: VX207: {{.*}}kernel 'pointers', tile 'a': it writes %p, {{.*}}[store float 2.000000e+00, ptr %either
; CHECK: error: VX207: {{.*}}kernel 'pointers', tile 'a': it writes %p, {{.*}}[store float 3.000000e+00, ptr %back
; CHECK: error: VX207: {{.*}}kernel 'pointers', tile 'a': it writes %p, {{.*}}masked.scatter
; CHECK: error: VX207: {{.*}}kernel 'pointers', tile 'a': it writes %p, {{.*}}[store float 4.000000e+00, ptr %far
define ptx_kernel void @pointers(ptr %p, ptr %o, i1 %c) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = and i32 %t, 15
  %a = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %a, !vx.placement !15
  br label %l
l:
  %walk = phi ptr [ %p, %entry ], [ %next, %l ]
  store float 1.0, ptr %walk
  %next = getelementptr i8, ptr %walk, i64 4
  %more = icmp ult ptr %next, %o
  br i1 %more, label %l, label %done
done:
  %either = select i1 %c, ptr %a, ptr %o
  store float 2.0, ptr %either
  %number = ptrtoint ptr %a to i64
  %near = xor i64 %number, 4
  %back = inttoptr i64 %near to ptr
  store float 3.0, ptr %back
  %both = insertelement <2 x ptr> poison, ptr %o, i32 0
  %all = insertelement <2 x ptr> %both, ptr %a, i32 1
  call void @llvm.masked.scatter.v2f32.v2p0(<2 x float> splat (float 3.0), <2 x ptr> %all, <2 x i1> splat (i1 true))
  %far = call ptr @advance(ptr %p)
  store float 4.0, ptr %far
  %y = load float, ptr %a, !vx.placement !15
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}
!vx.tiles = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @own_argument, !10}
!1 = !{ptr @recursive, !11}
!2 = !{ptr @descriptor, !12}
!3 = !{ptr @other_global, !13}
!4 = !{ptr @readers, !14}
!5 = !{ptr @pointers, !15}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}
