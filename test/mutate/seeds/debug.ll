; Carrier A with debug information: a tile of vectors out of a wider matrix, in a nest.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @nest(ptr addrspace(1) %p, ptr %o) #0 !dbg !104 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %outer
outer:
  %t = phi i64 [ 0, %entry ], [ %t1, %latch ]
  %a = phi <4 x float> [ zeroinitializer, %entry ], [ %s, %latch ]
  %base = getelementptr float, ptr addrspace(1) %p, i64 %t
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %b = phi <4 x float> [ %a, %outer ], [ %s, %inner ]
  %row = mul nuw nsw i64 %j, 64
  %e = getelementptr float, ptr addrspace(1) %base, i64 %row
  %x = load <4 x float>, ptr addrspace(1) %e, align 16, !vx.placement !10, !dbg !105
  %s = fadd <4 x float> %b, %x
  %j1 = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %j1, 4
  br i1 %c, label %inner, label %latch
latch:
  %t1 = add nuw nsw i64 %t, 4
  %d = icmp ult i64 %t1, 64
  br i1 %d, label %outer, label %done
done:
  %w = getelementptr <4 x float>, ptr %o, i32 %tid
  store <4 x float> %s, ptr %w, align 16
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }

!vx.tiles = !{!1}
!1 = !{ptr @nest, !10}
!10 = distinct !{!"vx.tile", !11, !12, !13, !14}
!11 = !{!"name", !"k"}
!12 = !{!"space", !"smem"}
!13 = !{!"extent", i64 4, i64 4}
!14 = !{!"element", i32 4}
!llvm.dbg.cu = !{!102}
!llvm.module.flags = !{!106}
!102 = distinct !DICompileUnit(language: DW_LANG_C, file: !103, emissionKind: LineTablesOnly)
!103 = !DIFile(filename: "k.vx", directory: "")
!104 = distinct !DISubprogram(name: "nest", file: !103, line: 1, unit: !102)
!105 = !DILocation(line: 7, column: 3, scope: !104)
!106 = !{i32 2, !"Debug Info Version", i32 3}
