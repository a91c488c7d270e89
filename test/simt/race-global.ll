; Two blocks that write one byte race; two that write neighbouring bytes do not.
; RUN: split-file %s %t
; RUN: %vx-simt run %t/good.ll --grid=4 --arg=i8:4:zero | FileCheck %s --check-prefix=GOOD
; RUN: not %vx-simt run %t/race.ll --grid=4 --arg=i8:4:zero | FileCheck %s --check-prefix=RACE
; GOOD: arg 0: 4 elements, hash {{[0-9a-f]+}}: 0 1 2 3
; RACE: data race: byte 0 of argument 0: thread (0,0,0) of block (1,0,0) writes it here, thread (0,0,0) of block (0,0,0) wrote it
; RACE-SAME: nothing orders the two blocks

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v = trunc i32 %b to i8
  %q = getelementptr i8, ptr %out, i32 %b
  store i8 %v, ptr %q, align 1
  ret void
}
;--- race.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %v = trunc i32 %b to i8
  store i8 %v, ptr %out, align 1
  ret void
}
