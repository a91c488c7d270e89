; The transfer call and what becomes of the loads.
; RUN: %vx-opt -S -mcpu=sm_80 -passes='vx-infer-transfers' %s -o %t.calls.ll
; RUN: FileCheck %s --input-file=%t.calls.ll
; All threads store to one element: one order of the threads, and races are not looked for.
; RUN: %vx-simt compare %s %t.calls.ll --kernel=attributes --block=32x4 --checks=cheap --print=none --arg=f16:128:rand --arg=f16:1:zero --arg=i64:32
; RUN: %vx-simt compare %s %t.calls.ll --kernel=storage --block=17 --checks=cheap --print=none --arg=f32:256:rand --arg=f32:1:zero
; RUN: %vx-simt compare %s %t.calls.ll --kernel=alignment --block=4 --checks=cheap --print=none --arg=f32:64:rand:1 --arg=f32:64:rand:2 --arg=f32:4:zero
; RUN: %vx-simt compare %s %t.calls.ll --kernel=masked --block=4 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

target triple = "nvptx64-nvidia-cuda"

; Attributes repeat the tag, the sizes are the footprint, the strides the source's.
; CHECK-LABEL: @attributes
; CHECK: %[[R:.*]] = call { ptr, ptr, i64, [2 x i64], [2 x i64] } @vx.tile.attributes.a(ptr %p, ptr %p, i64 0, i64 4, i64 32, i64 %ld, i64 1), !dbg ![[LOC:[0-9]+]]
; CHECK: %[[T:.*]] = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %[[R]], 1
; CHECK: %[[A:.*]] = getelementptr i8, ptr %[[T]], i64
; CHECK: load half, ptr %[[A]], align 2, !dbg ![[LOC]], !noundef
; CHECK-NOT: vx.placement
define ptx_kernel void @attributes(ptr %p, ptr noalias %out, i64 %ld) "nvvm.reqntid"="32,4" !dbg !31 {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = zext i32 %ty to i64
  %c = zext i32 %tx to i64
  %row = mul i64 %r, %ld
  %i = add i64 %row, %c
  %a = getelementptr half, ptr %p, i64 %i
  %x = load half, ptr %a, align 2, !vx.placement !10, !invariant.load !{}, !tbaa !40, !alias.scope !43, !noalias !43, !noundef !{}, !dbg !33
  store half %x, ptr %out
  ret void
}

; Rows of the storage are 32 elements long though 20 are read: the second load is 2 rows and
; 3 elements on, and it shares its varying part with the first.
; CHECK-LABEL: @storage
; CHECK: @vx.tile.storage.a(ptr addrspace(1) %p, ptr addrspace(1) %p, i64 0, i64 3, i64 20, i64 100, i64 1)
; CHECK: %[[V:.*]] = getelementptr i8, ptr %{{.*}}, i64 %
; CHECK: %x = load float, ptr %[[V]], align 4
; CHECK: getelementptr i8, ptr %{{.*}}, i64 268
; CHECK: %y = load float, ptr %{{.*}}, align 4
define ptx_kernel void @storage(ptr addrspace(1) %p, ptr noalias %out) "nvvm.reqntid"="17" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(1) %p, i32 %tx
  %b = getelementptr float, ptr addrspace(1) %a, i32 203
  %x = load float, ptr addrspace(1) %a, align 4, !vx.placement !11
  %y = load float, ptr addrspace(1) %b, align 4, !vx.placement !11
  store float %x, ptr %out
  store float %y, ptr %out
  ret void
}

; What storage is aligned to counts, not what global memory was: rows of 64 bytes keep a
; vector load whole, a row of 5 floats does not.
; CHECK-LABEL: @alignment
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: load <4 x float>, ptr %{{.*}}, align 4
define ptx_kernel void @alignment(ptr %p, ptr %q, ptr noalias %out) "nvvm.reqntid"="4" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [16 x float], ptr %p, i32 %tx
  %x = load <4 x float>, ptr %a, align 4, !vx.placement !12
  %b = getelementptr [8 x float], ptr %q, i32 %tx
  %y = load <4 x float>, ptr %b, align 16, !vx.placement !13
  store <4 x float> %x, ptr %out
  store <4 x float> %y, ptr %out
  ret void
}

; A masked load is made anew, in the generic address space; masked lanes before the first
; one that is read lie before the storage.
; CHECK-LABEL: @masked
; CHECK: @vx.tile.masked.a(ptr addrspace(1) %{{.*}}, i64 0, i64 1, i64 2, i64 1, i64 1)
; CHECK: %[[B:.*]] = getelementptr i8, ptr %{{.*}}, i64 -4
; CHECK: %x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %[[B]], <4 x i1> <i1 false, i1 true, i1 true, i1 false>, <4 x float> zeroinitializer)
define ptx_kernel void @masked(ptr addrspace(1) %p, ptr noalias %out) {
  %x = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 16 %p, <4 x i1> <i1 0, i1 1, i1 1, i1 0>, <4 x float> zeroinitializer), !vx.placement !14
  store <4 x float> %x, ptr %out
  ret void
}

; CHECK: declare { ptr, ptr, i64, [2 x i64], [2 x i64] } @vx.tile.attributes.a(ptr, ptr, i64, i64, i64, i64, i64) #[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { convergent nounwind "vx.crossing"="streamed" "vx.element"="2" "vx.extent"="4x32" "vx.granule"="256" "vx.name"="a" "vx.stages"="3" "vx.transfer"="smem" }
; CHECK: !vx.tiles = !{![[E:[0-9]+]],
; CHECK: ![[E]] = !{ptr @attributes, ptr @vx.tile.attributes.a}

!llvm.dbg.cu = !{!29}
!llvm.module.flags = !{!28}
!28 = !{i32 2, !"Debug Info Version", i32 3}
!29 = distinct !DICompileUnit(language: DW_LANG_C, file: !30, emissionKind: FullDebug)
!30 = !DIFile(filename: "k.vx", directory: "/")
!31 = distinct !DISubprogram(name: "attributes", file: !30, line: 1, type: !32, unit: !29, spFlags: DISPFlagDefinition)
!32 = !DISubroutineType(types: !{})
!33 = !DILocation(line: 7, column: 3, scope: !31)
!40 = !{!41, !41, i64 0}
!41 = !{!"half", !42}
!42 = !{!"root"}
!43 = !{!44}
!44 = distinct !{!44, !45}
!45 = distinct !{!45}

!vx.tiles = !{!0, !1, !2, !3, !4}
!0 = !{ptr @attributes, !10}
!1 = !{ptr @storage, !11}
!2 = !{ptr @alignment, !12}
!3 = !{ptr @alignment, !13}
!4 = !{ptr @masked, !14}
!10 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 4, i64 32}, !{!"element", i32 2}, !{!"crossing", !"streamed", i32 3}, !{!"granule", i64 256}}
!11 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 4, i64 32}, !23, !{!"stride", i64 100, i64 1}}
!12 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 4, i64 16}, !23}
!13 = distinct !{!"vx.tile", !{!"name", !"b"}, !21, !{!"extent", i64 4, i64 5}, !23, !{!"stride", i64 8, i64 1}}
!14 = distinct !{!"vx.tile", !20, !21, !{!"extent", i64 4, i64 16}, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!23 = !{!"element", i32 4}
