; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.g
; RUN: FileCheck %s < %t.g
; RUN: %opt -strip-debug -S %t.g -o %t.g-stripped
; RUN: %opt -strip-debug -S %s -o %t.plain
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t.plain -o %t.plain-placed
; RUN: sed 's/^; ModuleID.*//' %t.g-stripped > %t.a
; RUN: sed 's/^; ModuleID.*//' %t.plain-placed | diff %t.a -
; All threads store to one element: races are not looked for.
; RUN: %vx-simt compare %s %t.g --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:192:rand:1 --arg=f32:4:zero --arg=i32:3

; New instructions carry the site's location, and the code is the same without -g.
; CHECK-LABEL: define ptx_kernel void @f(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg [[SITE:![0-9]+]]
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg [[SITE]]
; CHECK: load <4 x i32>, {{.*}} !dbg [[SITE]]
; CHECK: store <4 x i32> {{.*}} !dbg [[SITE]]
; CHECK: br label %vx.fill, !dbg [[SITE]]
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg [[SITE]]
; CHECK: load float, ptr addrspace(3) {{.*}}, !dbg [[READ:![0-9]+]]
; CHECK: [[SP:![0-9]+]] = distinct !DISubprogram(name: "f"
; CHECK-DAG: [[SITE]] = !DILocation(line: 5, column: 3, scope: [[SP]])
; CHECK-DAG: [[READ]] = !DILocation(line: 6, column: 4, scope: [[SP]])
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k" "vx.align"="16"
define ptx_kernel void @f(ptr %p, ptr %o, i32 %n) !dbg !4 {
entry:
  br label %body, !dbg !5
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ], !dbg !5
    #dbg_value(i32 %i, !8, !DIExpression(), !5)
  %a = getelementptr [64 x float], ptr %p, i32 %i, !dbg !5
  %r = call ptr @k(ptr %a), !dbg !6
    #dbg_value(ptr %r, !9, !DIExpression(), !6)
  %x = load float, ptr %r, !dbg !7
  store float %x, ptr %o, !dbg !7
    #dbg_value(float %x, !10, !DIExpression(), !7)
  %i1 = add i32 %i, 1, !dbg !5
  %c = icmp slt i32 %i1, %n, !dbg !5
  br i1 %c, label %body, label %exit, !dbg !5
exit:
  ret void, !dbg !5
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "flash.vx", directory: "")
!4 = distinct !DISubprogram(name: "f", file: !3, line: 1, unit: !2, spFlags: DISPFlagDefinition, type: !11)
!5 = !DILocation(line: 4, column: 1, scope: !4)
!6 = !DILocation(line: 5, column: 3, scope: !4)
!7 = !DILocation(line: 6, column: 4, scope: !4)
!8 = !DILocalVariable(name: "i", scope: !4, file: !3, type: !12)
!9 = !DILocalVariable(name: "r", scope: !4, file: !3, type: !12)
!10 = !DILocalVariable(name: "x", scope: !4, file: !3, type: !12)
!11 = !DISubroutineType(types: !13)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{null}
