; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t.placed.ll
; RUN: %vx-simt compare %t/good.ll %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero --arg=i32:1

; A site in a recursive function would need storage for each depth.
; CHECK: error: VX210: transfer in a device function cannot be inlined: kernel 'k'
; CHECK-SAME: walk
; GOOD: @__vx_tile_k_t = internal addrspace(3) global
; GOOD-NOT: @walk
;--- bad.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @walk(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  %m = sub i32 %n, 1
  %c = icmp eq i32 %m, 0
  br i1 %c, label %end, label %more
more:
  call void @walk(ptr %p, ptr %o, i32 %m)
  br label %end
end:
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o, i32 %n) {
  call void @walk(ptr %p, ptr %o, i32 %n)
  ret void
}
;--- good.ll
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @walk(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o, i32 %n) {
  call void @walk(ptr %p, ptr %o, i32 %n)
  ret void
}
