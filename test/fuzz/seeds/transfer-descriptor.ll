; Carrier B, memref descriptor with MLIR's wrapper, in a loop, two kernels, listed.
define private {ptr, ptr, i64, [2 x i64], [2 x i64]} @t(ptr %a, ptr %p, i64 %o, i64 %s0, i64 %s1, i64 %d0, i64 %d1) #0 {
  %in = alloca {ptr, ptr, i64, [2 x i64], [2 x i64]}
  %out = alloca {ptr, ptr, i64, [2 x i64], [2 x i64]}
  call void @_mlir_ciface_t(ptr %out, ptr %in)
  %r = load {ptr, ptr, i64, [2 x i64], [2 x i64]}, ptr %out
  ret {ptr, ptr, i64, [2 x i64], [2 x i64]} %r
}
declare void @_mlir_ciface_t(ptr, ptr) #0
define ptx_kernel void @k(ptr %a, ptr %p, ptr %o) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %tid, 63
  %lane = zext i32 %m to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %add, %loop ]
  %start = mul i64 %i, 64
  %r = call {ptr, ptr, i64, [2 x i64], [2 x i64]} @t(ptr %a, ptr %p, i64 %start, i64 4, i64 16, i64 16, i64 1)
  %q = extractvalue {ptr, ptr, i64, [2 x i64], [2 x i64]} %r, 1
  %e = getelementptr float, ptr %q, i64 %lane
  %x = load float, ptr %e
  %add = fadd float %sum, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  %w = getelementptr float, ptr %o, i64 %lane
  store float %add, ptr %w
  ret void
}
define ptx_kernel void @second(ptr %a, ptr %p, ptr %o) {
  %r = call {ptr, ptr, i64, [2 x i64], [2 x i64]} @t(ptr %a, ptr %p, i64 0, i64 4, i64 16, i64 32, i64 1)
  %q = extractvalue {ptr, ptr, i64, [2 x i64], [2 x i64]} %r, 1
  %x = load <4 x float>, ptr %q, align 16
  store <4 x float> %x, ptr %o
  ret void
}
!vx.contract = !{!0}
!vx.tiles = !{!1, !2}
!vx.kernels = !{!3, !4}
!0 = !{i32 1}
!1 = !{ptr @k, ptr @t}
!2 = !{ptr @second, ptr @t}
!3 = !{!"k"}
!4 = !{!"second"}
attributes #0 = { convergent nounwind "vx.transfer"="smem" "vx.element"="4" "vx.name"="k" "vx.crossing"="sequenced" "vx.stages"="2" "vx.granule"="1024" "vx.align"="16" "vx.extent"="4x16" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
