; Carrier B, a size and a pitch that are known at run time only, i32 indices, doubles.
target triple = "nvptx64-nvidia-cuda"

declare { ptr, ptr, i32, [2 x i32], [2 x i32] } @rows(ptr, ptr, i32, i32, i32, i32, i32) #1

define ptx_kernel void @ragged(ptr %p, i32 %n, i32 %pitch, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %tid, 31
  %r = call { ptr, ptr, i32, [2 x i32], [2 x i32] } @rows(ptr %p, ptr %p, i32 0, i32 %n, i32 8, i32 %pitch, i32 1)
  %q = extractvalue { ptr, ptr, i32, [2 x i32], [2 x i32] } %r, 1
  %e = getelementptr double, ptr %q, i32 %m
  %x = load double, ptr %e, align 8
  %w = getelementptr double, ptr %o, i32 %tid
  store double %x, ptr %w, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }
attributes #1 = { convergent "vx.transfer"="smem" "vx.name"="k" "vx.element"="8" "vx.extent"="4x8" }
