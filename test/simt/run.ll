; Buffers go in, come out, and are printed; scalars, several blocks, math.
; RUN: %vx-simt run %s --grid=2 --block=4 --arg=f32:8:iota --arg=f32:8:zero \
; RUN:   --arg=f32:0.5 --arg=i64:7 | FileCheck %s
; CHECK: arg 0: 8 elements, hash {{[0-9a-f]+}}: 0 1 2
; CHECK: arg 1: 8 elements, hash {{[0-9a-f]+}}: 0 0.5 1 1.5 2 2.5 3 0
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @scale(ptr %in, ptr addrspace(1) %out, float %factor, i64 %n) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %d
  %i = add i32 %m, %t
  %w = zext i32 %i to i64
  %inside = icmp slt i64 %w, %n
  br i1 %inside, label %body, label %end
body:
  %p = getelementptr float, ptr %in, i64 %w
  %v = load float, ptr %p, align 4
  %x = fmul fast float %v, %factor
  %q = getelementptr float, ptr addrspace(1) %out, i64 %w
  store float %x, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx78" }
