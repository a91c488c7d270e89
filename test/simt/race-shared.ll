; Each thread reads its neighbour's element. Without the barrier that is a race,
; whoever runs first; with it, nothing.
; RUN: split-file %s %t
; RUN: %vx-simt compare %t/good.ll %t/good.ll --sweep --block=64 --arg=i32:64:zero | FileCheck %s --check-prefix=GOOD
; RUN: not %vx-simt run %t/race.ll --block=64 --arg=i32:64:zero | FileCheck %s --check-prefix=RACE
; RUN: not %vx-simt run %t/race.ll --schedule=reverse --checks=all --block=64 --arg=i32:64:zero | FileCheck %s --check-prefix=RACE
; RUN: sed -e 's/, !dbg !9//' -e 's/, !dbg !8//' %t/race.ll > %t/nodebug.ll
; RUN: not %vx-simt run %t/nodebug.ll --schedule=reverse --block=64 --arg=i32:64:zero | FileCheck %s --check-prefix=NODEBUG
; GOOD: same: 1 buffers, 20 policies
; RACE: k.cu:{{11|12}}:3: data race: byte {{[0-9]+}} of shared 'tile' (256 bytes): thread ({{[0-9]+}},0,0) of block (0,0,0)
; RACE-SAME: at k.cu:{{11|12}}:3, with no barrier between
; NODEBUG: data race: byte {{.*}} of shared 'tile'
; NODEBUG-SAME: in k, with no barrier between [

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %mine, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n = add i32 %t, 1
  %w = and i32 %n, 63
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %w
  %v = load i32, ptr addrspace(3) %other, align 4
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %v, ptr %q, align 4
  ret void
}
;--- race.ll
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [64 x i32] poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %out) !dbg !5 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %t, ptr addrspace(3) %mine, align 4, !dbg !8
  %n = add i32 %t, 1
  %w = and i32 %n, 63
  %other = getelementptr i32, ptr addrspace(3) @tile, i32 %w
  %v = load i32, ptr addrspace(3) %other, align 4, !dbg !9
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %v, ptr %q, align 4
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", file: !1, line: 9, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 11, column: 3, scope: !5)
!9 = !DILocation(line: 12, column: 3, scope: !5)
