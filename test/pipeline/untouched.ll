; RUN: %opt -S %s -o %t.in
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.out
; RUN: cmp %t.in %t.out
; RUN: %vx-opt -passes='vx-infer-transfers<sm=80>,vx-materialize-transfers<sm=80>,vx-protect-transfers,print<vx-plan;sm=80>,print<vx-tiles>' -S %s -o %t.out
; RUN: cmp %t.in %t.out
; RUN: %vx-opt -passes='vx-placement<sm=80;dry-run>' -S %S/Inputs/one-tile.ll -o %t.dry
; RUN: %opt -S %S/Inputs/one-tile.ll -o %t.in
; RUN: cmp %t.in %t.dry
; RUN: %vx-opt -passes='print<vx-plan;sm=80>,print<vx-tiles;sm=80>' -S %S/Inputs/one-tile.ll -o %t.print 2>&1
; RUN: cmp %t.in %t.print

; Nothing placed, nothing touched: barriers, inline assembly, private arrays and unreachable
; code come out as they went in. A plan that is only asked for changes nothing either.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [4 x i32] poison
define ptx_kernel void @k(ptr %p) {
entry:
  %a = alloca [4 x i32]
  store i32 1, ptr %a
  call void asm sideeffect "bar.sync 0;", ""()
  %x = load i32, ptr %a
  store i32 %x, ptr %p
  ret void
dead:
  br label %dead
}
define internal void @unused() {
  ret void
}
