; printf, libdevice by libm, dynamic shared memory of the published size, trap.
; RUN: %vx-simt run %s --block=2x1x2 --arg=f32:1:fill:4 --quiet --print=none | FileCheck %s --allow-empty --check-prefix=QUIET
; RUN: %vx-simt run %s --block=2x1x2 --arg=f32:1:fill:4 | FileCheck %s
; RUN: not %vx-simt run %s --dynamic-shared=60 --block=2x1x2 --arg=f32:1:fill:4 | FileCheck %s --check-prefix=SMALL
; RUN: sed 's/; DO-TRAP//' %s > %t.ll
; RUN: not %vx-simt run %t.ll --arg=f32:1:fill:4 | FileCheck %s --check-prefix=TRAP
; QUIET-NOT: arg
; CHECK: x=2.000000 z=1 n=64
; SMALL: out of bounds: {{.*}} writes 4 bytes at 0 bytes past the end of shared 'dyn' (60 bytes)
; TRAP: trap: thread (0,0,0) of block (0,0,0) executed a trap
target triple = "nvptx64-nvidia-cuda"
@dyn = external addrspace(3) global [0 x i8], align 16
@__vx_dynamic_smem_k = constant i32 64
@fmt = private constant [17 x i8] c"x=%f z=%d n=%ld\0A\00"
declare float @__nv_sqrtf(float)
declare i32 @vprintf(ptr, ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
declare void @llvm.trap()
define ptx_kernel void @k(ptr %p) {
  %args = alloca { double, i32, i64 }, align 8
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %twice = mul i32 %z, 2
  %one = add i32 %x, %twice
  %last = icmp eq i32 %one, 3
  ; DO-TRAP call void @llvm.trap()
  br i1 %last, label %print, label %end
print:
  %end4 = getelementptr i8, ptr addrspace(3) @dyn, i64 60
  store i32 7, ptr addrspace(3) %end4, align 4
  %v = load float, ptr %p, align 4
  %r = call float @__nv_sqrtf(float %v)
  %d = fpext float %r to double
  store double %d, ptr %args, align 8
  %a1 = getelementptr i8, ptr %args, i64 8
  store i32 %z, ptr %a1, align 4
  %n = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  %w = zext i32 %n to i64
  %a2 = getelementptr i8, ptr %args, i64 16
  store i64 %w, ptr %a2, align 8
  %q = call i32 @vprintf(ptr @fmt, ptr %args)
  br label %end
end:
  ret void
}
