; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %s 2>&1 | FileCheck %s

; Cyclic, nested, null and foreign metadata ends in messages, not in a crash.
; CHECK-DAG: VX102: {{.*}}: unknown field !"vx.tile"
; CHECK-DAG: VX102: {{.*}}: operand 2 is null, must be a field
; CHECK-DAG: VX102: {{.*}}: field "extent", dimension 0 is an i256 of more than 64 bits
; CHECK-DAG: VX102: {{.*}}: the node does not begin with !"vx.tile"
; CHECK-DAG: VX103: {{.*}}: its first operand is a node, must be a kernel
; CHECK-DAG: VX101: {{.*}}!vx.contract says a node
define ptx_kernel void @k(ptr %p) !dbg !7 {
  %x = load float, ptr %p, !vx.placement !0
  %y = load float, ptr %p, !vx.placement !8, !dbg !8
  ret void
}
!vx.contract = !{!5}
!vx.tiles = !{!1}
!llvm.dbg.cu = !{!6}
!llvm.module.flags = !{!10}
!0 = distinct !{!"vx.tile", !0, null, !2}
!1 = distinct !{!1, !1}
!2 = !{!"extent", i256 340282366920938463463374607431768211455}
!5 = distinct !{!5}
!6 = distinct !DICompileUnit(language: DW_LANG_C, file: !9, emissionKind: LineTablesOnly)
!7 = distinct !DISubprogram(name: "k", file: !9, line: 1, unit: !6)
!8 = !DILocation(line: 7, column: 3, scope: !7)
!9 = !DIFile(filename: "flash.vx", directory: "")
!10 = !{i32 2, !"Debug Info Version", i32 3}
