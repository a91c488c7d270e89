; Carrier B as MLIR lowers it: a private wrapper, a C interface function, and a result
; in shared memory, in two kernels.
target triple = "nvptx64-nvidia-cuda"

define private { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } @row(ptr %a, ptr %p, i64 %o, i64 %s, i64 %d) #1 {
  %in = alloca { ptr, ptr, i64, [1 x i64], [1 x i64] }, align 8
  %out = alloca { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] }, align 8
  call void @_mlir_ciface_row(ptr %out, ptr %in)
  %r = load { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] }, ptr %out, align 8
  ret { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } %r
}

declare void @_mlir_ciface_row(ptr, ptr) #1

define ptx_kernel void @first(ptr %a, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } @row(ptr %a, ptr %a, i64 64, i64 64, i64 1)
  %q = extractvalue { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } %r, 1
  %e = getelementptr float, ptr addrspace(3) %q, i32 %tid
  %x = load float, ptr addrspace(3) %e, align 4
  %w = getelementptr float, ptr %o, i32 %tid
  store float %x, ptr %w, align 4
  ret void
}

define ptx_kernel void @second(ptr %a, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } @row(ptr %a, ptr %a, i64 8, i64 64, i64 2)
  %q = extractvalue { ptr addrspace(3), ptr addrspace(3), i64, [1 x i64], [1 x i64] } %r, 1
  %m = and i32 %tid, 15
  %at = mul i32 %m, 4
  %e = getelementptr float, ptr addrspace(3) %q, i32 %at
  %x = load <4 x float>, ptr addrspace(3) %e, align 16
  %y = extractelement <4 x float> %x, i32 3
  %w = getelementptr float, ptr %o, i32 %tid
  store float %y, ptr %w, align 4
  ret void
}

!vx.kernels = !{!0, !1}
!0 = !{!"first"}
!1 = !{!"second"}
!vx.tiles = !{!2}
!2 = !{ptr @second, ptr @row}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }
attributes #1 = { convergent nounwind "vx.transfer"="smem" "vx.name"="k" "vx.element"="4" "vx.crossing"="sequenced" "vx.granule"="1024" "vx.extent"="64" }
