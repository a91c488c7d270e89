; Carrier B, bare pointers: strided rows, bytes, a device function that both kernels use.
declare ptr @t(ptr) #0
declare ptr @bytes(ptr addrspace(1)) #1
define void @device(ptr %p, ptr %o, i64 %i) {
  %r = call ptr @t(ptr %p)
  %e = getelementptr half, ptr %r, i64 %i
  %x = load half, ptr %e
  store half %x, ptr %o
  ret void
}
define ptx_kernel void @k(ptr %p, ptr %o) "target-cpu"="sm_80" {
  call void @device(ptr %p, ptr %o, i64 3)
  ret void
}
define ptx_kernel void @b(ptr %p, ptr addrspace(1) %g, ptr %o, i32 %n) "target-cpu"="sm_80" {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %tid, %n
  br i1 %in, label %body, label %end
body:
  call void @device(ptr %p, ptr %o, i64 5)
  %r = call ptr @bytes(ptr addrspace(1) %g)
  %x = load i8, ptr %r
  store i8 %x, ptr %o
  br label %end
end:
  ret void
}
attributes #0 = { convergent "vx.transfer"="smem" "vx.element"="2" "vx.name"="k" "vx.extent"="4x8" "vx.stride"="128x1" }
attributes #1 = { convergent "vx.transfer"="smem" "vx.element"="1" "vx.extent"="33" }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
