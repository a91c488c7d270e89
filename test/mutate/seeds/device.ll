; Carrier B in a device function that two kernels share, strided halves and odd bytes
; in global memory, under a thread-dependent guard.
target triple = "nvptx64-nvidia-cuda"

declare ptr @rows(ptr) #1
declare ptr @bytes(ptr addrspace(1)) #2

define void @copy(ptr %p, ptr %o, i32 %i) {
  %r = call ptr @rows(ptr %p)
  %m = and i32 %i, 31
  %e = getelementptr half, ptr %r, i32 %m
  %x = load half, ptr %e, align 2
  %w = getelementptr half, ptr %o, i32 %i
  store half %x, ptr %w, align 2
  ret void
}

define ptx_kernel void @all(ptr %p, ptr %o) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @copy(ptr %p, ptr %o, i32 %tid)
  ret void
}

define ptx_kernel void @some(ptr %p, ptr addrspace(1) %g, ptr %o, i32 %n) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %tid, %n
  br i1 %in, label %body, label %end
body:
  call void @copy(ptr %p, ptr %o, i32 %tid)
  %r = call ptr @bytes(ptr addrspace(1) %g)
  %e = getelementptr i8, ptr %r, i32 %tid
  %x = load i8, ptr %e, align 1
  %at = add i32 %tid, 512
  %w = getelementptr i8, ptr %o, i32 %at
  store i8 %x, ptr %w, align 1
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" }
attributes #1 = { convergent "vx.transfer"="smem" "vx.name"="k" "vx.element"="2" "vx.extent"="4x8" "vx.stride"="128x1" }
attributes #2 = { convergent "vx.transfer"="smem" "vx.element"="1" "vx.extent"="33" }
