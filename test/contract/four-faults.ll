; RUN: rm -f %t.out
; RUN: not %vx-opt -passes='vx-placement<sm=80>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; Four kinds of fault in one module give four messages, with the source line where
; there is one, and no output file.
; CHECK: error: VX115: {{.*}}kernel 'gone'
; CHECK-NEXT: error: VX117: {{.*}}@own
; CHECK-NEXT: error: VX108: {{.*}}tile 'w': "vx.element" is missing
; CHECK-NEXT: error: flash.vx:7:3: VX107: {{.*}}kernel 'k': the load is volatile
; CHECK-NOT: error:
@own = internal addrspace(3) global i32 7
declare ptr @t(ptr) "vx.transfer"="smem" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p, ptr %o) !dbg !4 {
  %r = call ptr @t(ptr %p)
  %x = load volatile float, ptr %p, !vx.placement !0, !dbg !5
  ret void
}
!vx.kernels = !{!7}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6}
!0 = !{!"vx.tile"}
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, emissionKind: LineTablesOnly)
!3 = !DIFile(filename: "flash.vx", directory: "")
!4 = distinct !DISubprogram(name: "k", file: !3, line: 1, unit: !2)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{!"gone"}
