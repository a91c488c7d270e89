; Debug info changes nothing: stripped before or behind, the code is the same. Votes have
; their guard's line; a record of a value that does not get there any more is killed.
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s | FileCheck %s
; RUN: %vx-opt -passes='function(loop-simplify,lcssa,test-vx-participation<vote>),strip' -S %s -o %t.behind.ll
; RUN: %vx-opt -passes='strip,function(loop-simplify,lcssa,test-vx-participation<vote>),strip' -S %s -o %t.before.ll
; RUN: diff %t.before.ll %t.behind.ll
; RUN: %vx-opt -passes='loop-simplify,lcssa,test-vx-participation<vote>' -S %s -o %t.placed.ll
; RUN: %python %vx-source/test/Inputs/define.py before %s > %t.before.ll
; RUN: %python %vx-source/test/Inputs/define.py after %t.placed.ll > %t.after.ll
; RUN: %vx-simt compare %t.before.ll %t.after.ll --kernel=k --block=48 --sweep=1 --strict-barriers --print=none --arg=i32:64:iota

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @k
; CHECK:       call i1 @vx.sync.any(i1 %stay), !dbg ![[GUARD:[0-9]+]]
; CHECK:         #dbg_value(i32 poison,
; CHECK:         br i1 %stay, label %body.masked, label %{{.*}}, !dbg
; CHECK:       body.masked:
; CHECK-NEXT:    %x = call i32 @use(i32 %{{.*}}), !dbg
; CHECK:       ![[GUARD]] = !DILocation(line: 3,
define ptx_kernel void @k(ptr %p) !dbg !4 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  br label %loop, !dbg !7
loop:
  %t = phi i32 [ 0, %entry ], [ %t.next, %body ], !dbg !7
    #dbg_value(i32 %t, !8, !DIExpression(), !7)
  %c = icmp sle i32 %t, %tid, !dbg !9
  br i1 %c, label %body, label %exit, !dbg !9
body:
  %q = getelementptr i32, ptr %p, i32 %t, !dbg !7
  call void @fill(ptr %q), !dbg !7
  %x = call i32 @use(i32 %t), !dbg !7
    #dbg_value(i32 %x, !8, !DIExpression(), !7)
  %t.next = add i32 %t, 1, !dbg !7
  br label %loop, !dbg !7
exit:
    #dbg_value(i32 %t, !8, !DIExpression(), !7)
  ret void, !dbg !7
}
declare void @fill(ptr) "vx.sync"="fill"
declare i32 @use(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !6)
!5 = !DISubroutineType(types: !{null})
!6 = !{!8}
!7 = !DILocation(line: 2, scope: !4)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !10)
!9 = !DILocation(line: 3, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
