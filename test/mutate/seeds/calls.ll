; Carrier B in both calling conventions, in one kernel with two sites and one without.
target triple = "nvptx64-nvidia-cuda"

declare ptr @bare(ptr) #1
declare { ptr, ptr, i64, [2 x i64], [2 x i64] } @descriptor(ptr, ptr, i64, i64, i64, i64, i64) #2

define ptx_kernel void @calls(ptr %a, ptr %b, ptr %o, i64 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = and i32 %tid, 7
  br label %tile
tile:
  %t = phi i64 [ 0, %entry ], [ %t.next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum2, %body ]
  %more = icmp slt i64 %t, %n
  br i1 %more, label %body, label %done
body:
  %off = mul nsw i64 %t, 64
  %left = sub nsw i64 %n, %t
  %ap = getelementptr inbounds float, ptr %a, i64 %off
  %at = call ptr @bare(ptr %ap)
  %d = call { ptr, ptr, i64, [2 x i64], [2 x i64] } @descriptor(ptr %b, ptr %b, i64 %off, i64 %left, i64 8, i64 8, i64 1)
  %bt = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %d, 1
  %pitch = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %d, 4, 0
  %xp = getelementptr inbounds float, ptr %at, i32 %r
  %x = load float, ptr %xp, align 4
  %yp = getelementptr inbounds float, ptr %bt, i64 %pitch
  %y = load float, ptr %yp, align 4
  %xy = fmul float %x, %y
  %sum2 = fadd float %sum, %xy
  %t.next = add nsw i64 %t, 1
  br label %tile
done:
  %op = getelementptr inbounds float, ptr %o, i32 %tid
  store float %sum, ptr %op, align 4
  ret void
}

define ptx_kernel void @plain(ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %op = getelementptr inbounds float, ptr %o, i32 %tid
  store float 1.0, ptr %op, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }
attributes #1 = { convergent nounwind "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="8x8" "vx.stride"="8x1" "vx.crossing"="sequenced" "vx.granule"="64" }
attributes #2 = { convergent nounwind "vx.transfer"="smem" "vx.name"="b" "vx.element"="4" "vx.extent"="8x8" "vx.crossing"="streamed" "vx.stages"="3" "vx.align"="16" }
