; Near twins of accesses.ll.
; RUN: not %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: VX203: {{.*}}kernel 'vector', tile 'a': dimension 0 needs 18 elements, the extent 16 has 16 [%x = load <4 x float>
define ptx_kernel void @vector(ptr %p, ptr noalias %out) {
  %a = getelementptr float, ptr %p, i64 14
  %x = load <4 x float>, ptr %a, align 4, !vx.placement !10
  %y = load <4 x float>, ptr %p, align 4, !vx.placement !10
  store <4 x float> %x, ptr %out
  store <4 x float> %y, ptr %out
  ret void
}

; Two elements are not adjacent at an innermost stride of 2.
; CHECK: VX203: {{.*}}kernel 'inner_stride', tile 'a': it needs 8 contiguous bytes, an element of the tile has 4
define ptx_kernel void @inner_stride(ptr %p, ptr noalias %out) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [2 x float], ptr %p, i32 %tx
  %x = load <2 x float>, ptr %a, !vx.placement !11
  store <2 x float> %x, ptr %out
  ret void
}

; The thread's own row is no stride of the tile.
; CHECK: VX201: {{.*}}kernel 'stated', tile 'a': its address depends on llvm.nvvm.read.ptx.sreg.tid.x
define ptx_kernel void @stated(ptr %p, ptr noalias %out, i64 %n) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = zext i32 %tx to i64
  %i = mul i64 %c, %n
  %a = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %a, !vx.placement !12
  store float %x, ptr %out
  ret void
}

; No fraction of an element carries a stride of 6 bytes.
; CHECK: VX202: {{.*}}kernel 'odd_stride', tile 'a': no stride of the tile is a whole number of elements of 4 bytes
define ptx_kernel void @odd_stride(ptr %p, ptr noalias %out) "nvvm.reqntid"="16" {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr [6 x i8], ptr %p, i32 %tx
  %x = load float, ptr %a, align 2, !vx.placement !13
  store float %x, ptr %out
  ret void
}

; CHECK: VX217: tile source is not global memory: kernel 'private', tile 'a': it reads %s, a private array
define ptx_kernel void @private(ptr noalias %out, i64 %i) {
  %s = alloca [64 x float]
  %e = getelementptr float, ptr %s, i64 %i
  store float 1.0, ptr %e
  %x = load float, ptr %s, !vx.placement !14
  store float %x, ptr %out
  ret void
}

; CHECK: VX217: {{.*}}kernel 'constant', tile 'a': it reads @table in address space 4
@table = external addrspace(4) global [16 x float]
define ptx_kernel void @constant(ptr noalias %out) {
  %x = load float, ptr addrspacecast (ptr addrspace(4) @table to ptr), !vx.placement !15
  store float %x, ptr %out
  ret void
}

!vx.tiles = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @vector, !10}
!1 = !{ptr @inner_stride, !11}
!2 = !{ptr @stated, !12}
!3 = !{ptr @odd_stride, !13}
!4 = !{ptr @private, !14}
!5 = !{ptr @constant, !15}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23, !{!"stride", i64 2}}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23, !{!"stride", i64 1}}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!14 = distinct !{!"vx.tile", !20, !21, !22, !23}
!15 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 16}
!23 = !{!"element", i32 4}
