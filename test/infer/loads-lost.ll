; Clean-up before the analysis may remove a tile's loads. No tile goes with them without a word.
; RUN: split-file %s %t
; RUN: cat %t/tail.ll %t/bad.ll | not %vx-opt -passes='vx-placement<sm=80>' -disable-output 2>&1 | FileCheck %t/bad.ll --implicit-check-not=error:
; RUN: cat %t/tail.ll %t/good.ll > %t/all.ll
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/all.ll -o %t/out.ll
; RUN: FileCheck %t/good.ll --input-file=%t/out.ll
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=local --block=1 --sweep --print=none --arg=f32:16:rand:1 --arg=f32:16:zero
; RUN: %vx-simt compare %t/all.ll %t/out.ll --kernel=handed --block=1 --sweep --print=none --arg=f32:16:rand:1 --arg=f32:16:zero

;--- bad.ll
; The array becomes a value, and the load with it.
; CHECK: error: VX217: tile source is not global memory: kernel 'local', tile 'a': it reads %copy, a private array [%x = load float, ptr %copy
define ptx_kernel void @local(ptr %p, ptr %o) {
  %copy = alloca float
  %y = load float, ptr %p
  store float %y, ptr %copy
  %x = load float, ptr %copy, !vx.placement !10
  store float %x, ptr %o
  ret void
}
; The same in a function that is inlined, for one of its calls.
; CHECK: error: VX217: {{.*}}kernel 'handed', tile 'a': it reads %copy, a private array
define internal float @read(ptr %from) {
  %x = load float, ptr %from, !vx.placement !11
  ret float %x
}
define ptx_kernel void @handed(ptr %p, ptr %o) {
  %copy = alloca float
  %y = load float, ptr %o
  store float %y, ptr %copy
  %x = call float @read(ptr %copy)
  %z = call float @read(ptr %p)
  %s = fadd float %x, %z
  store float %s, ptr %o
  ret void
}
; An array that stays one: still one message.
; CHECK: error: VX217: {{.*}}kernel 'either', tile 'a': it reads %copy, a private array
define ptx_kernel void @either(ptr %p, ptr %o, i1 %c, i32 %i) {
  %copy = alloca [16 x float]
  %q = getelementptr float, ptr %copy, i32 %i
  store float 1.0, ptr %q
  %from = select i1 %c, ptr %copy, ptr %p
  %x = load float, ptr %from, !vx.placement !12
  store float %x, ptr %o
  ret void
}
; CHECK: error: VX104: placed tile has no tagged load left: kernel 'dead', tile 'a': all its tagged loads (2) are dead: no path leads there, nothing uses what they read, or it is known without them [%x = load float, ptr %p
; CHECK-SAME: drop the tags and the tile's line of !vx.tiles
define ptx_kernel void @dead(ptr %p, ptr %o) {
  %x = load float, ptr %p, !vx.placement !13
  br label %end
never:
  %y = load float, ptr %p, !vx.placement !13
  store float %y, ptr %o
  br label %end
end:
  ret void
}
; A callee that is listed.
; CHECK: error: VX110: listed transfer is no longer called: kernel 'listed', tile 'b': all its calls (1) are dead: no path leads there
define ptx_kernel void @listed(ptr %p, ptr %o) {
  br label %end
never:
  %r = call ptr @b(ptr %p)
  %y = load float, ptr %r
  store float %y, ptr %o
  br label %end
end:
  ret void
}

;--- good.ll
; A pointer may lie in an array; one use of two is enough.
; CHECK-LABEL: @local(
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @local(ptr %p, ptr %o) {
  %copy = alloca ptr
  store ptr %p, ptr %copy
  %q = load ptr, ptr %copy
  %x = load float, ptr %q, !vx.placement !10
  store float %x, ptr %o
  ret void
}
define internal float @read(ptr %from) {
  %x = load float, ptr %from, !vx.placement !11
  ret float %x
}
; CHECK-LABEL: @handed(
; CHECK: load float, ptr addrspace(3)
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @handed(ptr %p, ptr %o) {
  %x = call float @read(ptr %p)
  %z = call float @read(ptr %p)
  %s = fadd float %x, %z
  store float %s, ptr %o
  ret void
}
; CHECK-LABEL: @either(
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @either(ptr %p, ptr %o, i1 %c, i32 %i) {
  %copy = alloca [16 x float]
  %q = getelementptr float, ptr %copy, i32 %i
  store float 1.0, ptr %q
  %x = load float, ptr %p, !vx.placement !12
  %y = load float, ptr %copy
  %s = fadd float %x, %y
  store float %s, ptr %o
  ret void
}
; CHECK-LABEL: @dead(
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @dead(ptr %p, ptr %o) {
  %x = load float, ptr %p, !vx.placement !13
  %y = load float, ptr %p, !vx.placement !13
  store float %y, ptr %o
  ret void
}
; CHECK-LABEL: @listed(
; CHECK: load float, ptr addrspace(3)
define ptx_kernel void @listed(ptr %p, ptr %o) {
  %r = call ptr @b(ptr %p)
  %y = load float, ptr %r
  store float %y, ptr %o
  ret void
}
; Nothing lists it, so that nothing misses it.
; CHECK-LABEL: @unlisted(
; CHECK-NOT: addrspace(3)
define ptx_kernel void @unlisted(ptr %p, ptr %o) {
  br label %end
never:
  %r = call ptr @b(ptr %p)
  %y = load float, ptr %r
  store float %y, ptr %o
  br label %end
end:
  ret void
}

;--- tail.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @b(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="1" "vx.name"="b"
!vx.tiles = !{!0, !1, !2, !3, !4}
!0 = !{ptr @local, !10}
!1 = !{ptr @handed, !11}
!2 = !{ptr @either, !12}
!3 = !{ptr @dead, !13}
!4 = !{ptr @listed, ptr @b}
!10 = distinct !{!"vx.tile", !20, !21, !22, !23}
!11 = distinct !{!"vx.tile", !20, !21, !22, !23}
!12 = distinct !{!"vx.tile", !20, !21, !22, !23}
!13 = distinct !{!"vx.tile", !20, !21, !22, !23}
!20 = !{!"name", !"a"}
!21 = !{!"space", !"smem"}
!22 = !{!"extent", i64 1}
!23 = !{!"element", i32 4}
