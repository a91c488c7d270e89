; Carrier A with debug info, a vector load and a 2-D tile in a nested loop.
define ptx_kernel void @k(ptr addrspace(1) %p, ptr %o) !dbg !104 {
entry:
  br label %outer
outer:
  %t = phi i64 [ 0, %entry ], [ %t1, %latch ]
  %base = getelementptr float, ptr addrspace(1) %p, i64 %t
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %row = mul i64 %j, 64
  %e = getelementptr float, ptr addrspace(1) %base, i64 %row
  %x = load <4 x float>, ptr addrspace(1) %e, align 16, !vx.placement !10, !dbg !105
  store <4 x float> %x, ptr %o
  %j1 = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %j1, 4
  br i1 %c, label %inner, label %latch
latch:
  %t1 = add nuw nsw i64 %t, 4
  %d = icmp ult i64 %t1, 64
  br i1 %d, label %outer, label %done
done:
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !10}
!10 = distinct !{!"vx.tile", !11, !12, !13, !14}
!11 = !{!"name", !"k"}
!12 = !{!"space", !"smem"}
!13 = !{!"extent", i64 4, i64 4}
!14 = !{!"element", i32 4}
!llvm.dbg.cu = !{!102}
!llvm.module.flags = !{!106}
!102 = distinct !DICompileUnit(language: DW_LANG_C, file: !103, emissionKind: LineTablesOnly)
!103 = !DIFile(filename: "k.vx", directory: "")
!104 = distinct !DISubprogram(name: "k", file: !103, line: 1, unit: !102)
!105 = !DILocation(line: 7, column: 3, scope: !104)
!106 = !{i32 2, !"Debug Info Version", i32 3}
