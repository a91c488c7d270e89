; Carrier B, a size that is known at run time only, i32 indices, shared results.
declare {ptr addrspace(3), ptr addrspace(3), i32, [2 x i32], [2 x i32]} @t(ptr, ptr, i32, i32, i32, i32, i32) #0
define ptx_kernel void @k(ptr %p, i32 %n, i32 %pitch, ptr %o) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %tid, 31
  %r = call {ptr addrspace(3), ptr addrspace(3), i32, [2 x i32], [2 x i32]} @t(ptr %p, ptr %p, i32 0, i32 %n, i32 8, i32 %pitch, i32 1)
  %q = extractvalue {ptr addrspace(3), ptr addrspace(3), i32, [2 x i32], [2 x i32]} %r, 1
  %e = getelementptr double, ptr addrspace(3) %q, i32 %m
  %x = load double, ptr addrspace(3) %e
  %w = getelementptr double, ptr %o, i32 %tid
  store double %x, ptr %w
  ret void
}
attributes #0 = { convergent "vx.transfer"="smem" "vx.element"="8" "vx.name"="k" "vx.extent"="4x8" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
