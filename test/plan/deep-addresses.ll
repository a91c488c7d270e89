; An address is followed to its object however many steps it takes (LLVM's own look-ups end after ten).
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t/placed.ll
; RUN: FileCheck %s --check-prefix=GOOD --input-file=%t/placed.ll
; CHECK: error: VX205: {{.*}}kernel 'index', tile 'k': operand 0 loads from a placed tile
; CHECK: error: VX217: {{.*}}kernel 'source', tile 'k': its source is a local variable
; GOOD-COUNT-2: load float, ptr addrspace(3)

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="v"
define ptx_kernel void @index(ptr noalias readonly %p, ptr noalias %o, i64 %z) {
  %v = call ptr @v(ptr %p)
  %a0 = getelementptr i8, ptr %v, i64 %z
  %a1 = getelementptr i8, ptr %a0, i64 %z
  %a2 = getelementptr i8, ptr %a1, i64 %z
  %a3 = getelementptr i8, ptr %a2, i64 %z
  %a4 = getelementptr i8, ptr %a3, i64 %z
  %a5 = getelementptr i8, ptr %a4, i64 %z
  %a6 = getelementptr i8, ptr %a5, i64 %z
  %a7 = getelementptr i8, ptr %a6, i64 %z
  %a8 = getelementptr i8, ptr %a7, i64 %z
  %a9 = getelementptr i8, ptr %a8, i64 %z
  %a10 = getelementptr i8, ptr %a9, i64 %z
  %x = load i32, ptr %a10
  %part = and i32 %x, 7
  %s = getelementptr float, ptr %p, i32 %part
  %k = call ptr @k(ptr %s)
  %y = load float, ptr %k
  store float %y, ptr %o
  ret void
}
define ptx_kernel void @source(ptr noalias readonly %p, ptr noalias %o, i64 %z) {
  %array = alloca [64 x float]
  %b0 = getelementptr i8, ptr %array, i64 %z
  %b1 = getelementptr i8, ptr %b0, i64 %z
  %b2 = getelementptr i8, ptr %b1, i64 %z
  %b3 = getelementptr i8, ptr %b2, i64 %z
  %b4 = getelementptr i8, ptr %b3, i64 %z
  %b5 = getelementptr i8, ptr %b4, i64 %z
  %b6 = getelementptr i8, ptr %b5, i64 %z
  %b7 = getelementptr i8, ptr %b6, i64 %z
  %b8 = getelementptr i8, ptr %b7, i64 %z
  %b9 = getelementptr i8, ptr %b8, i64 %z
  %b10 = getelementptr i8, ptr %b9, i64 %z
  %k = call ptr @k(ptr %b10)
  %y = load float, ptr %k
  store float %y, ptr %o
  ret void
}
;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="32" "vx.name"="k"
define ptx_kernel void @index(ptr noalias readonly %p, ptr noalias %o, i64 %z) {
  %a0 = getelementptr i8, ptr %p, i64 %z
  %a1 = getelementptr i8, ptr %a0, i64 %z
  %a2 = getelementptr i8, ptr %a1, i64 %z
  %a3 = getelementptr i8, ptr %a2, i64 %z
  %a4 = getelementptr i8, ptr %a3, i64 %z
  %a5 = getelementptr i8, ptr %a4, i64 %z
  %a6 = getelementptr i8, ptr %a5, i64 %z
  %a7 = getelementptr i8, ptr %a6, i64 %z
  %a8 = getelementptr i8, ptr %a7, i64 %z
  %a9 = getelementptr i8, ptr %a8, i64 %z
  %a10 = getelementptr i8, ptr %a9, i64 %z
  %x = load i32, ptr %a10
  %part = and i32 %x, 7
  %s = getelementptr float, ptr %p, i32 %part
  %k = call ptr @k(ptr %s)
  %y = load float, ptr %k
  store float %y, ptr %o
  ret void
}
define ptx_kernel void @source(ptr noalias readonly %p, ptr noalias %o, i64 %z) {
  %b0 = getelementptr i8, ptr %p, i64 %z
  %b1 = getelementptr i8, ptr %b0, i64 %z
  %b2 = getelementptr i8, ptr %b1, i64 %z
  %b3 = getelementptr i8, ptr %b2, i64 %z
  %b4 = getelementptr i8, ptr %b3, i64 %z
  %b5 = getelementptr i8, ptr %b4, i64 %z
  %b6 = getelementptr i8, ptr %b5, i64 %z
  %b7 = getelementptr i8, ptr %b6, i64 %z
  %b8 = getelementptr i8, ptr %b7, i64 %z
  %b9 = getelementptr i8, ptr %b8, i64 %z
  %b10 = getelementptr i8, ptr %b9, i64 %z
  %k = call ptr @k(ptr %b10)
  %y = load float, ptr %k
  store float %y, ptr %o
  ret void
}
