; Carrier B, streamed, in a loop.
declare ptr @t(ptr) #0
define ptx_kernel void @k(ptr noalias %p, ptr noalias %o) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %tid, 63
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %add, %loop ]
  %start = mul i32 %i, 64
  %s = getelementptr float, ptr %p, i32 %start
  %r = call ptr @t(ptr %s)
  %e = getelementptr float, ptr %r, i32 %m
  %x = load float, ptr %e
  %add = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %loop, label %done
done:
  %w = getelementptr float, ptr %o, i32 %tid
  store float %add, ptr %w
  ret void
}
attributes #0 = { convergent nounwind "vx.transfer"="smem" "vx.element"="4" "vx.name"="k" "vx.crossing"="streamed" "vx.stages"="3" "vx.align"="16" "vx.extent"="4x16" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
