; Carrier B as vx-protect-transfers leaves it: callees listed in the manifest. Two
; kernels share one of them; the other tile is only ever read once, outside loops.
target triple = "nvptx64-nvidia-cuda"

declare ptr @row(ptr) #1
declare ptr @table(ptr) #2

define ptx_kernel void @first(ptr %a, ptr %b, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = and i32 %tid, 31
  %at = call ptr @row(ptr %a)
  %bt = call ptr @table(ptr %b)
  %xp = getelementptr inbounds half, ptr %at, i32 %r
  %x = load half, ptr %xp, align 2
  %yp = getelementptr inbounds half, ptr %bt, i32 %r
  %y = load half, ptr %yp, align 2
  %s = fadd half %x, %y
  %op = getelementptr inbounds half, ptr %o, i32 %tid
  store half %s, ptr %op, align 2
  ret void
}

define ptx_kernel void @second(ptr %a, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = and i32 %tid, 31
  %at = call ptr @row(ptr %a)
  %xp = getelementptr inbounds half, ptr %at, i32 %r
  %x = load half, ptr %xp, align 2
  %op = getelementptr inbounds half, ptr %o, i32 %tid
  store half %x, ptr %op, align 2
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80" }
attributes #1 = { convergent nounwind "vx.transfer"="smem" "vx.name"="row" "vx.element"="2" "vx.extent"="32" "vx.crossing"="sequenced" }
attributes #2 = { convergent nounwind "vx.transfer"="smem" "vx.name"="table" "vx.element"="2" "vx.extent"="4x8" "vx.crossing"="streamed" "vx.align"="8" }

!vx.tiles = !{!0, !1, !2}
!0 = !{ptr @first, ptr @row}
!1 = !{ptr @first, ptr @table}
!2 = !{ptr @second, ptr @row}
